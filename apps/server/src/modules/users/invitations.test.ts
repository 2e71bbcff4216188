import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { oneTimeTokens, users } from '#db/schema/users.ts'
import { inviteAll } from '#modules/users/invitations.ts'
import { testApp } from '#test/app.ts'
import { cheapHash } from '#test/given.ts'
import { send, sheet } from '#test/people-file.ts'
import { smtpServer } from '#test/smtp.ts'

/** What the server of this recipient says. */
const refusals = new Map<string, string>()
const server = await smtpServer({
  onRcptTo: ({ address }, _session, callback) => {
    const answer = refusals.get(address)
    if (answer) callback(Object.assign(new Error(answer), { responseCode: 550 }))
    else callback()
  },
})
const { as, anonymous, app, clock, database, given, runJobs, statements } = await testApp({
  SMTP_URL: server.url,
  MAIL_FROM: 'LMS <lms@example.org>',
  PUBLIC_URL: 'https://learn.example.org',
})
beforeEach(() => clock.set(new Date()))
afterAll(() => server.close())

const password = 'quiet desk 20'
const newPerson = () => ({ name: 'Omar <b>Haddad</b>', email: `${crypto.randomUUID()}@example.org`, role: 'USER' as const })
const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email))
const linkIn = (source: string) => new URL(/https:\/\/learn\.example\.org\/auth\/reset-password\?\S+/.exec(source)![0])

async function invite(person = newPerson()) {
  const made = await (await as('ADMIN')).users.addUser({ body: person })
  await runJobs()
  return { made, link: linkIn(mailsTo(person.email).at(-1)!.source) }
}
const accept = (token: string, wanted = password) => anonymous.auth.acceptInvitation({ body: { token, password: wanted } })

test('the email has a link and no password; the link works once', async () => {
  const person = newPerson()
  const { made, link } = await invite(person)
  const [mail] = mailsTo(person.email)
  expect(mail!.source).toContain('Omar &#60;b&#62;Haddad&#60;/b&#62;')
  expect(mail!.source).not.toMatch(/password (is|=)/i)
  // The new user has no password.
  expect(await database.db.$count(users, and(eq(users.id, made.id), isNotNull(users.passwordHash)))).toBe(0)
  expect(link.searchParams.get('email')).toBe(person.email)
  const token = link.searchParams.get('invitation')!
  const session = await accept(token)
  expect(session.user).toMatchObject({ id: made.id, status: 'ACTIVE', role: 'USER' })
  await expect(anonymous.auth.login({ body: { email: person.email, password } })).resolves.toBeDefined()
  await expect(accept(token)).rejects.toBeProblem('validation-failed', ['/token'])
})

test('the result of an import counts the invitations that wait and those that were refused, with the words of the mail server', async () => {
  const [admin, importId] = [await as('ADMIN'), crypto.randomUUID()]
  const [fine, gone, mistyped] = ['Ana', 'Bo', 'Cy'].map((name) => ({ ...newPerson(), name }))
  for (const { email } of [gone!, mistyped!]) refusals.set(email, '5.1.1 No such user here')
  const rows = [fine!, gone!, mistyped!].map(({ name, email }) => `${name},${email}`)
  await send(admin, sheet(...rows), { importId })
  const read = async () => (await admin.users.getImport({ params: { id: importId } })).invitations
  expect(await read()).toEqual({ waiting: 3, refused: 0, people: [] })
  await runJobs()
  const { people, ...counts } = await read()
  expect(counts).toEqual({ waiting: 0, refused: 2 })
  expect(people).toMatchObject([{ email: gone!.email, invitationError: expect.stringContaining('No such user here') }, { name: 'Cy' }])
  refusals.delete(gone!.email)
  await admin.users.resendInvitation({ params: { id: people[0]!.id } })
  expect(await read()).toMatchObject({ waiting: 1, refused: 1, people: [{ name: 'Cy' }] })
})

