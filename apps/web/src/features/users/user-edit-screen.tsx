/** Edit user: name, role, status, courses, access; the history of changes; and deleting the account. */

import { Box, Button } from '@mantine/core'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import type { User, UserChange, UserDetails } from '@lms/contract/users'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { getPage, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { DangerAction, DangerZone } from '#ui/form-page.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { notify } from '#ui/toasts.tsx'
import { useGenerateOtp } from '#features/auth/api.ts'
import { OpenCourseField } from '#features/courses/course-picker.tsx'
import { userQuery, userChangesQuery } from './api.ts'
import { EditUserForm } from './edit-user-form.tsx'
import { EmailChangeSection } from './email-change.tsx'
import { mayManage, mayRemove, canJoinCourses, userStatusLabels } from './labels.ts'
import { CopyInvitation, useSendsEmail } from './mail-state.tsx'
import { roleLabels } from './role-labels.ts'
import { useUserActions, type UserAction } from './user-actions.tsx'
import { UserCourseList } from './user-course-list.tsx'

const limit = 10

/** The server's values are text: unknown ones of a later version are shown as they are. */
const getWord = (words: Record<string, string>, value: string | null): string => (value === null ? '' : (words[value] ?? value))

function describeChange({ field, before, after, course }: UserChange): string {
  const place = course ? isolate(course.title) : 'a deleted course'
  if (field === 'NAME') return `Name changed from ${isolate(before ?? '')} to ${isolate(after ?? '')}`
  if (field === 'EMAIL') return `Email changed from ${before} to ${after}`
  if (field === 'ROLE') return `Role changed from ${getWord(roleLabels, before)} to ${getWord(roleLabels, after)}`
  if (field === 'STATUS') return `Status changed from ${getWord(userStatusLabels, before)} to ${getWord(userStatusLabels, after)}`
  if (after === null) return before === 'TRAINER' ? `No longer teaches ${place}` : `Left ${place}`
  return after === 'TRAINER' ? `Teaches ${place}` : `Joined ${place}`
}

/** The history of changes to a user: newest first. */
function UserHistory({ person }: { person: Pick<UserDetails, 'id' | 'name'> }) {
  const [search] = useSearch()
  const page = getPage(search, 'history')
  const list = useQuery({
    ...userChangesQuery({ params: { id: person.id }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="History" count={list.data?.total}>
      <QueryPart query={list} what="The history">
        {({ items, total }) => (
          <>
            {total === 0 && <p>Changes of name, email, role, status and courses will appear here, with who made them and when.</p>}
            <Rows label="History">
              {items.map((change) => (
                <Row
                  key={change.id}
                  {...(change.course && { to: paths.course.to({ courseId: change.course.id }) })}
                  name={describeChange(change)}
                  meta={`${change.changedBy.id === person.id ? 'By themselves' : `By ${isolate(change.changedBy.name)}`}, ${formatDayAndTime(change.changedAt)}`}
                />
              ))}
            </Rows>
            {total > limit && <Pagination page={page} limit={limit} total={total} label="History" name="history" />}
          </>
        )}
      </QueryPart>
    </Section>
  )
}

type Props = { person: User; onAction: (action: UserAction, person: User) => void }

/** How the user can sign in: an invitation, or a code for a new password. */
function AccountStatus({ person, onAction }: Props) {
  const generate = useGenerateOtp()
  const sendsEmail = useSendsEmail()
  const sendCode = (): void =>
    generate.mutate(
      { body: { email: person.email } },
      {
        onSuccess: () => void notify.success(sendsEmail ? `Code sent to ${person.email}` : 'Code saved in the outbox folder on the server'),
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  if (person.status === 'INVITED') {
    return (
      <DangerZone title="Access">
        <DangerAction
          title="Invitation"
          text={`${isolate(person.name)} has not chosen a password yet. An invitation is valid for seven days. With a new one, earlier links stop working.`}
          action={
            <Box display="flex" style={{ flexWrap: 'wrap', gap: 8 }}>
              {sendsEmail && (
                <Button variant="default" onClick={() => onAction('invite', person)}>
                  Send an invitation
                </Button>
              )}
              <CopyInvitation person={person} />
            </Box>
          }
        />
      </DangerZone>
    )
  }
  const isSuspended = person.status === 'SUSPENDED'
  return (
    <DangerZone title="Access">
      <DangerAction
        title="Reset access"
        text={
          isSuspended
            ? 'Suspended accounts get no codes. Let the person in again first.'
            : !sendsEmail
              ? 'Email is not set up. The code is only saved in the outbox folder on the server.'
              : `Sends a password reset code to ${person.email}. The current password works until then.`
        }
        action={
          <Button variant="default" disabled={isSuspended} loading={generate.isPending} onClick={sendCode}>
            {sendsEmail ? 'Send a reset code' : 'Make a reset code'}
          </Button>
        }
      />
    </DangerZone>
  )
}

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

const getNoAccessHelp = (isSelf: boolean): string =>
  isSelf
    ? 'Your own name and photo are on “Your profile”. Only a super admin may change an admin.'
    : 'Only a super admin may change an admin.'

export function UserEditScreen() {
  const { userId = '' } = useParams()
  const me = useSession((session) => session.user)
  const navigate = useNavigate()
  const { data: person } = useScreenQuery(userQuery({ params: { id: userId } }))
  const actions = useUserActions(() => void navigate(users))
  if (!me || !mayManage(me, person)) return <NoAccess email={me?.email} help={getNoAccessHelp(me?.id === person.id)} />
  const details = paths.userDetails.to({ userId: person.id })
  return (
    <Page
      title={`Edit ${isolate(person.name)}`}
      kind="reading"
      crumbs={[{ label: 'Users', to: users }, { label: person.name, to: details }, { label: 'Edit' }]}
      actions={
        <Button variant="default" component={Link} to={details}>
          View
        </Button>
      }
    >
      <EditUserForm key={person.id} person={person} />
      <EmailChangeSection person={person} isOwn={me.id === person.id} />
      {canJoinCourses(person.role) && <UserCourseList person={person} CourseField={OpenCourseField} />}
      {me.id !== person.id && <AccountStatus person={person} onAction={actions.ask} />}
      <UserHistory person={person} />
      {mayRemove(me, person) && (
        <DangerZone>
          <DangerAction
            title="Delete this account"
            text="The person leaves all courses. Work, marks and posts stay without the name."
            action={
              <Button variant="default" c="var(--c-bad)" onClick={() => actions.ask('remove', person)}>
                Delete {isolate(person.name)}
              </Button>
            }
          />
        </DangerZone>
      )}
      {actions.dialog}
    </Page>
  )
}
