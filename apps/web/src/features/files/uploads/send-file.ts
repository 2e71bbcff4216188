/** Uploads one file to the store: one PUT for small files, parts in parallel for large ones. */

import pLimit from 'p-limit'
import { isApiProblem } from '#lib/api-errors.ts'
import { toAbortError, put, uploadCalls, type UploadCalls } from '../api.ts'
import { getFileType } from '../file-types.ts'
import { findStartedUpload, isUploadMissing, toPartName } from './resume.ts'
import { retryDelays, withRetries } from './retries.ts'
import { getUploadedBytes, type Part, type UploadSession } from './types.ts'

/** Bytes up to which one PUT is used: with fewer than two parts, parts gain nothing. */
const defaultSingleLimit = 16 * 1024 ** 2
/** PUTs at once over all files: browsers open six connections to a server that speaks HTTP/1.1, and the page needs some of them. */
const putsAtOnce = 4

export type SendOptions = {
  signal: AbortSignal
  /** A multipart upload that was started earlier. */
  session?: UploadSession | null
  onStarted?: (session: UploadSession) => void
  onPart?: (part: Part) => void
  /** Bytes that have arrived or are on their way; may fall when a part fails. */
  onBytes?: (bytes: number) => void
  onOffline?: (isOffline: boolean) => void
  /** Replaced in tests. */
  calls?: UploadCalls
  delays?: readonly number[]
  networkDelays?: readonly number[]
  singleLimit?: number
}

const limitPuts = pLimit(putsAtOnce)

/** Waits for a free connection; an upload that was stopped while it waited does not start. */
const inTurn = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  limitPuts(async () => {
    if (signal.aborted) throw toAbortError()
    return work()
  })

/** Returns the key of the stored file. */
export async function sendFile(file: File, options: SendOptions): Promise<string> {
  const { signal, calls = uploadCalls, delays = retryDelays, networkDelays, singleLimit = defaultSingleLimit, onOffline } = options
  const tries = { signal, delays, ...(networkDelays && { networkDelays }), ...(onOffline && { onOffline }) }
  const tryOn = <T>(work: () => Promise<T>): Promise<T> => withRetries(work, tries)
  const about = { type: getFileType(file), name: file.name, size: file.size }
  if (file.size <= singleLimit) return sendWhole()
  const asking = { calls, signal, tryOn }
  const earlier = options.session
  return sendLarge()

  /** If it is discarded in another browser, it starts again, once. */
  async function sendLarge(): Promise<string> {
    const found = earlier ? await findStartedUpload(earlier, asking) : null
    if (earlier && found === 'complete') return earlier.key
    return (found && found !== 'complete' && (await finish(found, false))) || begin(found !== null)
  }
  async function begin(isLast: boolean): Promise<string> {
    const session = { ...(await tryOn(() => calls.begin(about, signal))), parts: [] }
    return (await finish(session, isLast)) ?? begin(true)
  }
  /** Null if it was discarded, unless that was the last try. */
  async function finish(session: UploadSession, isLast: boolean): Promise<string | null> {
    options.onStarted?.(session)
    try {
      const parts = await sendParts(file, session, { ...options, calls, tryOn })
      await tryOn(() => calls.complete(toPartName(session), parts, signal))
      return session.key
    } catch (error) {
      if (isUploadMissing(error) && !isLast) return null
      throw error
    }
  }
  /**
   * Retries use the same URL, so that no second file is left behind if only the response was lost; an expired URL is replaced. A
   * file that is given up is deleted, since it takes space; if that fails, the server deletes it later.
   */
  async function sendWhole(): Promise<string> {
    let address: Awaited<ReturnType<UploadCalls['address']>> | undefined
    const giveUp = (): void => {
      if (address) void calls.remove(address.key).catch(() => undefined)
      address = undefined
    }
    const sent = tryOn(async () => {
      const { key, url, headers } = (address ??= await calls.address(about, signal))
      const sending = inTurn(signal, () => put(url, file, { headers, signal, ...(options.onBytes && { onBytes: options.onBytes }) }))
      await sending.catch((error: unknown) => {
        if (isApiProblem(error) && error.status === 403) giveUp()
        throw error
      })
      return key
    })
    return sent.catch((error: unknown) => {
      giveUp()
      throw error
    })
  }
}

type Tools = SendOptions & {
  calls: UploadCalls
  tryOn: <T>(work: () => Promise<T>) => Promise<T>
}

async function sendParts(file: File, session: UploadSession, { signal, calls, tryOn, onPart, onBytes }: Tools): Promise<Part[]> {
  const { partSize } = session
  const parts = new Map(session.parts.map((part) => [part.partNumber, part]))
  const flying = new Map<number, number>()
  const report = (): void => onBytes?.(getUploadedBytes(file.size, { partSize, parts: [...parts.values()] }) + sumNumbers(flying.values()))
  const missing = Array.from({ length: Math.ceil(file.size / partSize) }, (_, index) => index + 1).filter((number) => !parts.has(number))
  // One part that fails for good ends the others too.
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  const sendPart = async (partNumber: number): Promise<void> => {
    const slice = file.slice((partNumber - 1) * partSize, partNumber * partSize)
    const etag = await inTurn(stop, async () => {
      // A new URL for each attempt: some failures are due to an expired one.
      const { url } = await calls.partAddress(toPartName(session), partNumber, stop)
      const onPartBytes = (bytes: number): void => {
        flying.set(partNumber, bytes)
        report()
      }
      return put(url, slice, { signal: stop, onBytes: onPartBytes })
    }).finally(() => flying.delete(partNumber))
    parts.set(partNumber, { partNumber, etag })
    onPart?.({ partNumber, etag })
    report()
  }
  const work = async (): Promise<void> => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
      const partNumber = next
      await tryOn(() => sendPart(partNumber))
    }
  }
  report()
  try {
    await Promise.all(Array.from({ length: putsAtOnce }, work))
  } catch (error) {
    failure.abort()
    throw error
  }
  return [...parts.values()].sort((one, other) => one.partNumber - other.partNumber)
}

const sumNumbers = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0)
