/** One person: who they are, and how far they are in their courses. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useCan } from '#lib/can.ts'
import { useCoursesRoot } from '#lib/courses-root.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { lastSeen, shortDay } from '#lib/times.ts'
import { userQuery } from '#modules/users/queries.ts'
import { UserCourses } from '#modules/users/user-courses.tsx'
import { mayManage, roleWords, statusGlyphs } from '#modules/users/words.ts'
import { Avatar } from '#ui/avatar.tsx'
import { StateWord } from '#ui/chip.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ScreenProblem } from '#ui/screen-problem.tsx'
import { Tag } from '#ui/tag.tsx'

const users = { label: 'Users', to: paths.users.to({ page: 1, role: 'all', course: 'all' }) }

export function UserDetailsScreen() {
  const { userId = '' } = useParams()
  const may = useCan()
  const me = useSession((session) => session.user)
  const courses = useCoursesRoot()
  const root = may('user.list') ? users : courses
  const { data: person, error, refetch, isFetching } = useQuery(userQuery({ params: { id: userId } }))
  if (!person) {
    return error ? (
      <ScreenProblem
        error={error}
        what="account"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        to={root.to}
        toLabel={`Go to ${root.label}`}
        help="Trainers see the people of the courses they teach."
      />
    ) : (
      <LoadingScreen />
    )
  }
  const meta = (
    <>
      <Tag>{roleWords[person.role]}</Tag>
      <StateWord state={statusGlyphs[person.status]} />
      <a href={`mailto:${person.email}`}>{person.email}</a>
      <span>Last seen: {lastSeen(person.lastSeenAt).toLowerCase()}</span>
      <span>Added {shortDay(person.createdAt)}</span>
    </>
  )
  return (
    <Page
      title={person.name}
      crumbs={[root, { label: person.name }]}
      meta={meta}
      cover={<Avatar id={person.id} name={person.name} src={person.profileImageUrl} size={72} />}
      actions={
        may('user.update') &&
        me &&
        mayManage(me, person) && (
          <Button variant="default" component={Link} to={paths.userEdit.to({ userId: person.id })}>
            Edit
          </Button>
        )
      }
    >
      <UserCourses person={person} />
    </Page>
  )
}
