/** The state of an import from the file to the result: options, the last check, corrections, progress. */

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isFailed, type Changes, type RowEdit } from './import-rows.ts'
import type { ImportOptions, ParseOptions, Reply } from './upload-import.ts'
import { useCheck } from './use-check.ts'
import { useImportFile, type ImportFile } from './use-import-file.ts'
import { useImportSending, type Send } from './use-sending.ts'

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

/** One action at a time: a check may consist of two requests, with none running in between. */
function useOneAtATime() {
  const isBusy = useRef(false)
  return async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    await work().finally(() => (isBusy.current = false))
  }
}

const toCorrections = (change: ImportFile['change']) => ({
  fix: (row: number, next: RowEdit | null) =>
    change(({ edits: { [row]: _old, ...edits }, skipped }) => ({ edits: next ? { ...edits, [row]: next } : edits, skipped })),
  skip: (row: number, isSkipped: boolean) =>
    change(({ edits, skipped }) => ({ edits, skipped: isSkipped ? [...skipped, row] : skipped.filter((one) => one !== row) })),
  skipAll: (some: readonly number[]) => change(({ edits, skipped }): Changes => ({ edits, skipped: [...new Set([...skipped, ...some])] })),
})

/** Imports the checked file. Failed rows can be fixed here, so file and corrections stay with this page until then. */
function useImporting(
  { invite }: ImportOptions,
  selected: ImportFile,
  { toImportRequest, clearCheck }: ReturnType<typeof useCheck>,
  send: Send,
) {
  const { file, changes, release, discard, drop, resume } = selected
  const client = useQueryClient()
  const [result, setResult] = useState<Result | null>(null)
  const importNow = async (): Promise<void> => {
    const skipped = changes.skipped.length
    const answer = file && (await send('import', { ...toImportRequest(file), skipped }))
    if (!answer) return
    setResult({ ...answer, skipped, invite, fileName: file.name, isShown: false, isReopened: false })
    clearCheck()
    if (answer.reply.rows.some(isFailed)) release()
    else {
      discard()
      drop()
    }
    for (const domain of ['users', 'courses']) void client.invalidateQueries({ queryKey: [domain] })
  }
  const reopen = (): void => {
    resume()
    setResult((now) => now && { ...now, isReopened: true })
  }
  const markShown = (): void => setResult((now) => now && { ...now, isShown: true })
  return { result, importNow, reopen, markShown, clearResult: () => setResult(null) }
}

/** Another file, or the same one read otherwise, ends what is under way. */
const toFileActions = (selected: ImportFile, { reset, clearFailure }: { reset: () => void; clearFailure: () => void }) => ({
  /** `of` is the import whose failed rows the file contains. */
  choose: (next: File, of?: string) => {
    reset()
    selected.choose(next, of)
  },
  /** Parses the file with other options, with the next check. */
  readAs: (next: ParseOptions) => {
    clearFailure()
    selected.setParseOptions(next)
  },
  startOver: () => {
    reset()
    selected.discard()
    selected.drop()
  },
})

/** `onImport` receives the id of an import when it is sent, to load its result. */
export function useImport(terms: ImportOptions, onImport: (importId: string) => void) {
  const selected = useImportFile()
  const { moving, failure, send, cancel, clearFailure } = useImportSending(selected.retryOf, onImport)
  const checking = useCheck(terms, selected, send)
  const { importNow, clearResult, ...imported } = useImporting(terms, selected, checking, send)
  const alone = useOneAtATime()
  const reset = (): void => {
    cancel()
    clearFailure()
    checking.clear()
    clearResult()
  }
  return {
    ...imported,
    ...toCorrections(selected.change),
    ...toFileActions(selected, { reset, clearFailure }),
    file: selected.file,
    isReady: selected.isReady,
    changes: selected.changes,
    parseOptions: selected.parseOptions,
    ...checking.review,
    moving,
    failure,
    check: () => alone(checking.check),
    importNow: () => alone(importNow),
    /** Imported rows are not offered again. */
    isOver: imported.result !== null && !imported.result.isReopened,
  }
}
export type Import = ReturnType<typeof useImport>
