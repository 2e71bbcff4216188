import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { contract } from '@lms/contract'
import { createClient } from '@lms/contract/client'
import { testApp } from '#test/app.ts'
import { sessions, users } from '#db/schema/users.ts'
import { hashPassword } from '#modules/auth/passwords.ts'

const { given, as, anonymous, clock, database, app } = await testApp()
const closed = await testApp({ REGISTRATION: 'closed' })
clock.set('2026-11-20T12:00:00Z')

const password = 'quiet desk 20'
const passwordHash = await hashPassword(password)
const member = (values: object = {}) => given.user({ passwordHash, ...values })

/** The client of a session that a call has answered. */
const withToken = (token: string) =>
  createClient(contract, async (url, { method, body }) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await app.inject({ method: method as 'GET', url, headers, ...(body ? { payload: body as string } : {}) })
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  })

test('signing in gives a token that works, and notes that the person was seen', async () => {
  const user = await member()
  const { token, user: shown } = await anonymous.auth.login({ body: { email: ` ${user.email!.toUpperCase()} `, password } })
  expect(shown).toMatchObject({ id: user.id, email: user.email, role: 'USER', status: 'ACTIVE', lastSeenAt: '2026-11-20T12:00:00.000Z' })
  expect(Object.keys(shown)).not.toContain('passwordHash')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  await expect(withToken(token).users.getUser({ params: user })).resolves.toMatchObject({ id: user.id })
})

test('only the hash of a token is stored, and it ends after 30 days', async () => {
  const user = await member()
  const { token } = await anonymous.auth.login({ body: { email: user.email!, password } })
  const [session] = await database.db.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(session).toMatchObject({ expiresAt: '2026-12-20T12:00:00.000Z', userAgent: expect.any(String) })
  expect(JSON.stringify(session)).not.toContain(token)
})

test('an unknown address and a wrong password get the same answer', async () => {
  const user = await member()
  const answer = async (email: string) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'wrong guess' } })
    const { instance: _, ...rest } = JSON.parse(body)
    return { statusCode, rest }
  }
  expect(await answer(user.email!)).toEqual(await answer('nobody@example.org'))
  expect((await answer(user.email!)).statusCode).toBe(401)
})

test('the suspended are told so once the password is right; the invited have none', async () => {
  const suspended = await member({ status: 'SUSPENDED' })
  const signIn = (email: string, guess = password) => anonymous.auth.login({ body: { email, password: guess } })
  await expect(signIn(suspended.email!, 'wrong guess')).rejects.toBeProblem('wrong-login')
  await expect(signIn(suspended.email!)).rejects.toBeProblem('forbidden')
  const invited = await given.user({ status: 'INVITED' })
  await expect(signIn(invited.email!)).rejects.toBeProblem('wrong-login')
  expect(await database.db.$count(sessions, eq(sessions.userId, suspended.id))).toBe(0)
})

test('a password is compared exactly', async () => {
  const user = await member()
  for (const guess of [` ${password}`, password.toUpperCase(), `${password} `])
    await expect(anonymous.auth.login({ body: { email: user.email!, password: guess } })).rejects.toBeProblem('wrong-login')
})

test('signing out ends this session and no other', async () => {
  const user = await member()
  const [one, two] = [await as(user), await as(user)]
  await expect(one.auth.logout()).resolves.toBeUndefined()
  await expect(one.users.getUser({ params: user })).rejects.toBeProblem('unauthenticated')
  await expect(two.users.getUser({ params: user })).resolves.toMatchObject({ id: user.id })
})

test('registration makes a student, whatever else is sent', async () => {
  const body = {
    name: ' Ana  Li ',
    email: 'Ana.Li@Example.org',
    password,
    role: 'SUPER_ADMIN',
    id: crypto.randomUUID(),
    status: 'SUSPENDED',
    createdAt: '2000-01-01T00:00:00Z',
  }
  const { token, user } = await anonymous.auth.register({ body })
  expect(user).toMatchObject({ name: 'Ana  Li', email: 'ana.li@example.org', role: 'USER', status: 'ACTIVE' })
  expect(user.id).not.toBe(body.id)
  await expect(withToken(token).users.listUsers()).rejects.toBeProblem('forbidden')
  await expect(anonymous.auth.register({ body: { ...body, email: 'ANA.LI@example.org' } })).rejects.toBeProblem('email-taken')
})

test('twenty parallel registrations of one address make one account', async () => {
  const body = { name: 'Twin', email: 'twin@example.org', password }
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => anonymous.auth.register({ body })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await database.db.$count(users, eq(users.email, body.email))).toBe(1)
})

test('short, common and self-telling passwords are refused; long ones with spaces are not', async () => {
  const register = (wanted: string, email = `${crypto.randomUUID()}@example.org`) =>
    anonymous.auth.register({ body: { name: 'X', email, password: wanted } })
  for (const wanted of ['seven77', 'password123', 'PassWord1', '12345678', 'x'.repeat(129)])
    await expect(register(wanted)).rejects.toBeProblem('invalid', ['/password'])
  await expect(register('Own@Example.org', 'own@example.org')).rejects.toBeProblem('invalid', ['/password'])
  await expect(register('correct horse battery staple, and then some more words here ok')).resolves.toBeDefined()
})

test('closed registration refuses everybody, and says so on the sign-in page', async () => {
  const body = { name: 'X', email: 'x@example.org', password }
  await expect(closed.anonymous.auth.register({ body })).rejects.toBeProblem('forbidden')
  await expect(closed.anonymous.auth.getSignInOptions()).resolves.toEqual({ registration: 'closed', demoAccounts: [] })
  await expect(anonymous.auth.getSignInOptions()).resolves.toEqual({ registration: 'open', demoAccounts: [] })
})
