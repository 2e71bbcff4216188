/** One person: who they are, how far they are in their courses, what they handed in, where they were and what they did. */
import type { UserDetails } from '@lms/contract/users'
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useCan } from '#lib/can.ts'
import { useCoursesBreadcrumb } from '#lib/courses-breadcrumb.ts'
import { paths } from '#lib/paths.ts'
import { withParams, parseEnum, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { lastSeen, shortDay } from '#lib/format-date.ts'
import { CoursePicker, StudentProgressItems } from '#features/courses/index.ts'
import { userQuery } from './api.ts'
import { UserActivity } from './user-activity.tsx'
import { UserCourses } from './user-courses.tsx'
import { mayManage, roleLabels, statusGlyphs } from './labels.ts'
import { Avatar } from '#ui/avatar.tsx'
import { StatusText } from '#ui/badge.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import classes from './user-details-screen.module.css'

const users = { label: 'Users', to: paths.users.to({ page: 1, role: 'all', course: 'all' }) }

const tabWords = { courses: 'Courses', work: 'Work', attendance: 'Attendance', activity: 'Activity' } as const
const allTabs = ['courses', 'work', 'attendance', 'activity'] as const

/** Who takes no course handed in nothing, and nobody waited for them. */
function Parts({ person }: { person: UserDetails }) {
  const [search, change] = useSearch()
  const taken = person.courses.filter(({ role }) => role === 'STUDENT')
  const course = taken.find(({ id }) => id === search.get('course')) ?? taken[0]
  const tab = parseEnum(course ? allTabs : ['courses', 'activity'], search.get('tab'))
  const tabs = allTabs
    .filter((key) => course !== undefined || key === 'courses' || key === 'activity')
    .map((key) => ({ key, label: tabWords[key], to: `?${withParams(search, { tab: key === 'courses' ? null : key, page: null })}` }))
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
      <OutlineBadge>{roleLabels[person.role]}</OutlineBadge>
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
