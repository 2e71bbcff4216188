/** What an administrator should do something about, each with the button that leads there. */

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Attention as Item } from '@lms/contract/home'
import { isolate } from '@lms/contract/rules/direction'
import { fileSize } from '#lib/files.ts'
import { formatClock, formatDay, formatDayAndTime } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Card } from '#ui/card.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import classes from './school-home.module.css'

/** More are shown on request. */
const mostShown = 6
/** The share of the disk from which files may soon no longer be accepted. */
const nearlyFull = 0.95

type Shown = { isBad?: boolean; title: string; meta: string; action?: { label: string; to: string }; bar?: number }

const join = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ')
const titles = (courses: readonly { title: string }[]): string => courses.map(({ title }) => isolate(title)).join(', ')
const emails = (count: number): string => pluralize(count, 'email')

function describeMail({ trouble }: Extract<Item, { kind: 'MAIL' }>): Shown {
  const waiting =
    trouble &&
    trouble.waiting > 0 &&
    `${emails(trouble.waiting)} ${trouble.waiting === 1 ? 'waits' : 'wait'} since ${formatDayAndTime(trouble.since)}`
  if (!trouble || trouble.kind === 'NO_SERVER')
    return {
      title: 'Email is not set up',
      meta: join([waiting, 'Invitation links can be copied. To send email, set SMTP_URL and MAIL_FROM on the server.']),
    }
  return trouble.kind === 'SETTINGS'
    ? {
        isBad: true,
        title: 'The mail server refuses our emails',
        meta: join([waiting, 'Check SMTP_URL and MAIL_FROM on the server.', trouble.answer]),
      }
    : { title: 'The mail server does not answer', meta: join([waiting, 'They are sent as soon as it does.', trouble.answer]) }
}

function describe(item: Item): Shown {
  switch (item.kind) {
    case 'MAIL':
      return describeMail(item)
    case 'FAILED_EMAILS': {
      const [newest] = item.courses
      return {
        isBad: true,
        title: `${emails(item.count)} could not be delivered`,
        meta: join([titles(item.courses), `newest ${formatDayAndTime(item.newestAt)}`]),
        ...(newest && { action: { label: 'Open failed emails', to: paths.courseEmails.to({ courseId: newest.id }) } }),
      }
    }
    case 'FAILED_INVITATIONS':
      return {
        isBad: true,
        title: `${pluralize(item.count, 'invitation')} could not be delivered`,
        meta: item.people.map(({ name }) => isolate(name)).join(', '),
        action: { label: 'Open invited people', to: paths.users.to({ page: 1, role: 'all', course: 'all', status: 'INVITED' }) },
      }
    case 'STORAGE':
      return {
        isBad: item.usedShare >= nearlyFull,
        title: `Storage is ${formatPercentage(100 * item.usedShare)} full`,
        meta: `${fileSize(item.freeBytes)} free on the server's disk`,
        action: { label: 'Show files', to: paths.allMedia.to({ page: 1 }) },
        bar: item.usedShare,
      }
    case 'NO_TRAINER': {
      const [first] = item.courses
      return {
        title: item.count === 1 ? '1 course has no trainer' : `${item.count} courses have no trainer`,
        meta: join(item.courses.map(({ title, startsOn }) => `${isolate(title)}${startsOn ? ` starts ${formatDay(startsOn)}` : ''}`)),
        ...(first && { action: { label: 'Add trainers', to: paths.courseEdit.to({ courseId: first.id }) } }),
      }
    }
    case 'UPLOADS':
      return {
        title: item.count === 1 ? '1 upload is not finished' : `${item.count} uploads are not finished`,
        meta: join([fileSize(item.bytes), item.owners.map(isolate).join(', '), `oldest ${formatDay(item.oldestAt)}`]),
        action: { label: 'Open uploads', to: paths.allMedia.to({ page: 1 }) },
      }
    case 'SIGN_UPS': {
      const [longest] = item.courses
      return {
        title: item.waiting === 1 ? '1 sign-up waits for a decision' : `${item.waiting} sign-ups wait for a decision`,
        meta: titles(item.courses),
        ...(longest && { action: { label: 'Review sign-ups', to: paths.signUpResponses.to({ courseId: longest.id }) } }),
      }
    }
    case 'OPEN_REGISTRATION':
      return {
        title: 'Anybody can register',
        meta: 'Whoever knows the address of this site can create an account. Set REGISTRATION=closed on the server to allow invited people only.',
      }
  }
}

function AttentionRow({ isBad = false, title, meta, action, bar }: Shown): ReactNode {
  return (
    <li className={classes.attentionRow}>
      <StatusIcon name={isBad ? 'missing' : 'check'} />
      <div className={classes.stepWords}>
        <p className={classes.stepTitle}>{title}</p>
        <p className={classes.help}>{meta}</p>
      </div>
      {bar !== undefined && <span className={classes.bar} style={{ '--share': `${100 * bar}%` }} data-drawn aria-hidden />}
      {action && (
        <Button variant="default" component={Link} to={action.to}>
          {action.label}
        </Button>
      )}
    </li>
  )
}

export function Attention({ attention, checkedAt }: { attention: readonly Item[]; checkedAt: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? attention : attention.slice(0, mostShown)
  if (attention.length === 0)
    return (
      <Card as="div">
        <p className={classes.nothing}>
          <StatusIcon name="done" />
          {`Nothing needs attention. Checked ${formatClock(checkedAt)}`}
        </p>
      </Card>
    )
  return (
    <Card as="div">
      <section aria-labelledby="attention">
        <div className={classes.attentionHead}>
          <h2 id="attention" className={classes.attentionTitle}>
            Needs attention <span className={classes.help}>{attention.length}</span>
          </h2>
          <p className={classes.help}>{`Checked ${formatClock(checkedAt)}`}</p>
        </div>
        <ul className={classes.steps}>
          {shown.map((item) => (
            <AttentionRow key={item.kind} {...describe(item)} />
          ))}
        </ul>
        {shown.length < attention.length && (
          <Button variant="subtle" onClick={() => setShowsAll(true)}>{`Show all ${attention.length}`}</Button>
        )}
      </section>
    </Card>
  )
}
