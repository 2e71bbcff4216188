/** An import into a course while others join it: neither blocks the other, and no seat is given twice. */

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courseStudents } from '#db/schema/courses.ts'
import { testApp, type As } from '#test/app.ts'
import { countWaiting } from '#test/concurrent-calls.ts'
import { formOf } from '#test/files.ts'
import { insertUncommittedUser } from '#test/uncommitted-user.ts'

const { given, as, database, url } = await testApp()
const { db } = database

const unique = () => crypto.randomUUID().slice(0, 8)
const send = (who: As, emails: string[], courseId: string) =>
  who.users.importUsers({
    query: { role: 'USER', courseId },
    body: formOf(['name,email', ...emails.map((email, at) => `P ${at},${email}`)].join('\n')),
  })
const studentsOf = (courseId: string) => db.$count(courseStudents, eq(courseStudents.courseId, courseId))

/** Waits until this many statements are blocked. */
async function untilWaiting(count: number): Promise<void> {
  await expect.poll(() => countWaiting({ db }), { interval: 5, timeout: 20_000 }).toBeGreaterThanOrEqual(count)
}

/** An import that has written its first users and waits at the last, whose email another transaction holds. */
async function createCourse(courseId: string) {
  const key = unique()
  const emails = ['a', 'b', 'z'].map((name) => `${name}-${key}@example.org`)
  const { commit } = await insertUncommittedUser(url, emails[2]!)
  const reply = send(await as('ADMIN'), emails, courseId)
  await untilWaiting(1)
  return { reply, emails, key, commit }
}

test.each([null, 50])('during an import others can join its course and edit it; seats: %s', async (seats) => {
  const { course } = await given.course({ seats })
  const [admin, student] = [await as('ADMIN'), await as('USER')]
  const { reply, commit } = await createCourse(course.id)
  let isDone = false
  void reply.finally(() => (isDone = true))
  try {
    await student.courses.enroll({ params: { id: course.id } })
    await admin.users.addUser({ body: { name: 'New', email: `${unique()}@example.org`, role: 'USER', courseId: course.id } })
    await admin.courses.updateCourse({ params: { id: course.id }, body: { title: 'Another title' } })
    expect(isDone).toBe(false)
  } finally {
    await commit()
  }
  await expect(reply).resolves.toMatchObject({ summary: { created: 2, enrolled: 1 } })
  expect(await studentsOf(course.id)).toBe(6)
})

test('seats taken during an import are not given twice: the import is checked again, and no failed row is invited', async () => {
  const { course } = await given.course({ seats: 4 })
  const { reply, key, commit } = await createCourse(course.id)
  await (await as('USER')).courses.enroll({ params: { id: course.id } }).finally(commit)
  const { rows } = await reply
  expect(rows.map(({ outcome }) => outcome)).toEqual(['CREATED', 'CREATED', 'INVALID'])
  expect(await studentsOf(course.id)).toBe(4)
  const { rows: mails } = await db.execute(sql`select 1 from emails where to_address like ${`%${key}%`}`)
  expect(mails).toHaveLength(2)
})

test('two imports that want the last seats at once fill exactly those seats', async () => {
  const { course } = await given.course({ seats: 9 })
  const admins = [await as('ADMIN'), await as('ADMIN'), await as('ADMIN')]
  const key = unique()
  const filesOf = (n: number) => Array.from({ length: 6 }, (_, at) => `${n}${at}-${key}@example.org`)
  const replies = await Promise.all(admins.map((admin, n) => send(admin, filesOf(n), course.id)))
  expect(await studentsOf(course.id)).toBe(9)
  expect(replies.reduce((sum, { summary }) => sum + summary.created, 0)).toBe(8)
})

test('adding a user of the import in parallel causes no deadlock', async () => {
  const { course } = await given.course({ seats: 50 })
  const admin = await as('ADMIN')
  const { reply, emails, commit } = await createCourse(course.id)
  const added = admin.users.addUser({ body: { name: 'New', email: emails[0]!, role: 'USER', courseId: course.id } })
  added.catch(() => undefined)
  await untilWaiting(2)
  await commit()
  await expect(reply).resolves.toMatchObject({ summary: { created: 2, enrolled: 1 } })
  await expect(added).resolves.toMatchObject({ isNew: false })
})
