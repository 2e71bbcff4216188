/** Releases held marks: their students see them and get a notice. */

import type * as contract from '@lms/contract/held-marks'
import type { Handler } from '#call/handler.ts'
import { notFound } from '#call/problems.ts'
import { findAssignment } from '#modules/assignments/queries.ts'
import { releaseHeldMarks } from '#modules/submissions/marks/queries.ts'
import { notifyMarks } from '#modules/submissions/notify.ts'

export const releaseMarks: Handler<typeof contract.releaseMarks> = async (ctx, { params, body }) => {
  const assignment = await findAssignment(ctx.db, params.assignmentId)
  if (assignment?.courseId !== params.courseId) notFound('assignment')
  const shown = await releaseHeldMarks(ctx.db, params, body.studentIds, ctx.now())
  // The source of a notice contains the version from before the mark was saved.
  const given = shown.map(({ marks, version, isExcused, ...work }) => ({
    work: { ...work, version: version - 1 },
    assignment,
    marks,
    known: null,
    isExcused,
  }))
  await notifyMarks(ctx.db, given, { by: ctx.actor.id, now: ctx.now() })
  return { released: given.filter(({ isExcused }) => !isExcused).length }
}
