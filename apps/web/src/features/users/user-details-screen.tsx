/** One user: everything before a call on one page, and their work and attendance course by course. */

import { Badge, Box, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { isTeaching } from '@lms/contract/policy'
import { defaultAtRiskLimits } from '@lms/contract/rules/at-risk'
import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails } from '@lms/contract/users'
import { formatLastSeenInSentence, formatShortDay } from '#lib/format-date.ts'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { parseEnum, useSearch, withParams } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan, useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Page } from '#ui/page.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { useLightPrint } from '#ui/use-light-print.ts'
import { CoursePicker, OpenCourseField } from '#features/courses/course-picker.tsx'
import { StudentProgressItems } from '#features/courses/student-progress-items.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { useReadNotices } from '#features/notices/api.ts'
import { AddToCourse } from './add-to-course.tsx'
import { userOverviewQuery, userQuery } from './api.ts'
import { mayManage } from './labels.ts'
import { AccountState, RefusedMails } from './mail-state.tsx'
import { roleLabels } from './role-labels.ts'
import { UserOverviewParts } from './user-overview.tsx'
import { UserSide } from './user-side.tsx'
import classes from './user-details-screen.module.css'

const users = { label: 'Users', to: paths.users.to({ page: 1, role: 'all', course: 'all' }) }

const tabLabels = { overview: 'Overview', work: 'Work', attendance: 'Attendance' } as const
const allTabs = ['overview', 'work', 'attendance'] as const

/** What they take, and which of it is shown. Users who take nothing have submitted nothing and are not marked absent. */
function useTab(person: UserDetails) {
  const [search] = useSearch()
  const taken = person.courses.filter((course) => !isTeaching(course))
  const course = taken.find(({ id }) => id === search.get('course')) ?? taken[0]
  const tab = parseEnum(course ? allTabs : ['overview'], search.get('tab'))
  return { taken, course, tab }
}

function Tabs({ person }: { person: UserDetails }) {
  const [search] = useSearch()
  const { tab, course } = useTab(person)
  if (!course) return null
  const tabs = allTabs.map((key) => ({
    key,
    label: tabLabels[key],
    to: `?${withParams(search, { tab: key === 'overview' ? null : key, page: null })}`,
  }))
  return (
    <div className={classes.tabs}>
      <NavTabs label={`About ${isolate(person.name)}`} tabs={tabs} current={tab} />
    </div>
  )
}

function ByCourse({ person }: { person: UserDetails }) {
  const [, change] = useSearch()
  const { taken, course, tab } = useTab(person)
  if (!course || tab === 'overview') return null
  return (
    <>
      <Box mb={4}>
        <CoursePicker courses={taken} chosen={course} onChange={(id) => change({ course: id })} />
      </Box>
      <StudentProgressItems courseId={course.id} student={person} kind={tab} />
    </>
  )
}

const dayMs = 86_400_000

function LastSeen({ at }: { at: string | null }) {
  const now = useServerNow(60_000)
  const isLong = at !== null && now - Date.parse(at) >= defaultAtRiskLimits.daysAway * dayMs
  return <span className={isLong ? classes.warn : ''}>Last seen: {formatLastSeenInSentence(at, now)}</span>
}

const Meta = ({ person }: { person: UserDetails }) => (
  <>
    <Badge>{roleLabels[person.role]}</Badge>
    <AccountState person={person} />
    <a href={`mailto:${person.email}`}>{person.email}</a>
    <LastSeen at={person.lastSeenAt} />
    <span>Added {formatShortDay(person.createdAt)}</span>
  </>
)

/** An email is one of a course: it opens with the first that the person takes. */
function Write({ person }: { person: UserDetails }) {
  const { course } = useTab(person)
  if (!course) return null
  return <Button onClick={() => openComposer({ courseId: course.id, sendTo: [person.id] })}>Write</Button>
}

/** For admins: a dialog with the field that the edit page has too. */
function AddToCourseButton({ person }: { person: UserDetails }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Add to course
      </Button>
      <Dialog isOpen={isOpen} title={`Add ${isolate(person.name)} to a course`} onClose={() => setOpen(false)}>
        <AddToCourse person={person} CourseField={OpenCourseField} onAdded={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** E writes; J and K go through the rows of the page. */
function useKeys(courseId: string | undefined, person: UserDetails): void {
  const go = (step: 1 | -1): void => {
    const rows = [...document.querySelectorAll<HTMLElement>('section li a[href]')]
    const now = rows.findIndex((row) => row === document.activeElement)
    rows[Math.max(now + step, 0)]?.focus()
  }
  useShortcuts({
    e: () => courseId !== undefined && openComposer({ courseId, sendTo: [person.id] }),
    j: () => go(1),
    k: () => go(-1),
  })
}

function Overview({ person }: { person: UserDetails }) {
  const overview = useQuery(userOverviewQuery({ params: { id: person.id } }))
  return (
    <QueryPart query={overview} what="The overview" loading={6}>
      {(found) => <UserOverviewParts person={person} overview={found} />}
    </QueryPart>
  )
}

export function UserDetailsScreen() {
  const { userId = '' } = useParams()
  const may = useCan()
  const me = useSession((session) => session.user)
  const courses = useCoursesBreadcrumb()
  const root = may('user.list') ? users : courses
  const { data: person, dataUpdatedAt } = useScreenQuery(userQuery({ params: { id: userId } }))
  const overview = useQuery(userOverviewQuery({ params: { id: userId } }))
  const { tab, course } = useTab(person)
  useKeys(course?.id, person)
  useReadNotices([userId], dataUpdatedAt)
  useLightPrint()
  const edit = may('user.update') && me && mayManage(me, person) && (
    <Button variant="default" component={Link} to={paths.userEdit.to({ userId: person.id })}>
      Edit
    </Button>
  )
  return (
    <Page
      title={person.name}
      crumbs={[root, { label: person.name }]}
      meta={<Meta person={person} />}
      cover={<Avatar id={person.id} name={person.name} src={person.profileImageUrl} size={72} />}
      actions={
        <>
          {edit}
          {may('user.update') && <AddToCourseButton person={person} />}
          <Write person={person} />
        </>
      }
      side={tab === 'overview' && overview.data && <UserSide person={person} overview={overview.data} />}
    >
      {edit && <RefusedMails person={person} />}
      <Stack gap={16}>
        <Tabs person={person} />
        {tab === 'overview' ? <Overview person={person} /> : <ByCourse person={person} />}
      </Stack>
    </Page>
  )
}
