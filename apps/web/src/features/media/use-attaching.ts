/** Files on their way to a medium: how far each is, why one did not arrive, and how to stop it. They end with the form. */
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { newId } from '#lib/ids.ts'
import type { AttachmentValue } from './media-values.ts'

/** How a file is sent; the screen gives it, because files are another module. */
export type Send = (file: File, options: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<{ key: string }>

export type Moving = { id: string; file: File; share: number; fault: string | undefined }

type Options = { upload: Send; refusalOf: (file: File) => string | undefined; onArrived: (attachment: AttachmentValue) => void }

/** The contract's. */
const longestName = 200

export function useAttaching({ upload, refusalOf, onArrived }: Options) {
  const [moving, setMoving] = useState<readonly Moving[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const change = (id: string, changes: Partial<Moving>): void =>
    setMoving((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const drop = (id: string): void => setMoving((all) => all.filter((one) => one.id !== id))

  useEffect(() => {
    const running = controllers.current
    return () => running.forEach((controller) => controller.abort())
  }, [])

  const send = async ({ id, file }: Moving): Promise<void> => {
    const signal = controllers.current.get(id)?.signal
    if (!signal || signal.aborted) return
    try {
      const { key } = await upload(file, { onProgress: (share) => change(id, { share }), signal })
      drop(id)
      onArrived({ key, name: file.name.slice(0, longestName) })
    } catch (error) {
      if (!signal.aborted) change(id, { fault: `${file.name} was not uploaded. ${getErrorMessage(error)}` })
    }
  }

  return {
    moving,
    /** One after the other, so that they stand in the order in which they were chosen. */
    add: async (files: readonly File[]): Promise<void> => {
      const fresh = files.map((file) => ({ id: newId(), file, share: 0, fault: refusalOf(file) }))
      setMoving((all) => [...all, ...fresh])
      for (const { id } of fresh) controllers.current.set(id, new AbortController())
      for (const one of fresh) if (!one.fault) await send(one)
    },
    drop: (id: string): void => {
      controllers.current.get(id)?.abort()
      drop(id)
    },
  }
}
