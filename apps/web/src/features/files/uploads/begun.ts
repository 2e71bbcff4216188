/** What became of an upload that was begun earlier: another browser may have sent the rest of it, or given it up. */
import { isApiProblem } from '#lib/api.ts'
import { type Part, type PartName, type UploadCalls } from './calls.ts'

export type Sending = PartName & { partSize: number; parts: Part[] }

type Asking = {
  calls: Pick<UploadCalls, 'arrived' | 'complete'>
  signal: AbortSignal
  tryOn: <T>(work: () => Promise<T>) => Promise<T>
}

export const nameOf = ({ key, uploadId }: PartName): PartName => ({ key, uploadId })

/** The upload is over: it was completed or discarded. Our own store answers a part of such a one with 409, an S3 store with 404. */
export const isGone = (error: unknown): boolean => isApiProblem(error) && (error.problem === 'not-found' || error.problem === 'conflict')

/** Of an upload that is done the server gives the same answer whatever parts are named; it wants one at least. */
const noPart: Part = { partNumber: 1, etag: 'none' }

/** Whether its file is there: put together by this browser, whose page went meanwhile, or by another one. */
export async function isWhole(known: PartName & { parts?: Part[] }, { calls, signal, tryOn }: Asking): Promise<boolean> {
  const { parts = [] } = known
  try {
    await tryOn(() => calls.complete(nameOf(known), parts.length > 0 ? parts : [noPart], signal))
    return true
  } catch (error) {
    if (isApiProblem(error) && ['not-found', 'invalid', 'conflict'].includes(error.problem)) return false
    throw error
  }
}

/** What the server has is the truth; null where it was given up. */
export async function findBegun(known: PartName & { parts?: Part[] }, asking: Asking): Promise<Sending | 'whole' | null> {
  const { calls, signal, tryOn } = asking
  try {
    const { parts, partSize } = await tryOn(() => calls.arrived(nameOf(known), signal))
    return { ...nameOf(known), partSize, parts: parts.map(({ partNumber, etag }) => ({ partNumber, etag })) }
  } catch (error) {
    if (!isGone(error)) throw error
    return (await isWhole(known, asking)) ? 'whole' : null
  }
}
