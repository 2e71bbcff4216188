/** Sign-ins at the same moment as a password change or a suspension: the old password never works afterwards. */

import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { ApiProblem } from '@lms/contract/client'
import { hashToken } from '#access/sessions.ts'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/users.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { findInvitation, replaceTokens, setPassword, useToken } from '#modules/auth/queries.ts'
import { deleteSessionsOf } from '#modules/auth/sessions/queries.ts'
import { updateUserRow } from '#modules/users/queries.ts'
import { testApp } from '#test/app.ts'
import { callDuring } from '#test/concurrent-calls.ts'

const { given, as, app, database } = await testApp()
const limited = await testApp({ RATE_LIMITS: 'on' })

const [oldPassword, newPassword] = ['quiet desk 20', 'other desk 21']
const [oldHash, newHash] = [await hashPassword(oldPassword), await hashPassword(newPassword)]

/** The response to a request sent between `change` and its commit. */
const answerDuring = (change: (db: Db) => Promise<unknown>, request: InjectOptions) =>
  callDuring(database, change, () => app.inject(request))

/** Signs in with the old password between `change` and its commit; returns the statuses of the sign-in and of a call with its token. */
async function signInDuring(change: (db: Db, userId: string) => Promise<unknown>): Promise<[number, number | undefined]> {
  const { id, email } = await given.user({ passwordHash: oldHash })
  const payload = { email, password: oldPassword }
  const answer = await answerDuring((db) => change(db, id), { method: 'POST', url: '/api/auth/login', payload })
  const { token } = answer.json<{ token?: string }>()
  if (!token) return [answer.statusCode, undefined]
  const { statusCode } = await app.inject({ url: '/api/auth/sessions', headers: { authorization: `Bearer ${token}` } })
  return [answer.statusCode, statusCode]
}

test('a sign-in with the old password fails if the password changes during it', async () => {
  expect(await signInDuring((db, id) => setPassword(db, id, newHash))).toEqual([401, undefined])
})

test('a sign-in fails if the user is suspended during it', async () => {
  const suspend = async (db: Db, id: string) => {
    await updateUserRow(db, id, { status: 'SUSPENDED' })
    await deleteSessionsOf(db, id)
  }
  expect(await signInDuring(suspend)).toEqual([403, undefined])
})

test('an invitation or reset token of a user who has been suspended is rejected, and the account is not changed', async () => {
  const times = { now: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  for (const kind of ['INVITATION', 'RESET'] as const) {
    const { id, email } = await given.user(kind === 'RESET' ? { passwordHash: oldHash } : { status: 'INVITED' })
    const token = `${kind}-${id}`
    await replaceTokens(database.db, kind, [{ userId: id, tokenHash: hashToken(token) }], times)
    const request =
      kind === 'RESET'
        ? { url: '/api/users/reset-password', headers: { authorization: `Bearer ${token}` }, payload: { email, password: newPassword } }
        : { url: '/api/auth/accept-invitation', payload: { token, password: newPassword } }
    const method = kind === 'RESET' ? 'PATCH' : 'POST'
    const answer = await answerDuring((db) => updateUserRow(db, id, { status: 'SUSPENDED' }), { method, ...request })
    expect([kind, answer.statusCode]).toEqual([kind, kind === 'RESET' ? 401 : 422])
    expect(await database.db.$count(sessions, eq(sessions.userId, id))).toBe(0)
    const [kept] = await database.db.select().from(users).where(eq(users.id, id))
    expect(kept).toMatchObject({ status: 'SUSPENDED', passwordHash: kind === 'RESET' ? oldHash : null })
  }
})

test('of two parallel changes with the same current password one succeeds', async () => {
  const user = await given.user({ passwordHash: oldHash })
  const clients = [await as(user), await as(user)]
  const results = await Promise.allSettled(
    clients.map((client, n) => client.users.updateMe({ body: { currentPassword: oldPassword, newPassword: `${newPassword} ${n}` } })),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a token that was just read is invalid once a newer one replaces it', async () => {
  const { id: userId } = await given.user({ status: 'INVITED' })
  const times = { now: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  await replaceTokens(database.db, 'INVITATION', [{ userId, tokenHash: 'first' }], times)
  const found = await findInvitation(database.db, 'first', times.now)
  await replaceTokens(database.db, 'INVITATION', [{ userId, tokenHash: 'second' }], times)
  expect(await useToken(database.db, found!.id, times.now)).toBe(false)
  expect(await findInvitation(database.db, 'second', times.now)).toMatchObject({ userId })
})

test('an open session cannot be used to guess the password', async () => {
  const me = await limited.as(await limited.given.user({ passwordHash: oldHash }))
  const change = (currentPassword: string) => me.users.updateMe({ body: { currentPassword, newPassword } })
  for (let n = 0; n < 10; n++) await expect(change('wrong guess')).rejects.toBeProblem('validation-failed', ['/currentPassword'])
  await expect(change(oldPassword)).rejects.toBeProblem('rate-limited')
})

test('parallel sign-ins of one user all succeed, even if they outnumber the allowed failures, and so does a later one', async () => {
  const { email } = await limited.given.user({ passwordHash: oldHash })
  const signIn = () => limited.anonymous.auth.login({ body: { email: email!, password: oldPassword } })
  const all = await Promise.all(Array.from({ length: 25 }, signIn))
  expect(new Set(all.map(({ token }) => token)).size).toBe(25)
  await expect(signIn()).resolves.toBeDefined()
})

test('right passwords among parallel attempts do not use up the limit, and are rejected after the tenth failure', async () => {
  const { email } = await limited.given.user({ passwordHash: oldHash })
  const signIn = (password: string) => limited.anonymous.auth.login({ body: { email: email!, password } })
  await Promise.all(Array.from({ length: 12 }, () => signIn(oldPassword)))
  const all = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => signIn(`wrong guess ${n}`)))
  const outcomes = all.map((one) => (one.status === 'rejected' ? (one.reason as ApiProblem).problem : 'in')).toSorted()
  expect(outcomes).toEqual([...Array<string>(10).fill('invalid-credentials'), ...Array<string>(20).fill('rate-limited')])
  await expect(signIn(oldPassword)).rejects.toBeProblem('rate-limited')
})

test('an invitation unlocks an account that was locked by failed attempts', async () => {
  const { id: userId, email } = await limited.given.user({ status: 'INVITED' })
  const signIn = (password: string) => limited.anonymous.auth.login({ body: { email: email!, password } })
  for (let n = 0; n < 10; n++) await expect(signIn('wrong guess')).rejects.toBeProblem('invalid-credentials')
  const times = { now: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  await replaceTokens(limited.database.db, 'INVITATION', [{ userId, tokenHash: hashToken('welcome') }], times)
  await limited.anonymous.auth.acceptInvitation({ body: { token: 'welcome', password: newPassword } })
  await expect(signIn(newPassword)).resolves.toBeDefined()
})
