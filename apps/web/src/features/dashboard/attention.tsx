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

type Shown = { isBad?: boolean; title: string; meta: string; action?: { label: string; to: string } | undefined; bar?: number }

const join = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ')
const titles = (courses: readonly { title: string }[]): string => courses.map(({ title }) => isolate(title)).join(', ')

type Kind = Item['kind']
type Describers = { [K in Kind]: (item: Extract<Item, { kind: K }>) => Shown }

/** “1 course has”, “2 courses have”. */
const count = (number: number, one: string, many: string): string => `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`

const describers: Describers = {
  MAIL: ({ trouble }) => {
    const since =
      trouble && trouble.waiting > 0 && `${count(trouble.waiting, 'email waits', 'emails wait')} since ${formatDayAndTime(trouble.since)}`
    if (!trouble || trouble.kind === 'NO_SERVER')
      return {
        title: 'Email is not set up',
        meta: join([since, 'Invitation links can be copied. To send email, set SMTP_URL and MAIL_FROM on the server.']),
      }
    return trouble.kind === 'SETTINGS'
      ? {
          isBad: true,
          title: 'The mail server refuses our emails',
          meta: join([since, 'Check SMTP_URL and MAIL_FROM on the server.', trouble.answer]),
        }
      : { title: 'The mail server does not answer', meta: join([since, 'They are sent as soon as it does.', trouble.answer]) }
  },
  FAILED_EMAILS: ({ count: failed, courses, newestAt }) => ({
    isBad: true,
    title: `${pluralize(failed, 'email')} could not be delivered`,
    meta: join([titles(courses), `newest ${formatDayAndTime(newestAt)}`]),
    action: toFirst(courses, 'Open failed emails', paths.courseEmails),
  }),
  FAILED_INVITATIONS: ({ count: failed, people }) => ({
    isBad: true,
    title: `${pluralize(failed, 'invitation')} could not be delivered`,
    meta: people.map(({ name }) => isolate(name)).join(', '),
    action: { label: 'Open invited people', to: paths.users.to({ page: 1, role: 'all', course: 'all', status: 'INVITED' }) },
  }),
  STORAGE: ({ usedShare, freeBytes }) => ({
    isBad: usedShare >= nearlyFull,
    title: `Storage is ${formatPercentage(100 * usedShare)} full`,
    meta: `${fileSize(freeBytes)} free on the server's disk`,
    action: { label: 'Show files', to: paths.allMedia.to({ page: 1 }) },
    bar: usedShare,
  }),
  NO_TRAINER: ({ count: without, courses }) => ({
    title: count(without, 'course has no trainer', 'courses have no trainer'),
    meta: join(courses.map(({ title, startsOn }) => `${isolate(title)}${startsOn ? ` starts ${formatDay(startsOn)}` : ''}`)),
    action: toFirst(courses, 'Add trainers', paths.courseEdit),
  }),
  UPLOADS: ({ count: unfinished, bytes, owners, oldestAt }) => ({
    title: count(unfinished, 'upload is not finished', 'uploads are not finished'),
    meta: join([fileSize(bytes), owners.map(isolate).join(', '), `oldest ${formatDay(oldestAt)}`]),
    action: { label: 'Open uploads', to: paths.allMedia.to({ page: 1 }) },
  }),
  SIGN_UPS: ({ waiting, courses }) => ({
    title: count(waiting, 'sign-up waits for a decision', 'sign-ups wait for a decision'),
    meta: titles(courses),
    action: toFirst(courses, 'Review sign-ups', paths.signUpResponses),
  }),
  OPEN_REGISTRATION: () => ({
    title: 'Anybody can register',
    meta: 'Anybody who knows the address of this site can create an account. Set REGISTRATION=closed on the server to allow invited people only.',
  }),
}

/** Of the first of these courses. */
const toFirst = ([first]: readonly { id: string }[], label: string, path: { to: (values: { courseId: string }) => string }) =>
  first && { label, to: path.to({ courseId: first.id }) }

const describe = <K extends Kind>(item: Extract<Item, { kind: K }>): Shown => describers[item.kind](item)

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
