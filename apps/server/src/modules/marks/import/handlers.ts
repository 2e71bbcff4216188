/** Marks from a file. */

import type * as contract from '@lms/contract/marks'
import { shortenedBy, type Handler } from '#call/handler.ts'
import { withImportTurn } from '#modules/imports/slots.ts'
import { checkMarks, importMarks as saveFile, readMarksFile, undoImport } from '#modules/marks/import/run-import.ts'

const save: Handler<typeof contract.importMarks> = async (ctx, { params, query }) => {
  const file = await readMarksFile(ctx.file)
  const { dryRun, ...options } = query
  const by = { courseId: params.courseId, actor: ctx.actor, now: ctx.now(), options }
  return dryRun ? checkMarks(ctx.db, file, by) : withImportTurn(() => ctx.transaction((db) => saveFile(db, file, by)))
}

/** Of a long reply that is asked for again. */
const mostFindings = 50

/** What was saved is in the gradebook. */
export const importMarks = shortenedBy<typeof contract.importMarks>(save, (reply) => ({
  ...reply,
  cells: reply.cells.filter(({ finding }) => finding !== null).slice(0, mostFindings),
}))

export const undoMarksImport: Handler<typeof contract.undoMarksImport> = async (ctx, { params }) => ({
  undone: await undoImport(ctx.db, params.id, { courseId: params.courseId, actor: ctx.actor, now: ctx.now() }),
})
