/** Recording work submitted outside LMS, and undoing that. */
import type * as contract from '@lms/contract/recorded-work'
import type { Handler } from '#http/handler.ts'
import { notFound, problem } from '#http/problems.ts'
import { lockInCourse } from '#modules/assignments/queries.ts'
import { deleteRecorded, insertRecorded, listStudentsToRecord, lockRecorded } from '#modules/submissions/recorded/queries.ts'

export const recordWork: Handler<typeof contract.recordWork> = async (ctx, { params, body }) => {
  // Locked, so that nobody submits concurrently.
  const { status } = (await lockInCourse(ctx.db, ctx.course.id, params.assignmentId)) ?? notFound('assignment')
  if (status === 'DRAFT') throw problem('conflict', { detail: 'This assignment is a draft. Publish it first.' })
  const ids = [...new Set(body.studentIds)]
  const students = await listStudentsToRecord(ctx.db, params, ids)
  const work = students
    .filter(({ isSubmitted, isExcused }) => !isSubmitted && !isExcused)
    .map(({ id }) => ({ assignmentId: params.assignmentId, studentId: id }))
  const recorded = await insertRecorded(ctx.db, work, { actorId: ctx.actor.id, now: ctx.now() })
  return {
    recorded,
    submitted: students.filter(({ isSubmitted }) => isSubmitted).length,
    excused: students.filter(({ isSubmitted, isExcused }) => isExcused && !isSubmitted).length,
    notEnrolled: ids.length - students.length,
  }
}

export const undoRecordedWork: Handler<typeof contract.undoRecordedWork> = async (ctx, { params, body }) => {
  if (!(await lockInCourse(ctx.db, ctx.course.id, params.assignmentId))) notFound('assignment')
  const found = await lockRecorded(ctx.db, params, body.studentIds)
  const ids = found.map(({ id }) => id)
  await deleteRecorded(ctx.db, ids, ctx.now())
  return { undone: ids.length }
}
