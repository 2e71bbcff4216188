/** Resumes an upload of an earlier visit: recognises its file, and checks its state on the server. */

import { sha256 } from '@noble/hashes/sha2.js'
import { isApiProblem } from '#lib/api-errors.ts'
import type { UploadCalls } from '../api.ts'
import type { Part, PartName, UploadSession } from './types.ts'

type ResumeOptions = {
  calls: Pick<UploadCalls, 'arrived' | 'complete'>
  signal: AbortSignal
  tryOn: <T>(work: () => Promise<T>) => Promise<T>
}

export const toPartName = ({ key, uploadId }: PartName): PartName => ({ key, uploadId })

/** The upload is over: it was completed or discarded. For a part of such an upload our own store answers 409, an S3 store 404. */
export const isUploadMissing = (error: unknown): boolean =>
  isApiProblem(error) && (error.problem === 'not-found' || error.problem === 'conflict')

/** Whether it was completed, and the page was closed before the response: repeating the call returns the same response. */
async function isComplete(known: PartName & { parts: Part[] }, { calls, signal, tryOn }: ResumeOptions): Promise<boolean> {
  if (known.parts.length === 0) return false
  try {
    await tryOn(() => calls.complete(toPartName(known), known.parts, signal))
    return true
  } catch (error) {
    if (isApiProblem(error) && ['not-found', 'validation-failed', 'conflict'].includes(error.problem)) return false
    throw error
  }
}

/** The server decides; null if it was discarded. */
export async function findStartedUpload(
  known: PartName & { parts: Part[] },
  options: ResumeOptions,
): Promise<UploadSession | 'complete' | null> {
  const { calls, signal, tryOn } = options
  try {
    const { parts, partSize } = await tryOn(() => calls.arrived(toPartName(known), signal))
    return { ...toPartName(known), partSize, parts: parts.map(({ partNumber, etag }) => ({ partNumber, etag })) }
  } catch (error) {
    if (!isUploadMissing(error)) throw error
    return (await isComplete(known, options)) ? 'complete' : null
  }
}

const MiB = 1024 ** 2

/** With a library, because `crypto.subtle` only exists on pages served over https. */
export async function getFingerprint(file: File): Promise<string> {
  const ends = new Blob([file.slice(0, MiB), file.slice(Math.max(MiB, file.size - MiB))])
  const digest = sha256(new Uint8Array(await ends.arrayBuffer()))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hash, file.size, file.lastModified, file.name].join(':')
}
