/** Rows of the rights matrix that belong to one user, and links of courses. */

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Role } from '@lms/contract/policy'
import { exceptionOfWork } from '#access/exceptions.ts'
import { hashToken } from '#access/sessions.ts'
import { assignmentExceptions, assignments, markImports, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { joinLinks } from '#db/schema/courses.ts'
import { discussionReads } from '#db/schema/discussions.ts'
import { lastGrades, savedComments } from '#db/schema/grading.ts'
import { mediaNotes } from '#db/schema/media.ts'
import { notices } from '#db/schema/notices.ts'
import { calendarFeeds, importResults, sessions } from '#db/schema/users.ts'
import { markTerms } from '#modules/submissions/marks/queries.ts'
import type { TestApp } from '#test/app.ts'

export async function addNote({ database }: TestApp, userId: string, mediaId: string): Promise<string> {
  const [note] = await database.db.insert(mediaNotes).values({ userId, mediaId, at: 12, text: 'Planted' }).returning({ id: mediaNotes.id })
  return note!.id
}

/** Before anything was written. */
export const markedUntil = '2026-10-01T10:00:00.000Z'

/** How far the user has read, and a comment that they have just deleted. */
export async function addDiscussionRows({ database, given, clock }: TestApp, userId: string, discussionId: string): Promise<string> {
  await database.db.insert(discussionReads).values({ userId, discussionId, readUntil: markedUntil })
  const deleted = { deletedAt: clock.now().toISOString(), deletedBy: userId }
  return (await given.comment({ discussionId, authorId: userId, ...deleted })).id
}

/** A saved comment, and a mark that the user has just saved and may undo. */
export async function addGraderRows({ database, clock }: TestApp, userId: string, submissionId: string): Promise<string> {
  const [found] = await database.db
    .select({ terms: markTerms })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .leftJoin(assignmentExceptions, exceptionOfWork)
    .where(eq(submissions.id, submissionId))
  const before = {
    status: 'SUBMITTED' as const,
    marks: null,
    questionMarks: [],
    deduction: 0,
    isFinal: false,
    feedback: null,
    gradedBy: null,
    gradedAt: null,
    isHeld: false,
    terms: found!.terms,
  }
  await database.db.insert(lastGrades).values({ userId, submissionId, version: 0, before, savedAt: clock.now().toISOString() })
  const [made] = await database.db.insert(savedComments).values({ userId, text: 'Planted' }).returning({ id: savedComments.id })
  return made!.id
}

/** A student whom the user has just marked. */
export async function addAttendanceMark(
  { database, given }: TestApp,
  markedBy: string,
  place: Record<'courseId' | 'weekId' | 'sessionId', string>,
): Promise<string> {
  const { id: userId } = await given.student()
  const nothing = { status: null, source: 'VIDEO' as const, remark: null, marked_by: null, marked_at: null, watched_at: null }
  const replaced = [{ ...nothing, objected_at: null, objection: null }]
  const mark = { status: 'LATE' as const, source: 'STAFF' as const, markedBy, markedAt: '2026-11-20T14:00:00Z', replaced }
  await database.db.insert(attendance).values({ ...place, userId, ...mark })
  return userId
}

export async function addNotice({ database }: TestApp, userId: string, courseId: string): Promise<string> {
  const keys = { groupKey: 'sign-up:1', sourceId: 'decision:1' }
  const [made] = await database.db
    .insert(notices)
    .values({ userId, courseId, kind: 'FORM', subject: { title: 'Planted', outcome: 'APPROVED' }, ...keys })
    .returning({ id: notices.id })
  return made!.id
}

export async function addImport({ database }: TestApp, userId: string): Promise<string> {
  const importId = crypto.randomUUID()
  const summary = { total: 0, created: 0, enrolled: 0, unchanged: 0, failed: 0 }
  await database.db
    .insert(importResults)
    .values({ userId, importId, fileName: 'planted.csv', role: 'USER', summary, rows: [], createdAt: '2026-11-20T14:00:00Z' })
  return importId
}

export async function addMarksImport({ database }: TestApp, courseId: string, createdBy: string): Promise<string> {
  const [made] = await database.db
    .insert(markImports)
    .values({ courseId, createdBy, createdAt: '2026-11-20T14:00:00Z', changes: [] })
    .returning({ id: markImports.id })
  return made!.id
}

/** A session that nobody uses for calls. */
export async function addSession({ database }: TestApp, userId: string): Promise<string> {
  const lasting = { expiresAt: '2100-01-01T00:00:00Z', lastUsedAt: '2099-01-01T00:00:00Z' }
  const [made] = await database.db
    .insert(sessions)
    .values({ userId, tokenHash: hashToken(crypto.randomUUID()), ...lasting })
    .returning({ id: sessions.id })
  return made!.id
}

/** Memberships that do not count: as trainers of people who are students now, and the other way round. */
export async function addOtherRoles({ given }: TestApp, courseIds: string[], people: { id: string; role: Role }[]): Promise<void> {
  for (const courseId of courseIds)
    for (const { id, role } of people) await given.member(courseId, { id, role: role === 'USER' ? 'TRAINER' : 'USER' })
}

/** A file that the student submitted. */
export async function addUsedFile(
  { given }: TestApp,
  { courseId, weekId, userId }: Record<'courseId' | 'weekId' | 'userId', string>,
): Promise<string> {
  const { key } = await given.file(userId)
  const question = given.question({ type: 'FILE' })
  const assignment = { courseId, weekId, questions: [question] }
  await given.submission({ studentId: userId, assignment, answers: [{ questionId: question.id, value: [key] }] })
  return key
}

/** The calendar of a person of no course, read just now. */
export async function addFeed({ given, database }: TestApp, values: { status?: 'SUSPENDED' } = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { id } = await given.user(values)
  await database.db.insert(calendarFeeds).values({ userId: id, token, lastReadAt: '2026-11-20T14:00:00Z' })
  return `${token}.ics`
}

let links = 0
/** Its token. */
export async function addJoinLink({ database }: TestApp, courseId: string): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  await database.db.insert(joinLinks).values({ courseId, token, code: `ABCDEFG${'HJKLM'[links++ % 5]}` })
  return token
}

const emailTokens = { confirmEmail: 'e'.repeat(43), stopEmail: 's'.repeat(43) }
type Account = { id: string }
type Links = { guest: Account; person: Account; invitation: string; expiresAt: string }
/** The links of an invitation, and of a change of the known address that waits: to the new one and to the old one. */
export const emailChange = {
  tokens: emailTokens,
  rows: ({ guest, person, invitation, expiresAt }: Links) => [
    { userId: guest.id, kind: 'INVITATION' as const, tokenHash: hashToken(invitation), expiresAt },
    ...[
      { kind: 'CONFIRM_EMAIL' as const, address: 'next@example.org', tokenHash: hashToken(emailTokens.confirmEmail) },
      { kind: 'STOP_EMAIL' as const, address: 'known@example.org', tokenHash: hashToken(emailTokens.stopEmail) },
    ].map((link) => ({ ...link, userId: person.id, createdBy: person.id, expiresAt })),
  ],
}
