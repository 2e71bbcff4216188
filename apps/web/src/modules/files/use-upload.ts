/** One upload of a form: where it stands, how to cancel it and how to try again. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#lib/api.ts'
import { uploadFile } from './upload.ts'

export type Upload =
  | { state: 'idle' }
  | { state: 'moving'; file: File; share: number; secondsLeft: number | null }
  | { state: 'failed'; file: File; share: number; reason: string }
  | { state: 'done'; file: File; key: string }

export type UploadControl = {
  upload: Upload
  start: (file: File) => void
  cancel: () => void
  retry: () => void
}

/** Seconds that the rest will take at the speed so far; unknown while the first bytes leave. */
const secondsLeft = (share: number, since: number, now: number): number | null =>
  share < 0.02 ? null : Math.round((((now - since) / share) * (1 - share)) / 1000)

export function useUpload(onDone: (key: string, file: File) => void): UploadControl {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const stop = useRef<AbortController | null>(null)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => () => stop.current?.abort(), [])

  const start = useCallback((file: File): void => {
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    const since = Date.now()
    let reached = 0
    const onProgress = (share: number): void => {
      reached = Math.max(reached, share)
      if (!controller.signal.aborted)
        setUpload({ state: 'moving', file, share: reached, secondsLeft: secondsLeft(reached, since, Date.now()) })
    }
    onProgress(0)
    uploadFile(file, { onProgress, signal: controller.signal }).then(
      ({ key }) => {
        if (controller.signal.aborted) return
        setUpload({ state: 'done', file, key })
        done.current(key, file)
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setUpload({ state: 'failed', file, share: reached, reason: sentenceOf(error) })
      },
    )
  }, [])
  const cancel = useCallback((): void => {
    stop.current?.abort()
    setUpload({ state: 'idle' })
  }, [])
  const retry = (): void => {
    if (upload.state === 'failed') start(upload.file)
  }
  return { upload, start, cancel, retry }
}
