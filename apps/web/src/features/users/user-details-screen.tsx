/** One user: account, progress in courses, submissions, attendance and activity. */

import { Badge, Box, Button, Stack } from '@mantine/core'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { isTeaching } from '@lms/contract/policy'
import { formatRateBase, type AttendanceRate } from '@lms/contract/rules/attendance-rate'
import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails, UserAction } from '@lms/contract/users'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatLastSeenInSentence, formatShortDay, formatClock, formatLongDay } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { withParams, parseEnum, useSearch, getPage } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan, useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FirstRows } from '#ui/first-rows.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { IconMessage, IconMessages } from '#ui/icons.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { Row, Rows, Section, RowGroup } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { AttendanceStatus, attendanceLabels } from '#features/attendance/attendance-status.tsx'
import { CourseColor } from '#features/courses/course-cover.tsx'
import { CoursePicker } from '#features/courses/course-picker.tsx'
import { StudentProgressItems } from '#features/courses/student-progress-items.tsx'
import { useReadNotices } from '#features/notices/api.ts'
import { userQuery, userActivityQuery } from './api.ts'
import { mayManage } from './labels.ts'
import { AccountState, RefusedMails } from './mail-state.tsx'
import { roleLabels } from './role-labels.ts'
import classes from './user-details-screen.module.css'

type NumbersProps = { course: { id: string; title: string; percentage: number; attendance: AttendanceRate | null } }

const formatAttendance = (rate: AttendanceRate | null): string[] =>
  !rate || rate.percentage === null ? ['Attendance not marked'] : [`Attendance ${formatPercentage(rate.percentage)}`, formatRateBase(rate)]

/** Progress and attendance, each with a link to the details. */
const Numbers = ({ course: { id, title, percentage, attendance } }: NumbersProps) => (
  <div className={classes.numbers}>
    <Link
      to={`?${new URLSearchParams({ tab: 'work', course: id })}`}
      className={classes.progress}
      aria-label={`${formatPercentage(percentage)} done in ${isolate(title)}`}
    >
      <ProgressBar label={`Progress in ${isolate(title)}`} value={percentage} words={formatPercentage(percentage)} />
    </Link>
    <Link
      to={`?${new URLSearchParams({ tab: 'attendance', course: id })}`}
      className={classes.attendance}
      aria-label={`${formatAttendance(attendance).join(', ')} in ${isolate(title)}`}
    >
      {formatAttendance(attendance).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Link>
  </div>
)

/** A user's courses, with progress and attendance. */
function UserCourses({ person }: { person: UserDetails }) {
  const { courses } = person
  if (courses.length === 0) {
    return <EmptyState title="In no course yet">Courses appear here once {isolate(person.name)} joins or teaches one.</EmptyState>
  }
  return (
    <Section title="Courses" count={courses.length}>
      <Rows>
        <FirstRows rows={courses} isList>
          {(shown) =>
            shown.map(({ id, title, role, percentage, attendance }) => (
              <Row
                key={id}
                to={paths.course.to({ courseId: id })}
                name={<CourseColor id={id}>{title}</CourseColor>}
                meta={isTeaching({ role }) ? 'Teaches' : undefined}
                controls={percentage !== null && <Numbers course={{ id, title, percentage, attendance }} />}
              />
            ))
          }
        </FirstRows>
      </Rows>
    </Section>
  )
}

const users = { label: 'Users', to: paths.users.to({ page: 1, role: 'all', course: 'all' }) }

const tabLabels = { courses: 'Courses', work: 'Work', attendance: 'Attendance', activity: 'Activity' } as const
const allTabs = ['courses', 'work', 'attendance', 'activity'] as const

/** Users without courses have submitted nothing and are not marked absent. */
function Parts({ person }: { person: UserDetails }) {
  const [search, change] = useSearch()
  const taken = person.courses.filter((course) => !isTeaching(course))
  const course = taken.find(({ id }) => id === search.get('course')) ?? taken[0]
  const tab = parseEnum(course ? allTabs : ['courses', 'activity'], search.get('tab'))
  const tabs = allTabs
    .filter((key) => course !== undefined || key === 'courses' || key === 'activity')
    .map((key) => ({ key, label: tabLabels[key], to: `?${withParams(search, { tab: key === 'courses' ? null : key, page: null })}` }))
  return (
    <Stack gap={8}>
      <NavTabs label={`About ${isolate(person.name)}`} tabs={tabs} current={tab} />
      {tab === 'courses' && <UserCourses person={person} />}
      {tab === 'activity' && <UserActivity person={person} />}
      {(tab === 'work' || tab === 'attendance') && course && (
        <>
          <Box mb={4}>
            <CoursePicker courses={taken} chosen={course} onChange={(id) => change({ course: id })} />
          </Box>
          <StudentProgressItems courseId={course.id} student={person} kind={tab} />
        </>
      )}
    </Stack>
  )
}

function Meta({ person }: { person: UserDetails }) {
  const now = useServerNow(60_000)
  return (
    <>
      <Badge>{roleLabels[person.role]}</Badge>
      <AccountState person={person} />
      <a href={`mailto:${person.email}`}>{person.email}</a>
      <span>Last seen: {formatLastSeenInSentence(person.lastSeenAt, now)}</span>
      <span>Added {formatShortDay(person.createdAt)}</span>
    </>
  )
}

export function UserDetailsScreen() {
  const { userId = '' } = useParams()
  const may = useCan()
  const me = useSession((session) => session.user)
  const courses = useCoursesBreadcrumb()
  const root = may('user.list') ? users : courses
  const { data: person, dataUpdatedAt } = useScreenQuery(userQuery({ params: { id: userId } }))
  useReadNotices([userId], dataUpdatedAt)
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
      {edit && <RefusedMails person={person} />}
      <Parts person={person} />
    </Page>
  )
}

