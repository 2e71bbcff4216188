/** Boxes in the final sizes, for data in a known layout. They show after 200 ms, so that a fast answer never flashes. */
import { VisuallyHidden } from '@mantine/core'
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

/** Keeps its place from the start and shows its boxes when waiting gets long. */
export function Skeleton({ children }: { children: ReactNode }) {
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

type BoxProps = { width?: number | string; height?: number; isRound?: boolean }

export const SkeletonBox = ({ width = '100%', height = 12, isRound = false }: BoxProps) => (
  <span className={classes.box} style={{ width, height, borderRadius: isRound ? '50%' : 4 }} />
)

const widths = ['54%', '42%', '61%', '48%', '57%']

/** Rows of the final 56 px: glyph, name over meta, one fact. */
export function SkeletonRows({ count = 3 }: { count?: number }) {
  return (
    <Skeleton>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.row}>
          <SkeletonBox width={18} height={18} isRound />
          <div className={classes.words}>
            <SkeletonBox width={widths[index % widths.length] ?? '50%'} />
            <SkeletonBox width="28%" height={10} />
          </div>
          <SkeletonBox width={64} height={10} />
        </div>
      ))}
    </Skeleton>
  )
}

/** A paragraph of prose. */
export function SkeletonText({ lines = 4 }: { lines?: number }) {
  return (
    <Skeleton>
      <div className={classes.text}>
        {Array.from({ length: lines }, (_, index) => (
          <SkeletonBox key={index} width={index === lines - 1 ? '62%' : '100%'} height={14} />
        ))}
      </div>
    </Skeleton>
  )
}
