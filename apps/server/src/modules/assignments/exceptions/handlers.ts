/** Gives students of an assignment more time, excuses and reminds them. */

import type * as contract from '@lms/contract/assignment-exceptions'
import { canBeAnswered, canStillSubmit, isRecentlyReminded, whyNotExtended } from '@lms/contract/rules/assignment-exceptions'
import { isolate } from '@lms/contract/rules/direction'
import { isPast } from '@lms/contract/rules/late-policy'
import type { CourseContext, Handler } from '#call/handler.ts'
import { courseArchived, invalid, notFound, problem } from '#call/problems.ts'
import { listWork } from '#modules/assignments/changes/queries.ts'
import { findCourseNames, listStudentsAmong, listWithoutWork, saveExceptions } from '#modules/assignments/exceptions/queries.ts'
import { findAssignmentInWeek, lockInCourse } from '#modules/assignments/queries.ts'
import { formatEmailTime, layout, queueMailsByZone } from '#modules/mail/outbox.ts'
import { notify } from '#modules/notices/notify.ts'
import { deleteNoticesOf } from '#modules/notices/queries.ts'
import { regradeWork, saveRegraded } from '#modules/submissions/assignment-changes.ts'

export const extendDueTime: Handler<typeof contract.extendDueTime> = async (
  ctx,
  { params, body: { dueAt, closesAt, recheckLate, ...body } },
) => {
  const assignment = (await lockInCourse(ctx.db, ctx.course.id, params.assignmentId)) ?? notFound('assignment')
  const refusal = dueAt ? whyNotExtended(assignment) : undefined
  if (refusal === 'closed') throw problem('conflict', { detail: 'This assignment is closed for everybody. Open it again first.' })
  if (refusal === 'no-due-time') throw invalid('/dueAt', 'This assignment has no due time')
  if (dueAt && dueAt <= assignment.dueAt!) throw invalid('/dueAt', 'Choose a time after the assignment is due')
  const studentIds = await checkStudents(ctx, body.studentIds)
  const extension = dueAt ? { extendedAt: ctx.now().toISOString(), extendedBy: ctx.actor.id } : { extendedAt: null, extendedBy: null }
  await saveExceptions(ctx.db, assignment.id, studentIds, { dueAt, closesAt, ...extension })
  // Locking the assignment and its submissions keeps students from submitting and staff from grading until the transaction ends.
  const work = await listWork(ctx.db, [assignment.id], [], { lock: true, studentIds })
  const regraded = regradeWork(assignment, assignment, work, { recheckLate, versions: [] })
  await saveRegraded(ctx, regraded, [assignment])
  await notifyExtended(ctx, assignment, studentIds, dueAt)
  return { students: studentIds.length, remarked: regraded.length }
}

export const excuseStudents: Handler<typeof contract.excuseStudents> = async (ctx, { params, body: { reason, ...body } }) => {
  const assignment = (await lockInCourse(ctx.db, ctx.course.id, params.assignmentId)) ?? notFound('assignment')
  const studentIds = await checkStudents(ctx, body.studentIds)
  await saveExceptions(
    ctx.db,
    assignment.id,
    studentIds,
    reason === null
      ? { excusedAt: null, excusedBy: null, excuseReason: null }
      : { excusedAt: ctx.now().toISOString(), excusedBy: ctx.actor.id, excuseReason: reason },
  )
  const sourceId = `excused:${assignment.id}`
  if (reason === null)
    await deleteNoticesOf(
      ctx.db,
      studentIds.map((userId) => ({ userId, sourceId })),
    )
  else if (await isVisible(ctx, assignment)) {
    const { id: assignmentId, weekId, title } = assignment
    const subject = { title, weekId, assignmentId, outcome: 'EXCUSED' as const }
    const notice = { kind: 'MARKS' as const, courseId: ctx.course.id, groupKey: sourceId, sourceId, actorId: ctx.actor.id, subject }
    await notify(ctx.db, [{ ...notice, userIds: studentIds }], ctx.now())
  }
  return { students: studentIds.length }
}

/** Replaces the notice of an earlier extension; removing an extension deletes its notice. */
async function notifyExtended(ctx: CourseContext, assignment: Assignment, studentIds: readonly string[], dueAt: string | null) {
  const { id: assignmentId, weekId, title } = assignment
  const sourceId = `extended:${assignmentId}`
  await deleteNoticesOf(
    ctx.db,
    studentIds.map((userId) => ({ userId, sourceId })),
  )
  if (!dueAt || !(await isVisible(ctx, assignment))) return
  const subject = { title, weekId, assignmentId, outcome: 'EXTENDED' as const }
  const notice = { kind: 'WORK' as const, courseId: ctx.course.id, groupKey: sourceId, sourceId, actorId: ctx.actor.id, subject }
  await notify(ctx.db, [{ ...notice, userIds: studentIds }], ctx.now())
}

