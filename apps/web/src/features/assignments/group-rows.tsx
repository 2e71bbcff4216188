/** One group of the list of assignments: its first rows, and a button for more. */

import { Box, Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AssignmentRow } from '@lms/contract/assignments'
import { getSoonFrom } from '@lms/contract/rules/owed-work'
import { type ClassGroup, type OwnGroup, getGroupSort } from '@lms/contract/rules/work-groups'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { SkeletonRows } from '#ui/loading.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { myAssignmentGroupQuery } from './api.ts'

type Group = OwnGroup | ClassGroup

type Props = {
  group: Group
  /** Undefined: of all courses. */
  courseId: string | undefined
  /** How many are in the group. */
  count: number
  isTable?: boolean
  children: (rows: readonly AssignmentRow[]) => ReactNode
}

/** Read again, with the counts, when work leaves its group by the clock. */
export function GroupRows({ group, courseId, count, isTable = false, children }: Props) {
  const list = useInfiniteQuery({
    ...myAssignmentGroupQuery({ query: { group, sort: getGroupSort(group), ...(courseId !== undefined && { courseId }) } }),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.items ?? []
  const ends = rows.flatMap((row) => [...getEnds(row), row.dueAt && getSoonFrom(row.dueAt)])
  useRefetchAt(list, ends, ['assignments'])
  return (
    <QueryPart query={list} what="The assignments" loading={<SkeletonRows count={Math.min(count, 6)} isTable={isTable} />}>
      {({ total }) => (
        <>
          {children(rows)}
          {list.hasNextPage && (
            <Box display="flex" py={8} c="var(--c-ink2)" style={{ alignItems: 'center', gap: 12 }}>
              <Button variant="default" size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
              <span>
                {rows.length} of {total}
              </span>
            </Box>
          )}
        </>
      )}
    </QueryPart>
  )
}