test('an invitation that the mail server refuses is shown: in the list, on the page of the user, and under the bell of the sender', async () => {
  const [admin, other, person, second] = [await as('ADMIN'), await as('ADMIN'), newPerson(), newPerson()]
  for (const { email } of [person, second]) refusals.set(email, '5.1.1 No such user here')
  const { id } = await admin.users.addUser({ body: person })
  const error = async () => {
    const [listed] = (await other.users.listUsers({ query: { search: person.email } })).items
    const { invitationError } = await other.users.getUser({ params: { id } })
    expect(listed!.invitationError).toBe(invitationError)
    return invitationError
  }
  expect(await error()).toBeNull()
  await runJobs()
  expect(await error()).toContain('5.1.1 No such user here')
  const bell = async (who: typeof admin) => {
    const { items, unread } = await who.notices.listNotices()
    return {
      unread,
      items: items.map(({ kind, subject, course, actor, otherActors }) => [kind, subject.userId, course, actor?.id, otherActors]),
    }
  }
  expect(await bell(admin)).toEqual({ unread: 1, items: [['INVITATION', id, null, id, 0]] })
  expect(await bell(other)).toEqual({ unread: 0, items: [] })
  // More of them stay one row.
  await admin.users.addUser({ body: second })
  await runJobs()
  expect(await bell(admin)).toMatchObject({ unread: 1, items: [['INVITATION', expect.anything(), null, expect.anything(), 1]] })
  refusals.clear()
  await other.users.resendInvitation({ params: { id } })
  expect(await error()).toBeNull()
  await runJobs()
  expect(await error()).toBeNull()
  refusals.set(person.email, '5.1.2 Bad destination')
  await other.users.resendInvitation({ params: { id } })
  await runJobs()
  expect(await error()).toContain('5.1.2')
  expect((await bell(other)).unread).toBe(1)
  await database.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.id, id))
  expect(await error()).toBeNull()
})

test('a code for a new password that the mail server refuses is shown on the page of the user until another one arrives', async () => {
  const [admin, { id, email }] = [await as('ADMIN'), await given.user({ passwordHash: cheapHash })]
  const error = async () => (await admin.users.getUser({ params: { id } })).codeError
  refusals.set(email!, '5.1.1 No such user here')
  await anonymous.auth.generateOtp({ body: { email: email! } })
  expect(await error()).toBeNull()
  await runJobs()
  expect(await error()).toContain('5.1.1 No such user here')
  refusals.clear()
  await anonymous.auth.generateOtp({ body: { email: email! } })
  await runJobs()
  expect(await error()).toBeNull()
})

test('a forged Host header is not in the email', async () => {
  const person = newPerson()
  const { token } = await as('ADMIN')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/users/add-single-user',
    headers: { authorization: `Bearer ${token}`, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: person,
  })
  expect(answer.statusCode).toBe(201)
  await runJobs()
  const [mail] = mailsTo(person.email)
  expect(mail!.source).not.toContain('evil.example')
  expect(linkIn(mail!.source).origin).toBe('https://learn.example.org')
})

test('links expire after a week', async () => {
  const token = (await invite()).link.searchParams.get('invitation')!
  clock.set(new Date(Date.now() + 7 * 86_400_000))
  await expect(accept(token)).rejects.toBeProblem('validation-failed', ['/token'])
  clock.set(new Date(Date.now() + 6.9 * 86_400_000))
  await expect(accept(token)).resolves.toBeDefined()
})