const nobodyCanSubmit = 'This assignment is closed. Nobody can submit it now.'

/** Only to those who can still submit. The assignment is locked, so that concurrent reminders do not send two emails. */
export const remindStudents: Handler<typeof contract.remindStudents> = async (ctx, { params, body }) => {
  const assignment = (await lockInCourse(ctx.db, ctx.course.id, params.assignmentId)) ?? notFound('assignment')
  if (ctx.course.status === 'ARCHIVED') throw courseArchived()
  if (ctx.course.status === 'DRAFT') throw problem('conflict', { detail: 'Students cannot see this course yet.' })
  const now = ctx.now().getTime()
  const isWeekOpen = (await findAssignmentInWeek(ctx.db, assignment.id, ctx.now()))?.isOpen === true
  if (!canBeAnswered({ ...assignment, isWeekOpen }, now)) throw problem('conflict', { detail: 'Students cannot see this assignment yet.' })
  if (assignment.status === 'CLOSED') throw problem('conflict', { detail: nobodyCanSubmit })
  const without = await listWithoutWork(ctx.db, assignment.id, await checkStudents(ctx, body.studentIds))
  const found = without.filter(({ dueAt, closesAt }) => canStillSubmit({ ...assignment, dueAt, closesAt }, now))
  if (found.length === 0 && without.length > 0) throw problem('conflict', { detail: nobodyCanSubmit })
  const reachable = found.filter(({ isReachable }) => isReachable)
  const due = reachable.filter(({ remindedAt }) => !isRecentlyReminded(remindedAt, now))
  if (due.length > 0) {
    const ids = due.map(({ id }) => id)
    await saveExceptions(ctx.db, assignment.id, ids, { remindedAt: ctx.now().toISOString() })
    await sendReminders(ctx, assignment, due)
  }
  return { reminded: due.length, recent: reachable.length - due.length, unreachable: found.length - reachable.length }
}

type Assignment = NonNullable<Awaited<ReturnType<typeof lockInCourse>>>

/** Whether students see the assignment in its week. */
const isVisible = async ({ db, now }: CourseContext, { id, status }: { id: string; status: string }): Promise<boolean> =>
  status !== 'DRAFT' && (await findAssignmentInWeek(db, id, now()))?.isOpen === true

type Reminded = Awaited<ReturnType<typeof listWithoutWork>>[number]

/** One email per due time and time zone, because extensions and readers differ. */
async function sendReminders(ctx: CourseContext, { id, weekId, title }: { id: string; weekId: string; title: string }, people: Reminded[]) {
  const course = await findCourseNames(ctx.db, ctx.course.id)
  for (const [dueAt, some] of Map.groupBy(people, (one) => one.dueAt)) {
    const isOver = isPast(dueAt, ctx.now().getTime())
    const whenIn = (zone: string | null) =>
      dueAt ? [`It ${isOver ? 'was' : 'is'} due ${formatEmailTime(dueAt, zone ?? course.timeZone)}.`] : []
    const letterIn = (zone: string | null) =>
      layout({
        heading: `Reminder: ${isolate(title)}`,
        lines: [`You have not submitted ${isolate(title)} in ${isolate(course.title)} yet.`, ...whenIn(zone)],
        action: {
          label: 'Open assignment',
          href: `${ctx.services.config.publicUrl}/assignments/course/${ctx.course.id}/week/${weekId}/${id}`,
        },
        footer: `You get this email because you are enrolled in ${isolate(course.title)}.`,
      })
    const to = some.map((one) => ({ userId: one.id, address: one.email!, name: one.name, timeZone: one.timeZone }))
    const write = (zone: string | null) => ({ kind: 'NOTICE' as const, subject: `Reminder: ${isolate(title)}`, ...letterIn(zone) })
    await queueMailsByZone(ctx.db, write, to, ctx.now())
  }
}

/** Distinct ids; all must be students of the course. */
async function checkStudents(ctx: CourseContext, given: readonly string[]): Promise<string[]> {
  const students = await listStudentsAmong(ctx.db, ctx.course.id, given)
  const errors = given.flatMap((id, index) =>
    students.has(id) ? [] : [{ pointer: `/studentIds/${index}`, detail: 'Not a student of this course' }],
  )
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  return [...students]
}
