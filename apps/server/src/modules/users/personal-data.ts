/** Where the personal data of a user is, table by table, and what happens to it when the account is deleted. A test finds tables that are missing here. */

import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { cancelledBy, noLongerTeaches } from '@lms/contract/rules/course-emails'
import { renameMentions } from '@lms/contract/rules/post-content'
import type { Db } from '#db/client.ts'
import { assignmentExceptions, submissions } from '#db/schema/assignments.ts'
import { attendance, attendanceChanges } from '#db/schema/attendance.ts'
import { studentsAtRisk } from '#db/schema/courses.ts'
import { comments, commentVersions, discussionReads, discussions } from '#db/schema/discussions.ts'
import { gradingPresence, hiddenNames, lastGrades, savedComments } from '#db/schema/grading.ts'
import { emailOptOuts, emails } from '#db/schema/mail.ts'
import { mediaNotes } from '#db/schema/media.ts'
import { notices } from '#db/schema/notices.ts'
import { signupResponses } from '#db/schema/signup-forms.ts'
import { idempotencyKeys } from '#db/schema/system.ts'
import {
  calendarFeeds,
  importProgress,
  importResults,
  oneTimeTokens,
  otpCodes,
  sessions,
  signInSources,
  userChanges,
  users,
} from '#db/schema/users.ts'
import { escapeHtml } from '#services/html.ts'

interface Leaving {
  /** Each with the address and the name at the same place in `emails` and `names`. */
  ids: readonly string[]
  emails: readonly (string | null)[]
  names: readonly string[]
  /** What the rows that stay are called. */
  name: string
  now: Date
}
type Erasure = (db: Db, leaving: Leaving) => Promise<unknown>

