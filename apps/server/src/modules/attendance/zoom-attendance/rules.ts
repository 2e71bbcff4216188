/** Derives attendance from Zoom's join and leave events: matches participants to students, and adds up their time. Pure (decision 0009). */

import { lateAfterMs } from '@lms/contract/attendance-rules'
import { getSessionEnd } from '@lms/contract/rules/session-window'

export interface JoinEvent {
  /** Begins with the id of the part of the meeting, that of a report with the word `report` before it. */
  connection: string
  kind: 'JOIN' | 'LEAVE'
  at: string
  /** Whether the student was matched by name only. */
  matchedByName?: boolean
}

/** In milliseconds since 1970. */
type Stay = [from: number, to: number]

const minute = 60_000
/** Share of the session that a student must attend to be marked present. */
const enoughOfIt = 0.75
const enoughWhenLate = 0.5
/** Milliseconds around the planned time that belong to the session: meetings open early and overrun. */
const openBeforeMs = 60 * minute
const openAfterMs = 120 * minute

export interface SessionWindow {
  startsAt: string
  durationMinutes: number
  /** As reported by Zoom; null while unknown. */
  startedAt: string | null
  endedAt: string | null
}

/** Whether an event is close enough to the planned time to belong to this session, and not to a test of the meeting. */
export const isNear = (session: Pick<SessionWindow, 'startsAt' | 'durationMinutes'>, at: string): boolean =>
  Date.parse(at) >= Date.parse(session.startsAt) - openBeforeMs && Date.parse(at) <= getSessionEnd(session) + openAfterMs

/** The end, if the meeting was still running after the planned start: closing a test meeting ends nothing. */
const getEnd = ({ startsAt, endedAt }: SessionWindow): number | null => (endedAt && endedAt > startsAt ? Date.parse(endedAt) : null)

/** The counted time: the planned one, but from the real start, and no longer than the real duration. */
function getCountedStay(session: SessionWindow): Stay {
  const [start, end] = [Date.parse(session.startsAt), getSessionEnd(session)]
  const began = session.startedAt ? Math.max(start, Date.parse(session.startedAt)) : start
  return [began < end ? began : start, Math.min(end, getEnd(session) ?? end)]
}

/** Disjoint and ascending; overlapping intervals of two devices are merged. A join without a leave lasts until `until`. */
export function toIntervals(moments: readonly JoinEvent[], until: number): Stay[] {
  const stays = [...Map.groupBy(moments, ({ connection }) => connection).values()].flatMap((own) => staysOfOne(own, until))
  const merged: Stay[] = []
  for (const [from, to] of stays.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) merged.push([from, to])
  }
  return merged
}

/**
 * A leave without a join does not say how long the student was there. Of joins and leaves at the same instant (Zoom reports whole seconds)
 * the surplus counts: who leaves and rejoins at once was there all the time, who joins and leaves at once was not there.
 */
function staysOfOne(moments: readonly JoinEvent[], until: number): Stay[] {
  const stays: Stay[] = []
  let open: number | undefined
  const byTime = Map.groupBy(moments, ({ at }) => Date.parse(at))
  for (const [time, events] of [...byTime].toSorted((a, b) => a[0] - b[0])) {
    const { JOIN = [], LEAVE = [] } = Object.groupBy(events, ({ kind }) => kind)
    if (JOIN.length === LEAVE.length) continue
    if (JOIN.length > LEAVE.length) open ??= time
    else if (open !== undefined) {
      stays.push([open, time])
      open = undefined
    }
  }
  return open === undefined ? stays : [...stays, [open, until]]
}

export interface Presence {
  /** Null: seen, but not for long enough; staff decide. */
  status: 'PRESENT' | 'LATE' | null
  joinedAt: string
  /** Within the session's time, rounded down. */
  minutes: number
  matchedByName: boolean
}

/** The connection of an event that a report tells of. */
export const reportedConnection = (uuid: string, rest: string): string => `report ${uuid} ${rest}`

/**
 * A report is complete, so for a student it names it replaces what Zoom told while that part of the meeting ran, or tells late: a lost event
 * would otherwise count them until the end.
 */
function preferReports(moments: readonly JoinEvent[]): JoinEvent[] {
  const partOf = ({ connection }: JoinEvent) => connection.split(' ')
  const reported = new Set(moments.map(partOf).flatMap(([mark, uuid]) => (mark === 'report' ? [uuid] : [])))
  return moments.filter((one) => !reported.has(partOf(one)[0]))
}

/** Undefined if the student did not come. While the session runs, only lateness can be judged. */
export function getStatus(all: readonly JoinEvent[], session: SessionWindow, now: Date): Presence | undefined {
  const moments = preferReports(all)
  const end = getEnd(session) ?? getSessionEnd(session)
  const isOver = getEnd(session) !== null || now.getTime() >= end
  const stays = toIntervals(moments, Math.min(now.getTime(), end))
  // A student who has just joined has no time yet.
  const comings = moments.filter(({ kind }) => kind === 'JOIN').map(({ at }) => Date.parse(at))
  if (comings.length === 0) return undefined
  const [from, to] = getCountedStay(session)
  const first = Math.min(...comings)
  const seen = stays.reduce((sum, stay) => sum + Math.max(0, Math.min(stay[1], to) - Math.max(stay[0], from)), 0)
  const share = to > from ? seen / (to - from) : 0
  const isLate = first > from + lateAfterMs
  const isEnough = !isOver || share >= (isLate ? enoughWhenLate : enoughOfIt)
  return {
    status: isEnough ? (isLate ? 'LATE' : 'PRESENT') : null,
    joinedAt: new Date(first).toISOString(),
    minutes: Math.floor(seen / minute),
    // A participant's email, once known, also identifies their other events.
    matchedByName: all.every(({ matchedByName = false }) => matchedByName),
  }
}

export interface Student {
  id: string
  name: string
  email: string | null
}

/** Ignores case, accents and whitespace. */
const normalizeName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

interface Match {
  userId: string
  matchedByName: boolean
}

/** Matches a participant to a student: by email, else by a name that only one student has. */
export function createMatcher(students: readonly Student[]): (seen: { email: string; name: string }) => Match | undefined {
  const byEmail = new Map(students.flatMap(({ id, email }) => (email ? [[email.toLowerCase(), id] as const] : [])))
  const byName = Map.groupBy(students, ({ name }) => normalizeName(name))
  return ({ email, name }) => {
    const known = byEmail.get(email.trim().toLowerCase())
    if (known) return { userId: known, matchedByName: false }
    const namesakes = byName.get(normalizeName(name)) ?? []
    return namesakes.length === 1 ? { userId: namesakes[0]!.id, matchedByName: true } : undefined
  }
}

/** Milliseconds until the report is requested again: Zoom has it some minutes after the end, sometimes only after an hour. */
export const reportDelay = (attempt: number): number => Math.min(5 * minute * 2 ** attempt, 6 * 60 * minute)
/** About two days. */
export const lastReportAttempt = 12
