import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { memberships } from '#db/schema/courses.ts'
import { idempotencyKeys } from '#db/schema/system.ts'
import { withIdempotency } from '#http/idempotency.ts'
import { authTasks } from '#jobs.ts'
import { testApp } from '#test/app.ts'
import { formOf } from '#test/files.ts'

const { app, as, given, database, clock, deps } = await testApp()
clock.set('2026-11-20T12:00:00Z')

const options = () => ({ idempotencyKey: crypto.randomUUID() })

async function talker() {
  const { course, student } = await given.course()
  const me = await as(student)
  const total = async () => (await me.discussions.listDiscussions({ params: { courseId: course.id } })).total
  return { course, student, me, total, post: { params: { courseId: course.id }, body: { title: 'Hello', content: 'All' } } }
}

test('twenty parallel requests with one key are carried out once, and all get the same response', async () => {
  const { me, post, total } = await talker()
  const key = options()
  const all = await Promise.all(Array.from({ length: 20 }, () => me.discussions.createDiscussion(post, key)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(await total()).toBe(1)
})

test('a repeated request gets the first response with its status', async () => {
  const { me, post, total } = await talker()
  const headers = { authorization: `Bearer ${me.token}`, 'idempotency-key': crypto.randomUUID() }
  const url = `/api/discussion/create-discussion/${post.params.courseId}`
  const send = () => app.inject({ method: 'POST', url, headers, payload: post.body })
  const [first, again] = [await send(), await send()]
  expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body])
  expect(await total()).toBe(1)
})

test('unknown fields and formatting do not make it a different request; another text or path does', async () => {
  const { me, post, total, course } = await talker()
  const key = options()
  const first = await me.discussions.createDiscussion(post, key)
  const again = { ...post, body: { ...post.body, title: ' Hello ', extra: 1 } }
  await expect(me.discussions.createDiscussion(again, key)).resolves.toEqual(first)
  const other = { ...post, body: { ...post.body, content: 'Some' } }
  await expect(me.discussions.createDiscussion(other, key)).rejects.toBeProblem('idempotency-key-reused')
  const comment = { params: { courseId: course.id, discussionId: first.id }, body: { content: 'Hello' } }
  await expect(me.discussions.createComment(comment, key)).rejects.toBeProblem('idempotency-key-reused')
  expect(await total()).toBe(1)
})

test('a failed request frees its key, and keys belong to one user', async () => {
  const { me, post, total } = await talker()
  const key = options()
  await expect(me.discussions.createDiscussion({ ...post, body: { title: '', content: 'x' } }, key)).rejects.toBeProblem(
    'validation-failed',
  )
  await expect(me.discussions.createDiscussion({ ...post, params: { courseId: crypto.randomUUID() } }, key)).rejects.toBeProblem(
    'not-found',
  )
  const made = await me.discussions.createDiscussion(post, key)
  const other = await as('ADMIN')
  expect((await other.discussions.createDiscussion(post, key)).id).not.toBe(made.id)
  expect(await total()).toBe(2)
})

test('a user who has left the course does not get the earlier response again', async () => {
  const { me, post, student } = await talker()
  const key = options()
  await me.discussions.createDiscussion(post, key)
  await database.db.delete(memberships).where(eq(memberships.userId, student.id))
  await expect(me.discussions.createDiscussion(post, key)).rejects.toBeProblem('forbidden')
})

