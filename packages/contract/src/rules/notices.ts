/** Notices: their kinds, email modes, sentences and links. Pure, shared by the notification menu, settings and emails. */

import type { Preferences } from '#preferences.ts'
import { isolate } from '#rules/direction.ts'
import { formatMarks } from '#rules/marks.ts'

/** Those that are also emailed, in the order of the settings. */
export const emailedKinds = [
  'REPLY',
  'MENTION',
  'MARKS',
  'WORK',
  'ANNOUNCEMENT',
  'FORM',
  'RESPONSE',
  'ATTENDANCE',
  'TEACHING',
  'EMAIL',
] as const
type EmailedKind = (typeof emailedKinds)[number]
/**
 * An invitation that could not be delivered is only under the bell: its sender's own mail may not work either. Of tasks in the background
 * that were given up, super admins get an email of its own.
 */
export const noticeKinds = [...emailedKinds, 'INVITATION', 'JOB'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export type EmailTiming = 'NOW' | 'DAILY' | 'NEVER'

/**
 * Emailed immediately by default: sign-up decisions, because people wait for them, and announcements, which are written as emails.
 * Everything else is collected for the daily email.
 */
export const noticeEmails = {
  REPLY: { preference: 'emailReplies', timings: ['NOW', 'DAILY', 'NEVER'], default: 'DAILY' },
  MENTION: { preference: 'emailMentions', timings: ['NOW', 'DAILY', 'NEVER'], default: 'DAILY' },
  MARKS: { preference: 'emailMarks', timings: ['NOW', 'DAILY'], default: 'DAILY' },
  WORK: { preference: 'emailWork', timings: ['NOW', 'DAILY', 'NEVER'], default: 'DAILY' },
  ANNOUNCEMENT: { preference: 'emailAnnouncements', timings: ['NOW', 'DAILY', 'NEVER'], default: 'NOW' },
  FORM: { preference: 'emailSignUps', timings: ['NOW', 'DAILY'], default: 'NOW' },
  RESPONSE: { preference: 'emailResponses', timings: ['NOW', 'DAILY', 'NEVER'], default: 'DAILY' },
  ATTENDANCE: { preference: 'emailAttendance', timings: ['NOW', 'DAILY', 'NEVER'], default: 'DAILY' },
  TEACHING: { preference: 'emailTeaching', timings: ['NOW', 'DAILY', 'NEVER'], default: 'NOW' },
  EMAIL: { preference: 'emailFailures', timings: ['NOW', 'DAILY', 'NEVER'], default: 'NOW' },
} as const satisfies Record<EmailedKind, { preference: keyof Preferences; timings: readonly EmailTiming[]; default: EmailTiming }>

/** Those that only staff get. */
const staffKinds: readonly EmailedKind[] = ['RESPONSE', 'ATTENDANCE', 'TEACHING', 'EMAIL']
export const isStaffNotice = (kind: EmailedKind): boolean => staffKinds.includes(kind)

/** Default hour of the daily email. */
export const defaultDailyHour = 7

export const getEmailTiming = (kind: NoticeKind, preferences: Preferences): EmailTiming =>
  kind === 'INVITATION' || kind === 'JOB' ? 'NEVER' : (preferences[noticeEmails[kind].preference] ?? noticeEmails[kind].default)

/** What became of work, of a mark, or of a sign-up. */
export const noticeOutcomes = [
  ...(['NEW', 'MOVED', 'EXTENDED'] as const),
  ...(['MARKED', 'CHANGED', 'RETURNED', 'EXCUSED'] as const),
  ...(['APPROVED', 'SEAT_FREE', 'WAITLISTED', 'DECLINED'] as const),
] as const
type NoticeOutcome = (typeof noticeOutcomes)[number]

/** What a notice is about. */
export interface NoticeSubject {
  /** Of the discussion, assignment, session, announcement or email; of the course for a sign-up; the names of tasks. */
  title: string
  outcome?: NoticeOutcome | undefined
  marks?: number | undefined
  maxMarks?: number | undefined
  discussionId?: string | undefined
  commentId?: string | undefined
  weekId?: string | undefined
  assignmentId?: string | undefined
  mediaId?: string | undefined
  /** What its sender wrote. */
  text?: string | undefined
  /** How many others became available with it. */
  others?: number | undefined
  /** Of the email to a course, or the announcement. */
  emailId?: string | undefined
  /** Of the person who was invited. */
  userId?: string | undefined
}

export interface NoticeContent {
  kind: NoticeKind
  subject: NoticeSubject
  /** Null unless it is about something a user wrote. */
  actor: { name: string } | null
  otherActors: number
}

/** Part of a sentence; emphasised parts are bold. */
export type NoticePart = string | { bold: string }

const formatOthers = (count: number): string => (count === 0 ? '' : count === 1 ? ' and 1 other' : ` and ${count} others`)

/** The sentence of a notice. */
export function describeNotice(notice: NoticeContent): NoticePart[] {
  const { kind, subject, actor, otherActors } = notice
  const title = { bold: subject.title }
  const who = { bold: actor?.name ?? 'Someone' }
  const others = formatOthers(otherActors)
  switch (kind) {
    case 'REPLY':
      return [who, `${others} replied to `, title]
    case 'MENTION':
      return [who, ' mentioned you in ', title]
    case 'ANNOUNCEMENT':
      return ['Announcement: ', title]
    case 'WORK':
      return describeWork(subject)
    default:
      return kind === 'MARKS' || kind === 'FORM' ? describeOutcome(subject) : describeForStaff(notice)
  }
}

/** The sentence of what only staff get. */
function describeForStaff({ kind, subject, actor, otherActors }: NoticeContent): NoticePart[] {
  const title = { bold: subject.title }
  const who = { bold: actor?.name ?? 'Someone' }
  const others = formatOthers(otherActors)
  switch (kind) {
    case 'RESPONSE':
      return [who, `${others} signed up for `, title, ` and ${otherActors === 0 ? 'waits' : 'wait'} for a decision`]
    case 'EMAIL':
      return ['The email ', title, ' could not be sent']
    case 'INVITATION':
      return ['The invitation to ', who, `${others} could not be delivered`]
    case 'JOB':
      return ['The server gave up a task in the background: ', title]
    case 'ATTENDANCE':
      return [who, ' says that the attendance of ', title, ` is not right: “${subject.text ?? ''}”`]
    default:
      return ['You now teach ', title]
  }
}

/** The sentence of an item of the course that is new, moved, or due later for the reader. */
function describeWork({ title: words, outcome, assignmentId, others = 0 }: NoticeSubject): NoticePart[] {
  const title = { bold: words }
  if (outcome === 'EXTENDED') return ['You have more time for ', title]
  if (outcome === 'MOVED') return assignmentId ? ['The due time of ', title, ' changed'] : [title, ' was moved to another time']
  if (others === 0) return [title, ' is new']
  return [title, ` and ${others} ${others === 1 ? 'other' : 'others'} are new`]
}

/** The sentence of a mark or of a decision about a sign-up. */
function describeOutcome(subject: NoticeSubject): NoticePart[] {
  const title = { bold: subject.title }
  const share = `${formatMarks(subject.marks ?? 0)} / ${formatMarks(subject.maxMarks ?? 0)}`
  switch (subject.outcome) {
    case 'RETURNED':
      return [title, ' was returned to you for another attempt']
    case 'EXCUSED':
      return ['You are excused from ', title]
    case 'MARKED':
      return [title, ` was marked: ${share}`]
    case 'CHANGED':
      return ['Your mark of ', title, ` changed to ${share}`]
    case 'APPROVED':
      return ['You are enrolled in ', title, '. Your sign-up was approved']
    case 'SEAT_FREE':
      return ['A seat became free: you are enrolled in ', title]
    case 'WAITLISTED':
      return ['You are on the waiting list of ', title]
    default:
      return ['Your sign-up for ', title, ' was declined']
  }
}

export const noticeText = (notice: NoticeContent): string =>
  describeNotice(notice)
    .map((part) => (typeof part === 'string' ? part : isolate(part.bold)))
    .join('')

type Place = { kind: NoticeKind; subject: NoticeSubject; course: { id: string } | null; otherActors?: number }

/** The page that a notice links to, as a path of the web app. */
export function noticePath(place: Place): string {
  const { kind, subject, otherActors = 0 } = place
  if (kind === 'JOB') return '/'
  if (kind !== 'INVITATION') return coursePath(place)
  return otherActors > 0 || !subject.userId ? '/users?status=INVITED&sort=-createdAt' : `/users/user-details/${subject.userId}`
}

function itemPath(kind: NoticeKind, { weekId, assignmentId, mediaId }: NoticeSubject, courseId: string): string | undefined {
  if (!weekId) return undefined
  if (kind === 'ATTENDANCE') return `/courses/${courseId}/weeks/${weekId}/mark-attendance?session=${mediaId ?? weekId}`
  if (assignmentId) return `/assignments/course/${courseId}/week/${weekId}/${assignmentId}`
  return mediaId && `/courses/course/${courseId}/week/${weekId}/media/${mediaId}`
}

function coursePath({ kind, subject, course: about }: Place): string {
  const courseId = about?.id ?? ''
  const course = `/courses/course/${courseId}`
  const { discussionId, commentId, emailId, outcome } = subject
  const item = itemPath(kind, subject, courseId)
  if (discussionId) return `${course}/discussion-forum/${discussionId}${commentId ? `?comment=${commentId}` : ''}`
  if (item) return item
  if (kind === 'RESPONSE') return `${course}/sign-up-form/responses`
  if (kind === 'EMAIL') return `${course}/emails${emailId ? `?email=${emailId}` : ''}`
  if (kind === 'ANNOUNCEMENT') return `${course}/announcements${emailId ? `#${emailId}` : ''}`
  return kind === 'FORM' && outcome !== 'APPROVED' && outcome !== 'SEAT_FREE' ? `/courses-details/${courseId}` : course
}

/** A notice and its reader; what is shown in SQL is `isVisible` of the server. */
export const noticeStates = {
  NONE: 'not written, or deleted',
  UNREAD: 'listed and counted',
  READ: 'listed',
  HIDDEN: 'what it is about is deleted, or its reader may not open the course: neither listed, counted nor emailed',
} as const
export type NoticeState = keyof typeof noticeStates

interface NoticeMove {
  by: 'event' | 'reader' | 'job'
  from: readonly NoticeState[]
  to: readonly NoticeState[]
}

export const noticeMoves = {
  write: { by: 'event', from: ['NONE'], to: ['UNREAD'] },
  read: { by: 'reader', from: ['UNREAD'], to: ['READ'] },
  withdraw: { by: 'event', from: ['UNREAD', 'READ', 'HIDDEN'], to: ['NONE'] },
  hide: { by: 'event', from: ['UNREAD', 'READ'], to: ['HIDDEN'] },
  show: { by: 'event', from: ['HIDDEN'], to: ['UNREAD', 'READ'] },
  expire: { by: 'job', from: ['UNREAD', 'READ', 'HIDDEN'], to: ['NONE'] },
} as const satisfies Record<string, NoticeMove>
