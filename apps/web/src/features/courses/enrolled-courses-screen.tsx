/** Enrolled Courses: the user's own, with what comes next in each; for trainers the courses they teach. */

import { Button, Tabs } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MyCourse } from '@lms/contract/courses'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { getPage, parseEnum, useLastPage, useSearch } from '#lib/search-params.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows, useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Rows } from '#ui/row.tsx'
import { myCoursesQuery } from './api.ts'
import { MyCourseRow } from './course-row.tsx'

/** Rows per page. */
const limit = 50

/** Of one tab; the server counts and sorts. The tab that is not shown has its first page ready. */
const useMyCourses = (finished: 'true' | 'false', page: number) =>
  useQuery({ ...myCoursesQuery({ query: { finished, sort: '-lastActivityAt', page, limit } }), placeholderData: keepPreviousData })

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
  const active = useMyCourses('false', tab === 'active' ? page : 1)
  const finished = useMyCourses('true', tab === 'finished' ? page : 1)
  const isFirstLoad = useFirstLoad(active, finished)
  const list = tab === 'active' ? active : finished
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const hasCourses = (active.data?.total ?? 0) + (finished.data?.total ?? 0) > 0

  // Actions and tabs depend on the courses.
  if (isFirstLoad) return <LoadingScreen />
  const content = (): ReactNode => {
    const failed = [active, finished].find(({ isError, data }) => isError && !data)
    if (failed) return <LoadFailed title="Your courses could not be loaded" {...toLoadError(failed)} />
    if (!active.data || !finished.data || !list.data) return <SkeletonRows count={3} />
    if (!hasCourses) return <Nothing mayEnrol={may('course.enroll')} />
    const { items, total } = list.data
    return (
      <Tabs value={tab} onChange={(next) => change({ tab: next === 'active' ? null : next, page: null })} keepMounted={false}>
        <Tabs.List mb={16} aria-label="Courses">
          <Tabs.Tab value="active">Active {active.data.total}</Tabs.Tab>
          <Tabs.Tab value="finished">Finished {finished.data.total}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <FormerRows isFormer={list.isPlaceholderData}>
            <CourseRows courses={items} isActive={tab === 'active'} />
          </FormerRows>
          {total > limit && <Pagination page={page} limit={limit} total={total} label="Courses" />}
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
      actions={may('course.create') ? create : hasCourses && browse}
    >
      {content()}
    </Page>
  )
}
