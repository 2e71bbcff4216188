/** Accounts: answers to adding a known user, sessions after an edit, what deletion erases, and members in the role of their account. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { assignmentExceptions } from '#db/schema/assignments.ts'
import { courses } from '#db/schema/courses.ts'
import { savedComments } from '#db/schema/grading.ts'
import { testApp } from '#test/app.ts'
import { formOf } from '#test/files.ts'

const { given, as, app, database } = await testApp()
const { db } = database
const at = ({ id }: { id: string }) => ({ params: { id } })

test('adding a new user is answered as created, adding a known one to a course as done', async () => {
  const { token } = await as('ADMIN')
  const { course } = await given.course()
  const add = async () => {
    const payload = { name: 'Ana Li', email: 'ana.li@example.org', role: 'USER', courseId: course.id }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/users/add-single-user',
      headers: { authorization: `Bearer ${token}` },
      payload,
    })
    return [answer.statusCode, answer.json<{ isNew: boolean }>().isNew]
  }
  expect([await add(), await add()]).toEqual([
    [201, true],
    [200, false],
  ])
})

test('an edit that names the role a user has already does not sign them out; another role does', async () => {
  const [admin, user] = [await as('ADMIN'), await as('USER')]
  await admin.users.updateUser({ ...at(user.user), body: { name: 'Ana Li', role: 'USER' } })
  await expect(user.users.getUser(at(user.user))).resolves.toMatchObject({ name: 'Ana Li' })
  await admin.users.updateUser({ ...at(user.user), body: { role: 'TRAINER' } })
  await expect(user.users.getUser(at(user.user))).rejects.toBeProblem('unauthenticated')
})

test('with a user their saved comments are deleted, and the reasons why they were excused', async () => {
  const { assignment, student, trainer } = await given.assignment()
  const excused = { excusedAt: '2026-11-20T12:00:00Z', excuseReason: 'Operation in hospital' }
  await db.insert(assignmentExceptions).values({ assignmentId: assignment.id, studentId: student.id, ...excused })
  await db.insert(savedComments).values({ userId: trainer.id, text: 'As I always say' })
  const admin = await as('ADMIN')
  for (const who of [student, trainer]) await admin.users.removeUser(at(who))
  expect(await db.$count(savedComments, eq(savedComments.userId, trainer.id))).toBe(0)
  const [kept] = await db.select().from(assignmentExceptions).where(eq(assignmentExceptions.studentId, student.id))
  expect(kept).toMatchObject({ excuseReason: null, excusedAt: '2026-11-20T12:00:00.000Z' })
})

test('a suspended or deleted trainer cannot be named as the trainer of a new course', async () => {
  const admin = await as('ADMIN')
  const create = (trainerId: string) => admin.courses.createCourse({ body: { title: 'New', trainerIds: [trainerId] } })
  for (const values of [{ status: 'SUSPENDED' as const }, { deletedAt: '2026-11-20T12:00:00Z' }]) {
    const trainer = await given.user({ role: 'TRAINER', ...values })
    await expect(create(trainer.id)).rejects.toBeProblem('validation-failed', ['/trainerIds'])
  }
  await expect(create((await given.trainer()).id)).resolves.toMatchObject({ title: 'New' })
})

test('the users of a course are those who belong to it in the role of their account', async () => {
  const { course, student, trainer } = await given.course()
  const admin = await as('ADMIN')
  const { items, total } = await admin.users.listUsers({ query: { courseId: course.id } })
  expect([items.map(({ id }) => id).toSorted(), total]).toEqual([[student.id, trainer.id].toSorted(), 2])
})

test('an import does not name its course once that is deleted; a user who only wrote what they deleted again can be undone', async () => {
  const admin = await as('ADMIN')
  const { course } = await given.course()
  const [known, params] = [await given.student(), { id: crypto.randomUUID() }]
  await admin.users.importUsers({
    query: { role: 'USER', courseId: course.id, importId: params.id },
    body: formOf(`name,email\nKnown,${known.email!}`),
  })
  await given.discussion({ courseId: course.id, authorId: known.id, deletedAt: '2026-11-20T12:00:00Z' })
  expect(await admin.users.getImportUndo({ params })).toMatchObject({ enrolments: 1, staying: 0 })
  expect(await admin.users.getImport({ params })).toMatchObject({ course: { id: course.id } })
  await db.update(courses).set({ deletedAt: '2026-11-20T12:00:00Z' }).where(eq(courses.id, course.id))
  expect(await admin.users.getImport({ params })).toMatchObject({ course: null })
  expect((await admin.users.listImports({ query: {} })).items).toMatchObject([{ course: null }])
})
