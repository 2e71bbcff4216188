/** Calls that begin while the code of their screen still loads: the screen's own first call takes the answer, so that each is made once. */
import { hashKey } from '@tanstack/react-query'
import { useSession } from '#lib/session.ts'

/** Milliseconds after which a screen that never came, or came late, asks anew. */
const goodFor = 10_000

const begun = new Map<string, { answer: Promise<unknown>; token: string | null; at: number; since: number }>()

export function beginEarly(key: readonly unknown[], call: () => Promise<unknown>): void {
  const answer = call()
  // Whoever takes it is told of a failure; where nobody does, it is no news.
  answer.catch(() => undefined)
  begun.set(hashKey(key), { answer, token: useSession.getState().token, at: performance.now(), since: Date.now() })
}

/**
 * The answer of a call that has begun, once; undefined where there is none, it was asked for by another person, or another answer has come
 * since it began (`answeredAt`, in milliseconds since 1970): then whoever asks wants to know what has changed.
 */
export function takeEarly(key: readonly unknown[], answeredAt = 0): Promise<unknown> | undefined {
  const hash = hashKey(key)
  const found = begun.get(hash)
  begun.delete(hash)
  if (!found || found.token !== useSession.getState().token || answeredAt >= found.since) return undefined
  return performance.now() - found.at <= goodFor ? found.answer : undefined
}
