/** Changing an email address: the link to the new one, the link to the old one, and what else holds an address. */

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { calendarFeeds, oneTimeTokens, users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { cheapHash } from '#test/given.ts'
import { smtpServer } from '#test/smtp.ts'

const server = await smtpServer()
const app = await testApp({
  SMTP_URL: server.url,
  MAIL_FROM: 'LMS <lms@example.org>',
  PUBLIC_URL: 'https://learn.example.org',
  RATE_LIMITS: 'on',
})
const { as, anonymous, clock, database, given, runJobs } = app
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))
afterAll(() => server.close())

const password = 'quiet desk 20'
const passwordHash = cheapHash
const newAddress = () => `${crypto.randomUUID()}@example.org`
const member = (more: Partial<typeof users.$inferInsert> = {}) => given.user({ passwordHash, ...more })
const later = (days: number) => clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + days * 86_400_000))
const at = (user: { id: string }) => ({ params: { id: user.id } })

const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email))
const tokenIn = (source: string) => new URL(/https:\/\/learn\.example\.org\/auth\/\S+/.exec(source)![0]).searchParams.get('token')!
async function newestLink(email: string) {
  await runJobs()
  return tokenIn(mailsTo(email).at(-1)!.source)
}
const confirm = (token: string) => anonymous.users.confirmEmailChange({ body: { token } })
const stop = (token: string) => anonymous.users.stopEmailChange({ body: { token } })
const signIn = (email: string) => anonymous.auth.login({ body: { email, password } })
const addressOf = async ({ id }: { id: string }) => (await database.db.select().from(users).where(eq(users.id, id)))[0]!.email

/** A change that its owner asked for, with both links. */
async function ask(user: Awaited<ReturnType<typeof member>>, email = newAddress()) {
  const me = await as(user)
  const change = await me.users.changeEmail({ ...at(user), body: { email } })
  return { me, email, change, confirmToken: await newestLink(email), stopToken: await newestLink(user.email!) }
}

test('the owner asks, the new address confirms; until then the old one signs in, and the session stays', async () => {
  const user = await member()
  const { me, email, change, confirmToken } = await ask(user)
  expect(change).toEqual({ email: user.email, pending: { email, expiresAt: '2026-11-21T12:00:00.000Z', error: null } })
  await expect(signIn(email)).rejects.toBeProblem('invalid-credentials')
  await expect(signIn(user.email!)).resolves.toBeDefined()
  await expect(confirm(confirmToken)).resolves.toEqual({ email })
  await expect(signIn(email)).resolves.toMatchObject({ user: { id: user.id, email } })
  await expect(signIn(user.email!)).rejects.toBeProblem('invalid-credentials')
  await expect(me.users.getEmailChange(at(user))).resolves.toEqual({ email, pending: null })
  const { items } = await (await as('ADMIN')).users.listUserChanges(at(user))
  expect(items).toMatchObject([{ field: 'EMAIL', before: user.email, after: email, changedBy: { id: user.id } }])
  expect((await (await as('ADMIN')).users.listUsers({ query: { search: email } })).items).toMatchObject([{ id: user.id }])
})

