/** Sign-up forms and a user's own responses in SQL. */

import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { prepared, type Db } from '#db/drizzle.ts'
import { total } from '#db/page.ts'
import { memberships } from '#db/schema/courses.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'

const { placeholder } = sql

export type Form = NonNullable<Awaited<ReturnType<typeof findForm>>>
export type Response = typeof signupResponses.$inferSelect

const isNewestVersion = and(eq(signupFormVersions.formId, signupForms.id), eq(signupFormVersions.version, signupForms.version))
const formColumns = {
  id: signupForms.id,
  courseId: signupForms.courseId,
  status: signupForms.status,
  closesAt: signupForms.closesAt,
  autoApprove: signupForms.autoApprove,
  version: signupForms.version,
  questions: signupFormVersions.questions,
}

const form = prepared((db) =>
  db
    .select(formColumns)
    .from(signupForms)
    .innerJoin(signupFormVersions, isNewestVersion)
    .where(eq(signupForms.courseId, placeholder('courseId'))),
)
/** The form of a course with its newest questions. */
export const findForm = async (db: Db, courseId: string) => (await form(db, { courseId }))[0]

type Settings = Pick<typeof signupForms.$inferInsert, 'status' | 'closesAt' | 'autoApprove'>

/** Creates the form with its first version, or updates it; changed questions become a new version. The course is locked. */
export async function saveFormRow(
  db: Db,
  {
    courseId,
    before,
    settings,
    questions,
    by,
  }: { courseId: string; before: Form | undefined; settings: Settings; questions: FormQuestion[]; by: string },
): Promise<void> {
  const version = before ? before.version + Number(!isDeepStrictEqual(before.questions, questions)) : 1
  const [saved] = await db
    .insert(signupForms)
    .values({ courseId, ...settings, version })
    .onConflictDoUpdate({ target: signupForms.courseId, set: { ...settings, version, updatedAt: sql`now()` } })
    .returning({ id: signupForms.id })
  await db.insert(signupFormVersions).values({ formId: saved!.id, version, questions, createdBy: by }).onConflictDoNothing()
}

const versions = prepared((db) =>
  db
    .select({ version: signupFormVersions.version, questions: signupFormVersions.questions })
    .from(signupFormVersions)
    .where(eq(signupFormVersions.formId, placeholder('formId')))
    .orderBy(asc(signupFormVersions.version)),
)
/** All versions, oldest first. */
export const listVersions = (db: Db, formId: string) => versions(db, { formId })

export const findQuestionsOf = async (db: Db, formId: string, version: number): Promise<FormQuestion[]> =>
  (await listVersions(db, formId)).find((one) => one.version === version)?.questions ?? []

const response = prepared((db) =>
  db
    .select()
    .from(signupResponses)
    .where(and(eq(signupResponses.formId, placeholder('formId')), eq(signupResponses.userId, placeholder('userId')))),
)
export const findResponseOf = async (db: Db, formId: string, userId: string): Promise<Response | undefined> =>
  (await response(db, { formId, userId }))[0]

const responseCount = prepared((db) =>
  db
    .select(total)
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), isNull(users.deletedAt)))
    .where(and(eq(signupResponses.formId, placeholder('formId')), sql`${signupResponses.status} <> 'WITHDRAWN'`)),
)
/** Responses that count: not withdrawn, and their user is not deleted. */
export const countResponses = async (db: Db, formId: string): Promise<number> => (await responseCount(db, { formId }))[0]!.total

type Sent = Pick<Response, 'formId' | 'userId' | 'version' | 'answers' | 'status' | 'sentAt' | 'waitlistedAt' | 'earlier'>

/** A first response, or the one of a user who signs up again. */
export async function upsertResponse(db: Db, values: Sent): Promise<Response> {
  const undecided = {
    note: null,
    keepsSeat: false,
    reservedUntil: null,
    decidedAt: null,
    decidedBy: null,
    decisionBatchId: null,
    settledFrom: null,
  }
  const [saved] = await db
    .insert(signupResponses)
    .values(values)
    .onConflictDoUpdate({ target: [signupResponses.formId, signupResponses.userId], set: { ...values, ...undecided } })
    .returning()
  return saved!
}

export async function updateResponse(db: Db, id: string, values: Partial<Response>): Promise<Response> {
  const [saved] = await db.update(signupResponses).set(values).where(eq(signupResponses.id, id)).returning()
  return saved!
}

const membershipStatus = { APPROVED: 'ACTIVE', PENDING: 'PENDING', WAITLISTED: 'WAITLISTED', REJECTED: 'REJECTED' } as const

/** Updates the memberships of the responses' users; WITHDRAWN ends them. */
export async function setMemberships(db: Db, courseId: string, userIds: string[], status: Response['status']): Promise<void> {
  const own = and(eq(memberships.courseId, courseId), inArray(memberships.userId, userIds), eq(memberships.role, 'STUDENT'))
  if (status === 'WITHDRAWN') return void (await db.delete(memberships).where(own))
  const set = { status: membershipStatus[status] }
  await db
    .insert(memberships)
    .values(userIds.map((userId) => ({ courseId, userId, role: 'STUDENT' as const, ...set })))
    .onConflictDoUpdate({ target: [memberships.courseId, memberships.userId, memberships.role], set })
}
