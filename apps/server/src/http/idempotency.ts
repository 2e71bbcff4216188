/** Idempotency-Key: a repeated request gets the first response, and changes nothing. */
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { prepared, valueFor, type Db } from '#db/drizzle.ts'
import { idempotencyKeys } from '#db/schema/system.ts'
import type { Actor } from '#http/authenticate.ts'
import { Download } from '#http/handler.ts'
import type { Parsed } from '#http/parse.ts'
import { invalid, problem } from '#http/problems.ts'

type Outcome = { status: number; body: unknown }

/** Characters of JSON; longer replies that can be read again are stored as their id. */
const longestReply = 64 * 1024
type LongReply = { readAgain: string }
const isLongReply = (reply: unknown): reply is LongReply => typeof reply === 'object' && reply !== null && 'readAgain' in reply

const { placeholder } = sql
const isOwnKey = and(eq(idempotencyKeys.userId, placeholder('userId')), eq(idempotencyKeys.key, placeholder('key')))
const keyInsert = prepared((db) =>
  db
    .insert(idempotencyKeys)
    .values({ userId: placeholder('userId'), key: placeholder('key'), fingerprint: placeholder('fingerprint') })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key }),
)
const firstOutcome = prepared((db) => db.select().from(idempotencyKeys).where(isOwnKey))
const outcomeUpdate = prepared((db) =>
  db
    .update(idempotencyKeys)
    .set({ status: valueFor(idempotencyKeys.status, 'status'), reply: sql`${placeholder('reply')}::jsonb` })
    .where(isOwnKey),
)

/**
 * Runs `work` once per key and user, within the transaction that `work` writes in: a failure frees the key, and a
 * concurrent duplicate waits for this transaction. Requests are the same if their parsed `input` is the same. Throws
 * `idempotency-key-reused` if the key was used for a different request. `again` reads the reply by its id.
 * Source: IETF draft-ietf-httpapi-idempotency-key-header.
 */
export async function withIdempotency(
  db: Db,
  actor: Actor,
  request: FastifyRequest,
  input: Parsed,
  work: () => Promise<Outcome>,
  again?: (id: string) => Promise<unknown>,
): Promise<Outcome> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return work()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'The Idempotency-Key must be 1 to 255 visible characters.')
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url} ${JSON.stringify(input.body ?? null)}`)
    .digest('hex')
  const mine = { userId: actor.id, key }
  const [isNew] = await keyInsert(db, { ...mine, fingerprint })
  if (!isNew) {
    const [first] = await firstOutcome(db, mine)
    if (first?.fingerprint !== fingerprint) throw problem('idempotency-key-reused')
    const body = isLongReply(first.reply) ? await again?.(first.reply.readAgain) : (first.reply ?? undefined)
    return { status: first.status ?? 200, body }
  }
  const outcome = await work()
  if (!(outcome.body instanceof Download)) {
    const { status, body = null } = outcome
    await outcomeUpdate(db, { ...mine, status, reply: body === null ? null : toStored(body, again !== undefined) })
  }
  return outcome
}

function toStored(body: unknown, canReadAgain: boolean): string {
  const reply = JSON.stringify(body)
  if (reply.length <= longestReply || !canReadAgain) return reply
  return JSON.stringify({ readAgain: (body as { id: string }).id } satisfies LongReply)
}
