/** One person: who they are, how far they are in their courses, what they submitted, where they were and what they did. */
import type { UserDetails } from '@lms/contract/users'
import { Badge, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useCan, useSession } from '#lib/session.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { parseEnum, useSearch, withParams } from '#lib/search-params.ts'
import { lastSeen, percent, shortDay } from '#lib/format-date.ts'
import { CoursePicker, StudentProgressItems } from '#features/courses/index.ts'
import { userQuery } from './api.ts'
import { UserActivity } from './user-activity.tsx'
import { mayManage, roleLabels, statusGlyphs } from './labels.ts'
import { Avatar } from '#ui/avatar.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { ErrorPage } from '#ui/load-failed.tsx'
import classes from './users.module.css'
import { type AttendanceRate, formatRateBase } from '@lms/contract/rules/attendance-rate'
import { CourseColor } from '#ui/course-cover.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'

type NumbersProps = { course: { id: string; title: string; percentage: number; attendance: AttendanceRate | null } }

const formatAttendance = (rate: AttendanceRate | null): string[] =>
  !rate || rate.percentage === null ? ['Attendance not marked'] : [`Attendance ${percent(rate.percentage)}`, formatRateBase(rate)]

/** How far, and how often there: each leads to what it is made of. */
const Numbers = ({ course: { id, title, percentage, attendance } }: NumbersProps) => (
  <div className={classes.numbers}>
    <Link
      to={`?${new URLSearchParams({ tab: 'work', course: id })}`}
      className={classes.progress}
      aria-label={`${percent(percentage)} done in ${title}`}
    >
      <ProgressBar label={`Progress in ${title}`} value={percentage} words={percent(percentage)} />
    </Link>
    <Link
      to={`?${new URLSearchParams({ tab: 'attendance', course: id })}`}
      className={classes.attendance}
      aria-label={`${formatAttendance(attendance).join(', ')} in ${title}`}
    >
      {formatAttendance(attendance).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Link>
  </div>
)

/** The courses of one person, with how far they are and how often they were there. */
function UserCourses({ person }: { person: UserDetails }) {
  const { courses } = person
  if (courses.length === 0) {
    return <EmptyState title="In no course yet">Courses appear here once {person.name} joins or teaches one.</EmptyState>
  }
  return (
    <Section title="Courses" count={courses.length}>
      <Rows>
        {courses.map(({ id, title, role, percentage, attendance }) => (
          <Row
            key={id}
            to={paths.course.to({ courseId: id })}
            name={<CourseColor id={id}>{title}</CourseColor>}
            meta={role === 'TRAINER' ? 'Teaches' : undefined}
            controls={percentage !== null && <Numbers course={{ id, title, percentage, attendance }} />}
          />
        ))}
      </Rows>
    </Section>
  )
}

const users = { label: 'Users', to: paths.users.to({ page: 1, role: 'all', course: 'all' }) }

const tabLabels = { courses: 'Courses', work: 'Work', attendance: 'Attendance', activity: 'Activity' } as const
const allTabs = ['courses', 'work', 'attendance', 'activity'] as const

/** Who takes no course submitted nothing, and nobody waited for them. */
function Parts({ person }: { person: UserDetails }) {
  const [search, change] = useSearch()
  const taken = person.courses.filter(({ role }) => role === 'STUDENT')
  const course = taken.find(({ id }) => id === search.get('course')) ?? taken[0]
  const tab = parseEnum(course ? allTabs : ['courses', 'activity'], search.get('tab'))
  const tabs = allTabs
    .filter((key) => course !== undefined || key === 'courses' || key === 'activity')
    .map((key) => ({ key, label: tabLabels[key], to: `?${withParams(search, { tab: key === 'courses' ? null : key, page: null })}` }))
  return (
    <Stack gap={8}>
      <NavTabs label={`About ${person.name}`} tabs={tabs} current={tab} />
      {tab === 'courses' && <UserCourses person={person} />}
      {tab === 'activity' && <UserActivity person={person} />}
      {(tab === 'work' || tab === 'attendance') && course && (
        <>
          <div className={classes.picker}>
            <CoursePicker courses={taken} chosen={course} onChange={(id) => change({ course: id })} />
          </div>
          <StudentProgressItems courseId={course.id} student={person} kind={tab} />
        </>
      )}
    </Stack>
  )
}

function Meta({ person }: { person: UserDetails }) {
  return (
    <>
      <Badge>{roleLabels[person.role]}</Badge>
      <StatusText state={statusGlyphs[person.status]} />
      <a href={`mailto:${person.email}`}>{person.email}</a>
      <span>Last seen: {lastSeen(person.lastSeenAt).toLowerCase()}</span>
      <span>Added {shortDay(person.createdAt)}</span>
    </>
  )
}

export function UserDetailsScreen() {
  const { userId = '' } = useParams()
  const may = useCan()
  const me = useSession((session) => session.user)
  const courses = useCoursesBreadcrumb()
  const root = may('user.list') ? users : courses
  const { data: person, error, refetch, isFetching } = useQuery(userQuery({ params: { id: userId } }))
  if (!person) {
    return error ? (
      <ErrorPage
        error={error}
        what="account"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        to={root.to}
        toLabel={`Go to ${root.label}`}
        help="Trainers see the people of the courses they teach."
        isHidden={!may('user.list')}
      />
    ) : (
      <LoadingScreen />
    )
  }
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
      actions={edit}
    >
      <Parts person={person} />
    </Page>
  )
}
