/** Marks from a file: checked, saved, and undone. */

import { z } from 'zod'
import { route } from '#route.ts'
import { columnOptions, ImportColumn } from '#user-imports.ts'
import { DateTimeString, Flag, Id, Person } from '#values.ts'

/** Why a cell is not saved. NOT_SUBMITTED: by an excused student; for others a submission is recorded with the mark. CHANGED_SINCE, TWICE and those with offers require a decision; the others are final. */
const ImportFinding = z.enum([
  'FORMULA',
  'PERCENT',
  'DATE',
  'NOT_A_NUMBER',
  'THOUSANDS',
  'TOO_PRECISE',
  'BELOW_ZERO',
  'ABOVE_MAXIMUM',
  'UNKNOWN_STUDENT',
  'CONFLICT',
  'NOT_SUBMITTED',
  'UNREADABLE',
  'CHANGED_SINCE',
  'TWICE',
])
export type ImportFinding = z.infer<typeof ImportFinding>

/** A cell of the file that changes a mark, or would if it had no error. */
export const ImportedMark = z
  .object({
    /** As in a spreadsheet. */
    row: z.int(),
    column: z.string(),
    student: Person.nullable(),
    /** Name, email or id in the file. */
    name: z.string(),
    /** Null if the whole row cannot be used. */
    assignment: z.object({ id: Id, title: z.string(), maxMarks: z.number() }).nullable(),
    text: z.string(),
    marks: z.number().nullable(),
    now: z.number().nullable(),
    /** The submission's current version. */
    version: z.int().nullable(),
    /** Whether the mark is hidden from the student until it is released. */
    isHeld: z.boolean(),
    finding: ImportFinding.nullable(),
    /** The marks that the cell may mean: of a percentage, a formula, or a number that can be read in two ways. One is saved if it is sent. */
    offers: z.array(z.number()),
    /** The finding as a sentence, or other information. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'ImportedMark' })
export type ImportedMark = z.infer<typeof ImportedMark>

const MarksImport = z
  .object({
    /** Null for a preview, and if nothing was saved. */
    id: Id.nullable(),
    undoUntil: DateTimeString.nullable(),
    rows: z.int(),
    assignments: z.int(),
    /** When the file was exported, if it says so. */
    exportedAt: DateTimeString.nullable(),
    /** The columns of names and addresses that were read, as the query parameters of these names ask for them; 0 if there is none. */
    read: z.object({ nameColumns: z.string(), emailColumn: z.string() }),
    /** Those of names and addresses to choose from. */
    columns: z.array(ImportColumn),
    ignoredColumns: z.array(z.object({ column: z.string(), title: z.string(), reason: z.string().nullable() })),
    /** Other sheets with values; only the first sheet is read. */
    ignoredSheets: z.array(z.string()),
    /** Those without a finding are saved, or would be; of a long import sent twice, the second answer has only some of the others. */
    cells: z.array(ImportedMark),
    /** Cells that are saved, or would be. */
    saved: z.int(),
    unchanged: z.int(),
  })
  .meta({ id: 'MarksImport' })
export type MarksImport = z.infer<typeof MarksImport>

const course = z.object({ courseId: Id })

export const importMarks = route({
  method: 'POST',
  path: '/api/marks/:courseId/import',
  summary:
    'Save the marks of a CSV or XLSX file with the columns of the export; empty cells change nothing. With dryRun=true nothing is saved',
  allow: 'submission.grade',
  course: 'params.courseId',
  consumes: 'multipart/form-data',
  params: course,
  query: z.object({ dryRun: Flag.optional(), ...columnOptions }),
  reply: MarksImport,
  problems: ['malformed-body', 'conflict', 'too-large', 'unsupported-type', 'busy'],
})

export const undoMarksImport = route({
  method: 'POST',
  path: '/api/marks/:courseId/import/:id/undo',
  summary: 'Undo an import of marks, within ten minutes and only if none of them has changed since',
  allow: 'submission.grade',
  course: 'params.courseId',
  params: course.extend({ id: Id }),
  reply: z.object({ undone: z.int() }),
  problems: ['conflict'],
})
