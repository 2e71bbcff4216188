/** Failed attempts do not lock out users on a network or device they signed in from; guessing from many networks is limited. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { signInSources } from '#db/schema/users.ts'
import { authTasks } from '#jobs.ts'
import { testApp } from '#test/app.ts'
import { cheapHash as passwordHash, password } from '#test/given.ts'

const { given, app, clock, database, deps, runJobs } = await testApp({ RATE_LIMITS: 'on' })
const member = async () => (await given.user({ passwordHash })).email!

const day = 86_400_000
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))
const later = (milliseconds: number) => clock.set(new Date(clock.now().getTime() + milliseconds))

let networks = 0
/** An IP address in an unused network. */
const newAddress = () => `10.${100 + Math.floor(++networks / 250)}.${networks % 250}.7`

const post = (url: string, payload: object, remoteAddress: string, cookie?: string) =>
  app.inject({ method: 'POST', url, payload, remoteAddress, headers: cookie ? { cookie } : {} })
const signIn = (email: string, guess: string, from: string, cookie?: string) =>
  post('/api/auth/login', { email, password: guess }, from, cookie)
const statusOf = async (answer: ReturnType<typeof post>) => (await answer).statusCode
const askCode = (email: string, from: string, cookie?: string) => post('/api/otp/generate', { email }, from, cookie)
const tryCode = (email: string, otp: string, from: string, cookie?: string) => post('/api/otp/verify', { email, otp }, from, cookie)

/** The latest code emailed to this address. */
async function mailedCode(email: string): Promise<string> {
  await runJobs()
  const sent = await database.db.select().from(emails).where(eq(emails.toAddress, email)).orderBy(emails.id)
  return /\b(\d{3}) (\d{3})\b/.exec(sent.at(-1)!.text)!.slice(1).join('')
}
const wrongOf = (otp: string) => (otp === '111111' ? '222222' : '111111')

/** Signs in and returns the device cookie as a browser sends it back. */
async function deviceOf(email: string, from: string): Promise<string> {
  const answer = await signIn(email, password, from)
  expect(answer.statusCode).toBe(200)
  return [answer.headers['set-cookie']].flat()[0]!.split(';')[0]!
}

/** Everything that one IP address can do to an account. */
async function attack(email: string, from: string) {
  for (let n = 0; n < 11; n++) await signIn(email, 'wrong guess', from)
  for (let n = 0; n < 4; n++) await askCode(email, from)
  await runJobs()
  for (let n = 0; n < 6; n++) await tryCode(email, '000000', from)
  expect(await statusOf(signIn(email, password, from))).toBe(429)
  expect(await statusOf(askCode(email, from))).toBe(429)
}

test('failed attempts from one IP address do not lock the owner out of signing in or resetting the password', async () => {
  const [email, home] = [await member(), newAddress()]
  await attack(email, newAddress())
  expect(await statusOf(askCode(email, home))).toBe(200)
  const otp = await mailedCode(email)
  await attack(email, newAddress())
  const { token } = (await tryCode(email, otp, home)).json<{ token: string }>()
  const url = '/api/users/reset-password'
  const headers = { authorization: `Bearer ${token}` }
  const reset = await app.inject({ method: 'PATCH', url, remoteAddress: home, headers, payload: { email, password: 'other desk 21' } })
  expect(reset.statusCode).toBe(204)
  expect(await statusOf(signIn(email, 'other desk 21', home))).toBe(200)
})

test('a student on the school network cannot use up the attempts of a trainer on a known device', async () => {
  const [trainer, school] = [await member(), newAddress()]
  const device = await deviceOf(trainer, school)
  await attack(trainer, school)
  for (let n = 0; n < 100; n++) await signIn(`nobody${n}@example.org`, 'wrong guess', school)
  expect(await statusOf(signIn(trainer, password, school, device))).toBe(200)
  expect(await statusOf(askCode(trainer, school, device))).toBe(200)
  expect(await statusOf(tryCode(trainer, await mailedCode(trainer), school, device))).toBe(200)
  // The device is known for the trainer’s account only.
  expect(await statusOf(signIn(await member(), password, school, device))).toBe(429)
})

test('a known device is limited, too: ten wrong passwords, from any network', async () => {
  const email = await member()
  const device = await deviceOf(email, newAddress())
  for (let n = 0; n < 10; n++) expect(await statusOf(signIn(email, 'wrong guess', newAddress(), device))).toBe(401)
  expect(await statusOf(signIn(email, password, newAddress(), device))).toBe(429)
  expect(await statusOf(signIn(email, password, newAddress()))).toBe(200)
})

test('guessing from many networks locks an account, except for networks used for signing in within the last 90 days', async () => {
  const [email, home] = [await member(), newAddress()]
  await deviceOf(email, home)
  later(89 * day)
  const closeToStrangers = async () => {
    for (let n = 0; n < 10; n++) {
      const from = newAddress()
      for (let guess = 0; guess < 10; guess++) await signIn(email, 'wrong guess', from)
    }
  }
  await closeToStrangers()
  expect(await statusOf(signIn(email, password, newAddress()))).toBe(429)
  expect(await statusOf(signIn(email, password, home.replace(/7$/, '9')))).toBe(200)
  // Signing in has restarted the 90 days; now they expire.
  later(91 * day)
  await closeToStrangers()
  expect(await statusOf(signIn(email, password, home))).toBe(429)
  await authTasks(deps)['auth.sweep']!({}, undefined)
  expect(await database.db.$count(signInSources)).toBe(0)
})

