/** Idempotency-Key: the same request sent again gets the first answer, and changes nothing. */
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { requests } from '#db/schema/requests.ts'
import type { Actor } from '#http/authenticate.ts'
import { Download } from '#http/handler.ts'
import type { Parsed } from '#http/parse.ts'
import { invalid, problem } from '#http/problems.ts'

type Outcome = { status: number; body: unknown }

/**
 * Runs `work` once for each key of a person, within the transaction that `work` writes in: a failure frees the key, and a
 * parallel twin waits for this transaction. Requests are the same if they were understood the same (`input`). Throws
 * `key-reused` where the key came with another one.
 * Source: IETF draft-ietf-httpapi-idempotency-key-header.
 */
export async function withIdempotency(
  db: Db,
  actor: Actor,
  request: FastifyRequest,
  input: Parsed,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return work()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'The Idempotency-Key must be 1 to 255 visible characters.')
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url} ${JSON.stringify(input.body ?? null)}`)
    .digest('hex')
  const mine = { userId: actor.id, key }
  const here = and(eq(requests.userId, actor.id), eq(requests.key, key))
  const [isNew] = await db
    .insert(requests)
    .values({ ...mine, fingerprint })
    .onConflictDoNothing()
    .returning({ key: requests.key })
  if (!isNew) {
    const [first] = await db.select().from(requests).where(here)
    if (first?.fingerprint !== fingerprint) throw problem('key-reused')
    return { status: first.status ?? 200, body: first.reply ?? undefined }
  }
  const outcome = await work()
  if (!(outcome.body instanceof Download))
    await db
      .update(requests)
      .set({ status: outcome.status, reply: outcome.body ?? null })
      .where(here)
  return outcome
}
