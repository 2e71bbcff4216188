/** Sends one file of a form to the store; it stops with the form. What may outlive its page is in uploads/. */
import { localStore } from '#lib/local-store.ts'
import { useSession } from '#lib/session.ts'
import { getFingerprint } from './uploads/fingerprint.ts'
import { sendFile, type SendOptions } from './uploads/send-file.ts'
import type { UploadSession } from './uploads/types.ts'

export type UploadOptions = {
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

/** A file in parts that is chosen again after the page was left goes on where it was. */
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
  const key = await send(file, { signal, onBytes, onStarted, session: readSession(name) })
  localStore.removeItem(name)
  return { key }
}
