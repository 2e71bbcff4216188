/** When a live session takes place and when students can join it, shared by server and web. */

const minute = 60_000

/** The length in minutes of a session that has none. */
export const defaultMinutes = 60

/** Milliseconds before and after the planned time in which students can join. */
export const joinOpensBeforeMs = 15 * minute
const joinClosesAfter = 30 * minute

type Session = { startsAt: string | null; durationMinutes: number | null }

/** In milliseconds, as is `now` below; NaN without a time. */
export const getSessionStart = ({ startsAt }: Pick<Session, 'startsAt'>): number => (startsAt === null ? Number.NaN : Date.parse(startsAt))
export const getSessionEnd = (session: Session): number => getSessionStart(session) + (session.durationMinutes ?? defaultMinutes) * minute

/** Whether students can join, by time alone (docs/domains/attendance.md). */
export const isJoinable = (session: Session, now: number): boolean =>
  now >= getSessionStart(session) - joinOpensBeforeMs && now <= getSessionEnd(session) + joinClosesAfter
