/** Enrolled Courses: the user's own as cards, with what comes next in each; for trainers My Courses, with what asks for them. */

import { Button, Tabs } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MyCourse } from '@lms/contract/courses'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getPage, parseEnum, useLastPage, useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormerRows, useFormerRowsProps } from '#ui/former-rows.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows, useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { myCoursesQuery } from './api.ts'
import { EnrolledCourseCard, isLiveNow } from './enrolled-course-card.tsx'
import { rankTaught, TaughtCourseCard } from './taught-course-card.tsx'
import classes from './course-cards.module.css'

/** Rows per page. */
const limit = 50

/** Of one tab; the server counts and sorts. The tab that is not shown has its first page ready. */
const useMyCourses = (finished: 'true' | 'false', page: number) =>
  useQuery({
    ...myCoursesQuery({ query: { finished, sort: '-lastActivityAt', page, limit, weekProgress: 'true', figures: 'true' } }),
    placeholderData: keepPreviousData,
  })

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

type Shown = { courses: readonly MyCourse[]; isLearner: boolean; now: number }

/** What is live or waits comes first; else the order is that of the server, used last first. */
const inOrder = ({ courses, isLearner, now }: Shown) =>
  courses.toSorted((one, other) =>
    isLearner ? Number(isLiveNow(other, now)) - Number(isLiveNow(one, now)) : rankTaught(one, now) - rankTaught(other, now),
  )

const sumOf = (courses: readonly MyCourse[], count: (course: MyCourse) => number | undefined): number =>
  courses.reduce((sum, course) => sum + (count(course) ?? 0), 0)

/** “3 courses”, “1 live now”, “1 missing”: sums only if all courses are on the page. */
function Facts({ courses, total, isLearner, now }: Shown & { total: number }) {
  const sums = isLearner
    ? [
        [sumOf(courses, (course) => Number(isLiveNow(course, now))), 'live now'],
        [sumOf(courses, ({ studentFigures }) => studentFigures?.missing), 'missing'],
      ]
    : [
        [sumOf(courses, ({ staffFigures }) => staffFigures?.toGrade.count), 'to grade'],
        [sumOf(courses, ({ staffFigures }) => staffFigures?.openRegisters.count), 'open registers'],
      ]
  const shown = courses.length === total ? sums.filter(([sum]) => sum !== 0) : []
  return (
    <>
      <span>{pluralize(total, 'course')}</span>
      {shown.map(([sum, words]) => (
        <span key={words}>{`${sum} ${words}`}</span>
      ))}
    </>
  )
}

function CourseCards({ isActive, ...shown }: Shown & { isActive: boolean }) {
  const { courses, isLearner, now } = shown
  const former = useFormerRowsProps()
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
    <ul className={classes.cards} aria-label={isActive ? 'Active courses' : 'Finished courses'} {...former}>
      {inOrder(shown).map((course, index) =>
        isLearner ? (
          <EnrolledCourseCard key={course.id} course={course} now={now} isPrimary={isActive && index === 0} />
        ) : (
          <TaughtCourseCard key={course.id} course={course} now={now} />
        ),
      )}
    </ul>
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
  const now = useServerNow()
  const isLearner = may('course.enroll')
  const hasCourses = (active.data?.total ?? 0) + (finished.data?.total ?? 0) > 0

  // Actions and tabs depend on the courses.
  if (isFirstLoad) return <LoadingScreen />
  const content = (): ReactNode => {
    const failed = [active, finished].find(({ isError, data }) => isError && !data)
    if (failed) return <LoadFailed title="Your courses could not be loaded" {...toLoadError(failed)} />
    if (!active.data || !finished.data || !list.data) return <SkeletonRows count={3} />
    if (!hasCourses) return <Nothing mayEnrol={isLearner} />
    const { items, total } = list.data
    return (
      <Tabs value={tab} onChange={(next) => change({ tab: next === 'active' ? null : next, page: null })} keepMounted={false}>
        <Tabs.List mb={16} aria-label="Courses">
          <Tabs.Tab value="active">Active {active.data.total}</Tabs.Tab>
          <Tabs.Tab value="finished">Finished {finished.data.total}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <FormerRows isFormer={list.isPlaceholderData}>
            <CourseCards courses={items} isLearner={isLearner} now={now} isActive={tab === 'active'} />
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
      title={isLearner ? 'Enrolled Courses' : label}
      meta={hasCourses && list.data && <Facts courses={list.data.items} total={list.data.total} isLearner={isLearner} now={now} />}
      actions={may('course.create') ? create : hasCourses && browse}
    >
      {content()}
    </Page>
  )
}
