/** The waiting list of a course, and the seats that are reserved or kept, in SQL. */

import { and, asc, eq, lte, min, not, sql } from 'drizzle-orm'
import { canMoveUp } from '#access/conditions.ts'
import type { Db } from '#db/drizzle.ts'
import { signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'

/** The waiting list in order. */
export const listWaiting = (db: Db, formId: string) =>
  db
    .select({ id: signupResponses.id, keepsSeat: signupResponses.keepsSeat })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), canMoveUp))
    .where(and(eq(signupResponses.formId, formId), eq(signupResponses.status, 'WAITLISTED')))
    .orderBy(asc(signupResponses.waitlistedAt), asc(signupResponses.id))

/** Seats whose reserve is over are free: for the first of the list, also if they wait for staff (migration 52). */
export async function endReserves(db: Db, { id, courseId }: { id: string; courseId: string }, now: Date): Promise<void> {
  const { formId, reservedUntil, status } = signupResponses
  const isOver = and(eq(formId, id), eq(status, 'REJECTED'), lte(reservedUntil, now.toISOString()))
  const ended = await db.update(signupResponses).set({ reservedUntil: null }).where(isOver).returning({ id: signupResponses.id })
  if (ended.length > 0) await db.execute(sql`select free_seats(${courseId}, ${ended.length})`)
}

/** When the next reserve is over; null if nothing is reserved. */
export async function findNextReserve(db: Db, formId: string): Promise<string | null> {
  const { formId: of, reservedUntil, status } = signupResponses
  const [found] = await db
    .select({ at: min(reservedUntil) })
    .from(signupResponses)
    .where(and(eq(of, formId), eq(status, 'REJECTED')))
  return found!.at
}

/** The first users of the waiting list who do not wait for staff, locked. */
export const lockWaiting = (db: Db, formId: string, limit: number) =>
  db
    .select({ response: signupResponses, name: users.name, email: users.email, preferences: users.preferences })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), canMoveUp))
    .where(and(eq(signupResponses.formId, formId), eq(signupResponses.status, 'WAITLISTED'), not(signupResponses.keepsSeat)))
    .orderBy(asc(signupResponses.waitlistedAt), asc(signupResponses.id))
    .limit(limit)
    .for('update', { of: signupResponses })

/** The user before this response on the waiting list; undefined for the first. */
export async function findBefore(db: Db, formId: string, { id, waitlistedAt }: typeof signupResponses.$inferSelect) {
  const [found] = await db
    .select({ id: signupResponses.id, waitlistedAt: signupResponses.waitlistedAt })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), canMoveUp))
    .where(
      and(
        eq(signupResponses.formId, formId),
        eq(signupResponses.status, 'WAITLISTED'),
        sql`(${signupResponses.waitlistedAt}, ${signupResponses.id}) < (${waitlistedAt}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(sql`${signupResponses.waitlistedAt} desc, ${signupResponses.id} desc`)
    .limit(1)
    .for('update', { of: signupResponses })
  return found
}
