/** Recording work submitted outside LMS, and undoing that. */

import type * as contract from '@lms/contract/recorded-work'
import { decideWork, type WorkRefusal } from '@lms/contract/rules/work'
import type { Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { lockInCourse } from '#modules/assignments/queries.ts'
import { deleteRecorded, insertRecorded, listStudentsToRecord, lockRecorded } from '#modules/submissions/recorded/queries.ts'

export const recordWork: Handler<typeof contract.recordWork> = async (ctx, { params, body }) => {
  // Locked, so that nobody submits concurrently.
  const { status } = (await lockInCourse(ctx.db, ctx.course.id, params.assignmentId)) ?? notFound('assignment')
  if (status === 'DRAFT') throw problem('conflict', { detail: 'This assignment is a draft. Publish it first.' })
  const ids = [...new Set(body.studentIds)]
  const students = (await listStudentsToRecord(ctx.db, params, ids)).map((one) => ({
    ...one,
    decision: decideWork({ move: 'record', ...one }),
  }))
  const accepted = students.filter(({ decision }) => 'to' in decision)
  const work = accepted.map(({ id }) => ({ assignmentId: params.assignmentId, studentId: id }))
  const recorded = await insertRecorded(ctx.db, work, { actorId: ctx.actor.id, now: ctx.now() })
  const countRefused = (reason: WorkRefusal) =>
    students.filter(({ decision }) => 'refused' in decision && decision.refused === reason).length
  return {
    recorded,
    submitted: countRefused('already-submitted'),
    excused: countRefused('excused'),
    notEnrolled: ids.length - students.length,
  }
}

export const undoRecordedWork: Handler<typeof contract.undoRecordedWork> = async (ctx, { params, body }) => {
  if (!(await lockInCourse(ctx.db, ctx.course.id, params.assignmentId))) notFound('assignment')
  const found = await lockRecorded(ctx.db, params, body.studentIds)
  const ids = found.filter(({ work }) => 'to' in decideWork({ move: 'undoRecord', work })).map(({ id }) => id)
  await deleteRecorded(ctx.db, ids)
  return { undone: ids.length }
}
