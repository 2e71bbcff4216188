/** Sends a file of people to be checked or imported, and reports the progress: first the bytes, then the work of the server. */

import type { Role } from '@lms/contract/policy'
import type { ImportDelimiter } from '@lms/contract/rules/import-delimiters'
import type { ImportEncoding, ImportStage } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { toFormData } from '#lib/files.ts'

export type Reply = Awaited<ReturnType<typeof api.users.importUsers>>

/** The role of new users, their course, and whether they are invited by email. */
export type ImportOptions = { role: Role; courseId: string | null; invite: boolean }

/** How to parse a file; null is as the server detects it. Columns are counted from 1, names may be in two: `2,3`. */
export type ParseOptions = {
  delimiter: ImportDelimiter | null
  encoding: ImportEncoding | null
  nameColumns: string | null
  emailColumn: string | null
}
export const autoDetect: ParseOptions = { delimiter: null, encoding: null, nameColumns: null, emailColumn: null }
/** Of a file with corrections, name and email: nothing is asked about them again. */
export const generatedColumns: ParseOptions = { ...autoDetect, nameColumns: '1', emailColumn: '2' }
export const hasSameParseOptions = (one: ParseOptions, other: ParseOptions): boolean =>
  (Object.keys(autoDetect) as (keyof ParseOptions)[]).every((key) => one[key] === other[key])

/** `SENDING` counts the share of the bytes, READING nothing, the others rows. */
export type Progress = { stage: 'SENDING' | ImportStage; done: number | null; total: number | null }

type Options = {
  terms: ImportOptions
  parseOptions: ParseOptions
  /** The import whose failed rows these are. */
  retryOf: string | null
  isCheck: boolean
  /** Identifies the request: for its progress, and so that a repeated one is only done once. */
  importId: string
  /** Rows skipped on purpose: their number is stored with the result. */
  skipped: number
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** Polling interval in milliseconds. */
const pollMs = 400

/** Polls until `isOver`; a lost response leaves the progress bar unchanged. */
async function pollProgress(importId: string, onProgress: Options['onProgress'], isOver: () => boolean): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    if (isOver()) return
    const { stage, done, total } = await api.users.getImportProgress({ query: { importId } }).catch(() => noProgress)
    if (stage && !isOver()) onProgress({ stage, done, total })
  }
}
const noProgress = { stage: null, done: null, total: null }

export async function uploadImport(
  file: File,
  { terms, parseOptions, retryOf, isCheck, importId, skipped, onProgress, signal }: Options,
): Promise<Reply> {
  let isOver = false
  let isSent = false
  const onUpload = (share: number): void => {
    onProgress({ stage: 'SENDING', done: share, total: 1 })
    if (share < 1 || isSent) return
    isSent = true
    onProgress({ stage: 'READING', done: null, total: null })
    void pollProgress(importId, onProgress, () => isOver)
  }
  onUpload(0)
  const { role, courseId, invite } = terms
  const { delimiter, encoding, nameColumns, emailColumn } = parseOptions
  const query = {
    role,
    importId,
    ...(courseId && { courseId }),
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
    ...(nameColumns && { nameColumns }),
    ...(emailColumn && { emailColumn }),
    ...(!invite && { invite: 'false' as const }),
    ...(retryOf && { retryOf }),
    ...(isCheck ? { dryRun: 'true' as const } : { skipped }),
  }
  try {
    return await api.users.importUsers(
      { query, body: toFormData(file) },
      { signal, onUpload, ...(!isCheck && { idempotencyKey: importId }) },
    )
  } finally {
    isOver = true
  }
}
