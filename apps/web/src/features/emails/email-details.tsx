/** One email of the log: its row, and its details with the state for each recipient; undoing or changing it before it is sent. */

import { ActionIcon, Button, Flex, Menu, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CourseEmail, CourseEmailText } from '@lms/contract/course-emails'
import { fillForAll, fillHtmlForAll, undoTimeMs } from '@lms/contract/rules/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import { serverNow, useServerNow } from '#lib/server-clock.ts'
import { useRefetchAt } from '#lib/use-refetch-at.ts'
import { addDays, getToday, shortDate } from '#lib/zoned-date-time.ts'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconClock, IconDots, IconProgress, IconSpeakerphone } from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { notify } from '#ui/toasts.tsx'
import { useSiteSendsEmail } from '#features/auth/api.ts'
import { useReadNotices } from '#features/notices/api.ts'
import { emailQuery, useCancelEmail, useSendNow, useUpdateEmail } from './api.ts'
import type { EmailDraft } from './composer-store.ts'
import { Deliveries, Retry } from './deliveries.tsx'
import { openWith } from './email-drafts.ts'
import { countPeople, courseTime, describeRule, shortAudience } from './format.ts'
import { secondsUntil, toToastId } from './sending-toast.tsx'
import classes from './email-details.module.css'
import shared from './emails.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** `title`: of the course. */
type Props = { courseId: string; id: string; title: string; timeZone: string }

export function EmailDetails({ courseId, id, title, timeZone }: Props) {
  const email = useQuery({
    ...emailQuery({ params: { courseId, id } }),
    refetchInterval: ({ state: { data } }) => (data && isLeaving(data, serverNow()) ? 3000 : false),
  })
  useRefetchAt(email, [email.data?.sendAt], ['courseEmails'])
  useReadNotices(email.data ? [id] : [], email.dataUpdatedAt)
  return (
    <QueryPart query={email} what="The email" loading={8}>
      {(found) => <Details courseId={courseId} email={found} title={title} timeZone={timeZone} />}
    </QueryPart>
  )
}

function Details({ courseId, email, title, timeZone }: { courseId: string; email: CourseEmailText; title: string; timeZone: string }) {
  const [isReading, setReading] = useState(false)
  const { id, sender, rules, recipients, state, sendAt, showUntil, counts, added, dropped } = email
  const subject = fillForAll(email.subject, title)
  const body = fillHtmlForAll(email.body, title)
  const audience = rules.map((rule) => describeRule(rule).filter(Boolean).join(' ')).join(', ')
  return (
    <section className={classes.details} aria-label={subject}>
      <Flex justify="space-between" gap={12}>
        <h2 className={classes.title}>{subject}</h2>
        <More courseId={courseId} email={email} timeZone={timeZone} />
      </Flex>
      <Text variant="meta" className={classes.facts}>
        <span>From {isolate(sender.name)}</span>
        <span>
          {audience}, {countPeople(recipients, rules)}
        </span>
        <span>{courseTime(sendAt, timeZone)}</span>
      </Text>
      <Flex align="center" wrap="wrap" gap={12}>
        {state === 'SCHEDULED' && <Scheduled courseId={courseId} email={email} timeZone={timeZone} />}
        {counts.failed > 0 && <Retry courseId={courseId} id={id} label={`Retry ${counts.failed} failed`} />}
        <Button variant="default" size="sm" onClick={() => setReading(true)}>
          Read the email
        </Button>
        {showUntil !== null && state !== 'CANCELLED' && (
          <span className={classes.tag}>
            <IconSpeakerphone size={14} stroke={1.75} aria-hidden /> On the course page until {shortDate(showUntil)}
          </span>
        )}
      </Flex>
      {state === 'CANCELLED' && (
        <Alert tone="warn" title="Not sent">
          {email.cancelReason}
        </Alert>
      )}
      {added.length + dropped.length > 0 && (
        <p className={shared.changes}>
          Since it was scheduled:{' '}
          {[added.length > 0 && `${added.join(', ')} added`, dropped.length > 0 && `${dropped.join(', ')} dropped`]
            .filter(Boolean)
            .join('; ')}
          .
        </p>
      )}
      {(state === 'SENT' || state === 'SENDING') && <Deliveries courseId={courseId} id={id} timeZone={timeZone} />}
      <Dialog isOpen={isReading} onClose={() => setReading(false)} size={720} title={subject}>
        <div className={classes.reading}>
          <RichText html={body} />
        </div>
      </Dialog>
    </section>
  )
}

type Text = Pick<CourseEmailText, 'sendTo' | 'except' | 'subject' | 'body' | 'showUntil'>
/** Its text as a draft; announced for a week, if it was not. */
const toDraft = ({ sendTo, except, subject, body, showUntil }: Text, timeZone: string, sendAt: string | null = null): EmailDraft => ({
  sendTo,
  except,
  subject,
  body,
  isAnnounced: showUntil !== null,
  showUntil: showUntil ?? addDays(getToday(timeZone, serverNow()), 7),
  sendAt,
})

