/** The change history of a user: everything that staff may ask about, and nothing of deleted users. */

import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashToken } from '#access/sessions.ts'
import { memberships } from '#db/schema/courses.ts'
import { userChanges } from '#db/schema/users.ts'
import { replaceTokens } from '#modules/auth/queries.ts'
import { testApp } from '#test/app.ts'

const { given, as, anonymous, clock, database, statements } = await testApp()
clock.set('2026-11-20T12:00:00Z')
const at = (user: { id: string }) => ({ params: { id: user.id } })
const inCourse = (user: { id: string }, course: { id: string }) => ({ params: { id: user.id, courseId: course.id } })

test('name, role and status: old value, new value, who and when; newest first', async () => {
  const [admin, user] = [await as('ADMIN'), await given.user({ name: 'Ana' })]
  clock.set('2026-11-20T12:00:00Z')
  await admin.users.updateUser({ ...at(user), body: { name: 'Ana Li', role: 'USER' } })
  clock.set('2026-11-20T13:00:00Z')
  await admin.users.updateUser({ ...at(user), body: { role: 'TRAINER', status: 'SUSPENDED' } })
  await admin.users.updateUser({ ...at(user), body: { name: 'Ana Li' } })
  const { items, total } = await admin.users.listUserChanges(at(user))
  expect(total).toBe(3)
  expect(items.map(({ field, before, after, changedAt }) => [field, before, after, changedAt])).toEqual([
    ['STATUS', 'ACTIVE', 'SUSPENDED', '2026-11-20T13:00:00.000Z'],
    ['ROLE', 'USER', 'TRAINER', '2026-11-20T13:00:00.000Z'],
    ['NAME', 'Ana', 'Ana Li', '2026-11-20T12:00:00.000Z'],
  ])
  expect(items.every(({ changedBy }) => changedBy.id === admin.user.id)).toBe(true)
  expect((await admin.users.listUserChanges({ ...at(user), query: { limit: 1, page: 3 } })).items).toMatchObject([{ field: 'NAME' }])
})

test('changes of the own profile are listed, too; refused changes are not', async () => {
  const [admin, user] = [await as('ADMIN'), await given.user({ name: 'Ana' })]
  const me = await as(user)
  await me.users.updateMe({ body: { name: 'Ana Li', timeZone: 'Europe/Lisbon' } })
  await expect(admin.users.updateUser({ ...at(user), body: { name: 'No', role: 'ADMIN' } })).rejects.toBeProblem('forbidden')
  await expect(admin.users.updateUser({ ...at(user), body: { name: 'No', version: 0 } })).rejects.toBeProblem('version-conflict')
  const { items } = await admin.users.listUserChanges(at(user))
  expect(items).toMatchObject([{ field: 'NAME', before: 'Ana', after: 'Ana Li', changedBy: { id: user.id } }])
})

test('the first password, by invitation or reset, activates the user; a second one is not in the history', async () => {
  const admin = await as('ADMIN')
  const choose = async (user: { id: string; email: string | null }, kind: 'INVITATION' | 'RESET') => {
    const token = `${kind}-${user.id}`
    await replaceTokens(database.db, kind, [{ userId: user.id, tokenHash: hashToken(token) }], {
      now: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 60_000),
    })
    const password = 'quiet desk 20'
    if (kind === 'INVITATION') await anonymous.auth.acceptInvitation({ body: { token, password } })
    else await anonymous.auth.resetPassword({ body: { email: user.email!, password } }, { token })
  }
  for (const kind of ['INVITATION', 'RESET'] as const) {
    const user = await given.user({ status: 'INVITED' })
    clock.set('2026-11-20T14:00:00Z')
    await choose(user, kind)
    await choose(user, 'RESET')
    expect((await admin.users.listUserChanges(at(user))).items).toEqual([
      expect.objectContaining({ field: 'STATUS', before: 'INVITED', after: 'ACTIVE', changedAt: '2026-11-20T14:00:00.000Z' }),
    ])
    expect((await admin.users.listUserChanges(at(user))).items[0]?.changedBy.id).toBe(user.id)
  }
})