test('of two parallel uses of a link one succeeds; a weak password does not use it up', async () => {
  const token = (await invite()).link.searchParams.get('invitation')!
  await expect(accept(token, 'password123')).rejects.toBeProblem('validation-failed', ['/password'])
  const results = await Promise.allSettled([accept(token), accept(token)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the link of a suspended or deleted user fails, and its token is no session', async () => {
  const admin = await as('ADMIN')
  const [suspended, deleted] = [await invite(), await invite()]
  await admin.users.updateUser({ params: suspended.made, body: { status: 'SUSPENDED' } })
  await admin.users.removeUser({ params: deleted.made })
  for (const { link } of [suspended, deleted])
    await expect(accept(link.searchParams.get('invitation')!)).rejects.toBeProblem('validation-failed', ['/token'])
  const token = (await invite()).link.searchParams.get('invitation')!
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  expect((await app.inject({ url: '/api/courses', ...bearer })).statusCode).toBe(401)
  const reset = { method: 'PATCH' as const, url: '/api/users/reset-password', payload: { email: 'a@example.org', password }, ...bearer }
  expect((await app.inject(reset)).statusCode).toBe(401)
})

test('a new invitation revokes the older one; active users get none, and admins invite no admins', async () => {
  const person = newPerson()
  const { made, link } = await invite(person)
  const admin = await as('ADMIN')
  await expect(admin.users.resendInvitation({ params: made })).resolves.toBeUndefined()
  await runJobs()
  expect(mailsTo(person.email)).toHaveLength(2)
  // What was sent stays in the log.
  const sent = await database.db.select().from(emails).where(eq(emails.toAddress, person.email))
  expect(sent.map(({ kind, state }) => [kind, state])).toEqual([
    ['INVITATION', 'SENT'],
    ['INVITATION', 'SENT'],
  ])
  await expect(accept(link.searchParams.get('invitation')!)).rejects.toBeProblem('validation-failed', ['/token'])
  await accept(linkIn(mailsTo(person.email)[1]!.source).searchParams.get('invitation')!)
  await expect(admin.users.resendInvitation({ params: made })).rejects.toBeProblem('conflict')
  const invitedAdmin = await given.user({ role: 'ADMIN', status: 'INVITED' })
  await expect(admin.users.resendInvitation({ params: invitedAdmin })).rejects.toBeProblem('forbidden')
  await expect((await as('SUPER_ADMIN')).users.resendInvitation({ params: invitedAdmin })).resolves.toBeUndefined()
  await expect(admin.users.resendInvitation({ params: { id: crypto.randomUUID() } })).rejects.toBeProblem('not-found')
})

test('an invitation that fails creates no user and no email', async () => {
  const person = newPerson()
  const admin = await as('ADMIN')
  await expect(admin.users.addUser({ body: { ...person, courseId: crypto.randomUUID() } })).rejects.toBeProblem('not-found')
  expect(await database.db.$count(users, eq(users.email, person.email))).toBe(0)
  expect(await database.db.$count(emails, eq(emails.toAddress, person.email))).toBe(0)
})

test('a copied link works once, revokes that of the email, and is not stored', async () => {
  const person = newPerson()
  const { link } = await invite(person)
  const admin = await as('ADMIN')
  const copied = await admin.users.replaceInvitationLink({ body: { email: person.email } }, { idempotencyKey: crypto.randomUUID() })
  const token = new URL(copied.url).searchParams.get('invitation')!
  expect(new URL(copied.url).origin).toBe('https://learn.example.org')
  const { rows } = await database.db.execute(sql`select * from idempotency_keys`)
  expect(JSON.stringify(rows)).not.toContain(token)
  await expect(accept(link.searchParams.get('invitation')!)).rejects.toBeProblem('validation-failed', ['/token'])
  await expect(accept(token)).resolves.toMatchObject({ user: { email: person.email } })
  await expect(admin.users.replaceInvitationLink({ body: { email: person.email } })).rejects.toBeProblem('conflict')
})

test('an invitation that is still queued is not sent with a revoked link', async () => {
  const person = newPerson()
  const admin = await as('ADMIN')
  await admin.users.addUser({ body: person })
  await admin.users.replaceInvitationLink({ body: { email: person.email } })
  await runJobs()
  expect(mailsTo(person.email)).toEqual([])
})

test('five thousand users are invited in five statements', async () => {
  const people = await database.db
    .insert(users)
    .values(Array.from({ length: 5000 }, (_, n) => ({ name: `P ${n}`, email: `bulk-${n}@example.org`, status: 'INVITED' as const })))
    .returning({ id: users.id, name: users.name, email: users.email })
  const invited = people.map(({ email, ...rest }) => ({ ...rest, email: email! }))
  const admin = await given.user({ role: 'ADMIN' })
  const count = await statements(() =>
    inviteAll(database.db, invited, { senderId: admin.id, now: new Date(), publicUrl: 'https://learn.example.org' }),
  )
  expect(count).toBe(5)
  const tokens = await database.db.select({ hash: oneTimeTokens.tokenHash }).from(oneTimeTokens)
  expect(new Set(tokens.map(({ hash }) => hash)).size).toBeGreaterThanOrEqual(5000)
  const [mail] = await database.db.select().from(emails).where(eq(emails.toAddress, 'bulk-17@example.org'))
  expect(mail).toMatchObject({ state: 'QUEUED', kind: 'INVITATION', subject: 'Your invitation to LMS' })
  expect(mail!.text).toContain('Welcome, P 17')
})
