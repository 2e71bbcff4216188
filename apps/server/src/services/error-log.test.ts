import { inspect } from 'node:util'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeError, limitLines, toLogLine, type LogEntry } from '#services/error-log.ts'
import { testApp } from '#test/app.ts'

const { database } = await testApp()
const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a failed statement is logged without its text and its values', async () => {
  const secret = '$argon2id$secret'
  const errors = [
    new DrizzleQueryError('insert into users values ($1)', [secret], new Error('connection lost')),
    await caught(database.db.execute(sql`select ${secret}::int`)),
    await caught(database.db.execute(sql`select nothing, ${secret}::text`)),
  ]
  const entries = errors.map(describeError)
  expect(entries.map(({ message }) => message)).toEqual(['connection lost', 'a value does not fit', 'column "nothing" does not exist'])
  // An invalid statement is a bug of ours: the log shows where it was sent.
  expect(entries[2]!.at!.join()).toContain('error-log.test.ts')
  for (const entry of entries) expect(inspect(entry) + toLogLine(entry)).not.toMatch(/secret|select|insert/)
})

test('an unreachable database is logged in one line', async () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5'), { code: 'ECONNREFUSED' })
  expect(toLogLine(describeError(new DrizzleQueryError('select 1', [], error)))).toBe('connect ECONNREFUSED 127.0.0.1:5')
})

test('one line a second is logged per kind of error, with the number of those left out', () => {
  const written: LogEntry[] = []
  let now = 0
  const log = limitLines(
    (error) => written.push(error),
    () => now,
  )
  const lost = (n: number) => ({ message: `connection ${n} lost`, code: '57P01' })
  for (let n = 0; n < 500; n++) log(lost(n))
  log({ message: 'something else' })
  now = 1001
  log(lost(7))
  expect(written).toEqual([lost(0), { message: 'something else' }, { ...lost(7), leftOut: 499 }])
})
