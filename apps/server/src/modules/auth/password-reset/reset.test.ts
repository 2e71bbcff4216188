/** Password reset codes: who gets one, how often, and the limits on guessing. */

import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ApiProblem } from '@lms/contract/client'
import { rateLimitKey } from '#call/limits.ts'
import { rateLimits } from '#db/schema/system.ts'
import { oneTimeTokens, otpCodes } from '#db/schema/users.ts'
import { countWaiting } from '#test/concurrent-calls.ts'
import { openPasswordReset } from '#test/password-reset.ts'

const {
  given,
  anonymous,
  clock,
  database,
  app,
  runJobs,
  statements,
  oldPassword,
  newPassword,
  member,
  minutes,
  mailsTo,
  codeIn,
  code,
  verify,
  tokenFor,
  reset,
  signIn,
} = await openPasswordReset()

const wrongOf = (otp: string) => (otp === '111111' ? '222222' : '111111')

test('a forgotten password is reset with a code by email and a token for the code', async () => {
  const { email } = await member()
  const { token, expiresAt } = await verify(email!, await code(email!))
  expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(15 * 60_000)
  await expect(reset(token, email!)).resolves.toBeUndefined()
  await expect(signIn(email!, newPassword)).resolves.toMatchObject({ user: { email } })
  await expect(signIn(email!, oldPassword)).rejects.toBeProblem('invalid-credentials')
})

test('ten wrong passwords lock the account, and a reset unlocks it; the failures still count for the IP address', async () => {
  const { email } = await member()
  for (let n = 0; n < 10; n++) await expect(signIn(email!, 'wrong guess')).rejects.toBeProblem('invalid-credentials')
  await expect(signIn(email!, oldPassword)).rejects.toBeProblem('rate-limited')
  const token = await tokenFor(email!)
  await expect(signIn(email!, oldPassword)).rejects.toBeProblem('rate-limited')
  await reset(token, email!)
  await expect(signIn(email!, newPassword)).resolves.toMatchObject({ user: { email } })
  const { key } = rateLimitKey('sign-in-per-network', '127.0.0')
  const [counted] = await database.db.select().from(rateLimits).where(eq(rateLimits.key, key))
  expect(counted!.count).toBe(10)
})

test('the response is the same for every email; only active and invited users get a code', async () => {
  const [known, invited, suspended] = [await member(), await given.user({ status: 'INVITED' }), await member({ status: 'SUSPENDED' })]
  const ask = (email: string) => app.inject({ method: 'POST', url: '/api/otp/generate', payload: { email } })
  for (const email of [known.email!, invited.email!, suspended.email!, 'nobody@example.org']) {
    const answer = await ask(email)
    expect([answer.statusCode, answer.body]).toEqual([200, '{"expiresInSeconds":600}'])
  }
  await runJobs()
  expect([known, invited, suspended].map(({ email }) => mailsTo(email!).length)).toEqual([1, 1, 0])
  expect(mailsTo('nobody@example.org')).toEqual([])
})

test('requesting a code runs as many statements for a known email as for an unknown one', async () => {
  const { email } = await member()
  const ask = (address: string) => statements(() => anonymous.auth.generateOtp({ body: { email: address } }))
  const [known, unknown] = [await ask(email!), await ask(`${crypto.randomUUID()}@example.org`)]
  expect(known).toBe(unknown)
  expect(known).toBeGreaterThan(0)
})

test('at most three codes are sent in 15 minutes, then a 429 that is the same for unknown emails', async () => {
  const { email } = await member()
  const outcomes = async (address: string) => {
    const found = await Promise.allSettled(Array.from({ length: 20 }, () => anonymous.auth.generateOtp({ body: { email: address } })))
    return found.map((one) => (one.status === 'fulfilled' ? 'sent' : (one.reason as ApiProblem).problem)).toSorted()
  }
  const expected = [...Array<string>(17).fill('rate-limited'), 'sent', 'sent', 'sent']
  expect(await outcomes(email!)).toEqual(expected)
  expect(await outcomes('nobody@example.org')).toEqual(expected)
  await runJobs()
  expect(mailsTo(email!)).toHaveLength(3)
  const { headers } = await app.inject({ method: 'POST', url: '/api/otp/generate', payload: { email } })
  expect(Number(headers['retry-after'])).toSatisfy((seconds: number) => Number.isInteger(seconds) && seconds > 0 && seconds <= 900)
  minutes(16)
  await expect(anonymous.auth.generateOtp({ body: { email: email! } })).resolves.toBeDefined()
})

test('after five wrong codes the right one is rejected', async () => {
  const { email } = await member()
  const right = await code(email!)
  for (const otp of [...Array<string>(5).fill(wrongOf(right)), right])
    await expect(verify(email!, otp)).rejects.toBeProblem('validation-failed', ['/otp'])
})

