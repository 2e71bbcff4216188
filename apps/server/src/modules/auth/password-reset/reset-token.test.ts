/** The token that is issued for a code, and the password reset with it. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { routes } from '@lms/contract'
import type { ApiProblem } from '@lms/contract/client'
import { toUrl } from '@lms/contract/client'
import { users } from '#db/schema/users.ts'
import { openPasswordReset } from '#test/password-reset.ts'

const { given, as, database, app, runJobs, oldPassword, newPassword, member, minutes, mailsTo, code, verify, tokenFor, reset, signIn } =
  await openPasswordReset()

test('a session token cannot reset the password', async () => {
  const user = await member()
  const { token } = await as(user)
  await expect(reset(token, user.email!)).rejects.toBeProblem('unauthenticated')
  await expect(signIn(user.email!, oldPassword)).resolves.toBeDefined()
})

test('a token does not work with the email of another user', async () => {
  const [a, b] = [await member(), await member()]
  const token = await tokenFor(a.email!)
  await expect(reset(token, b.email!)).rejects.toBeProblem('unauthenticated')
  await expect(signIn(b.email!, oldPassword)).resolves.toBeDefined()
})

test('the reset token is rejected by every other route', async () => {
  const { email } = await member({ role: 'SUPER_ADMIN' })
  const token = await tokenFor(email!)
  const closed = routes.filter(({ route }) => route.allow !== 'anyone' && route.allow !== 'reset-token')
  for (const { route } of closed) {
    const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, crypto.randomUUID()]))
    const answer = await app.inject({
      method: route.method,
      url: toUrl(route.path, { params }),
      headers: { authorization: `Bearer ${token}` },
    })
    expect([route.path, answer.statusCode]).toEqual([route.path, 401])
  }
})

test('a token works once, also with ten parallel requests', async () => {
  const { email } = await member()
  const token = await tokenFor(email!)
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => reset(token, email!, `other desk ${n} x`)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as ApiProblem).problem] : []))
  expect(refusals).toEqual(Array<string>(9).fill('unauthenticated'))
  await expect(reset(token, email!)).rejects.toBeProblem('unauthenticated')
})

test('a reset revokes all sessions, codes and tokens, and notifies the owner by email', async () => {
  const user = await member()
  const [one, two] = [await as(user), await as(user)]
  const token = await tokenFor(user.email!)
  const other = await code(user.email!)
  await reset(token, user.email!)
  await expect(verify(user.email!, other)).rejects.toBeProblem('validation-failed', ['/otp'])
  for (const client of [one, two]) await expect(client.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  await runJobs()
  const notice = mailsTo(user.email!).at(-1)!.source
  expect(notice).toContain('Subject: Your password was changed')
  expect(notice).not.toContain(newPassword)
})

test('changing the password ends the other sessions, revokes tokens and notifies the owner by email', async () => {
  const user = await member()
  const [me, elsewhere] = [await as(user), await as(user)]
  const token = await tokenFor(user.email!)
  await me.users.updateMe({ body: { currentPassword: oldPassword, newPassword } })
  await expect(reset(token, user.email!)).rejects.toBeProblem('unauthenticated')
  await expect(elsewhere.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  await expect(me.courses.listCourses()).resolves.toBeDefined()
  await runJobs()
  expect(mailsTo(user.email!).at(-1)!.source).toContain('Subject: Your password was changed')
})

test('a token expires after 15 minutes, and is revoked when its user is suspended or deleted', async () => {
  const [late, suspended, deleted] = [await member(), await member(), await member()]
  const admin = await as('ADMIN')
  const tokens = [await tokenFor(suspended.email!), await tokenFor(deleted.email!)]
  await admin.users.updateUser({ params: suspended, body: { status: 'SUSPENDED' } })
  await admin.users.removeUser({ params: deleted })
  await expect(reset(tokens[0]!, suspended.email!)).rejects.toBeProblem('unauthenticated')
  await expect(reset(tokens[1]!, deleted.email!)).rejects.toBeProblem('unauthenticated')
  const token = await tokenFor(late.email!)
  minutes(15)
  await expect(reset(token, late.email!)).rejects.toBeProblem('unauthenticated')
})

test('a weak new password is rejected without using up the token; a reset activates invited users', async () => {
  const { id, email } = await given.user({ status: 'INVITED' })
  const token = await tokenFor(email!)
  for (const weak of ['short', 'password123', email!])
    await expect(reset(token, email!, weak)).rejects.toBeProblem('validation-failed', ['/password'])
  await reset(token, email!)
  const [user] = await database.db.select().from(users).where(eq(users.id, id))
  expect(user!.status).toBe('ACTIVE')
})
