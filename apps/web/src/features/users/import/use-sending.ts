/** Sends files to be checked or imported, one at a time. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '#lib/ids.ts'
import { uploadImport, type ImportOptions, type ParseOptions, type Progress, type Reply } from './upload-import.ts'

export type Action = 'check' | 'import'
export type Failure = { action: Action; error: unknown }

export type Request = {
  /** Identifies the request by its content. */
  content: string
  file: File
  terms: ImportOptions
  parseOptions: ParseOptions
  skipped?: number
}

/** The id of each import: a request whose response was lost keeps its id, so that a retry is done once. `onImport` gets that id. */
function useImportIds(onImport: (importId: string) => void) {
  const pending = useRef<{ content: string; id: string } | null>(null)
  return {
    start: (action: Action, content: string): string => {
      if (action === 'check') return newId()
      const id = pending.current?.content === content ? pending.current.id : newId()
      pending.current = { content, id }
      onImport(id)
      return id
    },
    end: (action: Action): void => {
      if (action === 'import') pending.current = null
    },
  }
}

export function useImportSending(retryOf: string | null, onImport: (importId: string) => void) {
  const [moving, setMoving] = useState<{ action: Action; progress: Progress } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const ids = useImportIds(onImport)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const send = async (
    action: Action,
    { content, file, skipped = 0, ...options }: Request,
  ): Promise<{ reply: Reply; importId: string } | null> => {
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const importId = ids.start(action, content)
    setFailure(null)
    const onProgress = (progress: Progress): void => (signal.aborted ? undefined : setMoving({ action, progress }))
    try {
      const reply = await uploadImport(file, { ...options, retryOf, isCheck: action === 'check', importId, skipped, onProgress, signal })
      ids.end(action)
      return signal.aborted ? null : { reply, importId }
    } catch (error) {
      if (!signal.aborted) setFailure({ action, error })
      return null
    } finally {
      if (stop.current === controller) setMoving(null)
    }
  }
  const cancel = useCallback(() => stop.current?.abort(), [])
  return { moving, failure, send, cancel, clearFailure: () => setFailure(null) }
}

export type Send = ReturnType<typeof useImportSending>['send']
