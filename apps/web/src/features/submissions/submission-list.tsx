/** The list of submissions: tabs, search, rows and pages, from the URL. */

import { Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Assignment } from '@lms/contract/assignments'
import { exceptionLimit } from '@lms/contract/rules/assignment-exceptions'
import { api } from '#lib/api.ts'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { paths } from '#lib/paths.ts'
import { useRowSelection } from '#lib/row-selection.ts'
import { useLastPage, useSearch, withParams } from '#lib/search-params.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterMenu } from '#ui/filter-bar.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { submissionsQuery } from './api.ts'
import { hiddenNamesHelp, HideNames, useHasHiddenNames } from './grading-head.tsx'
import { readFilter, type SubmissionFilter, type SubmissionTab, SubmissionTabs, toQuery, toSearchParams } from './submission-filter.tsx'
import { SubmissionTable } from './submission-table.tsx'
import { useStudentActions } from './use-student-actions.tsx'
import classes from './submissions.module.css'

const limit = 20

const lateOptions = [
  { value: 'all', label: 'All' },
  { value: 'true', label: 'Late' },
  { value: 'false', label: 'Not late' },
]

const emptyTexts: Record<SubmissionTab, [title: string, words: string]> = {
  'to-grade': ['Nothing to grade.', 'Submissions are listed here until they are graded.'],
  graded: ['Nothing is graded yet.', 'Graded work is listed here with its marks.'],
  returned: ['Nothing is returned.', 'Work that you return for another attempt is listed here.'],
  'not-submitted': ['Nobody has time left.', 'Until the due time, students without a submission are listed here.'],
  missing: ['Nobody is missing work.', 'Once it is due or closed, students without a submission are listed here.'],
  excused: ['Nobody is excused.', 'Excused students are listed here.'],
  'before-joining': ['Nobody joined later.', 'Students who enrolled after the due time and submitted nothing are listed here.'],
  all: ['No students yet.', 'Students are listed here once they are enrolled.'],
}

export function SubmissionList({ assignment }: { assignment: Assignment }) {
  const { id: assignmentId, courseId, maxMarks, dueAt } = assignment
  const [search, change] = useSearch()
  const filter = readFilter(search)
  const isPhone = useIsPhone()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const isHidden = useHasHiddenNames({ courseId, assignmentId })
  const list = useQuery({
    ...submissionsQuery({ params: { courseId, assignmentId }, query: { ...toQuery(filter), page: filter.page, limit } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (page) => change({ page }, { replace: true }))
  const total = list.data?.total ?? 0
  const selection = useRowSelection({
    filter: [filter.tab, filter.late, filter.search],
    page: [filter.sort, filter.page],
    rows: list.isPlaceholderData ? undefined : list.data?.items,
    idOf: ({ student }) => student.id,
    most: exceptionLimit,
    total,
    load: (at) => api.submissions.listSubmissions({ params: { courseId, assignmentId }, query: { ...toQuery(filter), ...at } }),
  })
  const selected = [...selection.selected.values()]
  const { actionsFor, dialog } = useStudentActions(assignment, course.data, { isHidden, onDone: selection.clear })
  useShortcuts({ j: () => document.querySelector<HTMLElement>('tbody :is(th a, input[type=checkbox])')?.focus() })
  return (
    <div>
      <SubmissionTabs
        tab={filter.tab}
        counts={list.data?.counts}
        isFiltered={filter.search !== '' || filter.late !== 'all'}
        to={(tab) => `?${withParams(search, { tab, sort: null, page: null })}`}
      />
      <div className={classes.search} role="search">
        {isHidden ? (
          <Text variant="meta">Names are hidden, so there is no search by name. {hiddenNamesHelp}</Text>
        ) : (
          <SearchField
            label="Name or email"
            value={filter.search}
            found={list.isPlaceholderData ? null : (list.data?.total ?? null)}
            onChange={(value) => change({ search: value, page: null }, { replace: true })}
          />
        )}
        <FilterMenu
          label="Late"
          value={filter.late}
          options={lateOptions}
          onChange={(late) => change({ late: late === 'all' ? null : late })}
        />
        <HideNames courseId={courseId} assignmentId={assignmentId} />
      </div>
      <QueryPart query={list} what="The submissions" loading={10}>
        {({ items }) =>
          items.length > 0 && (
            <>
              <SubmissionTable
                rows={items}
                maxMarks={maxMarks}
                dueAt={dueAt}
                sort={filter.sort}
                sortTo={(sort) => `?${withParams(search, { sort })}`}
                to={(submissionId) => paths.submission.to({ submissionId, courseId }, toSearchParams(filter))}
                isPhone={isPhone}
                isHidden={isHidden}
                actionsFor={(row) => actionsFor([row], { isMenu: true })}
                selection={selection}
              />
              <Pagination page={filter.page} limit={limit} total={total} label="Submissions" />
            </>
          )
        }
      </QueryPart>
      <BulkBar
        count={selected.length}
        limit={selection.limit}
        onClear={selection.clear}
        actions={[...selection.selectAll, ...actionsFor(selected)]}
      />
      {dialog}
      {list.data?.total === 0 && <NoRows filter={filter} onClear={() => change({ search: null, late: null })} />}
    </div>
  )
}

function NoRows({ filter: { tab, search, late }, onClear }: { filter: SubmissionFilter; onClear: () => void }) {
  const [title, words] = emptyTexts[tab]
  if (search === '' && late === 'all') return <EmptyState title={title}>{words}</EmptyState>
  const action = (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  )
  return (
    <EmptyState isFramed={false} title={search === '' ? 'No student matches' : `Nobody matches “${search}”`} action={action}>
      Try part of the name, or another tab.
    </EmptyState>
  )
}
