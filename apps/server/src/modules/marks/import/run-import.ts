/** Checks, saves and undoes the marks of a file. */

import type { MarksImport } from '@lms/contract/marks'
import { isAdminRole } from '@lms/contract/policy'
import { decideWork, whyNotUndone } from '@lms/contract/rules/work'
import type { Actor } from '#call/actor.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import { allowWaiting, type Db } from '#db/client.ts'
import { readFile, toProblem } from '#modules/imports/read-file.ts'
import { withImportSlot } from '#modules/imports/slots.ts'
import { ImportFileError, type ReadOptions, type Table, type TableRow } from '#modules/imports/table.ts'
import { findColumns, type Assignment, type Columns } from '#modules/marks/import/columns.ts'
import { decide, getKey, getKeys } from '#modules/marks/import/decide.ts'
import {
  findOtherCourse,
  insertMarkImport,
  listExcused,
  listImportStudents,
  listImportWork,
  listUserIds,
  lockImported,
  lockMarkImport,
  shareAssignments,
  updateUndone,
  type ImportWork,
} from '#modules/marks/import/queries.ts'
import { findGradebookColumns } from '#modules/marks/queries.ts'
import { deleteNoticesOf } from '#modules/notices/queries.ts'
import { saveMarks, type NewMark } from '#modules/submissions/marks/queries.ts'
import { getKnownMarks, marksSource, notifyMarks } from '#modules/submissions/notify.ts'
import { deleteRecorded, insertRecorded } from '#modules/submissions/recorded/queries.ts'

const undoTimeMs = 10 * 60_000
/** Marks per file: a course of 1,000 students with 20 assignments. */
const maxChanges = 20_000

type MarksFile = Pick<Table, 'otherSheets'> & { rows: readonly TableRow[] }

interface By {
  options: ReadOptions
  courseId: string
  actor: Actor
  now: Date
}

const reader = new URL('./reader.ts', import.meta.url)

/** Takes one of the slots of imports: reading a file takes memory. */
export const readMarksFile = (file: () => Promise<{ bytes: Buffer }>): Promise<MarksFile> =>
  withImportSlot(async () => {
    const { items: rows, detected } = await readFile<TableRow, Pick<Table, 'otherSheets'>>(reader, (await file()).bytes, {})
    return { rows, ...detected }
  })

/** Previews an import; nothing is saved. */
export const checkMarks = async (db: Db, file: MarksFile, by: By): Promise<MarksImport> =>
  (await checkFile(db, file, by, { lock: false })).reply

/** In one transaction: all cells if there are no errors, or none. */
export async function importMarks(db: Db, file: MarksFile, by: By): Promise<MarksImport> {
  await allowWaiting(db)
  const { reply, wanted } = await checkFile(db, file, by, { lock: true })
  if (wanted.length === 0) return reply
  const changes = await withWork(db, wanted, by)
  const { actor, courseId, now } = by
  const createdAt = now.toISOString()
  const grading = { status: 'GRADED' as const, deduction: 0, isFinal: true, gradedBy: actor.id, gradedAt: createdAt }
  const shown = await saveMarks(
    db,
    changes.map((change) => toNewMark(change.work, { ...grading, marks: change.marks, isHeld: isHeld(change) })),
    { action: 'IMPORT', actorId: actor.id, now },
  )
  const visible = changes
    .filter((change) => !isHeld(change))
    .map((change) => ({ ...change, known: getKnownMarks(change.work), isExcused: change.work.isExcused }))
  // If it is undone in time, nobody gets an email.
  await notifyMarks(db, visible, { by: actor.id, now, emailDelayMs: undoTimeMs })
  const id = await insertMarkImport(db, {
    courseId,
    createdBy: actor.id,
    createdAt,
    changes: changes.map((change) => toStoredChange(change, shown.get(change.work.id) ?? [])),
  })
  return { ...reply, id, undoUntil: new Date(now.getTime() + undoTimeMs).toISOString() }
}

const toStoredChange = (change: Change, heldAttempts: number[]) => ({
  id: change.work.id,
  version: change.work.version + 1,
  isHeld: isHeld(change),
  isRecorded: change.isRecorded,
  terms: change.work.terms,
  before: toOutcomeBefore(change.work, heldAttempts),
})

