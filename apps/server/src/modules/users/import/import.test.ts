/** Importing users: the outcome of each row, and two files at once. */

import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { formOf } from '#test/files.ts'
import { many, send, sheet, unique } from '#test/people-file.ts'

const { given, as, database } = await testApp()
const { db } = database

const outcomes = async (...parameters: Parameters<typeof send>) =>
  (await send(...parameters)).rows.map(({ row, outcome }) => `${row} ${outcome}`)
const foundOf = (key: string) =>
  db
    .select()
    .from(users)
    .where(sql`${users.email} like ${`%${key}%`}`)
    .orderBy(users.email)
const mailsOf = async (key: string) => {
  const { rows } = await db.execute(sql`select to_address from emails where to_address like ${`%${key}%`}`)
  return rows.length
}

test('users are created as invited, without a password, with one invitation each, and enrolled', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const { course } = await given.course({ status: 'DRAFT' })
  const file = sheet(`Ana Li,Ana-${key}@Example.ORG`, `Bo,bo-${key}@example.org`)
  const reply = await send(admin, file, { courseId: course.id })
  expect(reply).toEqual({
    summary: { total: 2, created: 2, enrolled: 0, unchanged: 0, failed: 0 },
    detected: {
      questions: [],
      notRead: [],
      otherSheets: [],
      format: 'CSV',
      delimiter: ',',
      encoding: 'UTF-8',
      nameColumn: 'name',
      emailColumn: 'email',
      samples: ['Ana Li', 'Bo'],
      aboveHeader: [],
      read: { nameColumns: '1', emailColumn: '2' },
      columns: [
        { at: 1, title: 'name', samples: ['Ana Li', 'Bo'] },
        { at: 2, title: 'email', samples: [`Ana-${key}@Example.ORG`, `bo-${key}@example.org`] },
      ],
    },
    rows: [
      { row: 2, name: 'Ana Li', email: `ana-${key}@example.org`, outcome: 'CREATED', reason: null },
      { row: 3, name: 'Bo', email: `bo-${key}@example.org`, outcome: 'CREATED', reason: null },
    ],
  })
  const made = await foundOf(key)
  expect(made).toMatchObject([
    { name: 'Ana Li', status: 'INVITED', passwordHash: null, role: 'USER' },
    { name: 'Bo', status: 'INVITED', passwordHash: null, role: 'USER' },
  ])
  expect(await mailsOf(key)).toBe(2)
  const enrolled = db
    .select()
    .from(memberships)
    .where(
      inArray(
        memberships.userId,
        made.map(({ id }) => id),
      ),
    )
  expect((await enrolled).map(({ role, status, courseId }) => [role, status, courseId])).toEqual([
    ['STUDENT', 'ACTIVE', course.id],
    ['STUDENT', 'ACTIVE', course.id],
  ])
  // The same file again changes nothing.
  const before = [await foundOf(key), await mailsOf(key)]
  await expect(send(admin, file, { courseId: course.id })).resolves.toMatchObject({ summary: { unchanged: 2, created: 0, enrolled: 0 } })
  expect([await foundOf(key), await mailsOf(key)]).toEqual(before)
})

test('without invitations users are created and enrolled as usual, and nobody gets an email until they are invited', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const { course } = await given.course()
  const file = sheet(`Ana,a-${key}@example.org`, `Bo,b-${key}@example.org`)
  await expect(send(admin, file, { courseId: course.id, invite: 'false' })).resolves.toMatchObject({ summary: { created: 2 } })
  const made = await foundOf(key)
  expect(made).toMatchObject([
    { status: 'INVITED', passwordHash: null },
    { status: 'INVITED', passwordHash: null },
  ])
  expect(await mailsOf(key)).toBe(0)
  // The same file with invitations: existing users get no email either.
  await expect(send(admin, file, { courseId: course.id })).resolves.toMatchObject({ summary: { created: 0, unchanged: 2 } })
  expect(await mailsOf(key)).toBe(0)
  await admin.users.resendInvitation({ params: { id: made[0]!.id } })
  expect(await mailsOf(key)).toBe(1)
})

