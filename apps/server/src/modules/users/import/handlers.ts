/** People from a file: checked, imported, and what became of it. */

import { isAdminRole, mayGrant } from '@lms/contract/policy'
import type * as contract from '@lms/contract/users'
import type { ImportDetected, ImportRow } from '@lms/contract/users'
import { shortenedBy, type FileContext, type Handler } from '#call/handler.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { readFile } from '#modules/imports/read-file.ts'
import { withImportSlot, withImportTurn } from '#modules/imports/slots.ts'
import { importTemplate } from '#modules/users/export.ts'
import { findInvitations, findProgress, findResult, hasResult, listResults } from '#modules/users/import/queries.ts'
import { findDuplicates, getSummary, isFailed, type Candidate } from '#modules/users/import/rules.ts'
import { checkPeople, followImport, importPeople, retryOnConflict } from '#modules/users/import/run-import.ts'
import { saveResult } from '#modules/users/import/undo.ts'
import { findCourseTitle } from '#modules/users/queries.ts'

export { getImportUndo, undoImport } from '#modules/users/import/undo.ts'

const importPeopleOf: Handler<typeof contract.importUsers> = async (ctx, { query }) => {
  const { role, courseId } = query
  const isAdmin = isAdminRole(role)
  if (!mayGrant(ctx.actor.role, role)) throw problem('forbidden', { detail: 'Only a super admin may invite admins.' })
  if (courseId && (await findCourseTitle(ctx.db, courseId)) === undefined) notFound('course')
  if (courseId && isAdmin) throw invalid('?courseId', 'Admins have access to every course and cannot be enrolled')
  return withImportSlot(() => importFile(ctx, query))
}

/** All rows are in the stored result. */
export const importUsers = shortenedBy<typeof contract.importUsers>(importPeopleOf, (reply) => ({
  ...reply,
  rows: reply.rows.filter(isFailed).slice(0, 100),
}))

type ImportQuery = Parameters<typeof importPeopleOf>[1]['query']

const reader = new URL('./reader.ts', import.meta.url)

async function importFile(ctx: FileContext, query: ImportQuery) {
  const { role, courseId, invite, dryRun, importId, skipped, retryOf, delimiter, encoding, nameColumns, emailColumn } = query
  const file = await ctx.file()
  const { note, end } = followImport(ctx.db, ctx.actor.id, importId)
  try {
    note('READING', null, null)
    const options = { delimiter, encoding, nameColumns, emailColumn }
    const { detected, items: people } = await readFile<Candidate, ImportDetected>(reader, file.bytes, options)
    if (!dryRun) assertAnswered(detected)
    const wanted = {
      people,
      actorId: ctx.actor.id,
      actorRole: ctx.actor.role,
      role,
      courseId,
      duplicates: findDuplicates(retryOf ? await findResult(ctx.db, ctx.actor.id, retryOf, ctx.now()) : undefined),
      invite,
      now: ctx.now(),
      publicUrl: ctx.services.config.publicUrl,
      note,
    }
    const answer = ({ rows, passed }: { rows: ImportRow[]; passed: number }) => ({ summary: getSummary(rows), detected, rows, passed })
    if (dryRun) return answer(await checkPeople(ctx.db, wanted))
    const run = async (db: Db) => {
      const done = await importPeople(db, wanted)
      const reply = answer(done)
      await saveResult(db, ctx, { importId, courseId, role, skipped, invite, fileName: file.name }, { ...done, ...reply })
      return reply
    }
    return await withImportTurn(() => retryOnConflict(() => ctx.transaction(run)))
  } finally {
    end()
  }
}

/** Throws if the columns of the file raise a question that nobody has answered. */
function assertAnswered({ questions }: ImportDetected): void {
  const open = questions.filter(({ chosen }) => chosen === null)
  if (!open[0]) return
  const errors = open.map(({ field, text }) => ({ pointer: `?${field}`, detail: text }))
  throw problem('validation-failed', { detail: open[0].text, errors })
}

export const getImportProgress: Handler<typeof contract.getImportProgress> = async (ctx, { query }) => ({
  ...((await findProgress(ctx.db, ctx.actor.id, query.importId)) ?? { stage: null, done: null, total: null }),
  isStored: await hasResult(ctx.db, ctx.actor.id, query.importId, ctx.now()),
})

export const listImports: Handler<typeof contract.listImports> = (ctx, { query }) => listResults(ctx.db, ctx.actor.id, ctx.now(), query)

export const getImport: Handler<typeof contract.getImport> = async (ctx, { params: { id } }) => {
  const found = (await findResult(ctx.db, ctx.actor.id, id, ctx.now())) ?? notFound('import')
  return { ...found, invitations: await findInvitations(ctx.db, ctx.actor.id, id) }
}

export const getImportTemplate: Handler<typeof contract.getImportTemplate> = async (_, { query }) => importTemplate(query.format)
