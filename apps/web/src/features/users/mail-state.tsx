/** Whether emails leave the server: the note for admins that they do not, and invitation links to copy instead. */

import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MailState } from '@lms/contract/mail'
import { isolate } from '@lms/contract/rules/direction'
import type { User, UserDetails } from '@lms/contract/users'
import { getErrorMessage } from '#lib/api-errors.ts'
import { apiMutation } from '#lib/api-hooks.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useCan } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { IconCopy } from '#ui/icons.ts'
import { StatusText } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { mailStateQuery } from './api.ts'
import { statusGlyphs } from './role-labels.ts'

/** Undefined until it is known. */
function useMailState(): MailState | undefined {
  const may = useCan()
  return useQuery({ ...mailStateQuery(), enabled: may('user.create'), staleTime: 60_000 }).data
}

/** Whether invitations go out by email; before it is known, as if they did. */
export const useSendsEmail = (): boolean => useMailState()?.delivery !== 'NONE'

const formatEmails = (count: number): string => (count === 1 ? '1 email is' : `${count.toLocaleString('en-GB')} emails are`)

export function MailNote() {
  const state = useMailState()
  if (state?.delivery === 'NONE')
    return (
      <Alert tone="warn" title="Email is not set up">
        {state.trouble && `${formatEmails(state.trouble.waiting)} waiting, for seven days at most. `}
        Invitations and password codes are not sent. You can copy an invitation link for each new person. To send email, set SMTP_URL and
        MAIL_FROM on the server.
      </Alert>
    )
  // What waited for a mail server leaves now that there is one.
  if (!state?.trouble || state.trouble.kind === 'NO_SERVER') return null
  const { kind, waiting, since, answer } = state.trouble
  const isOurs = kind === 'SETTINGS'
  return (
    <Alert tone={isOurs ? 'bad' : 'warn'} title={isOurs ? 'The mail server refuses our emails' : 'The mail server does not answer'}>
      {formatEmails(waiting)} waiting, the first since {formatDayAndTime(since)}. {isOurs && 'Check SMTP_URL and MAIL_FROM on the server. '}
      Waiting emails are sent as soon as the mail server accepts one. Its last answer: “{answer}”
    </Alert>
  )
}

const useResendInvitation = apiMutation('users', 'resendInvitation', { errors: 'inline', invalidates: ['users'] })

export function useResend() {
  const { mutate, isPending } = useResendInvitation()
  const resend = ({ id, email }: Pick<User, 'id' | 'email'>): void =>
    mutate(
      { params: { id } },
      {
        onSuccess: () => void notify.success(`Invitation sent to ${email}. Earlier links no longer work.`),
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  return { resend, isPending }
}

type Account = Pick<UserDetails, 'id' | 'name' | 'email' | 'status' | 'invitationError'>

/** Active, invited or suspended; or that the invitation did not arrive. */
export const AccountState = ({ person: { status, invitationError } }: { person: Account }) =>
  invitationError === null ? (
    <StatusText state={statusGlyphs[status]} />
  ) : (
    <span title={invitationError}>
      <StatusText state="missing">Invitation failed</StatusText>
    </span>
  )

/** An invitation that did not arrive, with the words of the mail server, and what can be done. */
function InvitationRefused({ person }: { person: Account }) {
  const { resend, isPending } = useResend()
  const sendsEmail = useSendsEmail()
  if (person.invitationError === null) return null
  const action = (
    <Box display="flex" style={{ flexWrap: 'wrap', gap: 8 }}>
      {sendsEmail && (
        <Button variant="default" size="sm" loading={isPending} onClick={() => resend(person)}>
          Send again
        </Button>
      )}
      <CopyInvitation person={person} />
    </Box>
  )
  return (
    <Alert tone="bad" title={`The invitation to ${isolate(person.email)} could not be delivered`} action={action}>
      The mail server says: “{person.invitationError}”
    </Alert>
  )
}

/** A code for a new password that did not arrive: its reader waits for it, and cannot say so. */
function CodeRefused({ person: { email, codeError } }: { person: Pick<UserDetails, 'email' | 'codeError'> }) {
  if (codeError === null) return null
  return (
    <Alert tone="bad" title={`The code for a new password could not be delivered to ${isolate(email)}`}>
      Reason: “{codeError}”
    </Alert>
  )
}

export const RefusedMails = ({ person }: { person: UserDetails }) => (
  <>
    <InvitationRefused person={person} />
    <CodeRefused person={person} />
  </>
)

const useReplaceLink = apiMutation('users', 'replaceInvitationLink', { errors: 'inline' })

type Invited = Pick<User, 'name' | 'email'>

export function useCopyInvitation() {
  const { mutate, isPending } = useReplaceLink()
  const copyLink = ({ name, email }: Invited): void =>
    mutate(
      { body: { email } },
      {
        onSuccess: ({ url }) => void copyToClipboard(url, `Invitation link for ${isolate(name)} copied. Earlier links no longer work.`),
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  return { copyLink, isPending }
}

export function CopyInvitation({ person }: { person: Invited }) {
  const { copyLink, isPending } = useCopyInvitation()
  return (
    <Button
      variant="default"
      size="sm"
      loading={isPending}
      leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
      aria-label={`Copy new link for ${isolate(person.name)}`}
      onClick={() => copyLink(person)}
    >
      Copy new link
    </Button>
  )
}
