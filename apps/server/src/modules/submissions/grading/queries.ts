/** Undo, the history of marks and current graders, in SQL. */

import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/drizzle.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignmentExceptions, gradeChanges, type submissions } from '#db/schema/assignments.ts'
import { gradingPresence, lastGrades } from '#db/schema/grading.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { type NewMark, saveMarks } from '#modules/submissions/marks/queries.ts'

type Submission = typeof submissions.$inferSelect
type Presence = { submissionId: string; assignmentId: string; userId: string }

/** Milliseconds after a grader was last seen. */
const presentMs = 60_000

/** Stores the values that a mark replaces, in the transaction that saves it. */
export async function insertLastGrade(
  db: Db,
  before: Submission & { heldAttempts: number[]; terms: string; reopenedUntil?: string | null },
  userId: string,
  now: Date,
): Promise<void> {
  const { id, version, reopenedUntil } = before
  const replaced = { ...toMark(before), ...(reopenedUntil !== undefined && { reopenedUntil }) }
  const values = { submissionId: id, version: version + 1, before: replaced, savedAt: now.toISOString() }
  await db
    .insert(lastGrades)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: lastGrades.userId, set: values })
}

function toMark(before: Submission & { heldAttempts: number[]; terms: string }) {
  const { status, marks, questionMarks, deduction, isFinal, feedback, gradedBy, gradedAt, isHeld, heldAttempts, terms } = before
  const grading = { status: status as NewMark['status'], gradedBy, gradedAt }
  return { ...grading, marks, questionMarks, deduction, isFinal, feedback, isHeld, heldAttempts, terms }
}

/** Lets a student submit returned work again although it is closed. */
export async function updateReopening(db: Db, { assignmentId, studentId }: Submission, reopenedUntil: string | null): Promise<void> {
  const target = [assignmentExceptions.assignmentId, assignmentExceptions.studentId]
  await db
    .insert(assignmentExceptions)
    .values({ assignmentId, studentId, reopenedUntil })
    .onConflictDoUpdate({ target, set: { reopenedUntil } })
}

export const findLastGrade = async (db: Db, userId: string) => (await db.select().from(lastGrades).where(eq(lastGrades.userId, userId)))[0]

/** Restores the previous marks, and records that in the history. */
export async function restoreGrade(
  db: Db,
  current: Submission,
  { userId, before: { reopenedUntil, ...before } }: typeof lastGrades.$inferSelect,
  now: Date,
): Promise<void> {
  await saveMarks(db, [{ id: current.id, ...before }], { action: 'UNDO', actorId: userId, now })
  if (reopenedUntil !== undefined) await updateReopening(db, current, reopenedUntil)
  await db.delete(lastGrades).where(eq(lastGrades.userId, userId))
}

export const listMarkChangesOf = (db: Db, submissionId: string, page: Page) =>
  paged(
    (limit, offset) =>
      db
        .select({
          id: gradeChanges.id,
          action: gradeChanges.action,
          changedBy: userColumns(users),
          changedAt: gradeChanges.changedAt,
          oldMarks: gradeChanges.oldMarks,
          newMarks: gradeChanges.newMarks,
          isFeedbackChanged: sql<boolean>`${gradeChanges.oldFeedback} is distinct from ${gradeChanges.newFeedback}`,
        })
        .from(gradeChanges)
        .innerJoin(users, eq(users.id, gradeChanges.changedBy))
        .where(eq(gradeChanges.submissionId, submissionId))
        .orderBy(desc(gradeChanges.changedAt), desc(gradeChanges.id))
        .limit(limit)
        .offset(offset),
    () => db.select(total).from(gradeChanges).where(eq(gradeChanges.submissionId, submissionId)),
    page,
  )

/** `since` stays for as long as the grader has the same submission open. */
export async function writePresence(db: Db, { userId, ...place }: Presence, now: Date): Promise<void> {
  const at = now.toISOString()
  const isSame = sql`${gradingPresence.submissionId} = ${place.submissionId} and ${gradingPresence.lastSeenAt} > ${presentSince(now)}`
  await db
    .insert(gradingPresence)
    .values({ userId, ...place, since: at, lastSeenAt: at })
    .onConflictDoUpdate({
      target: gradingPresence.userId,
      set: { ...place, since: sql`case when ${isSame} then ${gradingPresence.since} else ${at} end`, lastSeenAt: at },
    })
}

/** Others who have a submission of the assignment open now. */
export const listGraders = (db: Db, assignmentId: string, except: string, now: Date) =>
  db
    .select({ submissionId: gradingPresence.submissionId, grader: userColumns(users), since: gradingPresence.since })
    .from(gradingPresence)
    .innerJoin(users, eq(users.id, gradingPresence.userId))
    .where(
      and(
        eq(gradingPresence.assignmentId, assignmentId),
        ne(gradingPresence.userId, except),
        gt(gradingPresence.lastSeenAt, presentSince(now)),
      ),
    )
    .orderBy(gradingPresence.since)

const presentSince = (now: Date): string => new Date(now.getTime() - presentMs).toISOString()
