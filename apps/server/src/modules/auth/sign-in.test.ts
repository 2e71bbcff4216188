import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rateLimitKey, getNetwork } from '#call/limits.ts'
import { rateLimits } from '#db/schema/system.ts'
import { sessions, users } from '#db/schema/users.ts'
import { hashPassword, isPassword } from '#modules/auth/passwords.ts'
import { testApp } from '#test/app.ts'
import { countWaiting } from '#test/concurrent-calls.ts'
import { cheapHash as passwordHash, password } from '#test/given.ts'

const { given, as, database, app, clock, statements } = await testApp({ RATE_LIMITS: 'on' })
beforeEach(() => clock.set(new Date()))
const unlimited = await testApp()

/** Takes as long as a production hash. */
const realHash = await hashPassword(password)
const member = (values: object = {}) => given.user({ passwordHash, ...values })
let house = 0
/** An IP address in a network that no other test uses. */
const newAddress = () => `10.1.${++house}.1`

interface From {
  remoteAddress?: string
  headers?: Record<string, string>
}
const post = (on: typeof app, url: string, payload: unknown, { headers, remoteAddress = '127.0.0.1' }: From = {}) =>
  on.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  })
const signIn = (email: string | null, guess: string, from?: From) => post(app, '/api/auth/login', { email, password: guess }, from)
const newEmail = () => `${crypto.randomUUID()}@example.org`

test('a wrong password and an unknown email get identical responses without a token', async () => {
  const { email } = await member()
  const answers = []
  for (const address of [email, newEmail()]) {
    const answer = await signIn(address, 'wrong guess')
    const { 'content-length': length, 'content-type': type } = answer.headers
    answers.push({ status: answer.statusCode, length, type, body: { ...answer.json(), instance: '' } })
  }
  expect(answers[0]).toMatchObject({ status: 401, body: { type: '/problems/invalid-credentials' } })
  expect(answers[0]).toEqual(answers[1])
  expect(JSON.stringify(answers)).not.toContain('token')
})

test('known and unknown emails cost one hash and the same number of statements', async () => {
  const known = await unlimited.given.user({ passwordHash })
  const guess = (email: string) => post(unlimited.app, '/api/auth/login', { email, password: 'wrong guess' })
  const asked = [await unlimited.statements(() => guess(known.email!)), await unlimited.statements(() => guess(newEmail()))]
  expect(asked[0]).toBe(asked[1])
  // Keeps the hash queue full, so that any further hash is rejected.
  const over = new AbortController()
  const hashOn = async () => {
    while (!over.signal.aborted) await isPassword(passwordHash, 'wrong guess')
  }
  const hashing = Array.from({ length: 402 }, hashOn)
  const statuses = [(await guess(known.email!)).statusCode, (await guess(newEmail())).statusCode]
  over.abort()
  await Promise.all(hashing)
  expect(statuses).toEqual([503, 503])
})

test('ten failed attempts lock one account for a while, and no other account at the same IP address', async () => {
  const [one, other] = [await member(), await member()]
  const remoteAddress = newAddress()
  for (let n = 0; n < 10; n++) expect((await signIn(one.email, 'wrong guess', { remoteAddress })).statusCode).toBe(401)
  const refused = await signIn(one.email, password, { remoteAddress })
  expect([refused.statusCode, refused.json().type]).toEqual([429, '/problems/rate-limited'])
  const seconds = Number(refused.headers['retry-after'])
  expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 900).toBe(true)
  expect((await signIn(other.email, password, { remoteAddress })).statusCode).toBe(200)
  clock.set(new Date(Date.now() + 901_000))
  expect((await signIn(one.email, password, { remoteAddress })).statusCode).toBe(200)
})

test('parallel attempts are counted one by one', async () => {
  const { email } = await member()
  const remoteAddress = newAddress()
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(email, 'wrong guess', { remoteAddress })))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('two hundred students at one IP address can sign in at the same moment', async () => {
  const remoteAddress = newAddress()
  const students = await database.db
    .insert(users)
    .values(Array.from({ length: 200 }, (_, n) => ({ name: `S ${n}`, email: newEmail(), passwordHash: realHash })))
    .returning({ email: users.email })
  const answers = await Promise.all(students.map(({ email }) => signIn(email, password, { remoteAddress })))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(200)
})

