/** One email of the log: to whom, when, how far it is; while it can be undone, with Undo. */
import type { CourseEmail } from '@lms/contract/course-emails'
import { undoTime } from '@lms/contract/rules/course-emails'
import { IconClock, IconProgress } from '@tabler/icons-react'
import { Link } from 'react-router'
import { dayAndTime } from '#lib/format-date.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { StatusIcon } from '#ui/status.tsx'
import { shortAudience } from './format.ts'
import { secondsUntil } from './undo.tsx'
import classes from './emails.module.css'
import { notify } from '#ui/toasts.tsx'
import { useCancelEmail } from './api.ts'
import { openWith } from './use-composer.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Sent at once, as against at a chosen time. */
export const isUndoable = ({ state, sendAt, createdAt }: CourseEmail): boolean =>
  state === 'SCHEDULED' && Date.parse(sendAt) - Date.parse(createdAt) <= undoTime

export function formatState({ state, counts, recipients }: CourseEmail): string {
  if (state === 'CANCELLED') return 'Not sent'
  if (state === 'SENDING') return `Sending ${counts.sent} of ${recipients}`
  return counts.failed > 0 ? `${counts.failed} failed` : `${counts.sent} sent`
}

type Props = { courseId: string; email: CourseEmail; timeZone: string; to: string; isCurrent: boolean }

export function EmailRow({ courseId, email, timeZone, to, isCurrent }: Props) {
  const { subject, state, recipients, rules, sender, sendAt, counts } = email
  const isBad = counts.failed > 0 || state === 'CANCELLED'
  const at = dayAndTime(sendAt, timeZone)
  return (
    <li className={`${classes.row} ${isCurrent ? classes.current : ''}`}>
      <span className={isBad ? classes.bad : classes.glyph}>
        {state === 'SCHEDULED' && <IconClock {...icon} />}
        {state === 'SENDING' && <IconProgress {...icon} />}
        {state === 'CANCELLED' && <StatusIcon name="cannot" />}
        {state === 'SENT' && <StatusIcon name={isBad ? 'missing' : 'done'} />}
      </span>
      <div className={classes.words}>
        <Link to={to} className={classes.subject} {...(isCurrent && { 'aria-current': 'true' as const })}>
          {subject}
        </Link>
        <span className={classes.meta}>
          {shortAudience(recipients, rules)} · {state === 'SCHEDULED' || state === 'SENDING' ? sender.name : at}
        </span>
      </div>
      <span className={`${classes.fact} ${isBad ? classes.bad : ''}`}>
        {isUndoable(email) ? <Undoing courseId={courseId} email={email} /> : state === 'SCHEDULED' ? at : formatState(email)}
      </span>
    </li>
  )
}

function Undoing({ courseId, email }: { courseId: string; email: CourseEmail }) {
  const now = useServerNow(500)
  const { undo, isPending } = useUndo(courseId, email.id)
  const left = secondsUntil(Date.parse(email.sendAt), now)
  if (left === 0) return 'Sending'
  return (
    <>
      <span aria-hidden>Sends in {left} s · </span>
      <button type="button" className={classes.undo} disabled={isPending} onClick={undo}>
        Undo
      </button>
    </>
  )
}

/** Cancels an email that has not left; its text comes back into the composer, and the time at which a scheduled one was to be sent. */
export function useUndo(courseId: string, id: string, sendAt?: string) {
  const cancel = useCancelEmail()
  const undo = (): void =>
    cancel.mutate(
      { params: { courseId, id } },
      {
        onSuccess: ({ sendTo, except, subject, body, showUntil }) => {
          const draft = { sendTo, except, subject, body, isAnnounced: showUntil !== null, showUntil: showUntil ?? '' }
          openWith({ courseId, sendTo, ...(sendAt && { sendAt }) }, draft, { isUnsent: true })
          notify.success('Not sent. Your draft is kept.')
        },
      },
    )
  return { undo, isPending: cancel.isPending }
}