test('a link works once, for a day; a second request replaces the first, and cancelling ends it', async () => {
  const user = await member()
  const first = await ask(user)
  const second = await ask(user)
  await expect(confirm(first.confirmToken)).rejects.toBeProblem('validation-failed', ['/token'])
  await second.me.users.cancelEmailChange(at(user))
  await expect(confirm(second.confirmToken)).rejects.toBeProblem('validation-failed', ['/token'])
  const third = await ask(user)
  later(1)
  await expect(confirm(third.confirmToken)).rejects.toBeProblem('validation-failed', ['/token'])
  const { me } = third
  await expect(me.users.getEmailChange(at(user))).resolves.toEqual({ email: user.email, pending: null })
  clock.set('2026-11-20T13:00:00Z')
  const fourth = await ask(user)
  const results = await Promise.allSettled([confirm(fourth.confirmToken), confirm(fourth.confirmToken)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(confirm(fourth.confirmToken)).rejects.toBeProblem('validation-failed', ['/token'])
  await expect(confirm('u'.repeat(43))).rejects.toBeProblem('validation-failed', ['/token'])
  expect(await addressOf(user)).toBe(fourth.email)
})

test('a taken address is refused when asked for, compared as for sign-in, and when it was taken before the confirmation', async () => {
  const [user, other] = [await member(), await member()]
  const me = await as(user)
  const request = (email: string) => me.users.changeEmail({ ...at(user), body: { email } })
  await expect(request(` ${other.email!.toUpperCase()} `)).rejects.toBeProblem('email-taken')
  // One's own, however it is typed, is no change.
  await expect(request(user.email!.toUpperCase())).resolves.toEqual({ email: user.email, pending: null })
  const { email, confirmToken } = await ask(user)
  await given.user({ email })
  await expect(confirm(confirmToken)).rejects.toBeProblem('email-taken')
  expect(await addressOf(user)).toBe(user.email)
})

test('two accounts that confirm the same address at once: one gets it', async () => {
  const [one, two, email] = [await member(), await member(), newAddress()]
  const tokens = [(await ask(one, email)).confirmToken, (await ask(two, email)).confirmToken]
  const results = await Promise.allSettled(tokens.map(confirm))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const lost = results.find((result) => result.status === 'rejected')
  await expect(Promise.reject(lost!.reason as Error)).rejects.toBeProblem('email-taken')
})

test('the old address stops a change before and, for seven days, after it; then everybody is signed out', async () => {
  const user = await member()
  const first = await ask(user)
  await expect(stop(first.stopToken)).resolves.toEqual({ email: user.email, isReverted: false })
  await expect(confirm(first.confirmToken)).rejects.toBeProblem('validation-failed', ['/token'])
  await expect(stop(first.stopToken)).rejects.toBeProblem('validation-failed', ['/token'])
  await expect(first.me.auth.getSession()).resolves.toBeDefined()

  const second = await ask(user)
  later(0.5)
  await confirm(second.confirmToken)
  later(7.4)
  const session = await signIn(second.email)
  await database.db.insert(calendarFeeds).values({ userId: user.id, token: crypto.randomUUID() })
  await expect(stop(second.stopToken)).resolves.toEqual({ email: user.email, isReverted: true })
  expect(await addressOf(user)).toBe(user.email)
  await expect(anonymous.auth.getSession({}, { token: session.token })).rejects.toBeProblem('unauthenticated')
  // Nor does a password that was chosen with a code to the new address, or a calendar link.
  await expect(signIn(user.email!)).rejects.toBeProblem('invalid-credentials')
  expect(await database.db.$count(calendarFeeds, eq(calendarFeeds.userId, user.id))).toBe(0)
  const { items } = await (await as('ADMIN')).users.listUserChanges(at(user))
  expect(items.map(({ after }) => after)).toEqual([user.email, second.email])

  await database.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
  const third = await ask(user)
  await confirm(third.confirmToken)
  later(7.4 + 7)
  await expect(stop(third.stopToken)).rejects.toBeProblem('validation-failed', ['/token'])
})

test('neither a second change nor a new password ends the link to the first address; nobody registers with it until then', async () => {
  const user = await member()
  const first = await ask(user)
  await confirm(first.confirmToken)
  const second = await ask({ ...user, email: first.email })
  await confirm(second.confirmToken)
  const me = await as(user)
  await me.users.updateMe({ body: { currentPassword: password, newPassword: 'quiet desk 21' } })
  await given.user({ role: 'SUPER_ADMIN' })
  const register = () => anonymous.auth.register({ body: { name: 'Somebody', email: user.email!, password } })
  await expect(register()).rejects.toBeProblem('email-taken')
  await expect(stop(first.stopToken)).resolves.toEqual({ email: user.email, isReverted: true })
  await expect(stop(second.stopToken)).rejects.toBeProblem('validation-failed', ['/token'])
})

test('the old address has another account by now: the change stays, and the sentence says why', async () => {
  const user = await member()
  const { email, confirmToken, stopToken } = await ask(user)
  await confirm(confirmToken)
  await (await as('ADMIN')).users.addUser({ body: { name: 'Other', email: user.email!, role: 'USER' } })
  await expect(stop(stopToken)).rejects.toBeProblem('email-taken')
  expect(await addressOf(user)).toBe(email)
})

test('admins change the addresses of those whom they may edit; the history names who asked', async () => {
  const [admin, superAdmin, user] = [await as('ADMIN'), await as('SUPER_ADMIN'), await member()]
  const email = newAddress()
  await admin.users.changeEmail({ ...at(user), body: { email, version: 0 } })
  await confirm(await newestLink(email))
  const { items } = await admin.users.listUserChanges(at(user))
  expect(items).toMatchObject([{ field: 'EMAIL', changedBy: { id: admin.user.id } }])
  for (const role of ['ADMIN', 'SUPER_ADMIN'] as const) {
    const colleague = await member({ role })
    await expect(admin.users.changeEmail({ ...at(colleague), body: { email: newAddress() } })).rejects.toBeProblem('forbidden')
    await expect(admin.users.getEmailChange(at(colleague))).rejects.toBeProblem('forbidden')
    await expect(admin.users.cancelEmailChange(at(colleague))).rejects.toBeProblem('forbidden')
    await expect(superAdmin.users.changeEmail({ ...at(colleague), body: { email: newAddress() } })).resolves.toBeDefined()
  }
  await expect(admin.users.changeEmail({ ...at(admin.user), body: { email: newAddress() } })).resolves.toBeDefined()
  await expect((await as('TRAINER')).users.changeEmail({ ...at(user), body: { email: newAddress() } })).rejects.toBeProblem('not-found')
})

test('an invited user gets the new address and a new invitation at once; earlier links end', async () => {
  const [admin, old, email] = [await as('ADMIN'), newAddress(), newAddress()]
  const made = await admin.users.addUser({ body: { name: 'Omar', email: old, role: 'USER' } })
  await runJobs()
  const invitation = (address: string) =>
    new URL(/https:\/\/learn\.example\.org\/auth\/\S+/.exec(mailsTo(address).at(-1)!.source)![0]).searchParams.get('invitation')!
  await expect(admin.users.changeEmail({ ...at(made), body: { email } })).resolves.toEqual({ email, pending: null })
  await runJobs()
  expect(mailsTo(old)).toHaveLength(1)
  await expect(anonymous.auth.acceptInvitation({ body: { token: invitation(old), password } })).rejects.toBeProblem('validation-failed')
  await expect(anonymous.auth.acceptInvitation({ body: { token: invitation(email), password } })).resolves.toMatchObject({
    user: { id: made.id, email },
  })
})

test('two admins correct one address at once: the second sees what the first wrote; nobody is invited who was not', async () => {
  const [one, two] = [await as('ADMIN'), await as('ADMIN')]
  const made = await one.users.addUser({ body: { name: 'Omar', email: newAddress(), role: 'USER', invite: false } })
  const wanted = [newAddress(), newAddress()]
  const correct = (admin: typeof one, email: string) => admin.users.changeEmail({ ...at(made), body: { email, version: 0 } })
  const results = await Promise.allSettled([correct(one, wanted[0]!), correct(two, wanted[1]!)])
  const won = results.findIndex(({ status }) => status === 'fulfilled')
  const lost = results.find((result) => result.status === 'rejected')
  await expect(Promise.reject(lost!.reason as Error)).rejects.toBeProblem('version-conflict')
  expect(await addressOf(made)).toBe(wanted[won])
  // Sent again after a lost response.
  await expect(correct(one, wanted[won]!)).resolves.toEqual({ email: wanted[won], pending: null })
  expect(await database.db.$count(emails, eq(emails.userId, made.id))).toBe(0)
})

test('two admins ask for a change at once: the second is refused, since the first is not what they saw', async () => {
  const [one, two, user] = [await as('ADMIN'), await as('ADMIN'), await member()]
  const wanted = [newAddress(), newAddress()]
  const request = (admin: typeof one, email: string, pending: string | null = null) =>
    admin.users.changeEmail({ ...at(user), body: { email, version: 0, pending } })
  const results = await Promise.allSettled([request(one, wanted[0]!), request(two, wanted[1]!)])
  const won = wanted[results.findIndex(({ status }) => status === 'fulfilled')]!
  const lost = results.find((result) => result.status === 'rejected')
  await expect(Promise.reject(lost!.reason as Error)).rejects.toBeProblem('conflict')
  // Sent again after a lost response; then by somebody who has seen what waits.
  await expect(request(one, won)).resolves.toMatchObject({ pending: { email: won } })
  const other = newAddress()
  await expect(request(two, other, won)).resolves.toMatchObject({ pending: { email: other } })
})

test('deleting the account ends both links', async () => {
  const user = await member()
  const { confirmToken, stopToken } = await ask(user)
  await (await as('ADMIN')).users.removeUser(at(user))
  await expect(confirm(confirmToken)).rejects.toBeProblem('validation-failed', ['/token'])
  await expect(stop(stopToken)).rejects.toBeProblem('validation-failed', ['/token'])
  expect(await database.db.$count(oneTimeTokens, eq(oneTimeTokens.userId, user.id))).toBe(0)
})

test('emails that wait follow the user, and so do replies and readers of scheduled emails', async () => {
  const { course, trainer } = await given.course()
  const user = await member()
  const letter = { subject: 'Hello', html: '', text: '', toAddress: user.email! }
  const { confirmToken, email } = await ask(user)
  const other = await member()
  const [own] = await database.db
    .insert(emails)
    .values({ ...letter, kind: 'NOTICE', userId: user.id })
    .returning()
  const [reply] = await database.db
    .insert(emails)
    .values({ ...letter, kind: 'NOTICE', userId: other.id, toAddress: other.email!, replyTo: user.email })
    .returning()
  const [about] = await database.db
    .insert(emails)
    .values({ ...letter, kind: 'ADDRESS', userId: user.id })
    .returning()
  const [planned] = await database.db
    .insert(courseEmails)
    .values({
      courseId: course.id,
      senderId: trainer.id,
      subject: 'Hello',
      body: '<p>Hello</p>' as typeof courseEmails.$inferInsert.body,
      audience: { to: ['STUDENTS'], except: [user.email!] },
      sendAt: '2026-12-20T12:00:00Z',
      recipients: 1,
    } as typeof courseEmails.$inferInsert)
    .returning()
  await confirm(confirmToken)
  const mail = async ({ id }: { id: string }) => (await database.db.select().from(emails).where(eq(emails.id, id)))[0]!
  expect((await mail(own!)).toAddress).toBe(email)
  expect(await mail(reply!)).toMatchObject({ toAddress: other.email, replyTo: email })
  expect((await mail(about!)).toAddress).toBe(user.email)
  const [kept] = await database.db.select().from(courseEmails).where(eq(courseEmails.id, planned!.id))
  expect(kept!.audience).toEqual({ to: ['STUDENTS'], except: [email] })
})

test('ten requests an hour for an account; a link that is refused says why', async () => {
  const user = await member()
  const me = await as(user)
  for (let n = 0; n < 10; n++) await me.users.changeEmail({ ...at(user), body: { email: newAddress() } })
  await expect(me.users.changeEmail({ ...at(user), body: { email: newAddress() } })).rejects.toBeProblem('rate-limited')
  const { pending } = await me.users.getEmailChange(at(user))
  const failed = { state: 'FAILED' as const, lastError: 'No such user' }
  await database.db
    .update(emails)
    .set(failed)
    .where(and(eq(emails.userId, user.id), eq(emails.toAddress, pending!.email)))
  expect((await me.users.getEmailChange(at(user))).pending).toMatchObject({ error: 'No such user' })
})

test('without a mail server the address stays, and the sentence says why', async () => {
  const { as: asThere, given: givenThere } = await testApp({})
  const user = await givenThere.user({ passwordHash })
  const request = (await asThere(user)).users.changeEmail({ ...at(user), body: { email: newAddress() } })
  await expect(request).rejects.toThrow('Email is not set up on this server, so a new address cannot be confirmed. Nothing was changed.')
})
