/** Attendance of sessions, and what was watched. */

import type * as contract from '@lms/contract/attendance'
import type { VideoAttendance } from '@lms/contract/attendance'
import type { AttendanceRecord, SessionRecord } from '@lms/contract/attendance-record'
import { isSameLength } from '@lms/contract/attendance-rules'
import { getAttendanceRate, getCountedStatus, isBeforeJoining } from '@lms/contract/rules/attendance-rate'
import { isOpen } from '#access/conditions.ts'
import type { CourseContext, Handler } from '#call/handler.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import { attendanceFile } from '#modules/attendance/export.ts'
import { hasSession, listChanges } from '#modules/attendance/history.ts'
import {
  findSession,
  findWatchState,
  insertJoin,
  listEnrolled,
  listKnownNames,
  listRecords,
  listStudents,
  lockOwnRecord,
  updateWatchState,
  type SessionOf,
} from '#modules/attendance/queries.ts'
import { listSessions } from '#modules/attendance/rates.ts'
import { closeRegister, findClosed, lockRegister, reopenRegister } from '#modules/attendance/registers/closing.ts'
import { listOpenRegistersOf } from '#modules/attendance/registers/open.ts'
import {
  applyWatchReport,
  undoWatched,
  validateBulkRecords,
  isSaved,
  isUpcoming,
  getStatusOfJoining,
  type WatchState,
} from '#modules/attendance/rules.ts'
import { updateSettings } from '#modules/attendance/settings.ts'
import { restoreRecords, updateRecords } from '#modules/attendance/staff-marks.ts'
import { findTimeZone } from '#modules/courses/queries.ts'
import { joinBlocker } from '#modules/media/rules.ts'
import { findWeek } from '#modules/weeks/queries.ts'

type LiveMark = Parameters<typeof markLiveAttendance>[1]['body']

export const markVideoAttendance: Handler<typeof contract.markVideoAttendance> = async (ctx, { body }) => {
  await ctx.allow('attendance.markVideo', { courseId: body.courseId, ownerId: ctx.actor.id })
  const session = await openSession(ctx, body)
  if (!session.hasVideo) throw problem('conflict', { detail: 'There is no video to watch here.' })
  if (isUpcoming(session, ctx.now())) throw problem('session-not-open', { detail: 'This session has not started yet.' })
  const { durationSeconds: length } = body
  // A report about a video that was replaced since: the page learns that from the duration in the response.
  if (length && !isSameLength(length, session.duration))
    return showVideo(await findWatchState(ctx.db, body.mediaId, ctx.actor.id), session.duration)
  const before = await lockOwnRecord(ctx.db, { ...body, weekId: session.weekId }, ctx.actor.id, ctx.now())
  const seen = applyWatchReport(before, body, { ...session, now: ctx.now() })
  const after = body.undo ? undoWatched(seen) : seen
  await updateWatchState(ctx.db, body.mediaId, ctx.actor.id, after)
  return showVideo(after, session.duration)
}

export const checkVideoAttendance: Handler<typeof contract.checkVideoAttendance> = async (ctx, { params }) => {
  const session = await openSession(ctx, params)
  return showVideo(await findWatchState(ctx.db, params.mediaId, ctx.actor.id), session.duration)
}

export const markLiveAttendance: Handler<typeof contract.markLiveAttendance> = async (ctx, { body }) => {
  await ctx.allow('attendance.markLive', { courseId: body.courseId, ownerId: ctx.actor.id })
  const session = await openSession(ctx, body)
  if (session.type !== 'LIVE' || !session.startsAt) throw invalid('/mediaId', 'Not a live session')
  const at = { ...body, weekId: session.weekId }
  if (ctx.course.isStaff) return { ...(await showRecord(ctx, body.mediaId, await markByStaff(ctx, at))), joinUrl: null }
  await joinSession(ctx, at, { ...session, startsAt: session.startsAt })
  return { ...(await showRecord(ctx, body.mediaId, ctx.actor.id)), joinUrl: session.joinUrl }
}

