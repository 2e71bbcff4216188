/** Checks a file: its rows as first parsed, the last check of them with corrections, and whether the present options still give the same. */

import { useMemo, useState } from 'react'
import { buildImportRows, countRows, hasChanges, rebaseEdits, toCsv, toRows, type Changes } from './import-rows.ts'
import { generatedColumns, hasSameParseOptions, type ImportOptions, type ParseOptions, type Reply } from './upload-import.ts'
import { toFileId, type ImportFile } from './use-import-file.ts'
import type { Request, Send } from './use-sending.ts'

/** The rows that corrections are compared with. */
type FirstReading = { reply: Reply; parseOptions: ParseOptions }
type Checked = Pick<Reply, 'rows' | 'passed'> & { changes: Changes; terms: string; parseOptions: ParseOptions }

/** The fields that a row's result depends on. */
const toOptionsKey = ({ role, courseId }: ImportOptions): string => `${role} ${courseId ?? ''}`

/** A file of corrected rows is created each time, with a new date: its content identifies a request. */
const toContent = (file: File, terms: ImportOptions, parts: unknown[]): string =>
  `${toFileId(file)} ${toOptionsKey(terms)} ${terms.invite} ${JSON.stringify(parts)}`

/** With corrections, a generated file is sent: its format is detected, its columns are known. */
function toSentFile(file: File, first: FirstReading | null, changes: Changes, parseOptions: ParseOptions) {
  if (!first || !hasChanges(changes)) return { file, parseOptions: first?.parseOptions ?? parseOptions }
  return { file: toCsv(toRows(first.reply.rows, changes), file.name), parseOptions: generatedColumns }
}

/** The selected file as first parsed. */
function useFirstReading(terms: ImportOptions, { changes, parseOptions, setParseOptions }: ImportFile, send: Send) {
  const [first, setFirst] = useState<FirstReading | null>(null)
  const toParts = (now: Changes, as: ParseOptions): unknown[] => [as, first?.parseOptions ?? null, now]
  const read = async (file: File): Promise<FirstReading | null> => {
    if (first && hasSameParseOptions(first.parseOptions, parseOptions)) return first
    const content = toContent(file, terms, toParts(changes, parseOptions))
    const reply = (await send('check', { content, file, terms, parseOptions }))?.reply
    if (reply) setFirst({ reply, parseOptions })
    // If it cannot be parsed that way, the rows stay as they are.
    else if (first) setParseOptions(first.parseOptions)
    return reply ? { reply, parseOptions } : null
  }
  return { first, setFirst, read, toParts }
}

/** What the review shows: the rows with their corrections, and what was found in the file. */
function useReview(first: FirstReading | null, checked: Checked | null, { changes }: ImportFile) {
  const applyCheck = useMemo(
    () => (first && checked ? buildImportRows(first.reply.rows, checked.rows, checked.changes) : null),
    [first, checked],
  )
  const rows = useMemo(() => applyCheck && applyCheck(changes), [applyCheck, changes])
  const counts = useMemo(() => rows && countRows(rows), [rows])
  const { detected = null, rows: readRows } = first?.reply ?? {}
  return { rows, counts, detected, rowCount: readRows?.length ?? null, passed: checked?.passed ?? 0 }
}

export function useCheck(terms: ImportOptions, selected: ImportFile, send: Send) {
  const { file, changes, parseOptions } = selected
  const { first, setFirst, read, toParts } = useFirstReading(terms, selected, send)
  const [checked, setChecked] = useState<Checked | null>(null)
  const toRequest = (sent: { file: File; parseOptions: ParseOptions }, source: File, now: Changes): Request => ({
    ...sent,
    content: toContent(source, terms, toParts(now, sent.parseOptions)),
    terms,
  })
  const check = async (): Promise<void> => {
    const reading = file && (await read(file))
    if (!reading) return
    const rebase = (late: Changes): Changes => (first && reading !== first ? rebaseEdits(late, first.reply.rows, reading.reply.rows) : late)
    const now = rebase(changes)
    if (now !== changes) selected.change(rebase)
    const sent = toSentFile(file, reading, now, parseOptions)
    // The first response is the check, as long as nothing is changed.
    const isNew = reading === first || sent.file !== file
    const reply = isNew ? (await send('check', toRequest(sent, sent.file, now)))?.reply : reading.reply
    if (reply) setChecked({ rows: reply.rows, passed: reply.passed, changes: now, terms: toOptionsKey(terms), parseOptions })
  }
  const review = useReview(first, checked, selected)
  const isChecked = checked?.terms === toOptionsKey(terms) && hasSameParseOptions(checked.parseOptions, parseOptions)
  const toImportRequest = (source: File): Request => toRequest(toSentFile(source, first, changes, parseOptions), source, changes)
  const clear = (): void => {
    setFirst(null)
    setChecked(null)
  }
  return { review: { ...review, isChecked }, check, toImportRequest, clearCheck: (): void => setChecked(null), clear }
}
