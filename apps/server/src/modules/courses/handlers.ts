/** Courses: the catalogue, the caller's own, the course page, enrolment and progress. */

import type * as contract from '@lms/contract/courses'
import { isTrainerRole } from '@lms/contract/policy'
import { decideMove, toPlaceState } from '@lms/contract/rules/places'
import { checkVersion, toEdit } from '#access/edits.ts'
import { rereadBy, type Context, type Handler } from '#call/handler.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import { listFigures } from '#modules/course-figures/figures.ts'
import { changeTimeZone } from '#modules/courses/clock-times.ts'
import { findCoursePage } from '#modules/courses/course-page/queries.ts'
import { listDeletedCourses as listDeleted, restoreCourseRow } from '#modules/courses/deletion/queries.ts'
import { listWithProgress } from '#modules/courses/own-courses.ts'
import {
  deleteCourse,
  findEnrolment,
  insertCourse,
  insertStudent,
  insertWeeks,
  listCatalogue,
  listTrainerIds,
  lockCourse,
  updateCourseRow,
  updateTrainers,
} from '#modules/courses/queries.ts'
import { isDecided, numberedWeeks, toSummary } from '#modules/courses/rules.ts'
import { findSeats } from '#modules/courses/seats/queries.ts'
import { validateImage } from '#modules/files/verify.ts'
import { cancelSessions, restoreSessions } from '#modules/media/removal.ts'
import { notify } from '#modules/notices/notify.ts'
import { deleteNotices } from '#modules/notices/queries.ts'
import { decideWaiting } from '#modules/signup-forms/responses/decide.ts'
import { insertJoinedCourses, insertLeftCourses } from '#modules/users/changes/queries.ts'
import { countTrainers } from '#modules/users/queries.ts'
import { cleanField } from '#services/html.ts'

export const listCourses: Handler<typeof contract.listCourses> = async (ctx, { query }) => {
  const { items, ...page } = await listCatalogue(ctx.db, ctx.actor, query, ctx.now())
  return { ...page, items: items.map(({ description = '', ...course }) => ({ ...course, summary: toSummary(description) })) }
}

export const listMyCourses: Handler<typeof contract.listMyCourses> = async (ctx, { query }) => {
  ctx.reach()
  const { figures, ...filter } = query
  const now = ctx.now()
  if (!figures) return listWithProgress(ctx.db, ctx.actor, filter, now)
  const { items, ...page } = await listWithProgress(ctx.db, ctx.actor, filter, now, (one, ids) => listFigures(one, ctx.actor, ids, now))
  const addressOf = async (key: string | null) => key && (await ctx.services.storage.presignGet(key))
  const withPictures = items.map(async ({ next, ...course }) => ({
    ...course,
    next: next && { ...next, thumbnailUrl: await addressOf(next.thumbnail) },
  }))
  return { ...page, items: await Promise.all(withPictures) }
}

export const getCourse: Handler<typeof contract.getCourse> = async (ctx, { params }) =>
  (await findCoursePage(ctx.db, ctx.actor, params.id, ctx.now())) ?? notFound('course')

const create: Handler<typeof contract.createCourse> = async (ctx, { body }) => {
  const { weekCount, trainerIds, ...fields } = body
  const trainers = isTrainerRole(ctx.actor.role) ? [ctx.actor.id] : [...new Set(trainerIds)]
  await checkTrainers(ctx, trainers)
  await checkCover(ctx, fields.coverImage)
  const id = await insertCourse(ctx.db, { ...cleanField(fields, 'description'), createdBy: ctx.actor.id })
  await insertJoinedCourses(ctx.db, trainers, [id], { actorId: ctx.actor.id, now: ctx.now() })
  await updateTrainers(ctx.db, id, trainers)
  await notifyTrainers(ctx, id, trainers)
  await insertWeeks(ctx.db, id, numberedWeeks(weekCount, fields.startsOn))
  return show(ctx, id)
}

export const createCourse = rereadBy<typeof contract.createCourse>(create, (ctx, id) => show(ctx, id))

export const updateCourse: Handler<typeof contract.updateCourse> = async (ctx, { params, body }) => {
  // The route requires `course.publish`, which only covers the status.
  if (Object.keys(body).some((field) => field !== 'status' && field !== 'version'))
    await ctx.allow('course.update', { courseId: params.id })
  const before = (await lockCourse(ctx.db, params.id)) ?? notFound('course')
  const { trainerIds, waiting, keepTimes, version, ...fields } = body
  await checkVersion(ctx, version, before, () => show(ctx, params.id))
  const { startsOn = before.startsOn, endsOn = before.endsOn } = fields
  checkDates(startsOn, endsOn)
  if (fields.coverImage !== before.coverImage) await checkCover(ctx, fields.coverImage)
  if (trainerIds) await replaceTrainers(ctx, params.id, [...new Set(trainerIds)])
  const isArchivedDraft = fields.status === 'ARCHIVED' && (before.status === 'DRAFT' || before.isArchivedDraft)
  const status = fields.status && { isArchivedDraft }
  await updateCourseRow(ctx.db, params.id, { ...cleanField(fields, 'description'), ...status, ...toEdit(ctx, before) })
  const { timeZone = before.timeZone } = fields
  if (timeZone !== before.timeZone)
    await changeTimeZone(ctx, params.id, { from: before.timeZone, to: timeZone, keepsClock: keepTimes === 'CLOCK' })
  const { enrolment = before.enrolment } = fields
  if (enrolment !== before.enrolment) await followEnrolment(ctx, params.id, waiting)
  return show(ctx, params.id)
}