type Outcome = Pick<NewMark, 'status' | 'marks' | 'deduction' | 'isFinal' | 'gradedBy' | 'gradedAt' | 'isHeld' | 'heldAttempts'>

/** Marks of questions and feedback stay. */
const toNewMark = ({ id, questionMarks, feedback }: Pick<NewMark, 'id' | 'questionMarks' | 'feedback'>, outcome: Outcome): NewMark => ({
  id,
  questionMarks,
  feedback,
  ...outcome,
})

const toOutcomeBefore = (
  { status, marks, deduction, isFinal, gradedBy, gradedAt, isHeld: wasHeld }: ImportWork,
  heldAttempts: number[],
): Outcome => ({
  status: status as Outcome['status'],
  marks,
  deduction,
  isFinal,
  gradedBy,
  gradedAt,
  isHeld: wasHeld,
  heldAttempts,
})

type Column = Assignment & { weekId: string }
interface Wanted {
  studentId: string
  assignment: Column
  marks: number
  /** Undefined if nothing was submitted. */
  work: ImportWork | undefined
}
interface Change extends Wanted {
  work: ImportWork
  isRecorded: boolean
}

/** Creates submissions for students who submitted nothing, to be marked with the rest. */
async function withWork(db: Db, wanted: readonly Wanted[], { actor, now }: By): Promise<Change[]> {
  const missing = wanted.filter(({ work }) => !work).map(({ studentId, assignment }) => ({ studentId, assignmentId: assignment.id }))
  const recorded = await insertRecorded(db, missing, { actorId: actor.id, now })
  if (recorded.length < missing.length)
    throw problem('conflict', { detail: 'A student submitted in the meantime. Nothing was saved. Check the file again.' })
  const found = await listImportWork(
    db,
    [...new Set(recorded.map(({ assignmentId }) => assignmentId))],
    [...new Set(recorded.map(({ studentId }) => studentId))],
    { lock: true },
  )
  const workByKey = new Map(found.map((one) => [getKey(one), one]))
  return wanted.map((one) => {
    const { work, studentId, assignment } = one
    return { ...one, work: work ?? workByKey.get(getKey({ studentId, assignmentId: assignment.id }))!, isRecorded: !work }
  })
}

function isHeld({ work, assignment: { holdMarks } }: Change): boolean {
  const decision = decideWork({ move: 'importMark', work, holdMarks })
  return 'to' in decision && decision.to === 'HELD'
}

async function checkFile(db: Db, { rows, otherSheets }: MarksFile, { courseId, actor, now, options }: By, { lock }: { lock: boolean }) {
  const { columns: all }: { columns: Column[] } = await findGradebookColumns(db, courseId, now)
  const columns = readColumns(rows, all, options)
  await requireColumns(db, columns, actor)
  const named = columns.marks.map(({ assignment }) => assignment.id)
  // Its maximum may have changed, or it may have been deleted, a moment ago.
  if (lock && (await shareAssignments(db, named)).length < named.length)
    throw problem('conflict', { detail: 'An assignment was deleted after the file was checked. Nothing was saved. Check the file again.' })
  const assignments: Column[] = lock ? (await findGradebookColumns(db, courseId, now)).columns : all
  const keys = columns.students.map((row) => getKeys(columns, row))
  const given = (list: string[]) => list.filter((one) => one !== '')
  const ids = given(keys.map(({ id }) => id))
  const students = await listImportStudents(db, courseId, ids, given(keys.map(({ email }) => email)))
  const enrolled = new Set(students.map(({ id }) => id))
  const unknown = ids.filter((id) => !enrolled.has(id))
  const otherIds = unknown.length > 0 ? await listUserIds(db, unknown) : new Set<string>()
  const studentIds = students.map(({ id }) => id)
  const work = await listImportWork(db, named, studentIds, { lock })
  const excused = await listExcused(db, named, studentIds)
  const { cells, unchanged } = decide(withNewest(columns, assignments), { students, otherIds, work, excused })
  if (cells.length > maxChanges)
    throw problem('too-large', {
      detail: `The file changes more than ${maxChanges.toLocaleString('en')} marks. Split it and import the parts.`,
    })
  const reply: MarksImport = {
    id: null,
    undoUntil: null,
    rows: columns.students.length,
    assignments: named.length,
    exportedAt: columns.exportedAt,
    read: columns.read,
    columns: columns.choices,
    ignoredColumns: columns.ignored.slice(0, 100),
    ignoredSheets: otherSheets.slice(0, 20),
    cells,
    saved: cells.filter(({ finding }) => finding === null).length,
    unchanged,
  }
  const workByKey = new Map(work.map((one) => [getKey(one), one]))
  const byId = new Map(assignments.map((one) => [one.id, one]))
  const wanted = cells.flatMap(({ finding, student, assignment, marks }): Wanted[] => {
    if (finding || !student || !assignment || marks === null) return []
    const work = workByKey.get(getKey({ studentId: student.id, assignmentId: assignment.id }))
    return [{ studentId: student.id, assignment: byId.get(assignment.id)!, marks, work }]
  })
  return { reply, wanted }
}

