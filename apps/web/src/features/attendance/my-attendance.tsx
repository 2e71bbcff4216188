/** A student's own attendance, one course at a time: exceptions first, and what would bring the rate up. */

import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MyAttendance as Attendance, MySession } from '@lms/contract/my-attendance'
import { getCountedStatus, type MadeUpAs } from '@lms/contract/rules/attendance-rate'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useSearch } from '#lib/search-params.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { IconChevronRight } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows, useFirstLoad } from '#ui/loading.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Page } from '#ui/page.tsx'
import { Rows, Section } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { myAttendanceQuery } from './api.ts'
import { AttendanceCard } from './attendance-card.tsx'
import { AttendanceStatus } from './attendance-status.tsx'
import { MySessionRow } from './my-session-row.tsx'
import classes from './my-attendance.module.css'

type Course = NonNullable<Attendance['course']>
type Status = NonNullable<ReturnType<typeof getCountedStatus>>

export function MyAttendance() {
  const [search] = useSearch()
  const isPhone = useIsPhone()
  const courseId = search.get('course')
  const mine = useQuery({ ...myAttendanceQuery({ query: courseId ? { courseId } : {} }), placeholderData: keepPreviousData })
  // Without a name it is a page over all courses.
  const named = useQuery({
    ...courseQuery({ params: { id: courseId ?? '' } }),
    enabled: courseId !== null,
    placeholderData: keepPreviousData,
  })
  const isFirstLoad = useFirstLoad(mine, named)
  if (!mine.data || isFirstLoad)
    return (
      // The line of the number of courses has its place, so that nothing moves.
      <Page title="Attendance" meta={<span>{'\u00a0'}</span>}>
        {mine.isError ? <LoadFailed title="Your attendance could not be loaded" {...toLoadError(mine)} /> : <SkeletonRows count={6} />}
      </Page>
    )
  const { courses, course } = mine.data
  if (!course)
    return (
      <Page title="Attendance">
        <NoCourses />
      </Page>
    )
  const card = course.sessions.length > 0 && <AttendanceCard course={course} />
  const content = (
    <>
      {courses.length > 1 && <CourseTabs courses={courses} current={course.id} />}
      <FormerRows isFormer={mine.isPlaceholderData}>
        {isPhone && card}
        <Sessions key={course.id} course={course} />
      </FormerRows>
    </>
  )
  if (courseId !== null && named.data)
    return (
      <PageOfCourse course={named.data} tab="attendance" title="Attendance" side={!isPhone && card}>
        {content}
      </PageOfCourse>
    )
  return (
    <Page title="Attendance" meta={<span>{pluralize(courses.length, 'course')}</span>} side={!isPhone && card}>
      {content}
    </Page>
  )
}

const NoCourses = () => (
  <EmptyState
    title="You are not enrolled in a course."
    action={
      <Button component={Link} to={paths.courses.to()}>
        Browse courses
      </Button>
    }
  >
    Sessions you attend and videos you watch appear here.
  </EmptyState>
)

const CourseTabs = ({ courses, current }: { courses: Attendance['courses']; current: string }) => (
  <NavTabs
    label="Courses"
    current={current}
    tabs={courses.map(({ id, title, percentage }) => ({
      key: id,
      label: title,
      count: percentage === null ? '–' : formatPercentage(percentage),
      to: paths.attendance.to({ course: id }),
    }))}
  />
)

/** Newest first. */
const withStatus = (sessions: readonly MySession[], madeUpAs: MadeUpAs, status: Status | null): MySession[] =>
  sessions.filter(({ record }) => (record ? getCountedStatus(record, madeUpAs) : null) === status).toReversed()

function Sessions({ course }: { course: Course }) {
  const { sessions, settings } = course
  const of = (status: Status | null) => withStatus(sessions, settings.madeUpAs, status)
  const [absent, late, present, excused] = [of('ABSENT'), of('LATE'), of('PRESENT'), of('EXCUSED')]
  const unmarked = of(null)
  // What was over before the student enrolled is not owed.
  const before = unmarked.filter(({ beforeJoining }) => beforeJoining)
  const owed = unmarked.filter(({ beforeJoining }) => !beforeJoining)
  const [open, coming] = [owed.filter(({ held }) => held), owed.filter(({ held }) => !held).toReversed()]
  const first = absent.find(({ recording }) => recording !== null)
  const rows = (items: readonly MySession[]) =>
    items.map((session) => <MySessionRow key={session.id} session={session} courseId={course.id} isFirst={session === first} />)
  if (sessions.length === 0) return <p>No sessions yet. They appear here when the first week opens.</p>
  return (
    <Stack gap={24} className={classes.sections}>
      <Group title="Absent" items={absent} isBad>
        {rows(absent)}
      </Group>
      <Group title="Late" items={late}>
        {rows(late)}
      </Group>
      <Group title="Not marked" items={open}>
        {rows(open)}
      </Group>
      <Group title="Coming up" items={coming}>
        {rows(coming)}
      </Group>
      <Group title="Excused" items={excused}>
        {rows(excused)}
      </Group>
      {present.length > 0 && <Present items={present}>{rows(present)}</Present>}
      <Group title="Before you enrolled" items={before}>
        {rows(before)}
      </Group>
    </Stack>
  )
}

type GroupProps = { title: string; items: readonly MySession[]; isBad?: boolean; children: ReactNode }

const Group = ({ title, items, isBad = false, children }: GroupProps) =>
  items.length > 0 && (
    <Section title={title} count={items.length} isOverdue={isBad}>
      <Rows>{children}</Rows>
    </Section>
  )

/** Folded: nothing is to be done about them. */
const Present = ({ items, children }: { items: readonly MySession[]; children: ReactNode }) => (
  <details className={classes.present}>
    <summary>
      <IconChevronRight className={classes.turn} size={18} stroke={1.75} aria-hidden />
      <h2>
        Present <span>{items.length}</span>
      </h2>
      <span className={classes.marks} aria-hidden>
        {items.slice(0, 8).map(({ id, record }) => (
          <AttendanceStatus key={id} mark="PRESENT" coverage={record?.coverage} isSpoken={false} />
        ))}
      </span>
    </summary>
    <Rows>{children}</Rows>
  </details>
)
