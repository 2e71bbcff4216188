/** Importing users from a file: preview, import, and results. */

import { z } from 'zod'
import { roles } from '#policy.ts'
import { route } from '#route.ts'
import { importDelimiters } from '#rules/import-delimiters.ts'
import { importLimits } from '#rules/limits.ts'
import { Flag, Id, Page, toPageShape, DateTimeString, WholeNumber } from '#values.ts'

const Role = z.enum(roles)

export const ImportOutcome = z.enum(['CREATED', 'ENROLLED', 'UNCHANGED', 'DUPLICATE_IN_FILE', 'INVALID', 'FORBIDDEN_ROLE'])

/** A row of the file; `row` is its number in a spreadsheet. */
export const ImportRow = z
  .object({
    row: z.int(),
    name: z.string(),
    email: z.string(),
    outcome: ImportOutcome,
    reason: z.string().nullable(),
    field: z.enum(['name', 'email', 'status', 'line']).optional().meta({
      description: 'The cell to be changed, if any; line: the quotation marks of the row do not match, and name and email are a guess',
    }),
  })
  .meta({ id: 'ImportRow' })
export type ImportRow = z.infer<typeof ImportRow>

/** Encodings that can be chosen for text files. The first four are detected automatically. */
export const importEncodings = [
  'UTF-8',
  'UTF-16LE',
  'UTF-16BE',
  'Windows-1252',
  'Windows-1250',
  'Windows-1251',
  'Macintosh',
  'Shift_JIS',
  'GB18030',
] as const
export type ImportEncoding = (typeof importEncodings)[number]
const ImportEncoding = z.enum(importEncodings)

const ImportDelimiter = z.enum(importDelimiters)

/** A column to choose from. */
export const ImportColumn = z
  .object({ at: z.int().meta({ description: 'Counted from 1' }), title: z.string(), samples: z.array(z.string()) })
  .meta({ id: 'ImportColumn', description: 'A column that is not empty, with up to three of its values; at most a hundred are listed' })
export type ImportColumn = z.infer<typeof ImportColumn>

/** The columns of names and addresses, if the wrong ones are found. */
export const columnOptions = {
  nameColumns: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})?$/, 'One column, or two separated by a comma')
    .optional()
    .meta({ description: 'The column with names, or those with given and family names, counted from 1; 0 if there is none' }),
  emailColumn: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'A column, counted from 1')
    .optional()
    .meta({ description: 'The column with email addresses, counted from 1' }),
}

/** How the file was parsed, so that users can check it. */
const ImportDetected = z.object({
  format: z.enum(['CSV', 'XLSX']),
  /** Null for a workbook, as is the encoding. */
  delimiter: ImportDelimiter.nullable(),
  encoding: ImportEncoding.nullable(),
  nameColumn: z.string().nullable(),
  emailColumn: z.string(),
  aboveHeader: z
    .array(z.object({ row: z.int(), text: z.string() }))
    .meta({ description: 'Rows above the header, which are not imported, each with its first cell' }),
  samples: z.array(z.string()).meta({ description: 'Up to five names as parsed' }),
  read: z
    .object({ nameColumns: z.string(), emailColumn: z.string() })
    .meta({ description: 'The columns that were read, as the query parameters of these names ask for them' }),
  columns: z.array(ImportColumn),
  questions: z
    .array(
      z.object({
        field: z.enum(['nameColumns', 'emailColumn']),
        text: z.string(),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
        chosen: z.string().nullable(),
      }),
    )
    .meta({ description: 'What the file leaves open. Nothing is imported until each is answered by the query parameter of its name' }),
  notRead: z
    .array(
      z.object({
        column: z.string(),
        values: z.array(z.object({ text: z.string(), rows: z.int() })),
        findings: z.array(z.object({ kind: z.enum(['NOT_STUDENT', 'STUDENT', 'SUSPENDED']), rows: z.array(z.int()) })),
      }),
    )
    .meta({
      description:
        'Columns of roles and states, with their most frequent values: they have no effect. Findings are the rows that say who is no student, who is one, and who may not sign in',
    }),
  otherSheets: z.array(z.string()).meta({ description: 'Sheets with values that are not read: only the first is' }),
})
export type ImportDetected = z.infer<typeof ImportDetected>

const ImportSummary = z.object({ total: z.int(), created: z.int(), enrolled: z.int(), unchanged: z.int(), failed: z.int() })

export const importUsers = route({
  method: 'POST',
  path: '/api/users/add-bulk-users',
  summary: 'Import users from a CSV or XLSX file (up to 10 MiB and 20,000 rows); with dryRun=true nothing is saved',
  allow: 'user.create',
  consumes: 'multipart/form-data',
  query: z.object({
    role: Role,
    courseId: Id.optional(),
    dryRun: Flag.optional(),
    invite: Flag.prefault('true').meta({
      description: 'false: new users get no email; each can be invited at any time (resendInvitation)',
    }),
    delimiter: ImportDelimiter.optional().meta({ description: 'For text files, if the detected one is wrong' }),
    encoding: ImportEncoding.optional().meta({ description: 'For text files, if the detected one is wrong' }),
    ...columnOptions,
    importId: Id.optional().meta({ description: 'Chosen by the caller, for getImportProgress and getImport' }),
    skipped: WholeNumber(0, importLimits.rows)
      .optional()
      .meta({ description: 'Rows that the caller removed from the file on purpose: stored with the result' }),
    retryOf: Id.optional().meta({
      description:
        'The caller’s import whose failed rows these are: a row that repeated another one is reported as that, not as an existing user',
    }),
  }),
  reply: z.object({
    summary: ImportSummary,
    detected: ImportDetected,
    rows: z.array(ImportRow),
    passed: z.int().meta({ description: 'People on the waiting list of the course before whom others are enrolled' }),
  }),
  problems: ['not-found', 'closed', 'malformed-body', 'too-large', 'unsupported-type', 'busy'],
  example: { query: { role: 'USER' } },
})

