/** Marks from a file. */
import type * as contract from '@lms/contract/marks'
import type { Handler } from '#http/handler.ts'
import { withImportTurn } from '#modules/users/import/run-import.ts'
import { checkMarks, importMarks as save, readMarksFile, undoImport } from '#modules/marks/import/run-import.ts'

export const importMarks: Handler<typeof contract.importMarks> = async (ctx, { params, query }) => {
  const file = await readMarksFile(ctx.file)
  const { dryRun, ...options } = query
  const by = { courseId: params.courseId, actor: ctx.actor, now: ctx.now(), options }
  return dryRun ? checkMarks(ctx.db, file, by) : withImportTurn(() => ctx.transaction((db) => save(db, file, by)))
}

export const undoMarksImport: Handler<typeof contract.undoMarksImport> = async (ctx, { params }) => ({
  undone: await undoImport(ctx.db, params.id, { courseId: params.courseId, actor: ctx.actor, now: ctx.now() }),
})
