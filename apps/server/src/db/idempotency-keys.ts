/** The keys of calls that change something only once, with what the first call answered. */

import { and, eq, sql } from 'drizzle-orm'
import { prepared, valueFor } from '#db/drizzle.ts'
import { idempotencyKeys } from '#db/schema/system.ts'

const { placeholder } = sql
const isOwnKey = and(eq(idempotencyKeys.userId, placeholder('userId')), eq(idempotencyKeys.key, placeholder('key')))
/** Waits for a transaction that is adding the same key; returns no row if it exists. */
export const addKey = prepared((db) =>
  db
    .insert(idempotencyKeys)
    .values({ userId: placeholder('userId'), key: placeholder('key'), fingerprint: placeholder('fingerprint') })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key }),
)
export const findOutcome = prepared((db) => db.select().from(idempotencyKeys).where(isOwnKey))
export const saveOutcome = prepared((db) =>
  db
    .update(idempotencyKeys)
    .set({ status: valueFor(idempotencyKeys.status, 'status'), reply: sql`${placeholder('reply')}::jsonb` })
    .where(isOwnKey),
)
