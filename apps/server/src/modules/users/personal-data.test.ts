/** What is left of a deleted user: their work, without a name. */

import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { assignmentExceptions, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { comments, commentVersions } from '#db/schema/discussions.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { notices } from '#db/schema/notices.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { importResults } from '#db/schema/users.ts'
import { personalColumns, type Fate } from '#modules/users/personal-columns.ts'
import { erasures, kept } from '#modules/users/personal-data.ts'
import { cleanPost } from '#services/html.ts'
import { testApp } from '#test/app.ts'

const { given, as, anonymous, database, runJobs } = await testApp()
const { db } = database

/** Our tables that have a row with this text. */
async function findTables(words: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const counts = rows.map(async ({ name }) => {
    const found = await db.execute(sql`select 1 from ${sql.identifier(name)} t where t::text ilike ${`%${words}%`} limit 1`)
    return found.rows.length > 0 ? [name] : []
  })
  return (await Promise.all(counts)).flat().toSorted()
}

/**
 * Columns that can hold an id, address, name or words of a person, by table: texts, documents, lists of ids, and ids that do not refer to
 * another table. `isOfUser`: refers to users.
 */
async function listColumns() {
  const { rows } = await db.execute<{ table: string; name: string; isOfUser: boolean }>(sql`
    select c.table_name as table, c.column_name as name, f.to = 'users' as "isOfUser"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join lateral (
      select k.confrelid::regclass::text as to from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'f' and k.conrelid = quote_ident(c.table_name)::regclass and a.attname = c.column_name limit 1) f on true
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and (c.data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying') or c.data_type = 'USER-DEFINED' or c.data_type like '%range'
        or c.data_type = 'uuid' and c.column_name <> 'id' and coalesce(f.to = 'users', true))
      or c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'id' and c.data_type = 'text'`)
  return rows
}
const namesOf = (table: string, ...fates: Fate[]) => fates.flatMap((fate) => personalColumns[table]?.[fate]?.split(' ') ?? [])
const fates: Fate[] = ['row', 'cleared', 'id', 'words', 'brief', 'none']

test('every column that can hold something of a person says what becomes of it', async () => {
  const columns = await listColumns()
  const found = columns.map(({ table, name }) => `${table}.${name}`)
  const said = Object.keys(personalColumns).flatMap((table) => namesOf(table, ...fates).map((name) => `${table}.${name}`))
  expect(said.toSorted()).toEqual(found.toSorted())
  for (const { table, name } of columns.filter(({ isOfUser }) => isOfUser)) expect([table, ...namesOf(table, 'row', 'id')]).toContain(name)
})

test('every table with something of a person is erased, or kept for a reason', () => {
  const tables = (...wanted: Fate[]) => Object.keys(personalColumns).filter((table) => namesOf(table, ...wanted).length > 0)
  const named = Object.keys({ ...erasures, ...kept })
  expect(Object.keys(erasures)).toEqual(expect.arrayContaining(tables('row', 'cleared')))
  expect(named).toEqual(expect.arrayContaining(tables('row', 'cleared', 'id')))
  expect(tables('row', 'cleared', 'id', 'words')).toEqual(expect.arrayContaining(named))
  expect(Object.keys(erasures).filter((name) => name in kept)).toEqual([])
})

test('the name and email of a deleted user are in no table: not in sent or queued emails, tokens or history', async () => {
  const word = `zebedee-${crypto.randomUUID().slice(0, 8)}`
  const { course } = await given.course()
  const admin = await as('ADMIN')
  const body = { name: word, email: `${word}@example.org`, role: 'USER' as const, courseIds: [course.id], invite: true }
  const { id } = await admin.users.addUser({ body })
  await admin.users.updateUser({ params: { id }, body: { name: `${word} Smith` } })
  await anonymous.auth.generateOtp({ body: { email: body.email } })
  await runJobs()
  await admin.users.resendInvitation({ params: { id } })
  const refused = { title: body.email, userId: id }
  const keys = { groupKey: `invitation:${id}`, sourceId: `invitation:${id}` }
  await db.insert(notices).values({ userId: admin.user.id, kind: 'INVITATION', subject: refused, ...keys })
  expect(await findTables(word)).toEqual(['emails', 'notices', 'otp_codes', 'user_changes', 'users'])
  await admin.users.removeUser({ params: { id } })
  await runJobs()
  expect(await findTables(word)).toEqual([])
})

test('nor is anything that others wrote about the user, or that only the user has seen; submitted work stays', async () => {
  const word = `zebedee-${crypto.randomUUID().slice(0, 8)}`
  const { course, trainer, assignment, student: author } = await given.assignment()
  const person = await given.user({ name: `Ana ${word}`, email: `${word}@example.org` })
  await given.member(course.id, person)
  const answers = [{ questionId: crypto.randomUUID(), value: `${word}: epilepsy` }]

  const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning()
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
  const response = { formId: form!.id, userId: person.id, version: 1, answers, status: 'APPROVED' as const, note: word }
  await db.insert(signupResponses).values(response)
  const seen = { sessionId: crypto.randomUUID(), courseId: course.id, weekId: assignment.weekId, source: 'STAFF' as const }
  const earlier = {
    status: 'ABSENT' as const,
    source: 'STAFF' as const,
    marked_by: null,
    marked_at: null,
    watched_at: null,
    objected_at: null,
  }
  await db.insert(attendance).values({
    ...seen,
    userId: person.id,
    status: 'EXCUSED',
    remark: `${word} was ill`,
    objection: `${word} was there`,
    objectedAt: '2026-11-19T10:00:00Z',
    replaced: [{ ...earlier, remark: `${word} did not come`, objection: `${word} was early` }],
  })
  await db.insert(assignmentExceptions).values({ assignmentId: assignment.id, studentId: person.id, excuseReason: `${word} is ill` })

  const mention = `<p><span data-mention="${person.id}">@Ana ${word}</span> and <span data-mention="${author.id}">@Omar</span></p>`
  const { discussion } = await given.discussion({ courseId: course.id, authorId: author.id, content: mention })
  const comment = await given.comment({ discussionId: discussion.id, authorId: author.id, content: mention })
  await db.insert(commentVersions).values({ commentId: comment.id, content: cleanPost(mention), createdAt: '2026-11-19T10:00:00Z' })

  const audience = { to: [person.email!, 'rui@example.org'], except: [person.email!.toUpperCase(), 'TRAINERS'] }
  const email = {
    courseId: course.id,
    senderId: trainer.id,
    subject: 'Hello',
    body: cleanPost(''),
    audience,
    sendAt: '2026-11-19T10:00:00Z',
  }
  const [written] = await db
    .insert(courseEmails)
    .values({ ...email, recipients: 2 })
    .returning()
  const letter = { kind: 'COURSE' as const, subject: 'Hello', html: '', text: '', toAddress: person.email! }
  await db.insert(emails).values({ ...letter, batchId: written!.id })
  const row = { row: 2, outcome: 'UNCHANGED' as const, reason: null }
  const rows = [
    { ...row, name: person.name, email: person.email! },
    { ...row, row: 3, name: 'Rui', email: 'rui@example.org' },
  ]
  const summary = {} as (typeof importResults.$inferInsert)['summary']
  const result = {
    userId: trainer.id,
    importId: crypto.randomUUID(),
    fileName: 'people.csv',
    role: 'USER' as const,
    skipped: 0,
    invite: false,
    summary,
  }
  await db.insert(importResults).values({ ...result, rows })

  const draft = { assignmentId: assignment.id, courseId: course.id, studentId: person.id, draft: answers }
  await db.insert(submissions).values(draft)
  const { submission } = await given.submission({ studentId: person.id, answers, draft: answers })

  expect((await findTables(word)).length).toBeGreaterThan(10)
  await (await as('ADMIN')).users.removeUser({ params: { id: person.id } })
  expect(await findTables(word)).toEqual(['submission_attempts', 'submissions'])
  const [work] = await db.select().from(submissions).where(eq(submissions.studentId, person.id))
  expect(work).toMatchObject({ id: submission.id, answers, draft: null })
  const [{ content } = { content: '' }] = await db.select().from(comments).where(eq(comments.id, comment.id))
  expect(content).toBe(mention.replace(`Ana ${word}`, 'Former student'))
  const [{ audience: left } = email] = await db.select().from(courseEmails).where(eq(courseEmails.id, written!.id))
  expect(left).toEqual({ to: [person.id, 'rui@example.org'], except: [person.id, 'TRAINERS'] })
  const [{ rows: people } = { rows }] = await db.select().from(importResults).where(eq(importResults.importId, result.importId))
  expect(people).toEqual([{ ...row, name: 'Former student', email: '' }, rows[1]])
})

test('a deleted trainer is named neither in the log of emails to a course, nor in their mails', async () => {
  const word = `zebedee-${crypto.randomUUID().slice(0, 8)}`
  const { course, student } = await given.course()
  const person = await given.user({ role: 'TRAINER', name: `Ana “${word}” & Sons`, email: `${word}@example.org` })
  await given.member(course.id, person)
  const params = { courseId: course.id }
  const client = await as(person)
  const body = { subject: 'Hello', body: '<p>Hello</p>', sendTo: 'STUDENTS', showUntil: '2099-01-01' }
  const { id: batchId } = await client.courseEmails.sendMails({ params, body })
  await client.courseEmails.sendCourseEmailNow({ params: { ...params, id: batchId } })
  await runJobs()
  const cancelReason = `${person.name} no longer teaches this course.`
  const audience = { to: ['ALL'], except: [] }
  const row = {
    courseId: course.id,
    senderId: person.id,
    subject: 'Hello',
    body: cleanPost(''),
    audience,
    sendAt: '2026-11-19T10:00:00Z',
    recipients: 1,
  }
  await db.insert(courseEmails).values([cancelReason, `Cancelled by ${person.name}.`].map((reason) => ({ ...row, cancelReason: reason })))
  expect(await db.$count(emails, and(eq(emails.batchId, batchId), eq(emails.userId, student.id)))).toBe(1)
  expect(await findTables(word)).toEqual(['course_emails', 'emails', 'users'])
  await (await as('ADMIN')).users.removeUser({ params: { id: person.id } })
  expect(await findTables(word)).toEqual([])
  const [mail] = await db.select().from(emails).where(eq(emails.batchId, batchId))
  expect(mail).toMatchObject({ replyTo: null, text: expect.stringContaining('Former trainer') })
})