export const markBulkAttendance: Handler<typeof contract.markBulkAttendance> = async (ctx, { params, body }) => {
  const week = (await findWeek(ctx.db, params.courseId, params.weekId)) ?? notFound('week')
  const userIds = body.attendance.map(({ userId }) => userId)
  const enrolled = new Set(await listEnrolled(ctx.db, params.courseId, userIds))
  const sessions = new Set((await listSessions(ctx.db, [params.courseId], ctx.now(), week.id)).map(({ id }) => id))
  const others = userIds.filter((userId) => !enrolled.has(userId))
  const names = others.length > 0 ? await listKnownNames(ctx.db, params.courseId, others) : undefined
  const errors = validateBulkRecords(body.attendance, week.id, { enrolled, sessions, ...(names && { names }) })
  if (errors.length > 0)
    throw problem('validation-failed', {
      detail: errors.length === 1 ? errors[0]!.detail : `${errors.length} marks need attention. None was saved.`,
      errors,
    })
  const marks = body.attendance.map(({ userId, mediaId, status, remark, seen }) => ({
    userId,
    sessionId: mediaId ?? week.id,
    status,
    remark: status && remark ? remark : null,
    seen,
  }))
  const now = ctx.now()
  const written = toKeys(await updateRecords(ctx.db, params, marks, { markedBy: ctx.actor.id, now }))
  const left = marks.filter((mark) => !written.has(keyOf(mark)))
  const kept = left.length > 0 ? await showRecords(ctx, left) : []
  return { marked: written.size, markedAt: now.toISOString(), kept }
}

export const undoAttendance: Handler<typeof contract.undoAttendance> = async (ctx, { params, body: { marks, markedAt } }) => {
  const week = (await findWeek(ctx.db, params.courseId, params.weekId)) ?? notFound('week')
  const cells = marks.map(({ userId, mediaId }) => ({ userId, sessionId: mediaId ?? week.id }))
  const undone = await restoreRecords(ctx.db, cells, { weekId: week.id, markedBy: ctx.actor.id, markedAt })
  if (undone.length === 0) throw problem('conflict', { detail: 'This has changed since. Nothing was undone.' })
  return { undone: await showRecords(ctx, undone) }
}

export const listAttendanceChanges: Handler<typeof contract.listAttendanceChanges> = async (ctx, { params, query }) => {
  const { courseId, mediaId, userId } = params
  if (!(await hasSession(ctx.db, courseId, mediaId))) notFound('session')
  return listChanges(ctx.db, { courseId, sessionId: mediaId, userId }, query)
}

export const listOpenRegisters: Handler<typeof contract.listOpenRegisters> = (ctx, { query }) => {
  ctx.reach()
  return listOpenRegistersOf(ctx.db, ctx.actor.id, query, ctx.now())
}

export const updateRegister: Handler<typeof contract.updateRegister> = async (ctx, { params, body }) => {
  const session = (await lockRegister(ctx.db, params.courseId, params.mediaId)) ?? notFound('session')
  const now = ctx.now()
  if (body.closed && isUpcoming(session, now)) throw problem('session-not-open', { detail: 'This session has not started yet.' })
  const isClosed = session.closedAt !== null
  const change = () =>
    body.closed
      ? closeRegister(ctx.db, params.mediaId, { actorId: ctx.actor.id, now })
      : reopenRegister(ctx.db, params.mediaId, ctx.actor.id)
  const changed = isClosed === body.closed ? 0 : await change()
  return { closed: await findClosed(ctx.db, params.mediaId), changed }
}

