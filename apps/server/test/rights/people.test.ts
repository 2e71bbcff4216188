/** Attempts to do more to other users than one’s role allows. */

import { asc, eq, isNull, and } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/users.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { testApp, type As } from '#test/app.ts'
import { formOf } from '#test/files.ts'

const { given, as, anonymous, database } = await testApp()
const at = (user: { id: string }) => ({ params: { id: user.id } })
const everybody = () => database.db.select().from(users).orderBy(asc(users.id))
const isSuperAdmin = and(eq(users.role, 'SUPER_ADMIN'), isNull(users.deletedAt), eq(users.status, 'ACTIVE'))

test('an admin cannot change a super admin, nor make anyone an admin, by any route', async () => {
  const admin = await as('ADMIN')
  const root = await given.user({ role: 'SUPER_ADMIN', email: 'root@example.org' })
  const peer = await given.user({ role: 'ADMIN' })
  const guest = await given.user({ role: 'ADMIN', status: 'INVITED' })
  const student = await given.student()
  const before = await everybody()
  const person = { name: 'New', email: 'new@example.org' }
  const file = formOf('name,email\nNew,new@example.org\n')
  const refused: (() => Promise<unknown>)[] = [root, peer].flatMap((target) => [
    () => admin.users.updateUser({ ...at(target), body: { name: 'Mine' } }),
    () => admin.users.updateUser({ ...at(target), body: { role: 'USER' } }),
    () => admin.users.updateUser({ ...at(target), body: { status: 'SUSPENDED' } }),
    () => admin.users.removeUser(at(target)),
  ])
  for (const role of ['ADMIN', 'SUPER_ADMIN'] as const)
    refused.push(
      () => admin.users.updateUser({ ...at(student), body: { role } }),
      () => admin.users.addUser({ body: { ...person, role } }),
      () => admin.users.importUsers({ query: { role }, body: file }),
      () => admin.users.importUsers({ query: { role, dryRun: 'true' }, body: file }),
    )
  for (const role of ['SUPER_ADMIN', 'USER'] as const) refused.push(() => admin.users.updateUser({ ...at(admin.user), body: { role } }))
  refused.push(() => admin.users.updateUser({ ...at(admin.user), body: { name: 'Mine' } }))
  refused.push(() => admin.users.resendInvitation(at(guest)))
  for (const attempt of refused) await expect(attempt(), `by ${attempt.toString()}`).rejects.toBeProblem('forbidden')
  expect(await everybody()).toEqual(before)
})

test('neither a column of a file nor the own profile makes an admin, and a super admin in a file is unchanged', async () => {
  const admin = await as('ADMIN')
  const root = await given.user({ role: 'SUPER_ADMIN', name: 'Root', passwordHash: 'kept' })
  const rows = `name,email,role\nNew,col@example.org,ADMIN\nTaken,${root.email},USER\n`
  const { course } = await given.course()
  for (const query of [{ role: 'USER' as const }, { role: 'TRAINER' as const, courseId: course.id }])
    await admin.users.importUsers({ query, body: formOf(rows) })
  const [made] = await database.db.select().from(users).where(eq(users.email, 'col@example.org'))
  expect(made).toMatchObject({ role: 'USER', status: 'INVITED' })
  expect((await everybody()).find(({ id }) => id === root.id)).toEqual(root)
  await expect(admin.users.updateMe({ body: { role: 'SUPER_ADMIN' } as object })).resolves.toMatchObject({ role: 'ADMIN' })
  for (const role of ['admin', 'ADMIN ', 'ＡDMIN', 'OWNER'])
    await expect(admin.users.addUser({ body: { name: 'X', email: 'x@example.org', role: role as 'ADMIN' } })).rejects.toBeProblem(
      'validation-failed',
      ['/role'],
    )
})

test('the last super admin can neither leave nor be removed', async () => {
  await database.db.update(users).set({ role: 'USER' }).where(eq(users.role, 'SUPER_ADMIN'))
  const root = await as('SUPER_ADMIN')
  await given.user({ role: 'SUPER_ADMIN', status: 'SUSPENDED' })
  await given.user({ role: 'SUPER_ADMIN', status: 'INVITED' })
  const admin = await as('ADMIN')
  await expect(root.users.removeUser(at(root.user))).rejects.toBeProblem('conflict')
  for (const body of [{ role: 'ADMIN' }, { role: 'USER', status: 'ACTIVE' }] as const)
    await expect(root.users.updateUser({ ...at(root.user), body })).rejects.toBeProblem('forbidden')
  await expect(root.users.updateUser({ ...at(root.user), body: { status: 'SUSPENDED' } })).rejects.toBeProblem('last-super-admin')
  await expect(admin.users.removeUser(at(root.user))).rejects.toBeProblem('forbidden')
  expect(await database.db.$count(users, isSuperAdmin)).toBe(1)
  await expect(root.users.listUsers()).resolves.toBeDefined()
})

