/** My Assignments: what to do next, and what became of the rest. */
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useFirstLoad } from '#lib/first-load.ts'
import { useNavBadges } from '#lib/nav-badges.ts'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { pageOf, useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useLastPage } from '#lib/use-last-page.ts'
import { groupAssignments } from './group-assignments.ts'
import { MyAssignments } from './my-assignments.tsx'
import { myAssignmentsQuery } from './api.ts'
import { useCourseOptions } from '#features/courses/index.ts'
import { DeletedSubmissions } from '#features/submissions/index.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FilterMenu } from '#ui/filter-menu.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefetchIndicator } from '#ui/refetch-indicator.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'

const limit = 100

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is to do stands on the first page, however much is done. */
const useOwnAssignments = (course: string, page: number) =>
  useQuery({
    ...myAssignmentsQuery({ query: { page, limit, sort: 'todo', ...(course !== 'all' && { courseId: course }) } }),
    placeholderData: keepPreviousData,
  })

const openGroups = new Set(['Overdue', 'Returned to you', 'Due this week'])

export function MyAssignmentList() {
  const [search, change] = useSearch()
  const asked = search.get('course') ?? ''
  const course = uuid.test(asked) ? asked : 'all'
  const page = pageOf(search)
  const list = useOwnAssignments(course, page)
  const courses = useCourseOptions(course === 'all' ? null : course, 'taught')
  const isFirstLoad = useFirstLoad(list, courses.first)
  const isPhone = useIsPhone()
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const now = useServerNow(60_000)
  const rows = list.data?.items ?? []
  const open = groupAssignments(rows, now)
    .filter(({ name }) => openGroups.has(name))
    .reduce((sum, group) => sum + group.rows.length, 0)

  useEffect(() => {
    if (list.data && course === 'all' && page === 1) useNavBadges.setState({ assignments: open })
  }, [list.data, course, page, open])

  if (isFirstLoad) return <LoadingScreen />
  return (
    <Page
      title="My Assignments"
      meta={list.data && page === 1 && <span role="status">{open === 0 ? 'Nothing is due this week' : `${open} to do this week`}</span>}
    >
      <div>
        {(courses.first.data?.total ?? 0) > 1 && (
          <FilterBar count={course === 'all' ? 0 : 1} onClear={() => change({ course: null })}>
            <FilterMenu
              label="Course"
              value={course}
              options={[{ value: 'all', label: 'All' }]}
              found={courses.found}
              onChange={(value) => change({ course: value === 'all' ? null : value })}
            />
          </FilterBar>
        )}
        <RefetchIndicator isActive={list.isPlaceholderData} />
        {list.isPending && <SkeletonRows count={6} />}
        {list.isError && !list.data && <LoadFailed title="Your assignments did not load" {...toLoadError(list)} />}
        {rows.length > 0 && <MyAssignments rows={rows} now={now} isPhone={isPhone} />}
        {list.data && list.data.total > limit && <Pagination page={page} limit={limit} total={list.data.total} label="Assignments" />}
        {list.data &&
          rows.length === 0 &&
          (course === 'all' ? <NoWork /> : <EmptyState isFramed={false} title="No assignments in this course yet" />)}
        {course === 'all' && page === 1 && <DeletedSubmissions />}
      </div>
    </Page>
  )
}

function NoWork() {
  const action = (
    <Button variant="default" component={Link} to={paths.enrolledCourses.to()}>
      Go to your courses
    </Button>
  )
  return (
    <EmptyState title="Nothing to do" action={action}>
      Assignments of your courses stand here as soon as they are set.
    </EmptyState>
  )
}
