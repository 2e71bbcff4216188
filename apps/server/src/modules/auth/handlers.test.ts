import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contract } from '@lms/contract'
import { createClient } from '@lms/contract/client'
import { sessions } from '#db/schema/users.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { testApp } from '#test/app.ts'

const { given, as, anonymous, clock, database, app } = await testApp()
const closed = await testApp({ REGISTRATION: 'closed' })
clock.set('2026-11-20T12:00:00Z')
for (const one of [given, closed.given]) await one.user({ role: 'SUPER_ADMIN' })

const password = 'quiet desk 20'
const passwordHash = await hashPassword(password)
const member = (values: object = {}) => given.user({ passwordHash, ...values })

/** A client with the session of a response. */
const withToken = (token: string) =>
  createClient(contract, async (url, { method, body }) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await app.inject({ method: method as 'GET', url, headers, ...(body ? { payload: body as string } : {}) })
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  })

test('signing in returns a working token and updates the last-seen time', async () => {
  const user = await member()
  const { token, user: shown } = await anonymous.auth.login({ body: { email: ` ${user.email!.toUpperCase()} `, password } })
  expect(shown).toMatchObject({ id: user.id, email: user.email, role: 'USER', status: 'ACTIVE', lastSeenAt: '2026-11-20T12:00:00.000Z' })
  expect(Object.keys(shown)).not.toContain('passwordHash')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  await expect(withToken(token).users.getUser({ params: user })).resolves.toMatchObject({ id: user.id })
})

test('only the hash of a token is stored, and it expires after 30 days', async () => {
  const user = await member()
  const { token } = await anonymous.auth.login({ body: { email: user.email!, password } })
  const [session] = await database.db.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(session).toMatchObject({ expiresAt: '2026-12-20T12:00:00.000Z', userAgent: expect.any(String) })
  expect(JSON.stringify(session)).not.toContain(token)
})

test('only the right password shows that a user is suspended; invited users have no password', async () => {
  const suspended = await member({ status: 'SUSPENDED' })
  const signIn = (email: string, guess = password) => anonymous.auth.login({ body: { email, password: guess } })
  await expect(signIn(suspended.email!, 'wrong guess')).rejects.toBeProblem('invalid-credentials')
  await expect(signIn(suspended.email!)).rejects.toBeProblem('forbidden')
  const invited = await given.user({ status: 'INVITED' })
  await expect(signIn(invited.email!)).rejects.toBeProblem('invalid-credentials')
  expect(await database.db.$count(sessions, eq(sessions.userId, suspended.id))).toBe(0)
})

test('signing out ends this session only', async () => {
  const user = await member()
  const [one, two] = [await as(user), await as(user)]
  await expect(one.auth.logout()).resolves.toBeUndefined()
  await expect(one.users.getUser({ params: user })).rejects.toBeProblem('unauthenticated')
  await expect(two.users.getUser({ params: user })).resolves.toMatchObject({ id: user.id })
})

test('while registration is closed everyone is rejected, and the sign-in options say so', async () => {
  const body = { name: 'X', email: 'x@example.org', password }
  await expect(closed.anonymous.auth.register({ body })).rejects.toBeProblem('forbidden')
  await expect(closed.anonymous.auth.getSignInOptions()).resolves.toMatchObject({ registration: 'closed' })
  await expect(anonymous.auth.getSignInOptions()).resolves.toMatchObject({ registration: 'open' })
})
