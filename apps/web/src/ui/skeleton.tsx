/** Placeholders in the final sizes, for data in a known layout. They appear after 200 ms, so that a fast answer never flashes. */
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './skeleton.module.css'

const showAfterMs = 200

export function useDelayed(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** Takes its space from the start and becomes visible when waiting gets long. */
export function DelayedSkeleton({ children }: { children: ReactNode }) {
  const isLate = useDelayed()
  return (
    <div role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <div className={isLate ? undefined : classes.hidden} aria-hidden>
        {children}
      </div>
    </div>
  )
}

const widths = ['54%', '42%', '61%', '48%', '57%']

/** Rows of the final 56 px: icon, name over details, one fact. */
export function SkeletonRows({ count = 3 }: { count?: number }) {
  return (
    <DelayedSkeleton>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.row}>
          <Skeleton height={18} circle flex="none" />
          <div className={classes.words}>
            <Skeleton width={widths[index % widths.length] ?? '50%'} />
            <Skeleton width="28%" height={10} />
          </div>
          <Skeleton width={64} height={10} />
        </div>
      ))}
    </DelayedSkeleton>
  )
}

/** A paragraph of prose. */
export function SkeletonText({ lines = 4 }: { lines?: number }) {
  return (
    <DelayedSkeleton>
      <div className={classes.text}>
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} width={index === lines - 1 ? '62%' : '100%'} height={14} />
        ))}
      </div>
    </DelayedSkeleton>
  )
}