/** Decides about those who wait for a place when the way into the course changes. */
async function followEnrolment(ctx: Context, courseId: string, waiting: 'KEEP' | 'ENROL' | 'DECLINE' | undefined): Promise<void> {
  if (waiting && waiting !== 'KEEP') await decideWaiting(ctx, courseId, waiting === 'ENROL' ? 'APPROVED' : 'REJECTED')
}

function checkDates(startsOn: string | null, endsOn: string | null): void {
  if (startsOn && endsOn && endsOn < startsOn) throw invalid('/endsOn', 'Must not be before the start')
}

/** Present trainers may stay even if suspended: only new ones are checked. */
async function replaceTrainers(ctx: Context, courseId: string, trainers: string[]): Promise<void> {
  const known = new Set(await listTrainerIds(ctx.db, courseId))
  await checkTrainers(
    ctx,
    trainers.filter((id) => !known.has(id)),
  )
  const by = { actorId: ctx.actor.id, now: ctx.now() }
  await insertJoinedCourses(ctx.db, trainers, [courseId], by)
  await insertLeftCourses(ctx.db, [...known.difference(new Set(trainers))], courseId, by)
  await updateTrainers(ctx.db, courseId, trainers)
  await deleteNotices(ctx.db, [...known.difference(new Set(trainers))], teachingGroup(courseId))
  await notifyTrainers(
    ctx,
    courseId,
    trainers.filter((id) => !known.has(id)),
  )
}

const teachingGroup = (courseId: string): string => `teaching:${courseId}`

/** The title is that of the course when it is read. */
const notifyTrainers = ({ db, actor, ...ctx }: Context, courseId: string, userIds: readonly string[]) => {
  const keys = { groupKey: teachingGroup(courseId), sourceId: teachingGroup(courseId) }
  return notify(db, [{ kind: 'TEACHING', courseId, ...keys, actorId: actor.id, subject: { title: '' }, userIds }], ctx.now())
}

export const removeCourse: Handler<typeof contract.removeCourse> = async (ctx, { params }) => {
  void ((await lockCourse(ctx.db, params.id)) ?? notFound('course'))
  await cancelSessions(ctx, { courseId: params.id })
  await deleteCourse(ctx.db, params.id, ctx.now())
}

export const listDeletedCourses: Handler<typeof contract.listDeletedCourses> = (ctx, { query }) => {
  ctx.reach()
  return listDeleted(ctx.db, query, ctx.now())
}

const restore: Handler<typeof contract.restoreCourse> = async (ctx, { params }) => {
  ctx.reach()
  if (!(await restoreCourseRow(ctx.db, params.id, ctx.now()))) notFound('course')
  await restoreSessions(ctx, { courseId: params.id })
  return show(ctx, params.id)
}

export const restoreCourse = rereadBy<typeof contract.restoreCourse>(restore, (ctx, id) => show(ctx, id))

export const enroll: Handler<typeof contract.enroll> = async (ctx, { params }) => {
  const course = (await lockCourse(ctx.db, params.id)) ?? notFound('course')
  const before = await findEnrolment(ctx.db, course.id, ctx.actor.id)
  if (before && isDecided(before.status, course)) {
    ctx.status(200)
    return before
  }
  const now = ctx.now()
  const seats = await findSeats(ctx.db, course, ctx.actor.id, now)
  const decision = decideMove({ move: 'enrol', state: toPlaceState(before?.status), course, seats, now: now.getTime() })
  if ('refused' in decision) throw problem(decision.refused[0], { detail: decision.refused[1] })
  await insertJoinedCourses(ctx.db, [ctx.actor.id], [course.id], { actorId: ctx.actor.id, now: ctx.now() })
  await insertStudent(ctx.db, course.id, ctx.actor.id)
  return { role: 'STUDENT', status: 'ACTIVE' }
}

const show = async (ctx: Context, id: string) => (await findCoursePage(ctx.db, ctx.actor, id, ctx.now())) ?? notFound('course')

async function checkTrainers(ctx: Context, ids: string[]): Promise<void> {
  if ((await countTrainers(ctx.db, ids)) < ids.length)
    throw invalid('/trainerIds', 'Only trainers and admins who are not suspended can teach a course')
}

async function checkCover(ctx: Context, key: string | null | undefined): Promise<void> {
  const error = key ? await validateImage(ctx, key) : undefined
  if (error) throw invalid('/coverImage', error)
}