function More({ courseId, email, timeZone }: { courseId: string; email: CourseEmailText; timeZone: string }) {
  const update = useUpdateEmail()
  const write = (isSame: boolean): void => {
    const draft = toDraft(email, timeZone)
    const copy = isSame ? { ...draft, subject: '', body: '' } : { ...draft, isAnnounced: false }
    openWith({ courseId, sendTo: email.sendTo }, copy)
  }
  const remove = (): void =>
    update.mutate(
      { params: { courseId, id: email.id }, body: { showUntil: null } },
      { onSuccess: () => notify.success('Removed from the course page') },
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="More" loading={update.isPending}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => write(true)}>Write again to the same people</Menu.Item>
        <Menu.Item onClick={() => write(false)}>Copy</Menu.Item>
        {email.showUntil !== null && <Menu.Item onClick={remove}>Remove from the course page</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

function Scheduled({ courseId, email, timeZone }: { courseId: string; email: CourseEmailText; timeZone: string }) {
  const isWaiting = isHeld(email, useServerNow(1000))
  const isNew = isUndoable(email)
  const { undo, isPending } = useUndo(courseId, email.id, timeZone, isNew ? null : email.sendAt)
  const sendNow = useSendNow()
  return (
    <>
      <Button variant="default" size="sm" loading={isPending} onClick={undo}>
        {isNew && !isWaiting ? 'Undo' : 'Cancel and edit'}
      </Button>
      {!isNew && !isWaiting && (
        <Button
          variant="default"
          size="sm"
          loading={sendNow.isPending}
          onClick={() =>
            sendNow.mutate({ params: { courseId, id: email.id } }, { onSuccess: () => notify.success('The email is on its way') })
          }
        >
          Send now
        </Button>
      )}
    </>
  )
}

/** Without a chosen time: it is sent after some seconds. */
const isUndoable = ({ state, sendAt, createdAt }: CourseEmail): boolean =>
  state === 'SCHEDULED' && Date.parse(sendAt) - Date.parse(createdAt) <= undoTimeMs

/** After so long, an email that is still not sent is held, or the server is not running. */
const mostLeavingMs = 60_000

/** Its time has passed and it waits, because email is not set up. */
const isHeld = ({ state, sendAt }: CourseEmail, now: number): boolean => state === 'SCHEDULED' && now - Date.parse(sendAt) > undoTimeMs

/** Being sent, or about to be: it changes from one second to the next. */
export const isLeaving = ({ state, sendAt }: CourseEmail, now: number): boolean =>
  state === 'SENDING' || (state === 'SCHEDULED' && now >= Date.parse(sendAt) && now - Date.parse(sendAt) < mostLeavingMs)

function formatState({ state, counts, recipients }: CourseEmail): string {
  if (state === 'CANCELLED') return 'Not sent'
  if (state === 'SENDING') return `Sending ${counts.sent} of ${recipients}`
  return counts.failed > 0 ? `${counts.failed} failed` : `${counts.sent} sent`
}

type EmailRowProps = { courseId: string; email: CourseEmail; title: string; timeZone: string; to: string; isCurrent: boolean }

/** One email of the log: audience, time, state; with Undo while possible. */
function StateIcon({ state, isBad }: { state: CourseEmail['state']; isBad: boolean }) {
  if (state === 'SCHEDULED') return <IconClock {...icon} />
  if (state === 'SENDING') return <IconProgress {...icon} />
  return <StatusIcon name={state === 'CANCELLED' ? 'cannot' : isBad ? 'missing' : 'done'} />
}

/** Whether it was sent or when it will be; “Undo” while it can be. */
function SendingFact({ courseId, email, timeZone }: Pick<EmailRowProps, 'courseId' | 'email' | 'timeZone'>) {
  const { state, recipients, counts } = email
  const isAnnouncementHeld = !useSiteSendsEmail() && state === 'SENDING'
  const isEmailHeld = isHeld(email, useServerNow(1000))
  if (isAnnouncementHeld) return `${counts.queued} waiting`
  if (isEmailHeld) return `${recipients} waiting`
  if (isUndoable(email)) return <Undoing courseId={courseId} email={email} timeZone={timeZone} />
  return state === 'SCHEDULED' ? courseTime(email.sendAt, timeZone) : formatState(email)
}

export function EmailRow({ courseId, email, title, timeZone, to, isCurrent }: EmailRowProps) {
  const { state, recipients, rules, sender, sendAt, counts } = email
  const isBad = counts.failed > 0 || state === 'CANCELLED'
  return (
    <li className={`${classes.row} ${isCurrent ? classes.current : ''}`}>
      <span className={isBad ? shared.bad : shared.glyph}>
        <StateIcon state={state} isBad={isBad} />
      </span>
      <Stack gap={2}>
        <Link to={to} className={classes.subject} {...(isCurrent && { 'aria-current': 'true' as const })}>
          {fillForAll(email.subject, title)}
        </Link>
        <span className={shared.meta}>
          {shortAudience(recipients, rules)} · {state === 'SCHEDULED' || state === 'SENDING' ? sender.name : courseTime(sendAt, timeZone)}
        </span>
      </Stack>
      <span className={`${shared.fact} ${isBad ? shared.bad : ''}`}>
        <SendingFact courseId={courseId} email={email} timeZone={timeZone} />
      </span>
    </li>
  )
}

function Undoing({ courseId, email, timeZone }: { courseId: string; email: CourseEmail; timeZone: string }) {
  const now = useServerNow(500)
  const { undo, isPending } = useUndo(courseId, email.id, timeZone)
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

/** Cancels an unsent email; its text and scheduled time return to the composer. */
function useUndo(courseId: string, id: string, timeZone: string, sendAt: string | null = null) {
  const cancel = useCancelEmail()
  const undo = (): void =>
    cancel.mutate(
      { params: { courseId, id } },
      {
        onSuccess: (text) => {
          notify.dismiss(toToastId(id))
          openWith({ courseId, sendTo: text.sendTo }, toDraft(text, timeZone, sendAt), { isUnsent: true })
          notify.success('Not sent. Your draft is kept.')
        },
      },
    )
  return { undo, isPending: cancel.isPending }
}
