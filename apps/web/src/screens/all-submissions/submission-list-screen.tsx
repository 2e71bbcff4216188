/** The submissions of an assignment: the whole roster, in parts, and the way into grading. */
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { problemOf } from '#lib/query-problem.ts'
import { changed, useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { AssignmentMeta } from '#modules/assignments/assignment-meta.tsx'
import { assignmentQuery } from '#modules/assignments/queries.ts'
import { courseQuery } from '#modules/courses/queries.ts'
import { submissionsQuery } from '#modules/submissions/queries.ts'
import { queueKey } from '#modules/submissions/queue.ts'
import { queryOf, readFilter, type RosterTab, searchOf } from '#modules/submissions/roster-filter.ts'
import { RosterTable } from '#modules/submissions/roster-table.tsx'
import { RosterTabs } from '#modules/submissions/roster-tabs.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { RefetchLine } from '#ui/refetch-line.tsx'
import { useIsPhone } from '#ui/screen-size.ts'
import { ScreenProblem } from '#ui/screen-problem.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useAssignmentCrumbs } from '../assignments/assignment-crumbs.ts'
import classes from './submission-list.module.css'

const limit = 20

const emptyWords: Record<RosterTab, [title: string, words: string]> = {
  'to-grade': ['Nothing to grade', 'What students hand in stands here until it is graded.'],
  graded: ['Nothing is graded yet', 'Graded work stands here with its marks.'],
  late: ['Nobody was late', 'Work that came after the due time stands here.'],
  missing: ['Nobody is missing', 'Once the time is over, students without work stand here.'],
  all: ['Nobody is in this course yet', 'Students stand here as soon as they are enrolled.'],
}

export function SubmissionListScreen() {
  const { courseId = '', assignmentId = '' } = useParams()
  const [search, change] = useSearch()
  const filter = readFilter(search)
  const client = useQueryClient()
  const isPhone = useIsPhone()
  const now = useServerNow(60_000)
  const assignment = useQuery(assignmentQuery({ params: { id: assignmentId } }))
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const list = useQuery({
    ...submissionsQuery({ params: { courseId, assignmentId }, query: { ...queryOf(filter), page: filter.page, limit } }),
    placeholderData: keepPreviousData,
  })
  const first = useQuery(submissionsQuery({ params: { courseId, assignmentId }, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } }))
  const crumbs = useAssignmentCrumbs(course.data, assignment.data?.weekId)

  // Grading from here walks along what is shown here now.
  useEffect(() => client.removeQueries({ queryKey: [queueKey] }), [client])

  if (assignment.isError && !assignment.data) {
    const retry = (): void => void assignment.refetch()
    return <ScreenProblem error={assignment.error} what="assignment" onRetry={retry} isRetrying={assignment.isFetching} to={paths.assignments.to()} toLabel="Go to the assignments" />
  }
  if (!assignment.data) return <LoadingScreen />

  const { title, weekId, dueAt, maxMarks } = assignment.data
  const firstId = first.data?.items[0]?.submissionId
  const counts = list.data?.counts
  const to = (submissionId: string): string => paths.submission.to({ submissionId, courseId }, searchOf(filter))
  const actions = (
    <>
      <Button variant="default" component={Link} to={paths.assignment.to({ courseId, weekId, assignmentId })}>
        Brief and questions
      </Button>
      {firstId && (
        <Button component={Link} to={paths.submission.to({ submissionId: firstId, courseId }, { tab: 'to-grade' })}>
          Start grading
        </Button>
      )}
    </>
  )
  const rows = list.data?.items ?? []
  const [emptyTitle, empty] = emptyWords[filter.tab]
  return (
    <Page
      title={title}
      kind="wide"
      crumbs={crumbs}
      meta={
        <AssignmentMeta assignment={assignment.data} courseZone={course.data?.timeZone} now={now}>
          {counts && (
            <span role="status">
              {counts.toGrade} to grade, {counts.graded} of {counts.all} graded
            </span>
          )}
        </AssignmentMeta>
      }
      actions={actions}
    >
      <div>
        <RosterTabs tab={filter.tab} counts={counts} to={(tab) => `?${changed(search, { tab, sort: null, page: null })}`} />
        <div className={classes.search} role="search">
          <SearchField label="Name of a student" value={filter.search} onChange={(value) => change({ search: value, page: null }, { replace: true })} />
        </div>
        <RefetchLine isActive={list.isPlaceholderData} />
        {list.isPending && <SkeletonRows count={10} />}
        {list.isError && !list.data && <LoadFailed title="The submissions did not load" {...problemOf(list)} />}
        {rows.length > 0 && (
          <>
            <RosterTable rows={rows} maxMarks={maxMarks} dueAt={dueAt} sort={filter.sort} sortTo={(sort) => `?${changed(search, { sort })}`} to={to} isPhone={isPhone} />
            <Pager page={filter.page} limit={limit} total={list.data?.total ?? 0} label="Submissions" />
          </>
        )}
        {list.data && rows.length === 0 && (
          <EmptyState
            hasShelf={filter.search === ''}
            title={filter.search ? `Nobody matches “${filter.search}”` : emptyTitle}
            {...(filter.search && {
              action: (
                <Button variant="default" onClick={() => change({ search: null })}>
                  Clear the search
                </Button>
              ),
            })}
          >
            {filter.search ? 'Try a part of the name, or another tab.' : empty}
          </EmptyState>
        )}
      </div>
    </Page>
  )
}