const attacks: Record<string, (by: As, on: As) => Promise<unknown>> = {
  deletes: (by, on) => by.users.removeUser(at(on.user)),
  demotes: (by, on) => by.users.updateUser({ ...at(on.user), body: { role: 'ADMIN' } }),
  suspends: (by, on) => by.users.updateUser({ ...at(on.user), body: { status: 'SUSPENDED' } }),
}
const pairs = Object.keys(attacks).flatMap((one) => Object.keys(attacks).map((other) => [one, other] as const))

test.each(pairs)('if of two super admins one %s and one %s the other at the same time, one remains', async (one, other) => {
  for (let round = 0; round < 5; round++) {
    await database.db.update(users).set({ role: 'USER' }).where(eq(users.role, 'SUPER_ADMIN'))
    const [first, second] = [await as('SUPER_ADMIN'), await as('SUPER_ADMIN')]
    const results = await Promise.allSettled([attacks[one]!(first, second), attacks[other]!(second, first)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await database.db.$count(users, isSuperAdmin)).toBe(1)
  }
})

test('if three super admins delete each other, one remains', async () => {
  await database.db.update(users).set({ role: 'USER' }).where(eq(users.role, 'SUPER_ADMIN'))
  const three = [await as('SUPER_ADMIN'), await as('SUPER_ADMIN'), await as('SUPER_ADMIN')]
  await Promise.allSettled(three.flatMap((by) => three.map((on) => by.users.removeUser(at(on.user)))))
  expect(await database.db.$count(users, isSuperAdmin)).toBeGreaterThanOrEqual(1)
})

test('the own profile accepts no role, email, course or password, nor another user’s picture', async () => {
  const { course } = await given.course()
  const user = await given.user({ email: 'mine@example.org', passwordHash: await hashPassword('quiet desk 20') })
  const me = await as(user)
  const before = await everybody()
  const sent = {
    role: 'SUPER_ADMIN',
    email: 'other@example.org',
    courseId: course.id,
    password: 'another desk 21',
    passwordHash: 'x',
    status: 'SUSPENDED',
    id: crypto.randomUUID(),
    deletedAt: null,
  }
  await me.users.updateMe({ body: sent as object })
  expect(await everybody()).toEqual(before)
  await expect(anonymous.auth.login({ body: { email: 'mine@example.org', password: 'quiet desk 20' } })).resolves.toBeDefined()
  await expect(me.courses.listMyCourses()).resolves.toMatchObject({ total: 0 })
  const seen = await everybody()
  const other = await given.user()
  const picture = await given.file(other.id, { key: `image/${other.id}/${crypto.randomUUID()}.png`, contentType: 'image/png' })
  for (const profileImage of [picture.key, `image/${user.id}/${crypto.randomUUID()}.png`, '../../etc/passwd', ''])
    await expect(me.users.updateMe({ body: { name: 'New', profileImage } })).rejects.toBeProblem('validation-failed', ['/profileImage'])
  expect((await everybody()).filter(({ id }) => id !== other.id)).toEqual(seen)
})

test('a student cannot inspect other users, a trainer only their own students', async () => {
  const { course, trainer, student } = await given.course()
  const classmate = await given.student()
  await given.member(course.id, classmate)
  const elsewhere = await given.course()
  const applicant = await given.student()
  await given.member(course.id, applicant, 'PENDING')
  const [asStudent, asTrainer] = [await as(student), await as(trainer)]
  const others = [elsewhere.student, elsewhere.trainer, applicant, await given.user({ role: 'ADMIN' })]
  for (const target of [...others, classmate, trainer]) await expect(asStudent.users.getUser(at(target))).rejects.toBeProblem('not-found')
  for (const target of others) await expect(asTrainer.users.getUser(at(target))).rejects.toBeProblem('not-found')
  for (const target of [student, classmate, trainer])
    await expect(asTrainer.users.getUser(at(target))).resolves.toMatchObject({ id: target.id })
})
