/** Responses to a form for reviewers, in SQL. */

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ReviewStatus } from '@lms/contract/signup-responses'
import { teaches } from '#access/conditions.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, total, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import { emails } from '#db/schema/mail.ts'
import { files } from '#db/schema/media.ts'
import { signupResponses } from '#db/schema/signup-forms.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { hasLeft, reviewStatus } from '#modules/signup-forms/responses/search.ts'

const { placeholder } = sql

/** The responses `response` to decide, in courses that the actor teaches. */
export const waitingCourses = sql`courses course
  join signup_forms form on form.course_id = course.id
  join signup_responses response on response.form_id = form.id and response.status = 'PENDING'
  join users account on account.id = response.user_id and account.deleted_at is null
  where course.deleted_at is null and course.status <> 'ARCHIVED' and ${teaches(placeholder('actorId'), sql`course.id`)}`

type WaitingCourse = { courseId: string; courseTitle: string; waiting: number; oldestSentAt: string }
const waitingPage = prepared((db, window: PageShape) =>
  db.execute<WaitingCourse>(sql`
    select course.id as "courseId", course.title as "courseTitle", count(*)::int as waiting, ${stamp(sql`min(response.sent_at)`)} as "oldestSentAt"
    from ${waitingCourses} group by course.id order by min(response.sent_at), course.id ${limitTo(window)}`),
)
const waitingTotal = prepared((db) =>
  db.execute<{ total: number }>(sql`select count(*)::int as total from (select from ${waitingCourses} group by course.id) waiting`),
)

/** Courses that the actor teaches with responses to decide: those that have waited longest, and the number of all. */
export const listWaitingCourses = (db: Db, actorId: string, limit: number) =>
  paged(
    async (size, offset) => (await waitingPage(db, { actorId }, pageShape(size, offset))).rows,
    async () => (await waitingTotal(db, { actorId })).rows,
    { page: 1, limit },
  )

export async function listIdsWith(db: Db, formId: string, status: 'WAITLISTED' | 'PENDING'): Promise<string[]> {
  const rows = await db
    .select({ id: signupResponses.id })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), isNull(users.deletedAt)))
    .where(and(eq(signupResponses.formId, formId), eq(signupResponses.status, status)))
  return rows.map(({ id }) => id)
}

const statusCounts = prepared((db) =>
  db
    .select({ status: reviewStatus(placeholder('formId')), ...total })
    .from(signupResponses)
    .innerJoin(users, eq(users.id, signupResponses.userId))
    .where(and(eq(signupResponses.formId, placeholder('formId')), isNull(users.deletedAt)))
    .groupBy(sql`1`),
)
/** The number in each state; withdrawn responses are not counted elsewhere. */
export async function countByStatus(db: Db, formId: string) {
  const rows = await statusCounts(db, { formId })
  const of = (wanted: ReviewStatus) => rows.find(({ status }) => status === wanted)?.total ?? 0
  const counts = {
    review: of('PENDING'),
    enrolled: of('APPROVED'),
    waitlisted: of('WAITLISTED'),
    declined: of('REJECTED'),
    left: of('LEFT'),
  }
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const inStatus = (status: ReviewStatus | undefined) => (status ? of(status) : all)
  return { counts: { ...counts, withdrawn: of('WITHDRAWN'), all }, inStatus }
}

const answerCounts = prepared((db) =>
  db.execute<{ questionId: string; option: string | null; count: number }>(sql`
    with given as (
      select response.id, answer ->> 'questionId' as question_id, chosen.value
      from signup_responses response join users account on account.id = response.user_id and account.deleted_at is null
      cross join jsonb_array_elements(response.answers) answer
      cross join lateral (
        select answer ->> 'value' as value where jsonb_typeof(answer -> 'value') = 'string'
        union all select element from jsonb_array_elements_text(case jsonb_typeof(answer -> 'value') when 'array' then answer -> 'value' else '[]' end) element) chosen
      where response.form_id = ${sql.placeholder('formId')} and response.status <> 'WITHDRAWN' and btrim(chosen.value) <> '')
    select question_id as "questionId", null as option, count(distinct id)::int as count from given group by question_id
    union all
    select question_id, value, count(*)::int from given where length(value) <= 200 group by question_id, value`),
)
/** How often each value was given to each question, and how many answered it. */
export const countAnswers = async (db: Db, formId: string) => (await answerCounts(db, { formId })).rows

