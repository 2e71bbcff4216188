/** Writing down what Zoom told of a session, and what it means for everybody's attendance: one transaction, one session at a time. */
import type { Db } from '#db/client.ts'
import { insertMoments, listMoments, listStudentsToMatch, updateHeld, updateSeen } from '#modules/attendance/presence/queries.ts'
import { isNear, createMatcher, getStatus, type Moment } from '#modules/attendance/presence/rules.ts'
import type { EndedSession } from '#modules/media/zoom/queries.ts'

/** Somebody in the meeting, as Zoom names them. */
export type Presence = Moment & { email: string; name: string }

interface Told {
  sightings?: readonly Presence[]
  startedAt?: string | undefined
  endedAt?: string | undefined
}

/** `session` is locked. Parts of a meeting are one: it began with the first and ended with the last. */
export async function recordPresence(
  db: Db,
  session: EndedSession,
  { sightings = [], startedAt, endedAt }: Told,
  now: Date,
): Promise<void> {
  const near = (at: string | undefined) => (at && isNear(session, at) ? new Date(at).toISOString() : null)
  const held = { ...session, startedAt: first(session.startedAt, near(startedAt)), endedAt: last(session.endedAt, near(endedAt)) }
  await updateHeld(db, session.id, { startedAt: held.startedAt, endedAt: held.endedAt })
  const match = sightings.length > 0 ? createMatcher(await listStudentsToMatch(db, session.courseId)) : () => undefined
  const known = sightings.flatMap(({ email, name, connection, kind, at }) => {
    const matched = near(at) && match({ email, name })
    return matched ? [{ ...matched, connection, kind, at }] : []
  })
  await insertMoments(db, session.id, known)
  const concerned = new Set(known.map(({ userId }) => userId))
  const isAboutAll = startedAt !== undefined || endedAt !== undefined
  const moments = (await listMoments(db, session.id)).filter(({ userId }) => isAboutAll || concerned.has(userId))
  const seen = [...Map.groupBy(moments, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const verdict = getStatus(own, held, now)
    return verdict ? [{ userId, ...verdict }] : []
  })
  await updateSeen(db, session, seen, now)
}

const first = (one: string | null, other: string | null) => (one && other ? (one < other ? one : other) : (one ?? other))
const last = (one: string | null, other: string | null) => (one && other ? (one > other ? one : other) : (one ?? other))
