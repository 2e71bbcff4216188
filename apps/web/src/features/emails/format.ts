/** Audiences in words. */

import type { AudienceRule, LeftOutReason, Recipient, Why } from '@lms/contract/course-emails'
import { formatDayAndTime, formatDueTime, formatLastSeenInSentence } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'

const studentKinds = ['STUDENTS', 'NOT_SUBMITTED', 'UNGRADED', 'NOT_WATCHED', 'ABSENT', 'INACTIVE']

/** “5 students”, or people if there may be others. */
export const countPeople = (count: number, rules: readonly AudienceRule[]): string =>
  rules.length > 0 && rules.every(({ kind }) => studentKinds.includes(kind))
    ? pluralize(count, 'student')
    : pluralize(count, 'person', 'people')

/** “Students who have not submitted”, followed by the emphasised title. */
export function describeRule({ kind, title, days }: AudienceRule): [words: string, title: string | null] {
  const named = title ?? 'something that was deleted'
  switch (kind) {
    case 'ALL':
      return ['All students and trainers', null]
    case 'STUDENTS':
      return ['All students', null]
    case 'TRAINERS':
      return ['All trainers', null]
    case 'ME':
      return ['Only you', null]
    case 'PENDING':
      return ['People waiting for review of their sign-up', null]
    case 'NOT_SUBMITTED':
      return ['Students who have not submitted', named]
    case 'UNGRADED':
      return ['Students whose work is not marked yet:', named]
    case 'NOT_WATCHED':
      return ['Students who have not watched', named]
    case 'ABSENT':
      return ['Students who were absent in', named]
    case 'INACTIVE':
      return [`Students not seen for ${pluralize(days ?? 0, 'day')}`, null]
    default:
      return ['Chosen people', null]
  }
}

/** “5 not submitted”, for the log. */
export function shortAudience(count: number, rules: readonly AudienceRule[]): string {
  const [rule] = rules
  if (rules.length !== 1 || !rule) return countPeople(count, rules)
  if (rule.kind === 'NOT_SUBMITTED') return `${count} not submitted`
  if (rule.kind === 'UNGRADED') return `${count} not marked`
  if (rule.kind === 'NOT_WATCHED') return `${count} not watched`
  if (rule.kind === 'ABSENT') return `${count} absent in ${rule.title ?? 'a deleted week'}`
  if (rule.kind === 'PENDING') return `${count} waiting for review`
  return countPeople(count, rules)
}

export function formatReason(why: Why, people: readonly Recipient[], now: number): string {
  const words: Record<Why, string> = {
    MEMBER: 'Members',
    STUDENT: 'Students',
    TRAINER: 'Trainers',
    ME: 'You',
    PENDING: 'To review',
    NOT_STARTED: 'Not started',
    DRAFT_SAVED: 'Draft saved',
    IN_PROGRESS: 'Watched in part',
    UNGRADED: 'Not marked',
    ABSENT: 'Absent',
    INACTIVE: people.length === 1 ? `Last seen ${formatLastSeenInSentence(people[0]!.lastSeenAt, now)}` : 'Not seen',
    CHOSEN: 'Chosen',
  }
  return words[why]
}

export const leftOutLabels: Record<LeftOutReason | 'LEFT' | 'COURSE', string> = {
  OPTED_OUT: 'opted out of emails from this course',
  SUSPENDED: 'suspended',
  INVITED: 'invitation not accepted',
  ANNOUNCEMENTS_DAILY: 'gets announcements in the daily email',
  ANNOUNCEMENTS_NEVER: 'gets no announcements by email',
  LEFT: 'no longer in this course',
  COURSE: 'the course was deleted or archived',
}

/** The course's time: with its zone where the viewer's clock shows another time. */
export const courseTime = (at: string, zone: string): string =>
  (formatDayAndTime(at, zone) === formatDayAndTime(at) ? formatDayAndTime : formatDueTime)(at, zone)