/** Responses of a form, locked: the waiting list by place, then the others in the order in which they were sent. */
export const lockResponses = (db: Db, formId: string, ids: readonly string[]) =>
  db
    .select({ response: signupResponses, hasLeft: hasLeft(formId), name: users.name, email: users.email, preferences: users.preferences })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), isNull(users.deletedAt)))
    .where(and(eq(signupResponses.formId, formId), inArray(signupResponses.id, [...ids])))
    .orderBy(
      sql`${signupResponses.status} <> 'WAITLISTED'`,
      sql`case when ${signupResponses.status} = 'WAITLISTED' then ${signupResponses.waitlistedAt} else ${signupResponses.sentAt} end`,
      asc(signupResponses.id),
    )
    .for('update', { of: signupResponses })

type DecidedColumns = Pick<typeof signupResponses.$inferInsert, 'status' | 'note' | 'decidedAt' | 'decidedBy' | 'decisionBatchId'>

/**
 * The same decision for all. Users who are put on the waiting list keep the order of `ids`, a millisecond apart; if a recent decision
 * is undone, they get their old position back. `keeping`: of whom a seat stays free. The seats of those who are declined stay reserved.
 */
export function updateDecision(
  db: Db,
  ids: string[],
  values: DecidedColumns,
  { now, keeping, reservedUntil }: { now: Date; keeping: string[]; reservedUntil: Date },
) {
  const { decidedAt, id, status, waitlistedAt, keepsSeat } = signupResponses
  const instant = sql`${now.toISOString()}::timestamptz`
  const last = sql`${instant} + array_position(${sql.param(ids)}::uuid[], ${id}) * interval '1 millisecond'`
  const isUndone = sql`${decidedAt} > ${instant} - interval '1 minute' and ${waitlistedAt} is not null`
  const isWaiting = values.status === 'WAITLISTED'
  return db
    .update(signupResponses)
    .set({
      ...values,
      waitlistedAt: isWaiting
        ? sql`case when ${isUndone} then ${waitlistedAt} else ${last} end`
        : sql`case when ${status} = 'WAITLISTED' then ${waitlistedAt} end`,
      keepsSeat: isWaiting
        ? sql`case when ${isUndone} and ${status} <> 'APPROVED' then ${keepsSeat} else ${id} = any(${sql.param(keeping)}::uuid[]) end`
        : sql`${status} = 'WAITLISTED' and ${keepsSeat}`,
      reservedUntil:
        values.status === 'REJECTED' ? sql`case when ${status} = 'APPROVED' then ${reservedUntil.toISOString()}::timestamptz end` : null,
      settledFrom: null,
    })
    .where(inArray(id, ids))
}

/** Unsent emails about these decisions, which are no longer true. */
export const deleteQueuedDecisions = (db: Db, batchIds: readonly string[], userIds: readonly string[]) =>
  db.delete(emails).where(and(inArray(emails.batchId, [...batchIds]), inArray(emails.userId, [...userIds]), eq(emails.state, 'QUEUED')))

const existingFiles = prepared((db) =>
  db
    .select({ key: files.key, name: files.name, size: files.size })
    .from(files)
    .where(and(eq(files.status, 'READY'), sql`${files.key} = ${arrayPlaceholder('keys', 'text')}`)),
)
/** The existing files of the responses, with their names. */
export const listFiles = (db: Db, keys: string[]) => existingFiles(db, { keys })

/** The last part of the key, if the browser sent no name. */
export const getFileName = (key: string, name: string | null): string => name ?? key.split('/').at(-1)!

const people = prepared((db) =>
  db
    .select(userColumns(users))
    .from(users)
    .where(sql`${users.id} = ${arrayPlaceholder('ids')}`),
)
/** The names of the reviewers. */
export const listPeople = (db: Db, ids: string[]) => people(db, { ids })
