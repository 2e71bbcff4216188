/** One user on one page, for their trainers and for admins. */

import { isAdminRole, isStudentRole, mayGrant } from '@lms/contract/policy'
import { withException } from '@lms/contract/rules/assignment-exceptions'
import { getAttendanceRate, getCountedStatus, isBeforeJoining, isOwnSession } from '@lms/contract/rules/attendance-rate'
import { withEnrolment } from '@lms/contract/rules/owed-work'
import { canSubmit, getSubmissionWindow } from '@lms/contract/rules/submission-window'
import type * as contract from '@lms/contract/users'
import type { UserOverview } from '@lms/contract/users'
import type { Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { listRecords } from '#modules/attendance/queries.ts'
import { listSessions } from '#modules/attendance/rates.ts'
import { deleteSessionsOf, listAliveSessions } from '#modules/auth/sessions/queries.ts'
import { parseUserAgent } from '#modules/auth/sessions/user-agent.ts'
import { deleteFeed } from '#modules/calendar/queries.ts'
import { listMyProgress } from '#modules/courses/progress/queries.ts'
import { listGradebookColumns, type Column } from '#modules/marks/queries.ts'
import { toCell, toFigures } from '#modules/marks/rules.ts'
import { readWork } from '#modules/marks/work/queries.ts'
import { countCourseEmails, listPlaces } from '#modules/users/overview/queries.ts'
import { findUser, findUserWithin } from '#modules/users/queries.ts'

type Place = Awaited<ReturnType<typeof listPlaces>>[number]

export const getUserOverview: Handler<typeof contract.getUserOverview> = async ({ db, actor, ...ctx }, { params }) => {
  const now = ctx.now()
  const user = (await findUserWithin(db, params.id, ctx.reach(), actor.id)) ?? notFound('person')
  const places = await listPlaces(db, user, actor)
  const [own, emails] = [
    isStudentRole(user.role) ? await readStudent(db, user.id, places, now) : toStaff(places),
    await countCourseEmails(db, user, actor),
  ]
  const sessions = isAdminRole(actor.role) ? await listAliveSessions(db, user.id, now) : null
  return {
    ...own,
    emails,
    sessions: sessions?.map(({ userAgent, ...session }) => ({ ...session, device: parseUserAgent(userAgent) })) ?? null,
  }
}

export const removeUserSessions: Handler<typeof contract.removeUserSessions> = async (ctx, { params }) => {
  ctx.reach()
  const user = (await findUser(ctx.db, params.id)) ?? notFound('person')
  if (!mayGrant(ctx.actor.role, user.role)) throw problem('forbidden', { detail: 'Only a super admin may change an admin.' })
  await deleteSessionsOf(ctx.db, user.id)
  await deleteFeed(ctx.db, user.id)
}

type Own = Omit<UserOverview, 'emails' | 'sessions'>

const toStaff = (places: readonly Place[]): Own => ({
  courses: places.map((place) => ({ ...place, numbers: null })),
  missing: [],
  marks: [],
  feedback: null,
  exceptions: [],
})

/** Each figure comes from the statement and the rule of its module, for all courses at once. */
async function readStudent(db: Db, userId: string, places: readonly Place[], now: Date): Promise<Own> {
  const ids = places.map(({ id }) => id)
  const progress = await listMyProgress(db, userId, ids, now, true)
  const gradebooks = await listGradebookColumns(db, ids, now)
  const columnsOf = ({ id }: Place) => gradebooks.get(id)?.columns ?? []
  const getWork = await readWork(db, places.flatMap(columnsOf), [userId])
  const works = places.map((place) => readMarks(place, columnsOf(place), (assignmentId) => getWork(userId, assignmentId), now))
  const attendance = await readAttendance(db, userId, places, now)
  const marks = works.flatMap((work) => work.marks)
  return {
    courses: places.map((place, index) => ({
      ...place,
      numbers: {
        weeks: progress.get(place.id)?.weekProgress ?? [],
        ...works[index]!.numbers,
        attendance: getAttendanceRate(attendance.ofCourse(place.id)),
      },
    })),
    missing: works
      .flatMap(({ missing }) => missing)
      .toSorted((one, other) => Number(other.canSubmit) - Number(one.canSubmit) || (other.dueAt ?? '').localeCompare(one.dueAt ?? '')),
    marks: marks.toSorted((one, other) => other.gradedAt.localeCompare(one.gradedAt)),
    feedback:
      works
        .flatMap(({ feedback }) => feedback)
        .toSorted((one, other) => other.gradedAt.localeCompare(one.gradedAt))
        .at(0) ?? null,
    exceptions: attendance.exceptions,
  }
}

type OwnWork = ReturnType<Awaited<ReturnType<typeof readWork>>>

/** An assignment with the student's work and cell, and the terms that apply to them. */
function toRow(place: Place, column: Column, { work, exception }: OwnWork, now: Date) {
  const cell = toCell(column, { work, exception, enrolled: place.enrolled }, now)
  const terms = withEnrolment(withException(column, exception), place.enrolled)
  const at = { courseId: place.id, courseTitle: place.title, weekId: column.weekId, weekNumber: column.weekNumber, title: column.title }
  return { column, cell, work, terms, at }
}
type Row = ReturnType<typeof toRow>

const toMissing = ({ column, cell, work, terms, at }: Row, now: Date) => ({
  ...at,
  id: column.id,
  dueAt: terms.dueAt,
  closesAt: terms.closesAt,
  canSubmit: canSubmit(getSubmissionWindow(terms, work, now.getTime())),
  isCounted: cell.isMissingCounted,
})

function toMarked({ column, cell: { marks, gradedAt, submissionId, isHeld }, at }: Row): UserOverview['marks'] {
  if (marks === null || gradedAt === null || submissionId === null) return []
  return [{ ...at, submissionId, marks, maxMarks: column.maxMarks, gradedAt, isHeld }]
}

const toFeedback = ({ work, cell: { gradedAt }, at: { courseId, title } }: Row) =>
  work?.feedback && gradedAt ? [{ submissionId: work.id, courseId, title, text: work.feedback, gradedAt }] : []

function readMarks(place: Place, columns: readonly Column[], ownOf: (assignmentId: string) => OwnWork, now: Date) {
  const rows = columns.map((column) => toRow(place, column, ownOf(column.id), now))
  const missing = rows.filter(({ cell }) => cell.state === 'MISSING')
  return {
    numbers: toFigures(
      columns,
      rows.map(({ cell }) => cell),
    ),
    missing: missing.map((row) => toMissing(row, now)),
    marks: rows.flatMap(toMarked),
    feedback: rows.flatMap(toFeedback),
  }
}

const order = ['ABSENT', 'LATE', null] as const

async function readAttendance(db: Db, userId: string, places: readonly Place[], now: Date) {
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const sessions = await listSessions(db, [...placeOf.keys()], now)
  const ids = sessions.map(({ id }) => id)
  const recordOf = new Map((await listRecords(db, ids, [userId])).map((record) => [record.sessionId, record]))
  const own = sessions.map((session) => {
    const record = recordOf.get(session.id)
    const place = placeOf.get(session.courseId)!
    const status = record ? getCountedStatus(record, session.settings.madeUpAs) : null
    return { session, record, place, status, held: session.held, beforeJoining: isBeforeJoining(session, place.enrolled) }
  })
  return {
    exceptions: own
      .filter(isOwnSession)
      .flatMap(toException)
      .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status) || other.weekNumber - one.weekNumber),
    ofCourse: (courseId: string) => own.filter(({ session }) => session.courseId === courseId),
  }
}

interface OwnSession {
  session: Awaited<ReturnType<typeof listSessions>>[number]
  record: Awaited<ReturnType<typeof listRecords>>[number] | undefined
  place: Place
  status: 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null
}

/** None if the student was there, or is excused. */
function toException({ session, record, place, status }: OwnSession): UserOverview['exceptions'] {
  if (status === 'PRESENT' || status === 'EXCUSED') return []
  const { id, courseId, weekId, week: weekNumber, title, type, startsAt } = session
  const evidence = { remark: record?.remark ?? null, coverage: record?.coverage ?? null }
  return [{ id, courseId, courseTitle: place.title, weekId, weekNumber, title, type, startsAt, status, ...evidence }]
}