test('parallel attempts are counted one by one, and after five the right code is rejected', async () => {
  const { email } = await member()
  const right = await code(email!)
  const attempts = async () => (await database.db.select().from(otpCodes).where(eq(otpCodes.email, email!)))[0]!.attempts
  for (let round = 0; round < 2; round++) {
    let answered = 0
    // Three requests at a time wait for the locked row: code that reads first and writes later would lose counts here.
    const { guesses } = await database.transaction(async (db) => {
      await db.select().from(otpCodes).where(eq(otpCodes.email, email!)).for('update')
      const guesses = Array.from({ length: 3 }, () => verify(email!, wrongOf(right)).finally(() => answered++))
      guesses.forEach((guess) => void guess.catch(() => undefined))
      const haveBegun = async () => answered > 0 || (await countWaiting(database)) === 3
      while (!(await haveBegun())) await sleep(5)
      return { guesses }
    })
    await Promise.allSettled(guesses)
  }
  expect(await attempts()).toBe(6)
  await expect(verify(email!, right)).rejects.toBeProblem('validation-failed', ['/otp'])
})

test('a code does not work for the email of another user', async () => {
  const [a, b] = [await member(), await member()]
  const otp = await code(a.email!)
  await code(b.email!)
  await expect(verify(b.email!, otp)).rejects.toBeProblem('validation-failed', ['/otp'])
})

test('used, replaced and expired codes are rejected like wrong ones', async () => {
  const { email } = await member()
  const used = await code(email!)
  await verify(email!, used)
  await expect(verify(email!, used)).rejects.toBeProblem('validation-failed', ['/otp'])
  const older = await code(email!)
  const newer = await code(email!)
  // One time in a million both codes are the same.
  await expect(verify(email!, older === newer ? wrongOf(newer) : older)).rejects.toBeProblem('validation-failed', ['/otp'])
  minutes(10)
  await expect(verify(email!, newer)).rejects.toBeProblem('validation-failed', ['/otp'])
})

test('a wrong code gets the same response for known, unknown and suspended emails', async () => {
  const { email } = await member()
  await code(email!)
  const answer = async (address: string) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/otp/verify', payload: { email: address, otp: '12345' } })
    return { statusCode, ...JSON.parse(body), instance: '' }
  }
  const expected = await answer('nobody@example.org')
  expect(expected.statusCode).toBe(422)
  for (const address of [email!, (await member()).email!, (await member({ status: 'SUSPENDED' })).email!])
    expect(await answer(address)).toEqual(expected)
})

test('the response counts the attempts left, from any network and also for unknown emails, and starts over with each code', async () => {
  const { email } = await member()
  let networks = 0
  const attemptsLeft = async (address: string, otp: string) => {
    const remoteAddress = `10.9.${networks++}.1`
    const answer = await app.inject({ method: 'POST', url: '/api/otp/verify', payload: { email: address, otp }, remoteAddress })
    return answer.json<{ triesLeft?: number }>().triesLeft
  }
  const right = await code(email!)
  const nobody = 'nobody.asks@example.org'
  await anonymous.auth.generateOtp({ body: { email: nobody } })
  for (const address of [email!, nobody]) {
    expect([
      await attemptsLeft(address, wrongOf(right)),
      await attemptsLeft(address, wrongOf(right)),
      await attemptsLeft(address, wrongOf(right)),
    ]).toEqual([4, 3, 2])
    await anonymous.auth.generateOtp({ body: { email: address } })
    await runJobs()
  }
  const next = codeIn(mailsTo(email!).at(-1)!.source)
  for (const address of [email!, nobody]) {
    const all = []
    for (let n = 0; n < 6; n++) all.push(await attemptsLeft(address, wrongOf(next)))
    expect(all).toEqual([4, 3, 2, 1, 0, 0])
  }
  // The count is right: the code is rejected as well.
  expect(await attemptsLeft(email!, next)).toBe(0)
})

test('checking a code runs the same number of statements for every email, and the response has a fixed delay', async () => {
  const known = await member()
  const right = await code(known.email!)
  const work = (address: string) => statements(() => verify(address, wrongOf(right)).catch(() => undefined))
  const numbers = [await work(known.email!), await work((await member()).email!), await work('nobody@example.org')]
  expect(numbers).toEqual([numbers[0], numbers[0], numbers[0]])
  for (const [address, otp] of [
    ['nobody@example.org', right],
    [known.email!, wrongOf(right)],
    [known.email!, right],
  ] as const) {
    // Timers fire in order, however busy the machine is: a response that is delayed long enough always comes later.
    const ended: string[] = []
    await Promise.all([
      sleep(55).then(() => ended.push('timer')),
      verify(address, otp).then(
        () => ended.push('answer'),
        () => ended.push('answer'),
      ),
    ])
    expect(ended).toEqual(['timer', 'answer'])
  }
})

