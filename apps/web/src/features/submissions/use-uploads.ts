/** Files on their way into answers: how far each is, and how to stop or repeat it. */
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { newId } from '#lib/ids.ts'

/** How a file is sent; the screen gives it, because files are another module. */
export type Send = (file: File, options: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<{ key: string }>

export type Upload = {
  id: string
  questionId: string
  file: File
  share: number
  /** When it began, to tell how long it will still take. */
  startedAt: number
  error: string | null
}

type Options = {
  send: Send
  refusalOf: (file: File) => string | undefined
  onArrived: (questionId: string, key: string, file: File) => void
}

export function useUploads({ send, refusalOf, onArrived }: Options) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const change = (id: string, change: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const drop = (id: string): void => setUploads((all) => all.filter((one) => one.id !== id))

  const begin = ({ id, questionId, file }: Upload): void => {
    const controller = new AbortController()
    controllers.current.set(id, controller)
    send(file, { onProgress: (share) => change(id, { share }), signal: controller.signal }).then(
      ({ key }) => {
        drop(id)
        onArrived(questionId, key, file)
      },
      (error: unknown) => (controller.signal.aborted ? drop(id) : change(id, { error: `${getErrorMessage(error)} The file is not sent.` })),
    )
  }

  // Uploads end with the screen: nothing could take the file in.
  useEffect(() => {
    const running = controllers.current
    return () => running.forEach((controller) => controller.abort())
  }, [])

  return {
    uploads,
    isMoving: uploads.some(({ error }) => error === null),
    add: (questionId: string, files: readonly File[]): void => {
      const fresh = files.map((file) => ({
        id: newId(),
        questionId,
        file,
        share: 0,
        startedAt: Date.now(),
        error: refusalOf(file) ?? null,
      }))
      setUploads((all) => [...all, ...fresh])
      fresh.filter(({ error }) => error === null).forEach(begin)
    },
    cancel: (id: string): void => {
      controllers.current.get(id)?.abort()
      drop(id)
    },
    retry: (upload: Upload): void => {
      change(upload.id, { error: null, share: 0, startedAt: Date.now() })
      begin(upload)
    },
    canRetry: ({ file }: Upload): boolean => refusalOf(file) === undefined,
  }
}

export type Uploads = ReturnType<typeof useUploads>
