/** The state of an import from the file to the result: options, the last check, corrections, progress. */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ImportRow } from '@lms/contract/users'
import { useDraft } from '#lib/drafts.ts'
import { newId } from '#lib/ids.ts'
import { removeFile, saveFile, readSavedFile } from '#features/users/import/file-store.ts'
import {
  toCsv,
  countRows,
  hasChanges,
  isFailed,
  rebaseEdits,
  buildImportRows,
  toRows,
  noChanges,
  type Changes,
  type RowEdit,
} from './import-rows.ts'
import {
  autoDetect,
  generatedColumns,
  hasSameParseOptions,
  uploadImport,
  type Progress,
  type Reply,
  type ImportOptions,
  type ParseOptions,
} from './upload-import.ts'

const key = 'users:import-file'

/** Corrections belong to a file: another one starts without them. */
const toFileId = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`

/** `wish`: the parse options. `retryOf` is the import whose failed rows the file contains, if any. */
type StoredImport = { file: string | null; changes: Changes; wish?: ParseOptions; retryOf?: string }
const emptyImport: StoredImport = { file: null, changes: noChanges }

function useSelectedFile() {
  const [file, setFile] = useState<File | null>(null)
  const [isReady, setReady] = useState(false)
  const { value: stored, setValue, discard } = useDraft<StoredImport>(key, emptyImport)
  useEffect(() => {
    void readSavedFile(key).then((found) => {
      setFile(found)
      setReady(true)
    })
  }, [])
  const choose = (next: File, retryOf?: string): void => {
    setFile(next)
    void saveFile(key, next)
    setValue((now) => (now.file === toFileId(next) ? now : { file: toFileId(next), changes: noChanges, ...(retryOf && { retryOf }) }))
  }
  const forget = (): void => {
    void removeFile(key)
    discard()
  }
  const isStored = file !== null && stored.file === toFileId(file)
  /** A late response for a file that is no longer selected changes nothing. */
  const keep = (work: (now: StoredImport) => Partial<StoredImport>): void =>
    setValue((now) => (file && now.file === toFileId(file) ? { ...now, ...work(now) } : now))
  return {
    file,
    isReady,
    changes: isStored ? stored.changes : noChanges,
    parseOptions: { ...autoDetect, ...(isStored && stored.wish) },
    retryOf: (isStored && stored.retryOf) || null,
    choose,
    change: (work: (now: Changes) => Changes): void => keep(({ changes }) => ({ changes: work(changes) })),
    setParseOptions: (parseOptions: ParseOptions): void => keep(() => ({ wish: parseOptions })),
    forget,
    /** Deletes the stored file and corrections; this page still has them. */
    release: (): void => {
      void removeFile(key)
      discard(stored)
    },
    resume: (): void => {
      if (file) void saveFile(key, file)
      setValue((now) => ({ ...now }))
    },
    drop: () => setFile(null),
  }
}

type Action = 'check' | 'import'
type Base = { reply: Reply; parseOptions: ParseOptions }
type Checked = { rows: readonly ImportRow[]; changes: Changes; terms: string; parseOptions: ParseOptions }
export type Result = {
  importId: string
  reply: Reply
  skipped: number
  invite: boolean
  fileName: string
  /** The URL has shown the result since; then Back leads away from it. */
  isShown: boolean
  /** Its failed rows are fixed: the file is in use again. */
  isReopened: boolean
}
export type Failure = { action: Action; error: unknown }

/** The fields that a row's result depends on. */
const toOptionsKey = ({ role, courseId }: ImportOptions): string => `${role} ${courseId ?? ''}`

/** Sends files one at a time. A request whose response was lost keeps its id, so that a retry is done once; `onImport` gets that id. */
function useSending(retryOf: string | null, onImport: (importId: string) => void) {
  const [moving, setMoving] = useState<{ action: Action; progress: Progress } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const pending = useRef<{ what: string; id: string } | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const send = async (
    action: Action,
    what: string,
    file: File,
    terms: ImportOptions,
    parseOptions: ParseOptions,
    skipped = 0,
  ): Promise<{ reply: Reply; importId: string } | null> => {
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const isCheck = action === 'check'
    const importId = !isCheck && pending.current?.what === what ? pending.current.id : newId()
    if (!isCheck) {
      pending.current = { what, id: importId }
      onImport(importId)
    }
    setFailure(null)
    const onProgress = (progress: Progress): void => {
      if (!signal.aborted) setMoving({ action, progress })
    }
    try {
      const reply = await uploadImport(file, { terms, parseOptions, retryOf, isCheck, importId, skipped, onProgress, signal })
      if (!isCheck) pending.current = null
      return signal.aborted ? null : { reply, importId }
    } catch (error) {
      if (!signal.aborted) setFailure({ action, error })
      return null
    } finally {
      if (stop.current === controller) setMoving(null)
    }
  }
  const cancel = useCallback(() => stop.current?.abort(), [])
  return { moving, failure, send, cancel, settle: () => setFailure(null) }
}

/** `onImport` receives the id of an import when it is sent, to load its result. */
export function useImport(terms: ImportOptions, onImport: (importId: string) => void) {
  const { file, isReady, changes, parseOptions, retryOf, choose, change, setParseOptions, forget, release, resume, drop } =
    useSelectedFile()
  const { moving, failure, send, cancel, settle } = useSending(retryOf, onImport)
  const client = useQueryClient()
  const [base, setBase] = useState<Base | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const isBusy = useRef(false)

  /** With corrections, a generated file is sent: its format is detected, its columns are known. */
  const toSend = (first: Base | null, now: Changes): { file: File; parseOptions: ParseOptions } | null => {
    if (!file) return null
    if (!first || !hasChanges(now)) return { file, parseOptions: first?.parseOptions ?? parseOptions }
    return { file: toCsv(toRows(first.reply.rows, now), file.name), parseOptions: generatedColumns }
  }
  /** Identifies a request by its content: a file of corrected rows is created each time, with a new date. */
  const what = (of: File, now: Changes, as: ParseOptions): string =>
    `${toFileId(of)} ${toOptionsKey(terms)} ${terms.invite} ${JSON.stringify([as, base?.parseOptions ?? null, now])}`

  /** One action at a time: a check may consist of two requests, with none running in between. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    await work().finally(() => (isBusy.current = false))
  }
  /** The selected file; corrections are compared with its rows as first parsed. */
  const read = async (chosen: File): Promise<Base | null> => {
    if (base && hasSameParseOptions(base.parseOptions, parseOptions)) return base
    const reply = (await send('check', what(chosen, changes, parseOptions), chosen, terms, parseOptions))?.reply
    // If it cannot be parsed that way, the rows stay as they are.
    if (!reply) {
      if (base) setParseOptions(base.parseOptions)
      return null
    }
    const next = { reply, parseOptions }
    setBase(next)
    return next
  }
  const check = async (): Promise<void> => {
    if (!file) return
    const first = await read(file)
    if (!first) return
    const carry = (late: Changes): Changes => (base && first !== base ? rebaseEdits(late, base.reply.rows, first.reply.rows) : late)
    const now = carry(changes)
    if (now !== changes) change(carry)
    const sent = toSend(first, now)
    // The first response is the check, as long as nothing is changed.
    const isNew = sent && (first === base || sent.file !== file)
    const reply = isNew
      ? (await send('check', what(sent.file, now, sent.parseOptions), sent.file, terms, sent.parseOptions))?.reply
      : first.reply
    if (reply) setChecked({ rows: reply.rows, changes: now, terms: toOptionsKey(terms), parseOptions })
  }
  const importNow = async (): Promise<void> => {
    if (!file) return
    const sent = toSend(base, changes)
    const skipped = changes.skipped.length
    const answer = sent && (await send('import', what(file, changes, sent.parseOptions), sent.file, terms, sent.parseOptions, skipped))
    if (!answer) return
    const { reply, importId } = answer
    setResult({ importId, reply, skipped, invite: terms.invite, fileName: file.name, isShown: false, isReopened: false })
    setChecked(null)
    // Failed rows can be fixed here, so file and corrections stay with this page until then.
    if (reply.rows.some(isFailed)) release()
    else {
      forget()
      drop()
    }
    for (const domain of ['users', 'courses']) void client.invalidateQueries({ queryKey: [domain] })
  }
  const reset = (): void => {
    cancel()
    settle()
    setBase(null)
    setChecked(null)
    setResult(null)
  }
  const applyCheck = useMemo(
    () => (base && checked ? buildImportRows(base.reply.rows, checked.rows, checked.changes) : null),
    [base, checked],
  )
  const rows = useMemo(() => applyCheck && applyCheck(changes), [applyCheck, changes])
  const counts = useMemo(() => rows && countRows(rows), [rows])
  return {
    file,
    isReady,
    changes,
    rows,
    counts,
    detected: base?.reply.detected ?? null,
    rowCount: base?.reply.rows.length ?? null,
    parseOptions,
    result,
    moving,
    failure,
    isChecked: checked?.terms === toOptionsKey(terms) && hasSameParseOptions(checked.parseOptions, parseOptions),
    /** `of` is the import whose failed rows the file contains. */
    choose: (next: File, of?: string) => {
      reset()
      choose(next, of)
    },
    /** Parses the file with other options, with the next check. */
    readAs: (next: ParseOptions) => {
      settle()
      setParseOptions(next)
    },
    fix: (row: number, next: RowEdit | null) =>
      change(({ edits: { [row]: _old, ...edits }, skipped }) => ({ edits: next ? { ...edits, [row]: next } : edits, skipped })),
    skip: (row: number, isSkipped: boolean) =>
      change(({ edits, skipped }) => ({ edits, skipped: isSkipped ? [...skipped, row] : skipped.filter((one) => one !== row) })),
    skipAll: (some: readonly number[]) => change(({ edits, skipped }) => ({ edits, skipped: [...new Set([...skipped, ...some])] })),
    check: () => alone(check),
    importNow: () => alone(importNow),
    /** Imported rows are not offered again. */
    isOver: result !== null && !result.isReopened,
    reopen: () => {
      resume()
      setResult((now) => now && { ...now, isReopened: true })
    },
    markShown: () => setResult((now) => now && { ...now, isShown: true }),
    startOver: () => {
      reset()
      forget()
      drop()
    },
  }
}
export type Import = ReturnType<typeof useImport>
