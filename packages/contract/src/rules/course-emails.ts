/** Rules for emails to a course: audiences and placeholders. */
import type { LeftOutReason } from '#course-emails.ts'

const uuid = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}'

/** One entry of `sendTo`. */
export type Audience =
  | { kind: 'ALL' | 'STUDENTS' | 'TRAINERS' | 'ME' | 'PENDING' }
  | { kind: 'NOT_SUBMITTED' | 'UNGRADED'; assignmentId: string }
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
const knownNames = ['name', 'fullName', 'course']

/** Unknown placeholders, as they were written. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].filter(([, name]) => !knownNames.includes(name!.trim())).map(([whole]) => whole)),
]

/** Replaces placeholders by values, which must be escaped if the text is HTML. */
export const fillPlaceholders = (text: string, values: { name?: string; fullName?: string; course?: string }): string =>
  text.replace(placeholder, (whole, name: string) => values[name.trim() as 'name'] ?? whole)

/** Milliseconds in which an email can be undone before it is sent. */
export const undoTime = 10_000