test('a dry run has the result of an import, and writes nothing', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const { course, student } = await given.course({ seats: 3 })
  const other = await given.student()
  const boss = await given.user({ role: 'SUPER_ADMIN' })
  const file = sheet(
    `New,new-${key}@example.org`,
    `New again,NEW-${key}@example.org`,
    `Bad,nobody`,
    `,noname-${key}@example.org`,
    `X,${student.email}`,
    `X,${other.email}`,
    `X,${boss.email}`,
    `Late,late-${key}@example.org`,
  )
  const count = async () => [await db.$count(users), await db.$count(memberships)]
  const before = await count()
  const checked = await send(admin, file, { courseId: course.id, dryRun: 'true' })
  expect(await count()).toEqual(before)
  expect(checked.rows.map(({ outcome }) => outcome)).toEqual([
    'CREATED',
    'DUPLICATE_IN_FILE',
    'INVALID',
    'INVALID',
    'UNCHANGED',
    'ENROLLED',
    'FORBIDDEN_ROLE',
    'INVALID',
  ])
  expect(checked.summary).toEqual({ total: 8, created: 1, enrolled: 1, unchanged: 1, failed: 5 })
  // The field to fix: null where the row is fine or no single field is wrong.
  expect(checked.rows.map(({ field }) => field)).toEqual([undefined, 'email', 'email', 'name', undefined, undefined, undefined, undefined])
  for (const { outcome, reason } of checked.rows) expect(reason === null).toBe(outcome === 'CREATED')
  expect(checked.rows.at(-1)!.reason).toContain('seats')
  await expect(send(admin, file, { courseId: course.id, dryRun: 'false' })).resolves.toEqual(checked)
})

test('imported trainers teach the course; existing users keep their name and role, and join in that role', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const { course } = await given.course({ seats: 1 })
  const student = await given.user({ name: 'Old name' })
  const suspended = await given.user({ role: 'TRAINER', status: 'SUSPENDED' })
  await given.member(course.id, student, 'PENDING')
  await db.update(courses).set({ seats: null }).where(eq(courses.id, course.id))
  const file = sheet(`T,t-${key}@example.org`, `New name,${student.email}`, `S,${suspended.email}`)
  const { rows } = await send(admin, file, { courseId: course.id, role: 'TRAINER' })
  expect(rows).toMatchObject([
    { outcome: 'CREATED' },
    { outcome: 'ENROLLED', reason: 'Has an account already, as a student; enrolled.' },
    { outcome: 'ENROLLED', reason: 'Has an account already, which is suspended; enrolled.' },
  ])
  const roleOf = async (userId: string) =>
    (await db.select().from(memberships).where(eq(memberships.userId, userId))).map(({ role, status }) => `${role} ${status}`)
  expect(await roleOf(student.id)).toEqual(['STUDENT ACTIVE'])
  expect(await roleOf((await foundOf(key))[0]!.id)).toEqual(['TRAINER ACTIVE'])
  expect((await db.select().from(users).where(eq(users.id, student.id)))[0]).toMatchObject({ name: 'Old name', role: 'USER' })
})

test('super admins import admins, but do not enrol them', async () => {
  const root = await as('SUPER_ADMIN')
  const file = sheet(`A,a-${unique()}@example.org`)
  expect(await outcomes(root, file, { role: 'ADMIN' })).toEqual(['2 CREATED'])
  expect(await outcomes(root, file, { role: 'ADMIN' })).toEqual(['2 UNCHANGED'])
  expect(await outcomes(root, file)).toEqual(['2 FORBIDDEN_ROLE'])
  const { course } = await given.course()
  expect(await outcomes(root, file, { courseId: course.id })).toEqual(['2 FORBIDDEN_ROLE'])
  await expect(send(root, file, { courseId: course.id, role: 'ADMIN' })).rejects.toBeProblem('validation-failed', ['?courseId'])
})

test('one bad row of 1000 is reported by its number, the others are imported', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const lines = many(1000, key).split('\n')
  lines[500] = 'Nobody,<script>'
  const { summary, rows } = await send(admin, lines.join('\n'))
  expect(summary).toEqual({ total: 1000, created: 999, enrolled: 0, unchanged: 0, failed: 1 })
  expect(rows.find(({ outcome }) => outcome === 'INVALID')).toMatchObject({ row: 501, email: '<script>' })
  expect(await foundOf(key)).toHaveLength(999)
})

