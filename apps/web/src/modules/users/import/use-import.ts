/** One import from the file to the result: what was chosen, what the last check said, what was mended, what moves now. */
import type { ImportRow } from '@lms/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { newId } from '#lib/ids.ts'
import { forgetFile, keepFile, readKeptFile } from '#lib/kept-file.ts'
import { mendedFile } from './people-file.ts'
import { type Changes, countsOf, hasChanges, isFailed, type Mend, noChanges, rowsOf, sentRows } from './rows.ts'
import { type Progress, type Reply, sendFile, type Terms } from './send-file.ts'

const key = 'users:import'

/** Corrections belong to a file: another one starts without them. */
const nameOf = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`

type Kept = { file: string | null; changes: Changes }
const empty: Kept = { file: null, changes: noChanges }

type Deed = 'check' | 'import'
type Checked = { rows: readonly ImportRow[]; changes: Changes; terms: string }
export type Result = {
  importId: string
  reply: Reply
  skipped: number
  fileName: string
  /** The address has come to the result since; then Back leads away from it. */
  isShown: boolean
}
export type Failure = { deed: Deed; error: unknown }

const textOf = ({ role, courseId }: Terms): string => `${role} ${courseId ?? ''}`

/** The file that was chosen and the corrections to it, both kept on this device until the import is done. */
function useChosen() {
  const [file, setFile] = useState<File | null>(null)
  const [isReady, setReady] = useState(false)
  const { value: kept, setValue, clear } = useDraft<Kept>(key, empty)
  useEffect(() => {
    void readKeptFile(key).then((found) => {
      setFile(found)
      setReady(true)
    })
  }, [])
  const choose = (next: File): void => {
    setFile(next)
    void keepFile(key, next)
    setValue((now) => (now.file === nameOf(next) ? now : { file: nameOf(next), changes: noChanges }))
  }
  const forget = (): void => {
    void forgetFile(key)
    clear()
  }
  const changes = file && kept.file === nameOf(file) ? kept.changes : noChanges
  const change = (work: (now: Changes) => Changes): void => setValue((now) => ({ ...now, changes: work(now.changes) }))
  return { file, isReady, changes, choose, change, forget, drop: () => setFile(null) }
}

/** Sends files, one at a time. A request whose answer was lost keeps its id, so that sending it again does it once; `onImport` hears that id. */
function useSending(onImport: (importId: string) => void) {
  const [moving, setMoving] = useState<{ deed: Deed; progress: Progress } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const pending = useRef<{ what: string; id: string } | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const send = async (
    deed: Deed,
    what: string,
    file: File,
    terms: Terms,
    skipped = 0,
  ): Promise<{ reply: Reply; importId: string } | null> => {
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const importId = deed === 'import' && pending.current?.what === what ? pending.current.id : newId()
    if (deed === 'import') {
      pending.current = { what, id: importId }
      onImport(importId)
    }
    setFailure(null)
    const onProgress = (progress: Progress): void => {
      if (!signal.aborted) setMoving({ deed, progress })
    }
    try {
      const reply = await sendFile(file, { terms, isCheck: deed === 'check', importId, skipped, onProgress, signal })
      if (deed === 'import') pending.current = null
      return signal.aborted ? null : { reply, importId }
    } catch (error) {
      if (!signal.aborted) setFailure({ deed, error })
      return null
    } finally {
      if (stop.current === controller) setMoving(null)
    }
  }
  const cancel = useCallback(() => stop.current?.abort(), [])
  return { moving, failure, send, cancel, settle: () => setFailure(null) }
}

/** `onImport` hears the id of an import as it is sent: by it the server tells what became of it. */
export function useImport(terms: Terms, onImport: (importId: string) => void) {
  const { file, isReady, changes, choose, change, forget, drop } = useChosen()
  const { moving, failure, send, cancel, settle } = useSending(onImport)
  const client = useQueryClient()
  const [base, setBase] = useState<Reply | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const isBusy = useRef(false)

  const fileToSend = (first: Reply | null): File | null =>
    file && first && hasChanges(changes) ? mendedFile(sentRows(first.rows, changes), file.name) : file
  const what = (sent: File): string => `${nameOf(sent)} ${textOf(terms)} ${JSON.stringify(changes)}`

  /** One deed at a time: a check may be two requests, with nothing on its way in between. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    await work().finally(() => (isBusy.current = false))
  }
  const check = async (): Promise<void> => {
    if (!file) return
    const first = base ?? (await send('check', what(file), file, terms))?.reply
    if (!first) return
    setBase(first)
    const sent = fileToSend(first)
    // The answer to the first reading is the check, as long as nothing is changed.
    const reply = sent && (base || sent !== file) ? (await send('check', what(sent), sent, terms))?.reply : first
    if (reply) setChecked({ rows: reply.rows, changes, terms: textOf(terms) })
  }
  const importNow = async (): Promise<void> => {
    const sent = fileToSend(base)
    const answer = sent && (await send('import', what(sent), sent, terms, changes.skipped.length))
    if (!answer) return
    const { reply, importId } = answer
    setResult({ importId, reply, skipped: changes.skipped.length, fileName: file?.name ?? sent.name, isShown: false })
    setChecked(null)
    // What failed can be mended here, so that file and corrections stay until then.
    if (!reply.rows.some(isFailed)) {
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
  const judge = useMemo(() => (base && checked ? rowsOf(base.rows, checked.rows, checked.changes) : null), [base, checked])
  const rows = useMemo(() => judge && judge(changes), [judge, changes])
  const counts = useMemo(() => rows && countsOf(rows), [rows])
  return {
    file,
    isReady,
    changes,
    rows,
    counts,
    detected: base?.detected ?? null,
    rowCount: base?.rows.length ?? null,
    result,
    moving,
    failure,
    isChecked: checked?.terms === textOf(terms),
    choose: (next: File) => {
      reset()
      choose(next)
    },
    mend: (row: number, next: Mend | null) =>
      change(({ mends: { [row]: _old, ...mends }, skipped }) => ({ mends: next ? { ...mends, [row]: next } : mends, skipped })),
    skip: (row: number, isSkipped: boolean) =>
      change(({ mends, skipped }) => ({ mends, skipped: isSkipped ? [...skipped, row] : skipped.filter((one) => one !== row) })),
    check: () => alone(check),
    importNow: () => alone(importNow),
    markShown: () => setResult((now) => now && { ...now, isShown: true }),
    startOver: () => {
      reset()
      forget()
      drop()
    },
  }
}
export type Import = ReturnType<typeof useImport>
