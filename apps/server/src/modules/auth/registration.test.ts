/** Registration: always as a student, one account per email, and no weak passwords. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { joinLinks } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { given, anonymous, database, app } = await testApp()
const limited = await testApp({ RATE_LIMITS: 'on' })
// Without an administrator nobody can register.
for (const one of [given, limited.given]) await one.user({ role: 'SUPER_ADMIN' })

const password = 'quiet desk 20'
const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
const register = (body: object) => post('/api/auth/register', { name: 'X', password, ...body })
const newEmail = () => `${crypto.randomUUID()}@example.org`

test('additional fields of a registration are ignored', async () => {
  const id = crypto.randomUUID()
  const email = newEmail()
  const answer = await register({
    name: ' Ana  Li ',
    email: email.toUpperCase(),
    status: 'SUSPENDED',
    role: 'SUPER_ADMIN',
    id,
    verified: true,
    createdAt: '2000-01-01T00:00:00Z',
    token: 'x',
  })
  expect(answer.statusCode).toBe(201)
  expect(answer.json().user).toMatchObject({ name: 'Ana  Li', email, role: 'USER', status: 'ACTIVE' })
  expect([answer.json().user.id, answer.json().token]).not.toContain(id)
  expect(answer.json().user.createdAt > '2020').toBe(true)
})

test('a role in lower case or with lookalike letters is ignored', async () => {
  for (const role of ['admin', 'АDMIN', 'ADMIN\u200b', 'SUPER_ADMIN'])
    expect((await register({ email: newEmail(), role })).json().user.role).toBe('USER')
})

test('twenty parallel registrations create one account', async () => {
  const email = newEmail()
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => register({ email })))).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
})

test('emails that differ only in case or Unicode normalization are the same', async () => {
  // e with a combining accent, and the precomposed letter.
  const [one, twin] = ['jose\u0301', 'jos\u00e9'].map((name) => `${name}@example.org`)
  const known = newEmail()
  expect((await register({ email: known })).statusCode).toBe(201)
  expect((await register({ email: known.toUpperCase() })).statusCode).toBe(409)
  const statuses = [await register({ email: one }), await register({ email: twin })].map(({ statusCode }) => statusCode)
  expect([
    [201, 409],
    [422, 422],
  ]).toContainEqual(statuses)
})

test('short passwords, common ones and the email itself are rejected; long ones with spaces are accepted', async () => {
  const email = newEmail()
  for (const weak of [
    'seven77',
    'password1',
    'iloveyou',
    'maverick',
    'steelers',
    'treasure',
    'PassWord1',
    '12345678',
    'x'.repeat(129),
    email,
    email.toUpperCase(),
  ])
    expect((await register({ email, password: weak })).json().errors).toMatchObject([{ pointer: '/password' }])
  expect((await register({ email, password: 'four words with spaces and a few more to make it sixty-four long' })).statusCode).toBe(201)
})

test('all errors of a registration are reported at once, including those of the password', async () => {
  const pointers = async (url: string, body: object) =>
    (await post(url, body)).json().errors.map(({ pointer }: { pointer: string }) => pointer)
  const body = { name: ' ', email: 'me@example.org', password: 'password1' }
  for (const [change, expected] of [
    [{}, ['/name', '/password']],
    [{ email: 'nobody', password: 'x' }, ['/name', '/email', '/password']],
    [{ password: 'Me@Example.org' }, ['/name', '/password']],
    [{ password }, ['/name']],
  ] as const)
    expect(await pointers('/api/auth/register', { ...body, ...change })).toEqual(expected)
  expect(await pointers('/api/auth/accept-invitation', { token: 'gone', password: 'password1' })).toEqual(['/token', '/password'])
  // A sign-in accepts any password, however weak.
  expect(await pointers('/api/auth/login', { email: 7, password: 'password1' })).toEqual(['/email'])
})

test('registration is limited to sixty attempts an hour per IP address', async () => {
  const tries = (n: number) =>
    Promise.all(
      Array.from({ length: n }, () =>
        limited.app.inject({ method: 'POST', url: '/api/auth/register', payload: { name: 'X', email: newEmail(), password: 'password' } }),
      ),
    )
  expect((await tries(60)).every(({ statusCode }) => statusCode === 422)).toBe(true)
  expect((await tries(1))[0]!.statusCode).toBe(429)
  // A lecture behind one address, with the link of its course.
  const { course, trainer } = await limited.given.course()
  const joinToken = 'a'.repeat(22)
  await limited.database.db
    .insert(joinLinks)
    .values({ courseId: course.id, token: joinToken, code: 'ABCDEFGH', createdBy: trainer.id, createdAt: new Date().toISOString() })
  const registerWith = (token: string) =>
    limited.anonymous.auth.register({ body: { name: 'X', email: newEmail(), password, joinToken: token } })
  await expect(registerWith(joinToken)).resolves.toMatchObject({ user: { role: 'USER' } })
  await expect(registerWith('b'.repeat(22))).rejects.toBeProblem('rate-limited')
})

test('no account has got a role other than student', async () => {
  expect(await database.db.$count(users, eq(users.role, 'SUPER_ADMIN'))).toBe(1)
  expect(await anonymous.auth.getSignInOptions()).toMatchObject({ registration: 'open', demoAccounts: [] })
})
