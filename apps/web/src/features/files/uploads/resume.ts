/** What became of an upload that this browser began earlier: it may be complete by now, or discarded in another browser. */
import { isApiProblem } from '#lib/api.ts'
import type { UploadCalls } from './api.ts'
import type { Part, PartName, UploadSession } from './types.ts'

type ResumeOptions = {
  calls: Pick<UploadCalls, 'arrived' | 'complete'>
  signal: AbortSignal
  tryOn: <T>(work: () => Promise<T>) => Promise<T>
}

export const toPartName = ({ key, uploadId }: PartName): PartName => ({ key, uploadId })

/** The upload is over: it was completed or discarded. Our own store answers a part of such a one with 409, an S3 store with 404. */
export const isUploadMissing = (error: unknown): boolean =>
  isApiProblem(error) && (error.problem === 'not-found' || error.problem === 'conflict')

/** Whether it was completed, and the page was closed before the answer came: repeated, the call gives the same answer. */
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

/** What the server has is the truth; null where it was discarded. */
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
