/** Which work a student owes, by when they were enrolled, what of it is left to do, and when it is missing. Shared by server and web; the server's access/owed-work.ts has the same rules in SQL. */

import { isPast, type LatePolicy } from '#rules/late-policy.ts'

/** Until before `until`; null: still enrolled. */
export type EnrolmentPeriod = { from: string; until: string | null }
type Periods = readonly EnrolmentPeriod[] | null

type Times = { dueAt: string | null; closesAt: string | null; closedAt: string | null }
type Terms = Omit<Times, 'closedAt'> & { status: 'DRAFT' | 'PUBLISHED' | 'CLOSED' }

const includes = ({ from, until }: EnrolmentPeriod, at: number) => Date.parse(from) <= at && (until === null || at < Date.parse(until))

/** Whether a student was enrolled when something fell due. Null periods: somebody of whom none are known. */
export const isOwed = (periods: Periods, fallsDueAt: string | null): boolean =>
  periods === null || fallsDueAt === null || periods.some((period) => includes(period, Date.parse(fallsDueAt)))

/** With the student's own times: the due time, or when it closes if that comes first or there is no due time. Null: never. */
export function getFallsDueAt({ dueAt, closesAt, closedAt }: Times): string | null {
  const times = [dueAt, closesAt, closedAt].filter((time) => time !== null)
  return times.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null
}

/** With `beforeJoining`: the work fell due before the student enrolled. It is never overdue, missing, required or late. */
export const withEnrolment = <T extends Times>(terms: T, periods: Periods) => ({
  ...terms,
  beforeJoining: !isOwed(periods, getFallsDueAt(terms)),
})

/** The due time after which a submission is late; null: never, as where lateness does not matter. */
export const getLateAfter = (terms: {
  dueAt: string | null
  beforeJoining: boolean
  latePolicy: Pick<LatePolicy, 'kind'>
}): string | null => (terms.beforeJoining || terms.latePolicy.kind === 'NONE' ? null : terms.dueAt)

export const isClosed = ({ status, closesAt }: Omit<Terms, 'dueAt'>, now: number): boolean => status === 'CLOSED' || isPast(closesAt, now)

/** The due time has passed, or it was closed before. `now` in milliseconds. */
export const isOver = (terms: Terms, now: number): boolean => isPast(terms.dueAt, now) || isClosed(terms, now)

/** Work that is owed, not submitted, and whose time is over. `isOpen`: its week is published and unlocked; students do not see others. */
export const isMissing = (
  terms: Terms & { isOpen: boolean; beforeJoining: boolean; isExcused: boolean },
  work: { attempt: number } | null,
  now: number,
): boolean => terms.isOpen && !terms.isExcused && !terms.beforeJoining && (work?.attempt ?? 0) === 0 && isOver(terms, now)

type OwnWork = {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED' | null
  attempt: number
  isExcused: boolean
  beforeJoining: boolean
}

/**
 * Whether a student has it to do: owed or returned, not submitted since, and it can still be submitted, as nothing can in an archived
 * course. `work` is null for staff.
 */
export function isToDo(terms: Omit<Terms, 'dueAt'> & { isArchived: boolean }, work: OwnWork | null, now: number): boolean {
  if (!work || terms.isArchived || work.isExcused || work.status === 'SUBMITTED' || work.status === 'GRADED') return false
  return !(work.beforeJoining && work.attempt === 0) && !isClosed(terms, now)
}

/** What is due in these next days is due soon. */
export const soonDays = 7
const soon = soonDays * 86_400_000

/** In milliseconds, as is `now`. */
export const getSoonFrom = (dueAt: string): number => Date.parse(dueAt) - soon

/** Work that is overdue is due soon as well. */
export const isDueSoon = (dueAt: string | null, now: number): boolean => dueAt !== null && getSoonFrom(dueAt) <= now
