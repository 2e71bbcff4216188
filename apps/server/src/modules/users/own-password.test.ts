import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/users.ts'
import { hashPassword, isPassword } from '#modules/auth/passwords.ts'
import { testApp } from '#test/app.ts'

const { given, as, database, anonymous } = await testApp()
const password = 'quiet desk 20'
const passwordHash = await hashPassword(password)
const someone = async () => as(await given.user({ passwordHash }))
const wanted = (newPassword: string) => ({ body: { currentPassword: password, newPassword } })

test('while passwords are hashed, other calls still get connections', async () => {
  // More than there are connections; all are checked before the first is hashed, which leaves time to read.
  const people = await Promise.all(Array.from({ length: 40 }, someone))
  const reader = await as('USER')
  const order: string[] = []
  const changes = people.map((me) => me.users.updateMe(wanted('another desk 21')).then(() => order.push('changed')))
  for (let n = 0; n < 10; n++) await reader.courses.listCourses()
  order.push('read')
  await Promise.all(changes)
  expect(order[0]).toBe('read')
})

test('of two simultaneous changes one succeeds; the other was checked against the replaced password', async () => {
  const me = await someone()
  const words = ['another desk 21', 'another desk 22']
  const results = await Promise.allSettled(words.map((word) => me.users.updateMe(wanted(word))))
  const won = results.findIndex(({ status }) => status === 'fulfilled')
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [kept] = await database.db.select().from(users).where(eq(users.id, me.user.id))
  expect(await isPassword(kept!.passwordHash, words[won]!)).toBe(true)
})

test('when the picture is refused, the password does not change either', async () => {
  const me = await someone()
  const profileImage = `image/${me.user.id}/${crypto.randomUUID()}.png`
  const call = me.users.updateMe({ body: { ...wanted('another desk 21').body, name: 'New', profileImage } })
  await expect(call).rejects.toBeProblem('validation-failed', ['/profileImage'])
  const [kept] = await database.db.select().from(users).where(eq(users.id, me.user.id))
  expect(kept).toMatchObject({ passwordHash })
  expect(kept!.name).not.toBe('New')
  await expect(anonymous.auth.login({ body: { email: kept!.email!, password } })).resolves.toBeDefined()
})

test('all errors of a change are reported at once, and nothing is saved', async () => {
  const me = await someone()
  const profileImage = `image/${me.user.id}/${crypto.randomUUID()}.png`
  const change = (body: object) => me.users.updateMe({ body: { timeZone: 'Europe/Lisbon', ...body } })
  const both = { currentPassword: 'wrong guess', newPassword: 'password1' }
  await expect(change(both)).rejects.toBeProblem('validation-failed', ['/currentPassword', '/newPassword'])
  await expect(change({ ...both, profileImage })).rejects.toBeProblem('validation-failed', [
    '/currentPassword',
    '/newPassword',
    '/profileImage',
  ])
  await expect(change({ newPassword: 'password1' })).rejects.toBeProblem('validation-failed', ['/currentPassword', '/newPassword'])
  await expect(change({ newPassword: 'password1', name: ' ' })).rejects.toBeProblem('validation-failed', ['/name', '/newPassword'])
  const [kept] = await database.db.select().from(users).where(eq(users.id, me.user.id))
  expect(kept).toMatchObject({ passwordHash, timeZone: null })
})

test('the current password alone is rejected, and so is the same one as new', async () => {
  const me = await someone()
  const elsewhere = await as(me.user)
  for (const currentPassword of [password, 'nope'])
    await expect(me.users.updateMe({ body: { currentPassword } })).rejects.toBeProblem('validation-failed', ['/newPassword'])
  await expect(me.users.updateMe(wanted(password))).rejects.toBeProblem('validation-failed', ['/newPassword'])
  await expect(elsewhere.courses.listCourses()).resolves.toBeDefined()
})