const limit = 20
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type View = { glyph: ReactNode; words: string; to: string }

function toView({ type, subjectId, course, weekId, attempt, late, attendance }: UserAction): View {
  const courseId = course.id
  if (type === 'SUBMISSION') {
    const words = `Submitted${late ? ' late' : ''}${attempt !== null && attempt > 1 ? `, attempt ${attempt}` : ''}`
    const to = paths.submission.to({ submissionId: subjectId, courseId })
    return { glyph: <StatusIcon name={late ? 'late' : 'submitted'} size={18} />, words, to }
  }
  if (type === 'ATTENDANCE') {
    const mark = attendance ?? 'NOT_TAKEN'
    const to = paths.markAttendance.to({ courseId, weekId: weekId ?? '' }, { session: subjectId })
    return { glyph: <AttendanceStatus mark={mark} isSpoken={false} />, words: attendanceLabels[mark], to }
  }
  const to = paths.discussion.to({ courseId, discussionId: subjectId })
  return type === 'DISCUSSION'
    ? { glyph: <IconMessages {...icon} />, words: 'Began a discussion', to }
    : { glyph: <IconMessage {...icon} />, words: 'Wrote a comment', to }
}

function Action({ action }: { action: UserAction }) {
  const { glyph, words, to } = toView(action)
  return (
    <Row
      glyph={<span className={classes.glyph}>{glyph}</span>}
      name={action.title}
      meta={`${words} · ${isolate(action.course.title)}`}
      to={to}
      fact={formatClock(action.at)}
    />
  )
}

function UserActivity({ person }: { person: Pick<UserDetails, 'id' | 'name'> }) {
  const [search] = useSearch()
  const page = getPage(search)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...userActivityQuery({ params: { id: person.id }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  if (!data) {
    return error ? (
      <LoadFailed
        title="The activity could not be loaded"
        cause={getErrorMessage(error)}
        requestId={error.instance}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <SkeletonRows count={6} />
    )
  }
  if (data.total === 0) {
    return <EmptyState title="Nothing yet">Submissions, attendance and posts by {isolate(person.name)} appear here.</EmptyState>
  }
  const days = Map.groupBy(data.items, ({ at }) => formatLongDay(at))
  return (
    <FormerRows isFormer={isPlaceholderData}>
      {[...days].map(([title, actions]) => (
        <RowGroup key={title} title={title} level={2}>
          {actions.map((action) => (
            <Action key={`${action.type} ${action.subjectId} ${action.at}`} action={action} />
          ))}
        </RowGroup>
      ))}
      {data.total > limit && <Pagination page={page} limit={limit} total={data.total} label="Activity" />}
    </FormerRows>
  )
}
