/** Uploads the files of a form; they end with the form. For uploads that survive the page see uploads/. */

import { useEffect, useRef, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage } from '#lib/api-errors.ts'
import { newId } from '#lib/ids.ts'
import { localStore } from '#lib/local-store.ts'
import { beginPageUpload } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { notify } from '#ui/toasts.tsx'
import { type FileKind, validateFile } from './file-types.ts'
import { getFingerprint } from './uploads/resume.ts'
import { sendFile, type SendOptions } from './uploads/send-file.ts'
import type { UploadSession } from './uploads/types.ts'

type UploadOptions = {
  /** From 0 to 1, as the bytes leave; never falls. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

function readSession(name: string): UploadSession | null {
  try {
    return JSON.parse(localStore.getItem(name) ?? 'null') as UploadSession | null
  } catch {
    return null
  }
}

/** If a file of a multipart upload is chosen again after the page was left, it is resumed. */
export async function uploadFile(
  file: File,
  { onProgress, signal = new AbortController().signal }: UploadOptions = {},
  /** Replaced in tests. */
  send: (file: File, options: SendOptions) => Promise<string> = sendFile,
): Promise<{ key: string }> {
  let reached = 0
  const onBytes = (bytes: number): void => {
    reached = Math.max(reached, bytes)
    onProgress?.(Math.min(1, reached / file.size))
  }
  const name = `upload:${useSession.getState().user?.id}:${await getFingerprint(file)}`
  const onStarted = (session: UploadSession): void => localStore.setItem(name, JSON.stringify({ ...session, parts: [] }))
  const end = beginPageUpload()
  try {
    const key = await send(file, { signal, onBytes, onStarted, session: readSession(name) })
    localStore.removeItem(name)
    return { key }
  } finally {
    end()
  }
}

export type FileUpload = {
  id: string
  /** The field or question that the file is for. */
  fieldId: string
  file: File
  /** From 0 to 1. */
  progress: number
  /** When sending began, in milliseconds since 1970, to estimate the remaining time. */
  startedAt: number
  error: string | null
}

type Options = {
  kinds: readonly FileKind[]
  onUploaded: (file: { key: string; name: string; size: number }, fieldId: string) => void
  upload?: typeof uploadFile
}

export function useFileUploads({ kinds, onUploaded, upload = uploadFile }: Options) {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([])
  const controllers = useRef(new Map<string, { name: string; controller: AbortController }>())
  const queue = useRef(Promise.resolve())
  const change = (id: string, changes: Partial<FileUpload>): void =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const remove = (id: string): void => setUploads((all) => all.filter((one) => one.id !== id))

  useEffect(() => {
    const running = controllers.current
    const { pathname } = window.location
    return () => {
      const names = [...running.values()].map(({ name }) => isolate(name))
      running.forEach(({ controller }) => controller.abort())
      // Who leaves the page was asked; else the form has gone, for example because it closed.
      if (names.length > 0 && window.location.pathname === pathname) notify.error(`Not uploaded in time: ${names.join(', ')}`)
    }
  }, [])

  const send = async ({ id, fieldId, file }: FileUpload, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    change(id, { startedAt: Date.now() })
    try {
      const { key } = await upload(file, { onProgress: (progress) => change(id, { progress }), signal })
      remove(id)
      onUploaded({ key, name: file.name, size: file.size }, fieldId)
    } catch (error) {
      if (!signal.aborted) change(id, { error: `${isolate(file.name)} was not uploaded. ${getErrorMessage(error)}` })
    }
  }
  /** One after the other, so that they arrive in the order in which they were chosen. */
  const start = (one: FileUpload): void => {
    const controller = new AbortController()
    controllers.current.set(one.id, { name: one.file.name, controller })
    const end = beginPageUpload()
    queue.current = queue.current
      .then(() => send(one, controller.signal))
      .finally(() => {
        controllers.current.delete(one.id)
        end()
      })
  }

  return {
    uploads,
    isUploading: uploads.some(({ error }) => error === null),
    add: (files: readonly File[], fieldId: string): void => {
      const added = files.map((file) => ({
        id: newId(),
        fieldId,
        file,
        progress: 0,
        startedAt: Date.now(),
        error: validateFile(file, kinds) ?? null,
      }))
      setUploads((all) => [...all, ...added])
      added.filter(({ error }) => error === null).forEach(start)
    },
    cancel: (id: string): void => {
      controllers.current.get(id)?.controller.abort()
      remove(id)
    },
    canRetry: ({ file, error }: FileUpload): boolean => error !== null && validateFile(file, kinds) === undefined,
    retry: (one: FileUpload): void => {
      change(one.id, { error: null, progress: 0, startedAt: Date.now() })
      start(one)
    },
  }
}

export type FileUploads = ReturnType<typeof useFileUploads>