function readColumns(rows: readonly TableRow[], all: readonly Column[], options: ReadOptions): Columns {
  try {
    return findColumns(rows, all, options)
  } catch (error) {
    throw error instanceof ImportFileError ? toProblem(error) : error
  }
}

const withNewest = (columns: Columns, assignments: readonly Column[]): Columns => ({
  ...columns,
  marks: columns.marks.map((one) => ({ ...one, assignment: assignments.find(({ id }) => id === one.assignment.id) ?? one.assignment })),
})

async function requireColumns(db: Db, { marks, ambiguous, foreign, studentId, email }: Columns, actor: Actor): Promise<void> {
  if (marks.length === 0) {
    if (ambiguous[0]) throw invalid('/file', ambiguous[0])
    if (foreign.length === 0)
      throw invalid('/file', 'No column names an assignment of this course. Export the marks, and change them in that file.')
    const title = await findOtherCourse(db, foreign, { id: actor.id, isAdmin: isAdminRole(actor.role) })
    throw invalid('/file', `This file belongs to ${title ?? 'another course'}. Nothing was read.`)
  }
  if (studentId < 0 && email < 0) throw invalid('/file', 'No column is named “Student id” or “Email”.')
}

const notUndone = {
  changed: 'A mark has changed since the import.',
  'terms-changed': 'The points or the due time of an assignment have changed since the import.',
  released: 'Marks of the import were released.',
}

/** Restores all marks from before an import, or none. */
export async function undoImport(db: Db, id: string, { courseId, actor, now }: Omit<By, 'options'>): Promise<number> {
  const { undoneAt, createdAt, changes } = (await lockMarkImport(db, id, courseId)) ?? notFound('import')
  if (undoneAt) throw problem('conflict', { detail: 'This import was undone already.' })
  if (Date.parse(createdAt) + undoTimeMs < now.getTime())
    throw problem('conflict', { detail: 'More than ten minutes have passed. Import the earlier marks instead.' })
  const found = new Map((await lockImported(db, changes)).map((one) => [one.id, one]))
  const reasons = new Set(changes.map((change) => whyNotUndone(change, found.get(change.id))))
  for (const reason of ['changed', 'terms-changed', 'released'] as const)
    if (reasons.has(reason)) throw problem('conflict', { detail: `${notUndone[reason]} Nothing was undone.` })
  await saveMarks(
    db,
    changes.map(({ id: own, before }) => toNewMark(found.get(own)!, { ...before, isFinal: before.isFinal ?? false })),
    { action: 'UNDO', actorId: actor.id, now },
  )
  await deleteRecorded(
    db,
    changes.flatMap((change) => (change.isRecorded ? [change.id] : [])),
  )
  await deleteNoticesOf(
    db,
    [...found.values()].map((own) => ({ userId: own.studentId, sourceId: marksSource({ ...own, version: own.version - 1 }) })),
  )
  await updateUndone(db, id, now.toISOString())
  return changes.length
}
