/** The part of the roster that the address asks for: tabs, search, rows, pages. */
import type { Assignment } from '@lms/contract/assignments'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { withParams, useSearch } from '#lib/search-params.ts'
import { useLastPage } from '#lib/use-last-page.ts'
import { submissionsQuery } from './api.ts'
import { toQuery, readFilter, type SubmissionTab, toSearchParams } from './submission-filter.ts'
import { SubmissionTable } from './submission-table.tsx'
import { SubmissionTabs } from './submission-tabs.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefetchIndicator } from '#ui/refetch-indicator.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import classes from './submission-list.module.css'

const limit = 20

const emptyWords: Record<SubmissionTab, [title: string, words: string]> = {
  'to-grade': ['Nothing to grade', 'What students submit stands here until it is graded.'],
  graded: ['Nothing is graded yet', 'Graded work stands here with its marks.'],
  late: ['Nobody was late', 'Work that came after the due time stands here.'],
  missing: ['Nobody is missing', 'Once the time is over, students without work stand here.'],
  all: ['Nobody is in this course yet', 'Students stand here as soon as they are enrolled.'],
}

export function SubmissionList({ assignment }: { assignment: Assignment }) {
  const { id: assignmentId, courseId, maxMarks, dueAt } = assignment
  const [search, change] = useSearch()
  const filter = readFilter(search)
  const isPhone = useIsPhone()
  const list = useQuery({
    ...submissionsQuery({ params: { courseId, assignmentId }, query: { ...toQuery(filter), page: filter.page, limit } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (page) => change({ page }, { replace: true }))
  const rows = list.data?.items ?? []
  return (
    <div>
      <SubmissionTabs tab={filter.tab} counts={list.data?.counts} to={(tab) => `?${withParams(search, { tab, sort: null, page: null })}`} />
      <div className={classes.search} role="search">
        <SearchField
          label="Name of a student"
          value={filter.search}
          onChange={(value) => change({ search: value, page: null }, { replace: true })}
        />
      </div>
      <RefetchIndicator isActive={list.isPlaceholderData} />
      {list.isPending && <SkeletonRows count={10} />}
      {list.isError && !list.data && <LoadFailed title="The submissions did not load" {...toLoadError(list)} />}
      {rows.length > 0 && (
        <>
          <SubmissionTable
            rows={rows}
            maxMarks={maxMarks}
            dueAt={dueAt}
            sort={filter.sort}
            sortTo={(sort) => `?${withParams(search, { sort })}`}
            to={(submissionId) => paths.submission.to({ submissionId, courseId }, toSearchParams(filter))}
            isPhone={isPhone}
          />
          <Pagination page={filter.page} limit={limit} total={list.data?.total ?? 0} label="Submissions" />
        </>
      )}
      {list.data?.total === 0 && <NoRows tab={filter.tab} search={filter.search} onClear={() => change({ search: null })} />}
    </div>
  )
}

function NoRows({ tab, search, onClear }: { tab: SubmissionTab; search: string; onClear: () => void }) {
  const [title, words] = emptyWords[tab]
  if (search === '') return <EmptyState title={title}>{words}</EmptyState>
  const action = (
    <Button variant="default" onClick={onClear}>
      Clear the search
    </Button>
  )
  return (
    <EmptyState isFramed={false} title={`Nobody matches “${search}”`} action={action}>
      Try a part of the name, or another tab.
    </EmptyState>
  )
}
