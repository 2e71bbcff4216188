/** Edit user: name, role, status, courses, access; what was changed before; and the end of the account. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { CourseField } from '#features/courses/index.ts'
import { AccountStatus } from './account-status.tsx'
import { EditUserForm } from './edit-user-form.tsx'
import { UserCourseList } from './user-course-list.tsx'
import { UserHistory } from './user-history.tsx'
import { userQuery } from './api.ts'
import { useUserActions } from './user-actions.tsx'
import { mayManage, mayRemove, takesCourse } from './labels.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { DangerAction, DangerZone } from '#ui/danger-zone.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorPage } from '#ui/error-page.tsx'

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

const refusalOf = (isSelf: boolean): string =>
  isSelf
    ? 'Your own name and photo are on “Your profile”. Only a super admin may change an admin.'
    : 'Only a super admin may change an admin.'

export function UserEditScreen() {
  const { userId = '' } = useParams()
  const me = useSession((session) => session.user)
  const navigate = useNavigate()
  const { data: person, error, refetch, isFetching } = useQuery(userQuery({ params: { id: userId } }))
  const actions = useUserActions(() => void navigate(users))
  if (!person) {
    return error ? (
      <ErrorPage
        error={error}
        what="account"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        to={users}
        toLabel="Go to Users"
        help="An admin manages accounts."
      />
    ) : (
      <LoadingScreen />
    )
  }
  if (!me || !mayManage(me, person)) return <NoAccess email={me?.email} help={refusalOf(me?.id === person.id)} />
  const details = paths.userDetails.to({ userId: person.id })
  return (
    <Page
      title={`Edit ${person.name}`}
      kind="reading"
      crumbs={[{ label: 'Users', to: users }, { label: person.name, to: details }, { label: 'Edit' }]}
      actions={
        <Button variant="default" component={Link} to={details}>
          View
        </Button>
      }
    >
      <EditUserForm key={person.id} person={person} />
      {takesCourse(person.role) && <UserCourseList person={person} CourseField={CourseField} />}
      {me.id !== person.id && <AccountStatus person={person} onAction={actions.ask} />}
      <UserHistory person={person} />
      {mayRemove(me, person) && (
        <DangerZone>
          <DangerAction
            title="Delete this account"
            text="The person leaves all courses. Work, marks and posts stay without the name."
            action={
              <Button variant="default" c="var(--c-bad)" onClick={() => actions.ask('remove', person)}>
                Delete {person.name}
              </Button>
            }
          />
        </DangerZone>
      )}
      {actions.dialog}
    </Page>
  )
}
