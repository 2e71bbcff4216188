/** Loading states: skeletons, an indicator while newer data is fetched, and when a screen is first complete. */

import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './loading.module.css'

const showAfterMs = 200

function useDelayed(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** Placeholders in the final sizes. They take their space from the start and appear after 200 ms, so that fast responses do not flash. */
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

type RowsProps = { count?: number; /** Rows of a table below its head, which are lower. */ isTable?: boolean }

/** Rows of the final height: icon, name over details, one fact. */
export function SkeletonRows({ count = 3, isTable = false }: RowsProps) {
  return (
    <DelayedSkeleton>
      {isTable && <div className={classes.head} />}
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={isTable ? classes.tableRow : classes.row}>
          <Skeleton height={18} circle flex="none" />
          <Stack gap={8} flex={1}>
            <Skeleton width={widths[index % widths.length] ?? '50%'} />
            <Skeleton width="28%" height={10} />
          </Stack>
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
      <Stack gap={14} p="7px 0" maw={680}>
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} width={index === lines - 1 ? '62%' : '100%'} height={14} />
        ))}
      </Stack>
    </DelayedSkeleton>
  )
}

/** A line along the top of the content: newer data is being fetched. */
export function RefetchIndicator({ isActive }: { isActive: boolean }) {
  return isActive ? <div className={classes.line} role="presentation" /> : null
}

type QueryState = { isPending: boolean; isFetching: boolean; failureCount: number }

/**
 * Parts of a screen that arrive one by one would move the content: a screen shows its content once its first responses are in. A query that
 * has failed once is not awaited: its own part of the screen shows that. Later loads leave the screen as it is.
 */
export function useFirstLoad(...queries: readonly QueryState[]): boolean {
  const [isOver, setOver] = useState(false)
  const isWaiting = !isOver && queries.some(({ isPending, isFetching, failureCount }) => isPending && isFetching && failureCount === 0)
  if (!isOver && !isWaiting) setOver(true)
  return isWaiting
}
