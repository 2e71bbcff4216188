/** Rules for emails to a course: audiences and placeholders. */

import type { LeftOutReason, Recipient } from '#course-emails.ts'

const uuid = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}'

/** One entry of `sendTo`. */
export type Audience =
  | { kind: 'ALL' | 'STUDENTS' | 'TRAINERS' | 'ME' | 'PENDING' }
  | { kind: 'NOT_SUBMITTED' | 'UNGRADED'; assignmentId: string }
  | { kind: 'NOT_WATCHED'; mediaId: string }
  | { kind: 'ABSENT'; weekId: string; mediaId: string | null }
  | { kind: 'INACTIVE'; days: number }
  | { kind: 'PERSON'; userId: string }
  | { kind: 'ADDRESS'; email: string }

/** Undefined for any other form. */
export function parseAudience(entry: string): Audience | undefined {
  const text = entry.trim()
  const plain = /^(ALL|STUDENTS|TRAINERS|ME|PENDING)$/.exec(text)?.[1]
  if (plain) return { kind: plain as 'ALL' }
  const ofAssignment = new RegExp(`^(NOT_SUBMITTED|UNGRADED):(${uuid})$`, 'i').exec(text)
  if (ofAssignment) return { kind: ofAssignment[1]!.toUpperCase() as 'UNGRADED', assignmentId: ofAssignment[2]!.toLowerCase() }
  const unwatched = new RegExp(`^NOT_WATCHED:(${uuid})$`, 'i').exec(text)?.[1]
  if (unwatched) return { kind: 'NOT_WATCHED', mediaId: unwatched.toLowerCase() }
  const absent = new RegExp(`^ABSENT:(${uuid})(?::(${uuid}))?$`, 'i').exec(text)
  if (absent) return { kind: 'ABSENT', weekId: absent[1]!.toLowerCase(), mediaId: absent[2]?.toLowerCase() ?? null }
  const days = /^INACTIVE:([1-9]\d{0,2})$/.exec(text)?.[1]
  if (days) return { kind: 'INACTIVE', days: Number(days) }
  if (new RegExp(`^${uuid}$`, 'i').test(text)) return { kind: 'PERSON', userId: text.toLowerCase() }
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'ADDRESS', email: text.toLowerCase().normalize('NFC') }
  return undefined
}

/** Only emails to the whole course can be announcements. */
export const isWholeCourse = (sendTo: readonly string[]): boolean => sendTo.some((entry) => entry === 'ALL' || entry === 'STUDENTS')

/** Whether an excluded user reads an announcement on the course page. */
export const readsOnCoursePage = (reason: LeftOutReason): boolean => reason !== 'SUSPENDED' && reason !== 'INVITED'

/** The first name if the name has several words, else the name. */
export const firstName = (name: string): string => name.trim().split(/\s/)[0] ?? name

const placeholder = /\{\{([^{}]*)\}\}/g
/** What the editor calls them. */
export const placeholderLabels = { name: 'Name', fullName: 'Full name', course: 'Course' } as const
const knownNames = Object.keys(placeholderLabels)

/** Unknown placeholders, as they were written. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].filter(([, name]) => !knownNames.includes(name!.trim())).map(([whole]) => whole)),
]

type Values = Partial<Record<keyof typeof placeholderLabels, string>>

/** Replaces placeholders by values, which must be escaped if the text is HTML. */
export const fillPlaceholders = (text: string, values: Values): string =>
  text.replace(placeholder, (whole, name: string) => values[name.trim() as 'name'] ?? whole)