test('every way into and out of a course is listed once: added, self-enrolled, named as trainer, imported, removed', async () => {
  const admin = await as('ADMIN')
  const [one, two, three] = [(await given.course()).course, (await given.course()).course, (await given.course()).course]
  const [student, trainer] = [await given.user({ name: 'Ana' }), await given.trainer()]
  await admin.users.addUserToCourse(inCourse(student, one))
  await admin.users.addUserToCourse(inCourse(student, one))
  await (await as(student)).courses.enroll({ params: { id: two.id } })
  await (await as(student)).courses.enroll({ params: { id: two.id } })
  const file = new FormData()
  file.set('file', new File([`name,email\nAna,${student.email}\n`], 'people.csv', { type: 'text/csv' }))
  for (const _ of [1, 2]) await admin.users.importUsers({ query: { role: 'USER', courseId: three.id }, body: file })
  await admin.users.removeUserFromCourse(inCourse(student, one))
  const listShown = async (user: { id: string }) =>
    (await admin.users.listUserChanges(at(user))).items.map(({ before, after, course, changedBy }) => [
      before,
      after,
      course?.id,
      changedBy.id === user.id,
    ])
  expect(await listShown(student)).toEqual([
    ['STUDENT', null, one.id, false],
    [null, 'STUDENT', three.id, false],
    [null, 'STUDENT', two.id, true],
    [null, 'STUDENT', one.id, false],
  ])
  const trainersOf = (trainerIds: string[]) => admin.courses.updateCourse({ params: { id: one.id }, body: { trainerIds } })
  await trainersOf([trainer.id])
  await trainersOf([trainer.id])
  await trainersOf([])
  const made = await admin.courses.createCourse({ body: { title: 'Made', mode: 'LIVE', trainerIds: [trainer.id] } })
  expect(await listShown(trainer)).toEqual([
    [null, 'TRAINER', made.id, false],
    ['TRAINER', null, one.id, false],
    [null, 'TRAINER', one.id, false],
  ])
  await admin.courses.removeCourse({ params: { id: made.id } })
  expect((await listShown(trainer))[0]).toEqual([null, 'TRAINER', undefined, false])
})

test('users are added to a course and removed; seats count, work stays, and removing a non-member is rejected with a message', async () => {
  const admin = await as('ADMIN')
  const { course, student } = await given.course({ seats: 1 })
  const [other, trainer] = [await given.student(), await given.trainer()]
  await expect(admin.users.addUserToCourse(inCourse(other, course))).rejects.toBeProblem('course-full')
  await admin.users.addUserToCourse(inCourse(student, course))
  await admin.users.addUserToCourse(inCourse(trainer, course))
  expect((await admin.users.getUser(at(trainer))).courses).toMatchObject([{ id: course.id, role: 'TRAINER' }])
  const { submission } = await given.submission({ studentId: student.id, assignment: { courseId: course.id } })
  await admin.users.removeUserFromCourse(inCourse(student, course))
  await expect(admin.users.removeUserFromCourse(inCourse(student, course))).rejects.toBeProblem('not-found')
  await expect(
    (await as(student)).submissions.getSubmission({ params: { courseId: course.id, submissionId: submission.id } }),
  ).rejects.toBeProblem('forbidden')
  await admin.users.addUserToCourse(inCourse(other, course))
  await expect(admin.users.addUserToCourse(inCourse(student, course))).rejects.toBeProblem('course-full')
  await admin.users.removeUserFromCourse(inCourse(other, course))
  await admin.users.addUserToCourse(inCourse(student, course))
  expect((await (await as(student)).submissions.getSubmission({ params: { courseId: course.id, submissionId: submission.id } })).id).toBe(
    submission.id,
  )
  const memberOf = () => database.db.$count(memberships, eq(memberships.courseId, course.id))
  const before = await memberOf()
  await expect((await as('SUPER_ADMIN')).users.addUserToCourse(inCourse(await given.user({ role: 'ADMIN' }), course))).rejects.toBeProblem(
    'conflict',
  )
  expect(await memberOf()).toBe(before)
})

test('of twenty users added at once, as many are enrolled as there are seats', async () => {
  const admin = await as('ADMIN')
  const { course } = await given.course({ seats: 3 })
  const people = await Promise.all(Array.from({ length: 20 }, () => given.student()))
  const results = await Promise.allSettled(people.map((person) => admin.users.addUserToCourse(inCourse(person, course))))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('deleting a user deletes their change history: earlier names are personal data', async () => {
  const [admin, user] = [await as('ADMIN'), await given.user({ name: 'Ana' })]
  await admin.users.updateUser({ ...at(user), body: { name: 'Ana Li' } })
  await admin.users.removeUser(at(user))
  const [kept] = await database.db.select({ rows: count() }).from(userChanges).where(eq(userChanges.userId, user.id))
  expect(kept).toEqual({ rows: 0 })
  await expect(admin.users.listUserChanges(at(user))).rejects.toBeProblem('not-found')
})

test('a long history takes as many statements as a short one', async () => {
  const [admin, user] = [await as('ADMIN'), await given.user({ name: 'Ana' })]
  const change = (name: string) => admin.users.updateUser({ ...at(user), body: { name } })
  await change('One')
  const few = await statements(() => admin.users.listUserChanges(at(user)))
  for (const name of ['Two', 'Three', 'Four']) await change(name)
  expect(await statements(() => admin.users.listUserChanges(at(user)))).toBe(few)
})