test('changing X-Forwarded-For does not reset the limit', async () => {
  const { email } = await member()
  const remoteAddress = newAddress()
  const statuses = []
  for (let n = 0; n < 50; n++)
    statuses.push((await signIn(email, 'wrong guess', { remoteAddress, headers: { 'x-forwarded-for': `203.0.113.${n}` } })).statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
})

test('a hundred failures from one IP address block it for all accounts; other IP addresses are not affected', async () => {
  const remoteAddress = newAddress()
  for (let n = 0; n < 100; n++) await signIn(newEmail(), 'wrong guess', { remoteAddress })
  const { email } = await member()
  expect((await signIn(email, password, { remoteAddress })).statusCode).toBe(429)
  expect((await post(app, '/api/otp/verify', { email, otp: '123456' }, { remoteAddress })).statusCode).toBe(429)
  expect((await signIn(email, password, { remoteAddress: newAddress() })).statusCode).toBe(200)
})

/** Sets the failure count of an IP address in the current window. */
const failed = (remoteAddress: string, count: number) =>
  database.db.insert(rateLimits).values({
    key: rateLimitKey('sign-in-per-network', getNetwork(remoteAddress)).key,
    count,
    endsAt: new Date(clock.now().getTime() + 900_000).toISOString(),
  })
const failuresOf = async (remoteAddress: string) => {
  const isOfAddress = eq(rateLimits.key, rateLimitKey('sign-in-per-network', getNetwork(remoteAddress)).key)
  return (await database.db.select().from(rateLimits).where(isOfAddress))[0]?.count ?? 0
}

test('with parallel attempts on many accounts, responses past the limit do not show whether a password was right', async () => {
  const remoteAddress = newAddress()
  await failed(remoteAddress, 90)
  const people = await Promise.all(Array.from({ length: 12 }, () => member({ passwordHash: realHash })))
  // All pass the first check. Hashes are compared in the order of arrival, the right passwords last.
  const wrong = Array.from({ length: 20 }, () => signIn(newEmail(), 'wrong guess', { remoteAddress }))
  const right = people.map(({ email }) => signIn(email, password, { remoteAddress }))
  const [failures, rights] = [await Promise.all(wrong), await Promise.all(right)]
  const refused = (answers: typeof failures) => answers.filter(({ statusCode }) => statusCode === 429)
  expect([failures.filter(({ statusCode }) => statusCode === 401).length, refused(failures).length]).toEqual([10, 10])
  // A few may have been checked before the hundredth failure.
  expect(refused(rights).length).toBeGreaterThan(6)
  const reply = [refused(failures)[0]!, refused(rights)[0]!].map((answer) => ({ ...answer.json(), detail: '', instance: '' }))
  expect(reply[0]).toEqual(reply[1])
})

test('a right password does not sign in if the hundredth failure of its IP address is counted during the check', async () => {
  const [remoteAddress, { id, email }] = [newAddress(), await member()]
  await failed(remoteAddress, 99)
  let isAnswered = false
  const { answer } = await database.transaction(async (db) => {
    await db
      .update(rateLimits)
      .set({ count: 100 })
      .where(eq(rateLimits.key, rateLimitKey('sign-in-per-network', getNetwork(remoteAddress)).key))
    const answer = signIn(email, password, { remoteAddress }).finally(() => (isAnswered = true))
    // It has read a count of 99 and compared the hash; its second check waits for our lock, or it has responded.
    const isSettled = async () => isAnswered || (await countWaiting(database)) > 0
    while (!(await isSettled())) await sleep(5)
    return { answer }
  })
  expect((await answer).statusCode).toBe(429)
  expect(await database.db.$count(sessions, eq(sessions.userId, id))).toBe(0)
})

test('successful sign-ins do not count towards the limit of the IP address', async () => {
  const [remoteAddress, { email }] = [newAddress(), await member()]
  await failed(remoteAddress, 99)
  for (let n = 0; n < 3; n++) expect((await signIn(email, password, { remoteAddress })).statusCode).toBe(200)
  expect(await failuresOf(remoteAddress)).toBe(99)
  const stranger = await member()
  expect((await signIn(stranger.email, 'wrong guess', { remoteAddress })).statusCode).toBe(401)
  expect((await signIn(stranger.email, password, { remoteAddress })).statusCode).toBe(429)
})

test('email case and surrounding spaces are ignored; the password is compared exactly', async () => {
  const { id, email } = await member()
  expect((await signIn(` ${email!.toUpperCase()} `, password)).json()).toMatchObject({ user: { id } })
  for (const guess of [` ${password}`, `${password} `, password.toUpperCase()]) expect((await signIn(email, guess)).statusCode).toBe(401)
})

test('an invalid sign-in request is rejected before anything is hashed', async () => {
  for (const body of [[], 7, null, { email: { $ne: '' }, password: { $ne: '' } }, { email: 'a@example.org', password: ['x'] }])
    expect((await post(app, '/api/auth/login', body)).statusCode).toBe(422)
  // Lookups and counting come before hashing, and none of them ran.
  const asked = await statements(async () => {
    expect((await signIn('a@example.org', 'x'.repeat(1_048_576))).statusCode).toBe(413)
    expect((await signIn('a@example.org', 'x'.repeat(129))).statusCode).toBe(422)
  })
  expect(asked).toBe(0)
})

test('a token does not work after signing out', async () => {
  const user = await member()
  const client = await as(user)
  await client.auth.logout()
  await expect(client.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  await expect(client.auth.logout()).rejects.toBeProblem('unauthenticated')
})

test('a truncated, altered or unsigned token, or a token in the URL, is rejected', async () => {
  const { token } = await as('USER')
  const last = token.endsWith('A') ? 'B' : 'A'
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"1"}').toString('base64url')}.`
  for (const bearer of [token.slice(0, -1), token.slice(0, -1) + last, unsigned, `${token}.${token}`])
    expect((await app.inject({ url: '/api/courses', headers: { authorization: `Bearer ${bearer}` } })).statusCode).toBe(401)
  for (const name of ['token', 'access_token', 'authorization'])
    expect((await app.inject(`/api/courses?${name}=${token}`)).statusCode).toBe(401)
})

test('deleted, suspended and demoted users lose access with their next request', async () => {
  const root = await as('SUPER_ADMIN')
  const [gone, suspended, demoted] = [await as('ADMIN'), await as('ADMIN'), await as('ADMIN')]
  await root.users.removeUser({ params: gone.user })
  await root.users.updateUser({ params: suspended.user, body: { status: 'SUSPENDED' } })
  await root.users.updateUser({ params: demoted.user, body: { role: 'USER' } })
  for (const client of [gone, suspended, demoted]) await expect(client.users.listUsers()).rejects.toBeProblem('unauthenticated')
  await expect((await as({ id: demoted.user.id, role: 'USER' })).users.listUsers()).rejects.toBeProblem('forbidden')
})

test('a session expires after seven days without use, and after thirty days at the latest', async () => {
  const [idle, old] = [await as('USER'), await as('USER')]
  const day = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  const change = (client: typeof idle, values: object) =>
    database.db.update(sessions).set(values).where(eq(sessions.userId, client.user.id))
  await change(idle, { lastUsedAt: ago(6.9) })
  await expect(idle.courses.listCourses()).resolves.toBeDefined()
  await change(idle, { lastUsedAt: ago(7.1) })
  await expect(idle.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  await change(old, { lastUsedAt: ago(1), expiresAt: ago(1) })
  await expect(old.courses.listCourses()).rejects.toBeProblem('unauthenticated')
})

test('a rejected request does not end the session', async () => {
  const client = await as('USER')
  await expect(client.users.listUsers()).rejects.toBeProblem('forbidden')
  await expect(client.courses.getCourse({ params: { id: crypto.randomUUID() } })).rejects.toBeProblem('not-found')
  await expect(client.courses.listCourses()).resolves.toBeDefined()
})
