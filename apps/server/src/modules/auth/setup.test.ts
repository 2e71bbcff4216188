/** Set-up: the first administrator, with the code printed at start. */

import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ApiProblem } from '@lms/contract/client'
import { school } from '#db/schema/system.ts'
import { sessions, users } from '#db/schema/users.ts'
import { ensureAdmin, renewSetupCode } from '#modules/auth/setup.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { headerOf, smtpServer } from '#test/smtp.ts'

const body = { schoolName: 'Harbour Adult College', name: 'Marta Oliveira', email: 'marta@harbour.example', password: 'quiet desk 20' }
const wrong = 'ZZZZ-ZZZZ'
const codeFor = async ({ database }: TestApp) => (await renewSetupCode(database))!

test('the code creates a super admin and names the school; before that nobody can register', async () => {
  const app = await testApp()
  const { anonymous, database } = app
  const code = await codeFor(app)
  await expect(anonymous.auth.getSignInOptions()).resolves.toEqual({
    needsSetup: true,
    schoolName: null,
    registration: 'closed',
    sendsEmail: false,
    hasLocalLinks: true,
    demoAccounts: [],
  })
  await expect(anonymous.auth.register({ body })).rejects.toBeProblem('forbidden')
  expect(await database.db.select().from(school)).toEqual([
    { id: true, name: null, setupCodeHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])

  const { user } = await anonymous.auth.setUp({ body: { ...body, code: ` ${code.toLowerCase().replace('-', ' ')}` } })
  expect(user).toMatchObject({ name: 'Marta Oliveira', email: 'marta@harbour.example', role: 'SUPER_ADMIN', status: 'ACTIVE' })
  await expect(anonymous.auth.login({ body })).resolves.toMatchObject({ user: { id: user.id } })
  await expect(anonymous.auth.getSignInOptions()).resolves.toMatchObject({
    needsSetup: false,
    schoolName: 'Harbour Adult College',
    registration: 'open',
  })
  await expect(anonymous.auth.setUp({ body: { ...body, code } })).rejects.toBeProblem('closed')
  expect(await renewSetupCode(database)).toBeUndefined()
})

test('a wrong code and an invalid password are reported together, and nobody is created', async () => {
  const app = await testApp()
  await codeFor(app)
  const setUp = (change: object) => app.anonymous.auth.setUp({ body: { ...body, code: wrong, ...change } })
  await expect(setUp({ password: 'password1' })).rejects.toBeProblem('validation-failed', ['/password', '/code'])
  await expect(setUp({ schoolName: ' ', email: 'marta' })).rejects.toBeProblem('validation-failed', ['/schoolName', '/email'])
  await expect(setUp({})).rejects.toThrow('Check the latest line in the server’s log.')
  expect(await app.database.db.select({ n: count() }).from(users)).toEqual([{ n: 0 }])
})

test('a restart replaces the code', async () => {
  const app = await testApp()
  const first = await codeFor(app)
  const second = await codeFor(app)
  await expect(app.anonymous.auth.setUp({ body: { ...body, code: first } })).rejects.toBeProblem('validation-failed', ['/code'])
  await expect(app.anonymous.auth.setUp({ body: { ...body, code: second } })).resolves.toMatchObject({ user: { role: 'SUPER_ADMIN' } })
})

test('of several parallel uses of the code one creates the administrator', async () => {
  const app = await testApp()
  const code = await codeFor(app)
  const tries = [1, 2, 3].map((n) => app.anonymous.auth.setUp({ body: { ...body, email: `person${n}@example.org`, code } }))
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as ApiProblem).problem] : []))
  expect(refused).toEqual(['closed', 'closed'])
  expect(await app.database.db.$count(users)).toBe(1)
})

test('an administrator from the environment invalidates the code', async () => {
  const app = await testApp()
  const code = await codeFor(app)
  await expect(ensureAdmin(app.database, { email: 'root@example.org', password: 'quiet desk 20' })).resolves.toBe(true)
  await expect(app.anonymous.auth.setUp({ body: { ...body, code } })).rejects.toBeProblem('closed')
  expect(await app.database.db.select().from(school)).toMatchObject([{ setupCodeHash: null }])
})

test('an existing account becomes the administrator, and its earlier sessions end', async () => {
  const app = await testApp()
  const known = await app.given.user({ email: body.email, name: 'M. O.' })
  const before = await app.as(known)
  const { user } = await app.anonymous.auth.setUp({ body: { ...body, code: await codeFor(app) } })
  expect(user).toMatchObject({ id: known.id, name: 'Marta Oliveira', role: 'SUPER_ADMIN' })
  await expect(before.auth.getSession()).rejects.toBeProblem('unauthenticated')
  expect(await app.database.db.$count(sessions, eq(sessions.userId, known.id))).toBe(1)
})

test('a network is blocked after ten wrong codes; others can still set up', async () => {
  const app = await testApp({ RATE_LIMITS: 'on' })
  const code = await codeFor(app)
  const setUp = async (typed: string, remoteAddress: string) =>
    (await app.app.inject({ method: 'POST', url: '/api/auth/setup', remoteAddress, payload: { ...body, code: typed } })).statusCode
  for (let tries = 0; tries < 10; tries++) expect(await setUp(wrong, '203.0.113.7')).toBe(422)
  expect(await setUp(code, '203.0.113.7')).toBe(429)
  expect(await setUp(code, '198.51.100.9')).toBe(201)
})

test('emails name the school below the brand once it has a name', async () => {
  const server = await smtpServer()
  try {
    const app = await testApp({ SMTP_URL: server.url, MAIL_FROM: 'LMS <lms@example.org>' })
    const invite = async (email: string) => {
      await (await app.as('ADMIN')).users.addUser({ body: { name: 'Ana', email, role: 'USER' } })
      await app.runJobs()
      return server.mails.find((mail) => headerOf(mail, 'To') === email)!.source
    }
    expect(await invite('first@example.org')).not.toMatch(/school|Harbour/)
    await app.anonymous.auth.setUp({ body: { ...body, schoolName: 'Harbour <b> & Co', code: await codeFor(app) } })
    const source = await invite('second@example.org')
    expect(source).toContain('\r\n\r\nHarbour <b> & Co\r\n\r\nWelcome, Ana')
    expect(source).toMatch(/LMS<br><span [^>]*>Harbour &#60;b&#62; &#38; Co<\/span>/)
  } finally {
    await server.close()
  }
})
