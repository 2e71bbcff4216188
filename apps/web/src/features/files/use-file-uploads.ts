/** The files of a form that are being uploaded: progress, errors, cancel and retry. They stop when the form is left. */
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { newId } from '#lib/ids.ts'
import { type FileKind, validateFile } from './file-types.ts'
import { uploadFile } from './upload.ts'

export type FileUpload = {
  id: string
  /** The field or question that the file is for. */
  fieldId: string
  file: File
  /** From 0 to 1. */
  progress: number
  /** When sending began, in milliseconds since 1970, to tell how long it will still take. */
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
  const controllers = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())
  const change = (id: string, changes: Partial<FileUpload>): void =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const remove = (id: string): void => setUploads((all) => all.filter((one) => one.id !== id))

  useEffect(() => {
    const running = controllers.current
    return () => running.forEach((controller) => controller.abort())
  }, [])

  const send = async ({ id, fieldId, file }: FileUpload, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    change(id, { startedAt: Date.now() })
    try {
      const { key } = await upload(file, { onProgress: (progress) => change(id, { progress }), signal })
      remove(id)
      onUploaded({ key, name: file.name, size: file.size }, fieldId)
    } catch (error) {
      if (!signal.aborted) change(id, { error: `${file.name} was not uploaded. ${getErrorMessage(error)}` })
    }
  }
  /** One after the other, so that they arrive in the order in which they were chosen. */
  const start = (one: FileUpload): void => {
    const controller = new AbortController()
    controllers.current.set(one.id, controller)
    queue.current = queue.current.then(() => send(one, controller.signal))
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
      controllers.current.get(id)?.abort()
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
