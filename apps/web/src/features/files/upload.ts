/** Sends one file of a form to the store; it stops with the form. What may outlive its page is in uploads/. */
import { sendFile } from './uploads/send-file.ts'

export type UploadOptions = {
  /** From 0 to 1, as the bytes leave; never falls. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export async function uploadFile(
  file: File,
  { onProgress, signal = new AbortController().signal }: UploadOptions = {},
): Promise<{ key: string }> {
  let reached = 0
  const onBytes = (bytes: number): void => {
    reached = Math.max(reached, bytes)
    onProgress?.(Math.min(1, reached / file.size))
  }
  return { key: await sendFile(file, { signal, onBytes }) }
}
