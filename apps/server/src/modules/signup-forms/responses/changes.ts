/** Decisions about responses, in SQL. */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/drizzle.ts'
import { emails } from '#db/schema/mail.ts'
import { signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { hasLeft } from '#modules/signup-forms/responses/queries.ts'

/** Responses of a form, locked in the order in which they were sent. */
export const lockResponses = (db: Db, formId: string, ids: readonly string[]) =>
  db
    .select({ response: signupResponses, hasLeft: hasLeft(formId), name: users.name, email: users.email, preferences: users.preferences })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), isNull(users.deletedAt)))
    .where(and(eq(signupResponses.formId, formId), inArray(signupResponses.id, [...ids])))
    .orderBy(asc(signupResponses.sentAt), asc(signupResponses.id))
    .for('update', { of: signupResponses })

type DecidedColumns = Pick<typeof signupResponses.$inferInsert, 'status' | 'note' | 'decidedAt' | 'decidedBy' | 'decisionBatchId'>

/**
 * The same decision for all. Users who are put on the waiting list keep the order of `ids`, a millisecond apart; if a recent decision
 * is undone, they get their old position back.
 */
export function updateDecided(db: Db, ids: string[], values: DecidedColumns, now: Date) {
  const { decidedAt, id, status, waitlistedAt } = signupResponses
  const instant = sql`${now.toISOString()}::timestamptz`
  const last = sql`${instant} + array_position(${sql.param(ids)}::uuid[], ${id}) * interval '1 millisecond'`
  return db
    .update(signupResponses)
    .set({
      ...values,
      waitlistedAt:
        values.status === 'WAITLISTED'
          ? sql`coalesce(case when ${decidedAt} > ${instant} - interval '1 minute' then ${waitlistedAt} end, ${last})`
          : sql`case when ${status} = 'WAITLISTED' then ${waitlistedAt} end`,
    })
    .where(inArray(id, ids))
}

/** Seats that staff have just freed by undoing a decision are not given to anyone. */
export const cancelMoveUp = (db: Db, key: string) => db.execute(sql`select graphile_worker.remove_job(${key})`)

/** Whether anyone was declined after `since`. */
export async function findHasDeclined(db: Db, formId: string, since: Date): Promise<boolean> {
  const { formId: of, status, decidedAt } = signupResponses
  const declined = and(eq(of, formId), eq(status, 'REJECTED'), gt(decidedAt, since.toISOString()))
  return (await db.select({ id: signupResponses.id }).from(signupResponses).where(declined).limit(1)).length > 0
}

/** The first users of a course's waiting list, locked. */
export const lockWaiting = (db: Db, formId: string, limit: number) =>
  db
    .select({ response: signupResponses, name: users.name, email: users.email, preferences: users.preferences })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), isNull(users.deletedAt), eq(users.role, 'USER')))
    .where(and(eq(signupResponses.formId, formId), eq(signupResponses.status, 'WAITLISTED')))
    .orderBy(asc(signupResponses.waitlistedAt), asc(signupResponses.id))
    .limit(limit)
    .for('update', { of: signupResponses })

/** The user before this response on the waiting list; undefined for the first. */
export async function findBefore(db: Db, formId: string, { id, waitlistedAt }: typeof signupResponses.$inferSelect) {
  const [found] = await db
    .select({ id: signupResponses.id, waitlistedAt: signupResponses.waitlistedAt })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), isNull(users.deletedAt)))
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

/** Unsent emails about these decisions, which are no longer true. */
export const deleteQueuedDecisions = (db: Db, batchIds: readonly string[], userIds: readonly string[]) =>
  db.delete(emails).where(and(inArray(emails.batchId, [...batchIds]), inArray(emails.userId, [...userIds]), eq(emails.state, 'QUEUED')))
