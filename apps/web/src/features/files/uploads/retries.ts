/** Retries after 1, 2, 4 and 8 seconds; waits without counting while offline, and retries for ten minutes if the server cannot be reached. */

import { isApiProblem, isTemporary, isUnavailable } from '#lib/api-errors.ts'
import { toAbortError } from '../api.ts'

/** Milliseconds before each retry. */
export const retryDelays: readonly number[] = [1000, 2000, 4000, 8000]

/** Milliseconds before each further retry, if the server cannot be reached and the browser is online: ten minutes, for a tunnel, a dead router or a restart. */
const networkDelays: readonly number[] = Array.from({ length: 40 }, () => 15_000)

type Options = {
  signal: AbortSignal
  delays?: readonly number[]
  networkDelays?: readonly number[]
  /** Without this callback a server that cannot be reached is an error after the first retries. */
  onOffline?: (isOffline: boolean) => void
}

/** Errors that a retry can fix; it cannot sign in. */
const canRetry = (error: unknown): boolean => isApiProblem(error) && isTemporary(error) && error.status !== 401

/** Resolves after the time or on the event, whichever comes first; rejects when aborted. */
function waitFor(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(toAbortError())
    const finish = (work: () => void) => (): void => {
      end()
      signal.removeEventListener('abort', stop)
      work()
    }
    const stop = finish(() => reject(toAbortError()))
    signal.addEventListener('abort', stop)
    const end = begin(() => finish(resolve)())
  })
}

const isUnreachable = (error: unknown): boolean => isUnavailable(error) || (isApiProblem(error) && error.problem === 'offline')

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  waitFor(signal, (done) => {
    const timer = setTimeout(done, milliseconds)
    return () => clearTimeout(timer)
  })

const backOnline = (signal: AbortSignal): Promise<void> =>
  waitFor(signal, (done) => {
    addEventListener('online', done)
    return () => removeEventListener('online', done)
  })

/** Waits that long, or until the browser reports a network again. */
const waitForNetwork = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  waitFor(signal, (done) => {
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', done)
    }
  })

export async function withRetries<T>(work: () => Promise<T>, options: Options): Promise<T> {
  const { signal, onOffline } = options
  const pauses = createPauses(options)
  for (;;) {
    if (!navigator.onLine) {
      onOffline?.(true)
      await backOnline(signal)
      onOffline?.(false)
    }
    try {
      if (signal.aborted) throw toAbortError()
      const result = await work()
      if (pauses.isWaiting()) onOffline?.(false)
      return result
    } catch (error) {
      if (signal.aborted || !canRetry(error)) throw error
      // The browser reports a lost network late: the failed try does not count then.
      if (navigator.onLine) await pauses.next(error)
    }
  }
}

/** The pauses between tries: first the short ones; then, if the server cannot be reached, those for a network that comes back. */
function createPauses({ signal, onOffline, delays = retryDelays, networkDelays: waits = networkDelays }: Options) {
  const [shortOnes, longOnes] = [[...delays], [...waits]]
  let isWaiting = false
  return {
    isWaiting: (): boolean => isWaiting,
    /** Throws the error if there was the last try. */
    next: async (error: unknown): Promise<void> => {
      const delay = shortOnes.shift()
      // Jitter, so that the parts are not all retried at the same moment.
      if (delay !== undefined) return sleep(Math.max(delay * (1 + Math.random() / 4), toRetryAfterMs(error)), signal)
      const wait = onOffline && isUnreachable(error) ? longOnes.shift() : undefined
      if (wait === undefined) throw error
      isWaiting = true
      onOffline?.(true)
      await waitForNetwork(wait, signal)
    },
  }
}

const toRetryAfterMs = (error: unknown): number => 1000 * (isApiProblem(error) ? (error.retryAfter ?? 0) : 0)
