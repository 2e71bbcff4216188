/** Enrolled Courses: the user's own, with what comes next in each; for trainers the courses they teach. */
import { Button, Tabs } from '@mantine/core'
import type { MyCourse } from '@lms/contract/courses'
import { isFinished } from '@lms/contract/rules/course-state'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '#lib/session.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { serverNow } from '#lib/server-clock.ts'
import { SkeletonRows, useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { paths } from '#lib/paths.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { getPage, parseEnum, useSearch } from '#lib/search-params.ts'
import { MyCourseRow } from './course-row.tsx'
import { apiQueryAll } from '#lib/api-lists.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Rows } from '#ui/row.tsx'

const allMyCoursesQuery = apiQueryAll('courses', 'listMyCourses')

/** Rows per page. */
const limit = 100

function Nothing({ mayEnrol }: { mayEnrol: boolean }) {
  if (!mayEnrol) return <EmptyState title="No courses yet">Courses you create or are added to appear here.</EmptyState>
  const browse = (
    <Button component={Link} to={paths.courses.to()}>
      Browse courses
    </Button>
  )
  return (
    <EmptyState title="No courses yet" action={browse}>
      Courses you join appear here, with what comes next in each.
    </EmptyState>
  )
}

function CourseRows({ courses, isActive }: { courses: readonly MyCourse[]; isActive: boolean }) {
  if (courses.length === 0) {
    return isActive ? (
      <EmptyState isFramed={false} title="No active courses">
        All of your courses are finished.
      </EmptyState>
    ) : (
      <EmptyState isFramed={false} title="No finished courses">
        Courses move here when they are over, or when everything in them is done.
      </EmptyState>
    )
  }
  return (
    <Rows label={isActive ? 'Active courses' : 'Finished courses'}>
      {courses.map((course) => (
        <MyCourseRow key={course.id} course={course} />
      ))}
    </Rows>
  )
}

export function EnrolledCoursesScreen() {
  const [search, change] = useSearch()
  const may = useCan()
  const { label } = useCoursesBreadcrumb()
  const page = getPage(search)
  const tab = parseEnum(['active', 'finished'], search.get('tab'))
  // All of them, because tabs and their numbers are of all.
  const list = useQuery(allMyCoursesQuery({ query: { sort: '-lastActivityAt' } }))
  const isFirstLoad = useFirstLoad(list)
  const mine = list.data ?? []
  const shown = Object.groupBy(mine, (course) => (isFinished(course, serverNow()) ? 'finished' : 'active'))
  const { active = [], finished = [] } = shown
  const own = tab === 'active' ? active : finished

  // Actions and tabs depend on the courses.
  if (isFirstLoad) return <LoadingScreen />
  const content = (): ReactNode => {
    if (list.isError) return <LoadFailed title="Your courses could not be loaded" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={3} />
    if (list.data.length === 0) return <Nothing mayEnrol={may('course.enroll')} />
    return (
      <Tabs value={tab} onChange={(next) => change({ tab: next === 'active' ? null : next, page: null })} keepMounted={false}>
        <Tabs.List mb={16}>
          <Tabs.Tab value="active">Active {active.length}</Tabs.Tab>
          <Tabs.Tab value="finished">Finished {finished.length}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <CourseRows courses={own.slice((page - 1) * limit, page * limit)} isActive={tab === 'active'} />
          {own.length > limit && <Pagination page={page} limit={limit} total={own.length} label="Courses" />}
        </Tabs.Panel>
      </Tabs>
    )
  }
  const browse = (
    <Button variant="default" component={Link} to={paths.courses.to()}>
      Browse courses
    </Button>
  )
  const create = (
    <Button component={Link} to={paths.courseNew.to()}>
      New course
    </Button>
  )
  return (
    <Page
      title={may('course.enroll') ? 'Enrolled Courses' : label}
      kind="thread"
      actions={may('course.create') ? create : mine.length > 0 && browse}
    >
      {content()}
    </Page>
  )
}
