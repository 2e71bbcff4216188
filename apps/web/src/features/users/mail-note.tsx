/** Tells admins that mail does not leave: none is set up, or the mail server refuses it or is away. */
import type { MailState } from '@lms/contract/mail'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#lib/session.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { mailStateQuery } from './api.ts'

/** Undefined until it is known. */
export function useMailState(): MailState | undefined {
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
        Invitations and password codes are not sent. You can copy an invitation link for each new person. To send email, set SMTP_URL and
        MAIL_FROM on the server.
      </Alert>
    )
  if (!state?.trouble) return null
  const { kind, waiting, since, answer } = state.trouble
  const isOurs = kind === 'SETTINGS'
  return (
    <Alert tone={isOurs ? 'bad' : 'warn'} title={isOurs ? 'The mail server refuses our emails' : 'The mail server does not answer'}>
      {formatEmails(waiting)} waiting, the first since {dayAndTime(since)}. {isOurs && 'Check SMTP_URL and MAIL_FROM on the server. '}
      Waiting emails are sent as soon as the mail server accepts one. Its last answer: “{answer}”
    </Alert>
  )
}
