/** Counting attempts in windows, and grouping IP addresses into networks. */

import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rateLimitKey, limitsOn, getNetwork } from '#call/limits.ts'
import { rateLimits } from '#db/schema/system.ts'
import { authTasks } from '#jobs.ts'
import { testApp } from '#test/app.ts'

const { clock, database, deps, statements } = await testApp({ RATE_LIMITS: 'on' })
const noon = () => clock.set('2026-11-20T12:00:00Z')
noon()
// Resets the clock, whatever the test before did to it.
beforeEach(noon)
const limits = limitsOn(database, true, clock.now)
const someone = () => rateLimitKey('otp-request-per-source', crypto.randomUUID())

test('a window starts with the first attempt and ends as a whole', async () => {
  const one = someone()
  for (let n = 0; n < 3; n++) await limits.take([one])
  clock.set('2026-11-20T12:10:00Z')
  await expect(limits.take([one])).rejects.toMatchObject({ problem: 'rate-limited', facts: { retryAfter: 300 } })
  clock.set('2026-11-20T12:15:00Z')
  await expect(limits.take([one])).resolves.toBeDefined()
})

test('parallel attempts are counted one by one, each in one statement', async () => {
  const [one, other] = [someone(), someone()]
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => limits.take(n % 2 ? [one, other] : [other, one])))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await statements(() => limits.take([someone(), someone()]))).toBe(1)
})

test('a check counts nothing, and a count can be refunded', async () => {
  const one = someone()
  for (let n = 0; n < 9; n++) await limits.check([one])
  for (let n = 0; n < 9; n++) {
    await limits.refund(await limits.take([one]))
  }
  for (let n = 0; n < 3; n++) await limits.take([one])
  await expect(limits.check([one])).rejects.toMatchObject({ problem: 'rate-limited' })
})

test('a refund applies only to the window that was counted in', async () => {
  const [one, other] = [someone(), rateLimitKey('register', crypto.randomUUID())]
  const taken = await limits.take([one, other])
  clock.set('2026-11-20T12:15:00Z')
  for (let n = 0; n < 3; n++) await limits.take([one])
  await limits.refund(taken)
  await expect(limits.take([one])).rejects.toMatchObject({ problem: 'rate-limited' })
  // The other limit is still in the same hour.
  const [kept] = await database.db.select().from(rateLimits).where(eq(rateLimits.key, other.key))
  expect(kept?.count).toBe(0)
})

test('rejected attempts are not counted: nothing remains once the others are refunded', async () => {
  const one = someone()
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => limits.take([one])))
  for (const result of results) if (result.status === 'fulfilled') await limits.refund(result.value)
  for (let n = 0; n < 3; n++) await limits.take([one])
  await expect(limits.take([one])).rejects.toMatchObject({ problem: 'rate-limited' })
})

test('a failure rejected by one limit does not count for the others', async () => {
  const [closed, open] = [someone(), someone()]
  for (let n = 0; n < 3; n++) await limits.record([closed], true)
  await limits.record([open], true)
  for (const isFailure of [true, false])
    await expect(limits.record([closed, open], isFailure)).rejects.toMatchObject({ problem: 'rate-limited' })
  for (let n = 0; n < 2; n++) await limits.record([open], true)
  await expect(limits.record([open], false)).rejects.toMatchObject({ problem: 'rate-limited' })
})

test('of several limits the wait until the last one ends is reported', async () => {
  const whom = crypto.randomUUID()
  const claims = [rateLimitKey('sign-in-per-source', whom), rateLimitKey('otp-request-by-strangers', whom)]
  const rows = claims.map(({ key, most, seconds }) => ({
    key,
    count: most,
    endsAt: new Date(clock.now().getTime() + seconds * 1000).toISOString(),
  }))
  await database.db.insert(rateLimits).values(rows)
  await expect(limits.check(claims)).rejects.toThrow('Too many tries. Try again in 24 hours.')
  await expect(limits.check([claims[0]!])).rejects.toThrow('Too many tries. Try again in 15 minutes.')
})

test('clearing an account resets its attempts from all sources, and nothing else', async () => {
  const [email, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const [here, there, theirs] = [
    rateLimitKey('otp-request-per-source', email, 'a'),
    rateLimitKey('otp-request-per-source', email, 'b'),
    rateLimitKey('otp-request-per-source', other, 'a'),
  ]
  for (let n = 0; n < 3; n++) await limits.take([here, there, theirs])
  await limits.clear(['otp-request-per-source', 'sign-in-per-source'], email)
  await expect(limits.take([here, there])).resolves.toBeDefined()
  await expect(limits.take([theirs])).rejects.toMatchObject({ problem: 'rate-limited' })
})

test('a window that starts in the future, after the clock was set back, is over', async () => {
  const [one, other, third] = [someone(), someone(), someone()]
  for (let n = 0; n < 3; n++) await limits.take([one, other, third])
  clock.set('2026-11-19T12:00:00Z')
  await expect(limits.check([one])).resolves.toBeUndefined()
  await expect(limits.record([other], true)).resolves.toBeUndefined()
  for (let n = 0; n < 3; n++) await limits.take([third])
  await expect(limits.take([third])).rejects.toMatchObject({ problem: 'rate-limited', facts: { retryAfter: 900 } })
})

test('a call that read the clock slightly earlier counts in the same window', async () => {
  const one = someone()
  for (let n = 0; n < 3; n++) await limits.take([one])
  clock.set('2026-11-20T11:59:58Z')
  await expect(limits.take([one])).rejects.toMatchObject({ problem: 'rate-limited', facts: { retryAfter: 900 } })
})

test('nothing is counted if limits are off', async () => {
  const off = limitsOn(database, false, clock.now)
  const one = someone()
  for (let n = 0; n < 9; n++) await off.take([one])
  expect(await database.db.$count(rateLimits, eq(rateLimits.key, one.key))).toBe(0)
})

test('the table does not reveal who was counted', () => {
  expect(rateLimitKey('otp-request-per-source', 'ana@example.org').key).not.toContain('ana')
})

test('expired windows are deleted', async () => {
  const [over, open] = [someone(), rateLimitKey('register', crypto.randomUUID())]
  await limits.take([over, open])
  clock.set('2026-11-20T12:30:00Z')
  await authTasks(deps)['auth.sweep']!({}, undefined)
  const left = await database.db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(inArray(rateLimits.key, [over.key, open.key]))
  expect(left).toEqual([{ key: open.key }])
})

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
])('%s belongs to network %s', (ip, network) => expect(getNetwork(ip)).toBe(network))