test('a long response is not stored: the repeated request reads it again, if its user may still read it', async () => {
  const questions = [given.question(), given.question()]
  const { course, week, assignment, student, trainer } = await given.assignment({ questions })
  const me = await as(student)
  const params = { courseId: course.id, weekId: week.id, assignmentId: assignment.id }
  const body = { answers: questions.map(({ id }) => ({ questionId: id, value: 'Long. '.repeat(8000) })) }
  const key = options()
  const submit = () => me.submissions.submitAssignment({ params, body }, key)
  const first = await submit()
  await expect(submit()).resolves.toEqual(first)
  const [stored] = await database.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key.idempotencyKey))
  expect(stored).toMatchObject({ status: 201, reply: { readAgain: first.id } })
  const grading = options()
  const grade = async () => (await as(trainer)).submissions.gradeSubmission({ params: { id: first.id }, body: { marks: 5 } }, grading)
  await expect(grade()).resolves.toEqual(await grade())
  const staff = await as(trainer)
  const making = options()
  const prompts = Array.from({ length: 40 }, () => ({ type: 'TEXT' as const, prompt: 'Why? '.repeat(390), points: 1 }))
  const create = () => staff.assignments.createAssignment({ params, body: { title: 'Long', questions: prompts } }, making)
  await expect(create()).resolves.toEqual(await create())
  await database.db.delete(memberships).where(eq(memberships.userId, student.id))
  await expect(submit()).rejects.toBeProblem('forbidden')
})

test('a long response that cannot be read again is stored in short, and an import is saved once', async () => {
  const { course, assignment, trainer } = await given.assignment()
  const students = await Promise.all(Array.from({ length: 150 }, (_, n) => given.user({ name: `${'Long name '.repeat(10)}${n}` })))
  for (const one of students) await given.member(course.id, one)
  const rows = students.map(({ id, name }) => `${id},${name},7`)
  const file = formOf([`Student id,Name,Assignment [${assignment.id}]`, ...rows].join('\n'))
  const staff = await as(trainer)
  const key = options()
  const send = () => staff.marks.importMarks({ params: { courseId: course.id }, query: {}, body: file }, key)
  const first = await send()
  expect(JSON.stringify(first).length).toBeGreaterThan(64 * 1024)
  await expect(send()).resolves.toEqual({ ...first, cells: [] })
  const [stored] = await database.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key.idempotencyKey))
  expect(JSON.stringify(stored!.reply).length).toBeLessThan(1000)
})

test('without a short form, a repeated request learns that the first one was carried out', async () => {
  const { db } = database
  const admin = await as('ADMIN')
  const key = crypto.randomUUID()
  const request = { method: 'POST', url: '/api/anything', headers: { 'idempotency-key': key } } as unknown as FastifyRequest
  const call = () =>
    withIdempotency(db, { ...admin.user, sessionId: '' }, request, { params: undefined, query: undefined, body: null }, async () => ({
      status: 200,
      body: { text: 'x'.repeat(70_000) },
    }))
  await expect(call()).resolves.toMatchObject({ status: 200 })
  await expect(call()).rejects.toMatchObject({ problem: 'conflict' })
  const [stored] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  expect(stored!.reply).toEqual({ readAgain: null })
})

test('a response is stored for a day, then deleted', async () => {
  const { me, post, total } = await talker()
  const [old, young] = [options(), options()]
  for (const key of [old, young]) await me.discussions.createDiscussion(post, key)
  const day = 86_400_000
  const age = (key: typeof old, by: number) =>
    database.db
      .update(idempotencyKeys)
      .set({ createdAt: new Date(deps.now().getTime() - by).toISOString() })
      .where(eq(idempotencyKeys.key, key.idempotencyKey))
  await age(old, day)
  await age(young, day - 60_000)
  await authTasks(deps)['auth.sweep']!({}, undefined)
  for (const key of [old, young]) await me.discussions.createDiscussion(post, key)
  expect(await total()).toBe(3)
})

test('an invalid key is rejected; reads ignore it', async () => {
  const { me, post } = await talker()
  for (const idempotencyKey of [' ', 'a b', 'x'.repeat(256)])
    await expect(me.discussions.createDiscussion(post, { idempotencyKey })).rejects.toBeProblem('validation-failed')
  await expect(me.courses.listCourses({}, { idempotencyKey: 'a b' })).resolves.toBeDefined()
})
