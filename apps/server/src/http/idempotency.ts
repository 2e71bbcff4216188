/** Idempotency-Key: a repeated request gets the first response, and changes nothing. */

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#call/actor.ts'
import { Download } from '#call/handler.ts'
import { invalid, problem } from '#call/problems.ts'
import type { Db } from '#db/drizzle.ts'
import { addKey, findOutcome, saveOutcome } from '#db/idempotency-keys.ts'
import type { Parsed } from '#http/parse.ts'

type Outcome = { status: number; body: unknown }

/** Characters of JSON. */
const longestReply = 64 * 1024
/** A longer reply that is read again by its id; null if it cannot be. */
type LongReply = { readAgain: string | null }
const isLongReply = (reply: unknown): reply is LongReply => typeof reply === 'object' && reply !== null && 'readAgain' in reply

/** How a long reply is stored. Without either, a repeated call fails with a message that the first one succeeded. */
export interface LongReplies {
  /** Reads it again by its id. */
  again?: ((id: string) => Promise<unknown>) | undefined
  shorten?: ((reply: unknown) => unknown) | undefined
}

/**
 * Runs `work` once per key and user, within the transaction that `work` writes in: a failure frees the key, and a
 * concurrent duplicate waits for this transaction. Requests are the same if their parsed `input` is the same. Throws
 * `idempotency-key-reused` if the key was used for a different request.
 * Source: IETF draft-ietf-httpapi-idempotency-key-header.
 */
export async function withIdempotency(
  db: Db,
  actor: Actor,
  request: FastifyRequest,
  input: Parsed,
  work: () => Promise<Outcome>,
  long: LongReplies = {},
): Promise<Outcome> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return work()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'The Idempotency-Key must be 1 to 255 visible characters.')
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url} ${JSON.stringify(input.body ?? null)}`)
    .digest('hex')
  const mine = { userId: actor.id, key }
  const [isNew] = await addKey(db, { ...mine, fingerprint })
  if (!isNew) {
    const [first] = await findOutcome(db, mine)
    if (first?.fingerprint !== fingerprint) throw problem('idempotency-key-reused')
    const { reply } = first
    return { status: first.status ?? 200, body: isLongReply(reply) ? await readAgain(reply, long) : (reply ?? undefined) }
  }
  const outcome = await work()
  if (!(outcome.body instanceof Download)) {
    const { status, body = null } = outcome
    await saveOutcome(db, { ...mine, status, reply: body === null ? null : toStored(body, long) })
  }
  return outcome
}

function readAgain({ readAgain: id }: LongReply, { again }: LongReplies): Promise<unknown> {
  if (id !== null && again) return again(id)
  throw problem('conflict', { detail: 'This was done already. Load the page again to see the result.' })
}

function toStored(body: unknown, { again, shorten }: LongReplies): string {
  const reply = JSON.stringify(body)
  if (reply.length <= longestReply) return reply
  const short = shorten && JSON.stringify(shorten(body))
  if (short && short.length <= longestReply) return short
  return JSON.stringify({ readAgain: again ? (body as { id: string }).id : null } satisfies LongReply)
}