test('the same email twice, in another case, of an existing user or of an admin leaves one unchanged account', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const here = await given.user({ name: 'Here', email: `here-${key}@example.org`, passwordHash: 'kept' })
  const boss = await given.user({ name: 'Boss', role: 'ADMIN', email: `boss-${key}@example.org`, passwordHash: 'kept' })
  const file = sheet(`A,new-${key}@example.org`, `B,NEW-${key}@Example.org`, `C,HERE-${key}@example.org`, `D,boss-${key}@example.org`)
  expect(await outcomes(admin, file, { role: 'TRAINER' })).toEqual(['2 CREATED', '3 DUPLICATE_IN_FILE', '4 UNCHANGED', '5 FORBIDDEN_ROLE'])
  const found = await foundOf(key)
  expect(found).toHaveLength(3)
  expect(found.filter(({ id }) => id === here.id || id === boss.id)).toEqual([boss, here])
})

test('an admin cannot create admins, and a role column is ignored', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  for (const role of ['ADMIN', 'SUPER_ADMIN'] as const) await expect(send(admin, sheet(), { role })).rejects.toBeProblem('forbidden')
  await expect(send(admin, sheet(), { role: 'admin' as 'ADMIN' })).rejects.toBeProblem('validation-failed', ['?role'])
  await send(admin, `name,email,role\nA,a-${key}@example.org,SUPER_ADMIN`)
  expect(await foundOf(key)).toMatchObject([{ role: 'USER' }])
  for (const role of ['TRAINER', 'USER'] as const) await expect(send(await as(role), sheet())).rejects.toBeProblem('forbidden')
})

test('an unknown course is a 404 before the file is read; a draft course is accepted', async () => {
  const admin = await as('ADMIN')
  const unread = '%PDF: would be a 415'
  await expect(send(admin, unread, { courseId: crypto.randomUUID() })).rejects.toBeProblem('not-found')
  const { course } = await given.course({ deletedAt: '2026-01-01T00:00:00Z' })
  await expect(send(admin, unread, { courseId: course.id })).rejects.toBeProblem('not-found')
  const draft = (await given.course({ status: 'DRAFT' })).course
  expect(await outcomes(admin, sheet(`A,${unique()}@example.org`), { courseId: draft.id })).toEqual(['2 CREATED'])
})

test('the same file twice in parallel creates each user once, with one invitation', async () => {
  const admins = [await as('ADMIN'), await as('ADMIN'), await as('SUPER_ADMIN')]
  const { course } = await given.course({ seats: 1300 })
  for (const courseId of [undefined, course.id]) {
    const key = unique()
    const [, ...rows] = many(1200, key).split('\n')
    const files = [rows, rows.toReversed(), rows.toSorted()].map((lines) => sheet(...lines))
    const replies = await Promise.all(admins.map((admin, n) => send(admin, files[n]!, courseId ? { courseId } : {})))
    expect(replies.map(({ summary }) => summary.created + summary.unchanged)).toEqual([1200, 1200, 1200])
    expect(replies.reduce((sum, { summary }) => sum + summary.created, 0)).toBe(1200)
    const made = await foundOf(key)
    expect([made.length, await mailsOf(key)]).toEqual([1200, 1200])
    const ids = made.map(({ id }) => id)
    expect(await db.$count(memberships, inArray(memberships.userId, ids))).toBe(courseId ? 1200 : 0)
  }
})

test('an Idempotency-Key: the same response again; another file is rejected', async () => {
  const admin = await as('ADMIN')
  const [one, two] = [formOf(sheet(`A,${unique()}@example.org`)), formOf(sheet(`B,${unique()}@example.org`))]
  const idempotencyKey = unique()
  const call = (body: FormData) => admin.users.importUsers({ query: { role: 'USER' }, body }, { idempotencyKey })
  const first = await call(one)
  expect(first.summary.created).toBe(1)
  await expect(call(one)).resolves.toEqual(first)
  await expect(call(two)).rejects.toBeProblem('idempotency-key-reused')
})

test('only admins download users; trainers download the attendance of their own courses only', async () => {
  const { course, student, trainer } = await given.course()
  const other = await given.course()
  const [mine, stranger] = [await as(trainer), await as(other.trainer)]
  for (const who of [mine, stranger])
    await expect(who.users.listUsers({ query: { courseId: course.id, download: 'true' } })).rejects.toBeProblem('forbidden')
  const query = { courseId: course.id, format: 'csv' as const }
  await expect(stranger.attendance.exportAttendance({ query })).rejects.toBeProblem('forbidden')
  const file = await (await mine.attendance.exportAttendance({ query })).text()
  expect(file).toContain(student.email!)
  expect(file).not.toContain(other.student.email!)
})