const anyOf = (column: PgColumn, values: readonly (string | null)[], type: 'uuid' | 'text' = 'uuid') =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`

/** Deletes the rows of the user. */
const rowsOf =
  (table: PgTable, column: PgColumn): Erasure =>
  (db, { ids }) =>
    db.delete(table).where(anyOf(column, ids))

/** The name in mentions, in the text of others. */
const mentionsIn =
  (table: PgTable, key: PgColumn): Erasure =>
  async (db, { ids, name }) => {
    const { rows } = await db.execute<{ key: string; content: string }>(sql`
      select ${key}::text as key, content from ${table} where content like '%data-mention%' and exists (
        select from regexp_matches(content, 'data-mention="([0-9a-f-]{36})"', 'g') mention where mention[1]::uuid = any(${sql.param(ids)}::uuid[]))`)
    const changed = rows.map((row) => ({ ...row, content: renameMentions(row.content, new Set(ids), name) }))
    if (changed.length > 0)
      await db.execute(sql`
        update ${table} set content = renamed.content from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) renamed (key text, content text)
        where ${key}::text = renamed.key`)
  }

export const erasures: Record<string, Erasure> = {
  otp_codes: (db, leaving) => db.delete(otpCodes).where(anyOf(otpCodes.email, leaving.emails, 'text')),
  // Waiting mail is not sent; sent mail contained the address. Mails to a course name their sender, and replies went there.
  emails: async (db, { ids, emails: addresses, names, name }) => {
    await db.delete(emails).where(sql`${anyOf(emails.userId, ids)} or ${anyOf(emails.toAddress, addresses, 'text')}`)
    await db.execute(sql`
      update emails email set reply_to = null, html = replace(email.html, erased.html_name, ${escapeHtml(name)}), text = replace(email.text, erased.name, ${name})
      from unnest(${sql.param(addresses)}::text[], ${sql.param(names)}::text[], ${sql.param(names.map(escapeHtml))}::text[]) erased (email, name, html_name)
      where email.reply_to = erased.email`)
  },
  // An address among the readers was written by hand; the id says that it was somebody who is gone.
  course_emails: async (db, { ids, emails: addresses, names, name }) => {
    const reasons = [cancelledBy, noLongerTeaches].flatMap((reason) => names.map((one) => ({ before: reason(one), after: reason(name) })))
    await db.execute(sql`
      update course_emails set cancel_reason = reason.after from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) reason (before text, after text)
      where cancel_reason = reason.before`)
    const gone = sql`unnest(${sql.param(addresses)}::text[], ${sql.param(ids)}::text[]) erased (email, id)`
    const without = (part: 'to' | 'except') => sql`(
      select coalesce(jsonb_agg(coalesce(erased.id, address) order by place), '[]') from jsonb_array_elements_text(audience -> ${part}) with ordinality listed (address, place)
      left join ${gone} on erased.email = lower(address))`
    return db.execute(sql`
      update course_emails set audience = jsonb_build_object('to', ${without('to')}, 'except', ${without('except')})
      where audience::text like '%@%' and exists (
        select from jsonb_array_elements_text((audience -> 'to') || (audience -> 'except')) address join ${gone} on erased.email = lower(address))`)
  },
  sessions: rowsOf(sessions, sessions.userId),
  sign_in_sources: rowsOf(signInSources, signInSources.userId),
  one_time_tokens: rowsOf(oneTimeTokens, oneTimeTokens.userId),
  calendar_feeds: rowsOf(calendarFeeds, calendarFeeds.userId),
  idempotency_keys: rowsOf(idempotencyKeys, idempotencyKeys.userId),
  user_changes: rowsOf(userChanges, userChanges.userId),
  import_progress: rowsOf(importProgress, importProgress.userId),
  import_results: async (db, { ids, emails: addresses, name }) => {
    await db.delete(importResults).where(anyOf(importResults.userId, ids))
    // Those of others, with the user among their rows.
    const isTheirs = sql`lower(imported ->> 'email') = any(${sql.param(addresses)}::text[])`
    await db.execute(sql`
      update import_results set rows = (
        select jsonb_agg(case when ${isTheirs} then imported || jsonb_build_object('name', ${name}::text, 'email', '') else imported end order by place)
        from jsonb_array_elements(rows) with ordinality listed (imported, place))
      where exists (select from jsonb_array_elements(rows) imported where ${isTheirs})`)
  },
  students_at_risk: rowsOf(studentsAtRisk, studentsAtRisk.userId),
  media_notes: rowsOf(mediaNotes, mediaNotes.userId),
  saved_comments: rowsOf(savedComments, savedComments.userId),
  // Also those of others that an invitation to the address was refused.
  notices: (db, { ids }) =>
    db
      .delete(notices)
      .where(
        sql`${anyOf(notices.userId, ids)} or (${notices.kind} = 'INVITATION' and ${notices.subject} ->> 'userId' = any(${sql.param(ids)}::text[]))`,
      ),
  email_opt_outs: rowsOf(emailOptOuts, emailOptOuts.userId),
  discussion_reads: rowsOf(discussionReads, discussionReads.userId),
  hidden_names: rowsOf(hiddenNames, hiddenNames.userId),
  last_grades: rowsOf(lastGrades, lastGrades.userId),
  grading_presence: rowsOf(gradingPresence, gradingPresence.userId),
  // The files among the answers follow with the nightly sweep.
  signup_responses: rowsOf(signupResponses, signupResponses.userId),
  attendance: (db, { ids }) =>
    db.update(attendance).set({ remark: null, objectedAt: null, objection: null, replaced: [] }).where(anyOf(attendance.userId, ids)),
  // After the records, whose changes it has, too.
  attendance_changes: rowsOf(attendanceChanges, attendanceChanges.userId),
  assignment_exceptions: (db, { ids }) =>
    db.update(assignmentExceptions).set({ excuseReason: null }).where(anyOf(assignmentExceptions.studentId, ids)),
  // What was submitted stays; drafts were seen by nobody else.
  submissions: async (db, { ids }) => {
    await db.delete(submissions).where(sql`${anyOf(submissions.studentId, ids)} and ${submissions.attempt} = 0`)
    await db.update(submissions).set({ draft: null }).where(anyOf(submissions.studentId, ids))
  },
  discussions: mentionsIn(discussions, discussions.id),
  comments: mentionsIn(comments, comments.id),
  comment_versions: mentionsIn(commentVersions, commentVersions.id),
  users: (db, { ids, name, now }) =>
    db
      .update(users)
      .set({
        name,
        email: null,
        passwordHash: null,
        profileImage: null,
        timeZone: null,
        preferences: {},
        deletedAt: now.toISOString(),
      })
      .where(anyOf(users.id, ids)),
}

/** Tables that refer to users and stay as they are, with the reason: without the name in `users`, they name nobody. */
export const kept: Record<string, string> = {
  submission_attempts: 'submitted work, with its marks',
  grade_changes: 'the history of marks',
  mark_imports: 'what an import of marks can still undo: numbers by submission',
  student_numbers: 'the order in which hidden names were numbered',
  attendance_events: 'the times by which attendance was counted',
  memberships: 'the size of a class at the time',
  enrolments: 'which work was owed, and who has left',
  files: 'a file is deleted once nothing uses it: submitted ones stay with the work',
  uploads: 'an upload ends, or is removed after two days',
  courses: 'who created and who changed it',
  weeks: 'who changed it',
  join_links: 'who created it',
  signup_form_versions: 'questions, and who wrote them',
  assignments: 'questions, and who wrote them',
  assignment_question_versions: 'questions',
  media: 'attachments and captions, and who added and changed them',
}

/** Erases it in all tables, and ends the sessions; the rows in `users` stay, for what they created. */
export async function deleteUsers(db: Db, ids: readonly string[], name: string, now: Date): Promise<void> {
  const found = await db.select({ id: users.id, email: users.email, name: users.name }).from(users).where(anyOf(users.id, ids))
  const leaving = {
    ids: found.map(({ id }) => id),
    emails: found.map(({ email }) => email),
    names: found.map((one) => one.name),
    name,
    now,
  }
  for (const erase of Object.values(erasures)) await erase(db, leaving)
}