test('requests for codes are limited to sixty an hour per IP address, for all emails together', async () => {
  const ask = async (remoteAddress: string) => {
    const payload = { email: `${crypto.randomUUID()}@example.org` }
    return (await app.inject({ method: 'POST', url: '/api/otp/generate', payload, remoteAddress })).statusCode
  }
  const statuses = await Promise.all(Array.from({ length: 61 }, () => ask('10.3.0.1')))
  expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([60, 1])
  expect(await ask('10.3.6.1')).toBe(200)
  minutes(59)
  expect(await ask('10.3.0.1')).toBe(429)
  minutes(1)
  expect(await ask('10.3.0.1')).toBe(200)
})

describe('wrong codes count for their IP address', () => {
  const send = async (remoteAddress: string, email: string, otp: string) =>
    (await app.inject({ method: 'POST', url: '/api/otp/verify', payload: { email, otp }, remoteAddress })).statusCode
  const counts = (statuses: number[]) => [422, 429].map((wanted) => statuses.filter((status) => status === wanted).length)

  test('a hundred are checked, also in parallel; then codes and passwords are rejected', async () => {
    const { email } = await member()
    const right = await code(email!)
    const from = '10.3.1.1'
    const guesses = Array.from({ length: 130 }, () => send(from, `${crypto.randomUUID()}@example.org`, '123456'))
    expect(counts(await Promise.all(guesses))).toEqual([100, 30])
    expect(await send(from, email!, right)).toBe(429)
    const login = { method: 'POST', url: '/api/auth/login', payload: { email, password: oldPassword }, remoteAddress: from } as const
    expect((await app.inject(login)).statusCode).toBe(429)
    // The code is not used up, because it was not checked.
    expect(await send('10.3.2.1', email!, right)).toBe(200)
  })

  test('a right code sent during the hundredth failure is not checked, and stays valid', async () => {
    const { email } = await member()
    const right = await code(email!)
    const from = '10.3.3.1'
    const key = rateLimitKey('sign-in-per-network', '10.3.3').key
    await database.db.insert(rateLimits).values({ key, count: 99, endsAt: new Date(clock.now().getTime() + 900_000).toISOString() })
    let isAnswered = false
    const { answer } = await database.transaction(async (db) => {
      await db.update(rateLimits).set({ count: 100 }).where(eq(rateLimits.key, key))
      const answer = send(from, email!, right).finally(() => (isAnswered = true))
      const isSettled = async () => isAnswered || (await countWaiting(database)) > 0
      while (!(await isSettled())) await sleep(5)
      return { answer }
    })
    expect(await answer).toBe(429)
    expect(await send('10.3.4.1', email!, right)).toBe(200)
  })

  test('right codes do not count', async () => {
    const from = '10.3.5.1'
    const people = [await member(), await member(), await member()]
    const codes = [await code(people[0]!.email!), await code(people[1]!.email!), await code(people[2]!.email!)]
    await Promise.all(Array.from({ length: 97 }, () => send(from, 'nobody@example.org', '123456')))
    for (const [n, { email }] of people.entries()) expect(await send(from, email!, codes[n]!)).toBe(200)
    expect(
      counts([await send(from, 'x@example.org', '1'), await send(from, 'x@example.org', '1'), await send(from, 'x@example.org', '1')]),
    ).toEqual([3, 0])
    expect(await send(from, 'x@example.org', '1')).toBe(429)
  })
})

test('two parallel requests with the right code get one token', async () => {
  const { id, email } = await member()
  const otp = await code(email!)
  const results = await Promise.allSettled([verify(email!, otp), verify(email!, otp)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await database.db.$count(oneTimeTokens, eq(oneTimeTokens.userId, id))).toBe(1)
})

test('a code that is not a string is a 422; spaces in it are ignored', async () => {
  const { email } = await member()
  for (const otp of [123_456, ['123456'], '', '000000', null])
    await expect(verify(email!, otp as string)).rejects.toBeProblem('validation-failed', ['/otp'])
  const otp = await code(email!)
  await expect(verify(email!, ` ${otp.slice(0, 3)}\u00a0${otp.slice(3)} `)).resolves.toMatchObject({ token: expect.any(String) })
})

test('codes and tokens are not stored in plain text', async () => {
  const { id, email } = await member()
  const otp = await code(email!)
  const [row] = await database.db.select().from(otpCodes).where(eq(otpCodes.email, email!))
  expect(JSON.stringify(row)).not.toContain(otp)
  const { token } = await verify(email!, otp)
  const [kept] = await database.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, id))
  expect(JSON.stringify(kept)).not.toContain(token)
})