/** The stage of an import: reading the file, looking users up, creating new ones, enrolling. */
export const ImportStage = z.enum(['READING', 'CHECKING', 'ADDING', 'ENROLLING'])
export type ImportStage = z.infer<typeof ImportStage>

export const getImportProgress = route({
  method: 'GET',
  path: '/api/users/import-progress',
  summary: 'The progress of one of the caller’s imports or previews, by its importId',
  allow: 'user.create',
  query: z.object({ importId: Id }),
  reply: z.object({
    stage: ImportStage.nullable().meta({
      description: 'Null before the file has arrived, once the import has ended, and for imports of others',
    }),
    /** Of `total` rows in this stage; both are null while the file is read. */
    done: z.int().nullable(),
    total: z.int().nullable(),
    isStored: z.boolean().meta({ description: 'The import is done, and getImport returns its result' }),
  }),
  example: { query: { importId: '0198f6a0-0000-7000-8000-000000000001' } },
})

/** The result of an import, stored for seven days for the user who sent the file. */
export const StoredImport = z
  .object({
    id: Id.meta({ description: 'The importId of the request' }),
    fileName: z.string(),
    role: Role,
    course: z.object({ id: Id, title: z.string() }).nullable(),
    summary: ImportSummary,
    skipped: z.int(),
    invite: z.boolean().meta({ description: 'Whether new users got an invitation by email' }),
    createdAt: DateTimeString,
    expiresAt: DateTimeString,
    undone: z
      .object({ at: DateTimeString, people: z.int(), enrolments: z.int() })
      .nullable()
      .meta({ description: 'If it was undone: the users that were deleted or removed from the course' }),
  })
  .meta({ id: 'KeptImport' })
export type StoredImport = z.infer<typeof StoredImport>

export const listImports = route({
  method: 'GET',
  path: '/api/users/imports',
  summary: 'The caller’s imports of the last seven days, newest first; at most ten are stored',
  allow: 'user.create',
  query: z.object(Page),
  reply: toPageShape(StoredImport),
})

const ImportInvitations = z
  .object({
    waiting: z.int().meta({ description: 'Not sent yet' }),
    refused: z.int(),
    people: z
      .array(z.object({ id: Id, name: z.string(), email: z.string(), invitationError: z.string() }))
      .meta({ description: 'Those whose invitation was refused, with the words of the mail server; at most a hundred' }),
  })
  .meta({ id: 'ImportInvitations', description: 'Of the users whom the import created, as of now' })

export const getImport = route({
  method: 'GET',
  path: '/api/users/imports/:id',
  summary: 'The result of one of the caller’s imports, with the failed rows, and the invitations that did not arrive so far',
  allow: 'user.create',
  params: z.object({ id: Id }),
  reply: StoredImport.extend({ rows: z.array(ImportRow), invitations: ImportInvitations }).meta({ id: 'ImportResult' }),
})

/** Why a user created or enrolled by an import is kept: they have signed in, were changed since, or have work. */
export const undoRefusals = ['SIGNED_IN', 'CHANGED', 'WORK'] as const

const ImportUndo = z
  .object({
    people: z.int().meta({ description: 'Accounts to be deleted: created by the import, still invited, and unchanged since' }),
    enrolments: z.int().meta({ description: 'Users who had an account before, to be removed from the course' }),
    staying: z.int(),
    stays: z
      .array(z.object({ id: Id, name: z.string(), email: z.string(), reason: z.enum(undoRefusals) }))
      .meta({ description: 'At most a hundred' }),
  })
  .meta({ id: 'ImportUndo' })
export type ImportUndo = z.infer<typeof ImportUndo>

export const getImportUndo = route({
  method: 'GET',
  path: '/api/users/imports/:id/undo',
  summary: 'Preview undoing one of the caller’s imports; nothing is changed',
  allow: 'user.remove',
  params: z.object({ id: Id }),
  reply: ImportUndo,
})

export const undoImport = route({
  method: 'POST',
  path: '/api/users/imports/:id/undo',
  summary: 'Undo one of the caller’s imports, once and while its result is stored; everything that can be undone, or nothing',
  allow: 'user.remove',
  params: z.object({ id: Id }),
  reply: ImportUndo,
  problems: ['conflict'],
})

export const getImportTemplate = route({
  method: 'GET',
  path: '/api/users/import-template',
  summary: 'The template for an import, with one example row',
  allow: 'user.create',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  download: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
})