export const getCourseAttendance: Handler<typeof contract.getCourseAttendance> = async (ctx, { params, query }) => {
  await ctx.allow('attendance.read', { courseId: params.courseId, ownerId: ctx.actor.id })
  if (!ctx.course.isStaff && !isOpen((await findWeek(ctx.db, params.courseId, params.weekId)) ?? null, ctx.now())) notFound('week')
  const sessions = await listSessions(ctx.db, [params.courseId], ctx.now(), params.weekId)
  // Each week has at least its own register.
  if (sessions.length === 0) notFound('week')
  const { items, ...page } = await listStudents(ctx.db, params.courseId, ctx.course.isStaff ? undefined : ctx.actor.id, query)
  const records = await listRecords(
    ctx.db,
    sessions.map(({ id }) => id),
    items.map(({ user }) => user.id),
  )
  const { settings } = sessions[0]!
  const byUser = Map.groupBy(records, ({ userId }) => userId)
  const students = items.map(({ user, enrolled }) => {
    const own = byUser.get(user.id) ?? []
    const counted = own.map((record) => ({ status: getCountedStatus(record, settings.madeUpAs), held: true, beforeJoining: false }))
    return {
      user,
      entries: Object.fromEntries(own.map((record) => [record.sessionId, record])),
      percentage: getAttendanceRate(counted).percentage,
      beforeJoining: sessions.filter((session) => isBeforeJoining(session, enrolled)).map(({ id }) => id),
    }
  })
  return { sessions, settings, students, ...page }
}

export const updateAttendanceSettings: Handler<typeof contract.updateAttendanceSettings> = async (ctx, { params, body }) =>
  updateSettings(ctx.db, params.courseId, body)

export const exportAttendance: Handler<typeof contract.exportAttendance> = async (ctx, { query }) =>
  attendanceFile(ctx, query, await findTimeZone(ctx.db, query.courseId))

/** Students find nothing in a locked or unpublished week. */
async function openSession(ctx: CourseContext, at: SessionOf) {
  const session = (await findSession(ctx.db, at)) ?? notFound('item')
  return ctx.course.isStaff || isOpen(session.week, ctx.now()) ? session : notFound('item')
}

/** The server's clock decides. The student id in the request is ignored: students join for themselves. */
async function joinSession(
  ctx: CourseContext,
  at: SessionOf,
  session: { startsAt: string; durationMinutes: number | null },
): Promise<void> {
  const now = ctx.now()
  const blocker = joinBlocker(session, now)
  if (blocker) throw problem('session-not-open', { detail: blocker })
  await insertJoin(ctx.db, at, ctx.actor.id, getStatusOfJoining(session.startsAt, now), now)
}

async function markByStaff(ctx: CourseContext, { courseId, weekId, mediaId, userId, status, remark }: LiveMark): Promise<string> {
  const missing = Object.entries({ userId, status }).filter(([, value]) => value === undefined)
  const errors = missing.map(([name]) => ({ pointer: `/${name}`, detail: 'Send the user and the status' }))
  if (!userId || !status) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  if ((await listEnrolled(ctx.db, courseId, [userId])).length === 0) throw invalid('/userId', 'Not enrolled in this course')
  await updateRecords(ctx.db, { courseId, weekId }, [{ sessionId: mediaId, userId, status, remark: remark || null }], {
    markedBy: ctx.actor.id,
    now: ctx.now(),
  })
  return userId
}

async function showRecord(ctx: CourseContext, sessionId: string, userId: string): Promise<AttendanceRecord> {
  const [record] = await listRecords(ctx.db, [sessionId], [userId])
  return record!
}

interface Cell {
  sessionId: string
  userId: string
}
const keyOf = ({ sessionId, userId }: Cell) => `${sessionId} ${userId}`
const toKeys = (cells: readonly Cell[]) => new Set(cells.map(keyOf))

async function showRecords(ctx: CourseContext, cells: readonly Cell[]): Promise<SessionRecord[]> {
  const [sessionIds, userIds] = [cells.map(({ sessionId }) => sessionId), cells.map(({ userId }) => userId)]
  const found = new Map((await listRecords(ctx.db, sessionIds, userIds)).map((record) => [keyOf(record), record]))
  return cells.map(({ sessionId, userId }) => ({ sessionId, userId, record: found.get(keyOf({ sessionId, userId })) ?? null }))
}

const showVideo = (state: WatchState | undefined, duration: number | null): VideoAttendance => ({
  watched: !!state?.watchedAt,
  watchedAt: state?.watchedAt ?? null,
  coverage: state?.coverage ?? 0,
  position: state?.position ?? 0,
  savedAt: state && isSaved(state) ? state.updatedAt : null,
  durationSeconds: duration || null,
  ranges: state?.watchedRanges ?? [],
  source: state?.status ? state.source : null,
})
