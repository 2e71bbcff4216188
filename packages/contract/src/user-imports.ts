/** Importing people from a file: checked, done, and what became of it. */
import { z } from 'zod'
import { roles } from '#policy.ts'
import { route } from '#route.ts'
import { Flag, Id, Page, pageOf, DateTimeString } from '#values.ts'

const Role = z.enum(roles)

export const ImportOutcome = z.enum(['CREATED', 'ENROLLED', 'UNCHANGED', 'DUPLICATE_IN_FILE', 'INVALID', 'FORBIDDEN_ROLE'])

/** One row of the file; `row` is its number as a spreadsheet shows it. */
export const ImportRow = z
  .object({
    row: z.int(),
    name: z.string(),
    email: z.string(),
    outcome: ImportOutcome,
    reason: z.string().nullable(),
    field: z.enum(['name', 'email', 'status', 'line']).optional().meta({
      description:
        'The cell that has to change, where one has to; line: the quotation marks of the row do not match, and name and email are a guess',
    }),
  })
  .meta({ id: 'ImportRow' })
export type ImportRow = z.infer<typeof ImportRow>

/** What a file of text may be asked to be read as. The first four are found without being asked for. */
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

export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]
const ImportDelimiter = z.enum(importDelimiters)

/** How the file was read, so that people can see whether it was read right. */
const ImportDetected = z.object({
  format: z.enum(['CSV', 'XLSX']),
  /** Null for a workbook, as is the encoding. */
  delimiter: ImportDelimiter.nullable(),
  encoding: ImportEncoding.nullable(),
  nameColumn: z.string().nullable(),
  emailColumn: z.string(),
  aboveHeader: z
    .array(z.object({ row: z.int(), text: z.string() }))
    .meta({ description: 'Rows above the one that names the columns, which are not read as people, each with its first cell' }),
  samples: z.array(z.string()).meta({ description: 'Up to five names, as they were read' }),
})

const ImportSummary = z.object({ total: z.int(), created: z.int(), enrolled: z.int(), unchanged: z.int(), failed: z.int() })

export const importUsers = route({
  method: 'POST',
  path: '/api/users/add-bulk-users',
  summary: 'Import people from a CSV or XLSX file (up to 10 MiB and 20,000 rows); with dryRun=true nothing is saved',
  allow: 'user.create',
  consumes: 'multipart/form-data',
  query: z.object({
    role: Role,
    courseId: Id.optional(),
    dryRun: Flag.optional(),
    invite: Flag.prefault('true').meta({
      description: 'false: new people are not written to; each can be invited at any time (resendInvitation)',
    }),
    delimiter: ImportDelimiter.optional().meta({ description: 'Of a file of text, where the one that is found is not the right one' }),
    encoding: ImportEncoding.optional().meta({ description: 'Likewise' }),
    importId: Id.optional().meta({ description: 'Made up by the caller, to ask getImportProgress and getImport by' }),
    skipped: z.coerce
      .number('Must be a whole number')
      .pipe(z.int('Must be a whole number').min(0, 'From 0').max(20_000, 'At most 20000'))
      .optional()
      .meta({ description: 'Rows that the caller left out of the file on purpose: stored with the result' }),
    retryOf: Id.optional().meta({
      description:
        'The import of the caller’s whose failed rows these are: a row that repeated another one is reported as that, not as an existing person',
    }),
  }),
  reply: z.object({
    summary: ImportSummary,
    detected: ImportDetected,
    rows: z.array(ImportRow),
  }),
  problems: ['not-found', 'malformed-body', 'too-large', 'unsupported-type', 'busy'],
  example: { query: { role: 'USER' } },
})

/** What the server is at: it reads the file, looks people up, adds new ones, enrols. */
export const ImportStage = z.enum(['READING', 'CHECKING', 'ADDING', 'ENROLLING'])
export type ImportStage = z.infer<typeof ImportStage>

export const getImportProgress = route({
  method: 'GET',
  path: '/api/users/import-progress',
  summary: 'How far an import or a check of the caller is, by the importId that it was sent with',
  allow: 'user.create',
  query: z.object({ importId: Id }),
  reply: z.object({
    stage: ImportStage.nullable().meta({
      description: 'Null before the file has arrived, once all is over, and for what is not the caller’s',
    }),
    /** Of `total` rows in this stage; both are null while the file is read. */
    done: z.int().nullable(),
    total: z.int().nullable(),
    isStored: z.boolean().meta({ description: 'It is done, and getImport has its result' }),
  }),
  example: { query: { importId: '0198f6a0-0000-7000-8000-000000000001' } },
})

/** The result of an import, stored for seven days for the person who sent the file. */
export const StoredImport = z
  .object({
    id: Id.meta({ description: 'The importId that it was sent with' }),
    fileName: z.string(),
    role: Role,
    course: z.object({ id: Id, title: z.string() }).nullable(),
    summary: ImportSummary,
    skipped: z.int(),
    invite: z.boolean().meta({ description: 'New people were written to' }),
    createdAt: DateTimeString,
    expiresAt: DateTimeString,
    undone: z
      .object({ at: DateTimeString, people: z.int(), enrolments: z.int() })
      .nullable()
      .meta({ description: 'It was taken back, and whom that deleted or took out of the course' }),
  })
  .meta({ id: 'KeptImport' })
export type StoredImport = z.infer<typeof StoredImport>

export const listImports = route({
  method: 'GET',
  path: '/api/users/imports',
  summary: 'The caller’s own imports of the last seven days, the newest first; at most ten are stored',
  allow: 'user.create',
  query: z.object(Page),
  reply: pageOf(StoredImport),
})

export const getImport = route({
  method: 'GET',
  path: '/api/users/imports/:id',
  summary: 'What became of an import of the caller’s, with the rows that failed',
  allow: 'user.create',
  params: z.object({ id: Id }),
  reply: StoredImport.extend({ rows: z.array(ImportRow) }).meta({ id: 'ImportResult' }),
})

/** Why somebody whom an import made or enrolled stays: they have come in, others changed them since, or there is work of theirs. */
export const undoRefusals = ['SIGNED_IN', 'CHANGED', 'WORK'] as const

const ImportUndo = z
  .object({
    people: z.int().meta({ description: 'Accounts that are deleted: created by the import, still invited, and unchanged since' }),
    enrolments: z.int().meta({ description: 'People who had an account before, and are taken out of the course' }),
    staying: z.int(),
    stays: z
      .array(z.object({ id: Id, name: z.string(), email: z.string(), reason: z.enum(undoRefusals) }))
      .meta({ description: 'A hundred at most' }),
  })
  .meta({ id: 'ImportUndo' })
export type ImportUndo = z.infer<typeof ImportUndo>

export const getImportUndo = route({
  method: 'GET',
  path: '/api/users/imports/:id/undo',
  summary: 'What taking back an import of the caller’s would do now; nothing is changed',
  allow: 'user.remove',
  params: z.object({ id: Id }),
  reply: ImportUndo,
})

export const undoImport = route({
  method: 'POST',
  path: '/api/users/imports/:id/undo',
  summary: 'Undo an import of the caller’s, as long as its result is stored: once, all that can be undone or nothing',
  allow: 'user.remove',
  params: z.object({ id: Id }),
  reply: ImportUndo,
  problems: ['conflict'],
})

export const getImportTemplate = route({
  method: 'GET',
  path: '/api/users/import-template',
  summary: 'The file to fill in for an import, with one row as an example',
  allow: 'user.create',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  download: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
})