const mapValues = (values: Values, change: (value: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)

export const encodeForAddress = (value: string): string => encodeURIComponent(value.toWellFormed())

/** Replaces placeholders in HTML: values in addresses of links are not those between tags. */
export const fillTags = (html: string, between: Values, inAddresses: Values): string =>
  html
    .split(/(<[^<>]*>)/)
    .map((part, index) => fillPlaceholders(part, index % 2 === 0 ? between : inAddresses))
    .join('')

/** The same with plain values; `show` may mark them. */
export const fillHtml = (html: string, values: Values, show = (escaped: string): string => escaped): string =>
  fillTags(
    html,
    mapValues(values, (value) => show(escapeText(value))),
    mapValues(values, encodeForAddress),
  )

/** A subject as its reader gets it. */
export const fillFor = (text: string, reader: string, course: string): string =>
  fillPlaceholders(text, { name: firstName(reader), fullName: reader, course })

const forAll = (course: string) => ({ name: `[${placeholderLabels.name}]`, fullName: `[${placeholderLabels.fullName}]`, course })

/** A text of which there is one for all readers: where their names will be is what the editor calls them. */
export const fillForAll = (text: string, course: string): string => fillPlaceholders(text, forAll(course))
export const fillHtmlForAll = (html: string, course: string): string => fillHtml(html, forAll(course))

/** Why somebody gets an email to a course, before its title. */
export const emailReasons = {
  STUDENT: 'you are enrolled in',
  TRAINER: 'you teach',
  APPLICANT: 'you asked to join',
  SENDER: 'you wrote to',
} as const satisfies Record<Recipient['part'], string>

/** Milliseconds in which an email can be undone before it is sent. */
export const undoTimeMs = 10_000

/** An email to a course. */
export const courseEmailStates = {
  NONE: 'not written, or undone: its draft is back',
  SCHEDULED: 'waits for its time, or for a mail server',
  SENDING: 'its mails are being written and sent',
  SENT: 'each mail was sent, could not be delivered, or was left out',
  CANCELLED: 'nobody got it; the log says why',
} as const
export type CourseEmailState = keyof typeof courseEmailStates

interface EmailMove {
  by: 'staff' | 'job'
  /** From each state to those that may follow. */
  ways: Partial<Record<CourseEmailState, readonly CourseEmailState[]>>
  /** Not in an archived course. */
  needsOpenCourse?: true
}

export const courseEmailMoves = {
  send: { by: 'staff', ways: { NONE: ['SCHEDULED'] }, needsOpenCourse: true },
  edit: { by: 'staff', ways: { SCHEDULED: ['SCHEDULED'] }, needsOpenCourse: true },
  sendNow: { by: 'staff', ways: { SCHEDULED: ['SCHEDULED'] }, needsOpenCourse: true },
  /** Cancelled, if its pictures would be lost with it. */
  undo: { by: 'staff', ways: { SCHEDULED: ['NONE', 'CANCELLED'] } },
  /** How long it is shown on the course page. */
  show: { by: 'staff', ways: { SCHEDULED: ['SCHEDULED'], SENDING: ['SENDING'], SENT: ['SENT'] }, needsOpenCourse: true },
  /** Scheduled still, if it waits for a mail server; sent at once, if nobody gets a mail of it. */
  start: { by: 'job', ways: { SCHEDULED: ['SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] } },
  deliver: { by: 'job', ways: { SENDING: ['SENDING', 'SENT'] } },
  giveUp: { by: 'job', ways: { SCHEDULED: ['CANCELLED'], SENDING: ['SENDING', 'SENT'] } },
  retry: { by: 'staff', ways: { SENDING: ['SENDING'], SENT: ['SENT', 'SENDING'] } },
} as const satisfies Record<string, EmailMove>
export type CourseEmailMove = keyof typeof courseEmailMoves

/** `unsent`: its mails that are still to be written or sent. */
export const toEmailState = (stored: 'SCHEDULED' | 'SENT' | 'CANCELLED', unsentMails: number): CourseEmailState =>
  stored === 'SENT' && unsentMails > 0 ? 'SENDING' : stored

export const isEmailMove = (move: CourseEmailMove, from: CourseEmailState): boolean => from in courseEmailMoves[move].ways

type EmailRefusal = ['closed' | 'conflict', string]

/** Why a move is refused; undefined if it is not. */
export function emailRefusal(
  move: CourseEmailMove,
  state: CourseEmailState,
  course: { status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED' },
): EmailRefusal | undefined {
  const rule: EmailMove = courseEmailMoves[move]
  if (!isEmailMove(move, state))
    return ['conflict', state === 'CANCELLED' ? 'This email was cancelled.' : 'This email is already on its way.']
  return rule.needsOpenCourse && course.status === 'ARCHIVED' ? ['closed', 'This course is archived. No emails are sent to it.'] : undefined
}

/** In answers and logs. */
export const emailNotSetUp = 'Email is not set up on the server.'

interface DueEmail {
  course: { status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'; isDeleted: boolean }
  sender: { name: string; maySend: boolean }
  isAnnouncement: boolean
  hasServer: boolean
  /** Whether it has waited for a mail server for as long as emails may wait. */
  isTooLate: boolean
  hasReaders: boolean
}
/** In the log; they hold names, which are erased with their people. */
export const cancelledBy = (name: string): string => `Cancelled by ${name}.`
export const noLongerTeaches = (name: string): string => `${name} no longer teaches this course.`

type Start = { to: 'SENDING' | 'SCHEDULED' } | { to: 'CANCELLED'; reason: string }

const cancelled = (reason: string): Start => ({ to: 'CANCELLED', reason })

/** What becomes of an email whose time has come. An announcement is shown on the course page at once; only its mails wait for a server. */
export function decideStart({ course, sender, isAnnouncement, hasServer, isTooLate, hasReaders }: DueEmail): Start {
  if (!hasServer && !isAnnouncement)
    return isTooLate ? cancelled(`${emailNotSetUp} Emails wait for seven days at most.`) : { to: 'SCHEDULED' }
  if (course.isDeleted) return cancelled('The course was deleted.')
  if (course.status === 'ARCHIVED') return cancelled('The course was archived.')
  if (!sender.maySend) return cancelled(noLongerTeaches(sender.name))
  return hasReaders ? { to: 'SENDING' } : cancelled('Nobody was left to write to.')
}
