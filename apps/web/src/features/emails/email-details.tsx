/** What became of one email: its states for each person, retrying, reading it as it was sent; of a scheduled one its text and time. */
import type { CourseEmailText } from '@lms/contract/course-emails'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime, shortDate } from '#lib/format-date.ts'
import { toLoadError } from '#lib/api.ts'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { notify } from '#ui/toasts.tsx'
import { emailQuery, useSendNow, useUpdateEmail } from './api.ts'
import { Deliveries, Retry } from './deliveries.tsx'
import { isUndoable, useUndo } from './email-row.tsx'
import { countPeople, describeRule } from './format.ts'
import { openWith } from './use-composer.ts'
import classes from './emails.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Props = { courseId: string; id: string; timeZone: string }

export function EmailDetails({ courseId, id, timeZone }: Props) {
  const email = useQuery({
    ...emailQuery({ params: { courseId, id } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'SENDING' || (data && isUndoable(data)) ? 3000 : false),
  })
  if (email.isError && !email.data) return <LoadFailed title="The email did not load" {...toLoadError(email)} />
  if (!email.data) return <SkeletonRows count={8} />
  return <Details courseId={courseId} email={email.data} timeZone={timeZone} />
}

function Details({ courseId, email, timeZone }: { courseId: string; email: CourseEmailText; timeZone: string }) {
  const [isReading, setReading] = useState(false)
  const { id, subject, sender, rules, recipients, state, sendAt, showUntil, counts, body, added, dropped } = email
  const audience = rules.map((rule) => describeRule(rule).filter(Boolean).join(' ')).join(', ')
  return (
    <section className={classes.details} aria-label={subject}>
      <div className={classes.detailsHead}>
        <h2 className={classes.title}>{subject}</h2>
        <More courseId={courseId} email={email} />
      </div>
      <p className={classes.facts}>
        <span>From {sender.name}</span>
        <span>
          {audience}, {countPeople(recipients, rules)}
        </span>
        <span>{dayAndTime(sendAt, timeZone)}</span>
      </p>
      <div className={classes.actions}>
        {state === 'SCHEDULED' && <Scheduled courseId={courseId} email={email} />}
        {counts.failed > 0 && <Retry courseId={courseId} id={id} label={`Retry ${counts.failed} failed`} />}
        <Button variant="default" size="sm" onClick={() => setReading(true)}>
          Read the email
        </Button>
        {showUntil !== null && state !== 'CANCELLED' && (
          <span className={classes.tag}>
            <IconSpeakerphone size={14} stroke={1.75} aria-hidden /> On the course page until {shortDate(showUntil)}
          </span>
        )}
      </div>
      {state === 'CANCELLED' && (
        <Alert tone="warn" title="Not sent">
          {email.cancelReason}
        </Alert>
      )}
      {added.length + dropped.length > 0 && (
        <p className={classes.changes}>
          Since it was scheduled:{' '}
          {[added.length > 0 && `${added.join(', ')} added`, dropped.length > 0 && `${dropped.join(', ')} dropped`]
            .filter(Boolean)
            .join('; ')}
          .
        </p>
      )}
      {(state === 'SENT' || state === 'SENDING') && <Deliveries courseId={courseId} id={id} />}
      <Dialog isOpen={isReading} onClose={() => setReading(false)} size={720} title={subject}>
        <div className={classes.reading}>
          <RichText html={body} />
        </div>
      </Dialog>
    </section>
  )
}

const toDraft = ({ sendTo, except, subject, body, showUntil }: CourseEmailText) => ({
  sendTo,
  except,
  subject,
  body,
  isAnnounced: showUntil !== null,
  showUntil: showUntil ?? '',
})

function More({ courseId, email }: { courseId: string; email: CourseEmailText }) {
  const update = useUpdateEmail()
  const write = (isSame: boolean): void => {
    const draft = toDraft(email)
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

function Scheduled({ courseId, email }: { courseId: string; email: CourseEmailText }) {
  const { undo, isPending } = useUndo(courseId, email.id, isUndoable(email) ? undefined : email.sendAt)
  const sendNow = useSendNow()
  return (
    <>
      <Button variant="default" size="sm" loading={isPending} onClick={undo}>
        {isUndoable(email) ? 'Undo' : 'Cancel and edit'}
      </Button>
      {!isUndoable(email) && (
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