describe('codes', () => {
  test('wrong codes from other networks do not invalidate a code on the network that requested it', async () => {
    const [email, home] = [await member(), newAddress()]
    await askCode(email, home)
    const otp = await mailedCode(email)
    for (let n = 0; n < 6; n++) expect(await statusOf(tryCode(email, wrongOf(otp), newAddress()))).toBe(422)
    // All five attempts from other networks are used up.
    expect(await statusOf(tryCode(email, otp, newAddress()))).toBe(422)
    expect(await statusOf(tryCode(email, otp, home))).toBe(200)
  })

  test('a code requested later from another network does not replace it', async () => {
    const [email, home] = [await member(), newAddress()]
    await askCode(email, home)
    const otp = await mailedCode(email)
    await askCode(email, newAddress())
    await runJobs()
    expect(await statusOf(tryCode(email, otp, home))).toBe(200)
  })

  test('a code works on another device, where the email may be opened', async () => {
    const email = await member()
    await askCode(email, newAddress())
    expect(await statusOf(tryCode(email, await mailedCode(email), newAddress()))).toBe(200)
  })
})

test('known, unknown and suspended emails get the same responses, up to the last limit', async () => {
  const known = await member()
  const suspended = (await given.user({ passwordHash, status: 'SUSPENDED' })).email!
  await deviceOf(known, newAddress())
  const answers = async (email: string) => {
    const from = newAddress()
    const all = []
    for (let n = 0; n < 12; n++) all.push(await signIn(email, 'wrong guess', from))
    for (let n = 0; n < 4; n++) all.push(await askCode(email, from))
    await runJobs()
    for (let n = 0; n < 6; n++) all.push(await tryCode(email, '000000', from))
    return all.map((answer) => [answer.statusCode, { ...answer.json(), instance: '' }])
  }
  const expected = await answers('nobody@example.org')
  expect(await answers(known)).toEqual(expected)
  expect(await answers(suspended)).toEqual(expected)
})

test('the cookie is random, lasts as long as the device is known, and is not readable by scripts', async () => {
  const [email, from] = [await member(), newAddress()]
  const cookiesOf = async (cookie?: string) => [(await signIn(email, password, from, cookie)).headers['set-cookie']].flat() as string[]
  const [one, two] = [await cookiesOf(), await cookiesOf()]
  const facts = 'Max-Age=7776000; HttpOnly; SameSite=Strict'
  expect(one.map((cookie) => cookie.replace(/=[\w-]{43};/, '=TOKEN;'))).toEqual([
    `lms-device=TOKEN; Path=/api/auth; ${facts}`,
    `lms-device=TOKEN; Path=/api/otp; ${facts}`,
  ])
  expect(one).not.toEqual(two)
  expect(await cookiesOf(one[0]!.split(';')[0])).toEqual(one)
  const isSafe = await testApp({ PUBLIC_URL: 'https://lms.example.org' })
  await isSafe.given.user({ email: 'a@example.org', passwordHash })
  const answer = await isSafe.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: 'a@example.org', password } })
  expect([answer.headers['set-cookie']].flat().every((cookie) => cookie!.endsWith('; Secure'))).toBe(true)
})

describe('guessing from many networks', () => {
  test('is limited to a hundred passwords per account in 15 minutes, also in parallel', async () => {
    const email = await member()
    const guesses = Array.from({ length: 15 }, newAddress).flatMap((from) =>
      Array.from({ length: 10 }, () => statusOf(signIn(email, 'wrong guess', from))),
    )
    const statuses = await Promise.all(guesses)
    expect([401, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([100, 50])
  })

  test('is limited to a hundred codes per account in a day', async () => {
    const email = await member()
    const sent: number[] = []
    for (let round = 0; round < 3; round++) {
      for (let network = 0; network < 20; network++) {
        const from = newAddress()
        for (let n = 0; n < 3; n++) sent.push(await statusOf(askCode(email, from)))
      }
      later(16 * 60_000)
    }
    expect([200, 429].map((wanted) => sent.filter((status) => status === wanted).length)).toEqual([100, 80])
    later(day)
    expect(await statusOf(askCode(email, newAddress()))).toBe(200)
  })

  test('is limited to ten attempts per code: five from the network that requested it, five from all others', async () => {
    const [email, asking] = [await member(), newAddress()]
    await askCode(email, asking)
    const otp = await mailedCode(email)
    for (let n = 0; n < 5; n++) await tryCode(email, wrongOf(otp), asking)
    expect(await statusOf(tryCode(email, otp, asking))).toBe(422)
    for (let n = 0; n < 5; n++) await tryCode(email, wrongOf(otp), newAddress())
    expect(await statusOf(tryCode(email, otp, newAddress()))).toBe(422)
  })
})
