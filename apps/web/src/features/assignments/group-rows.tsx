/** One group of the list of assignments: its first rows, and a button for more. */

import { Box, Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AssignmentRow } from '@lms/contract/assignments'
import { type ClassGroup, classGroups, getClassGroup, getOwnGroup, type OwnGroup, sortOf } from '@lms/contract/rules/work-groups'
import { useRefetchWhile } from '#lib/use-refetch-while.ts'
import { FormerRows } from '#ui/former-rows.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { groupQuery } from './api.ts'

type Group = OwnGroup | ClassGroup
const isOfClass = (group: Group): group is ClassGroup => classGroups.includes(group as ClassGroup)
const groupOf = (group: Group, row: AssignmentRow, now: number): Group =>
  isOfClass(group) ? getClassGroup(row, now) : getOwnGroup(row, now)

type Props = {
  group: Group
  /** Undefined: of all courses. */
  courseId: string | undefined
  /** How many are in the group. */
  count: number
  children: (rows: readonly AssignmentRow[]) => ReactNode
}

/** Work that leaves its group by the clock is read again. */
export function GroupRows({ group, courseId, count, children }: Props) {
  const list = useInfiniteQuery({
    ...groupQuery({ query: { group, sort: sortOf(group), ...(courseId !== undefined && { courseId }) } }),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.items ?? []
  useRefetchWhile((now) => rows.some((row) => groupOf(group, row, now) !== group), ['assignments'])
  if (list.isError && !list.data) return <LoadFailed title="The assignments could not be loaded" {...toLoadError(list)} />
  if (!list.data) return <SkeletonRows count={Math.min(count, 6)} />
  return (
    <FormerRows isFormer={list.isPlaceholderData}>
      {children(rows)}
      {list.hasNextPage && (
        <Box display="flex" py={8} c="var(--c-ink2)" style={{ alignItems: 'center', gap: 12 }}>
          <Button variant="default" size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
          <span>
            {rows.length} of {list.data.total}
          </span>
        </Box>
      )}
    </FormerRows>
  )
}
