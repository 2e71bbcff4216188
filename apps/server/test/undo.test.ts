/** Calls that can be undone: by whom, until when, and what later jobs do. */

import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '@lms/contract'
import { emails } from '#db/schema/mail.ts'
import { lanesOn } from '#jobs.ts'
import { claimNew } from '#modules/notices/work.ts'
import { testApp } from '#test/app.ts'
import { digestOf } from '#test/rights/with-rollback.ts'
import type { Row } from '#test/undoable-rows.ts'
import { undoables } from '#test/undoable.ts'

const home = await testApp({ MAIL_FROM: 'LMS <lms@example.org>' })
const { clock, database, deps, runJobs, url } = home
const { db } = database
// As in demo mode: emails are written to files, instead of waiting for a mail server.
deps.services.mailer = { ...deps.services.mailer, delivery: 'DEMO' }
const start = new Date('2026-11-20T12:00:00Z')
beforeEach(() => clock.set(start))

const pass = (milliseconds: number): void => clock.set(new Date(start.getTime() + milliseconds))
const aDay = 86_400_000

/** Runs all jobs that are due by the clock of the test, then the nightly ones. */
async function doJobs(): Promise<void> {
  const isDue = sql`run_at <= ${clock.now().toISOString()}::timestamptz`
  await db.execute(sql`update graphile_worker._private_jobs set run_at = case when ${isDue} then now() else now() + interval '1 year' end`)
  await runJobs()
  for (const { tasks, schedule = {} } of lanesOn(deps)) for (const name of Object.keys(schedule)) await tasks[name]!({}, undefined)
  await runJobs()
}

const rows = Object.entries(undoables)
const timed = rows.flatMap(([name, row]): [string, Row & { within: number }][] =>
  typeof row.within === 'number' ? [[name, { ...row, within: row.within }]] : [],
)
const unheard = rows.flatMap(([name, row]): [string, Row & { unheard: number }][] =>
  row.unheard === undefined ? [] : [[name, { ...row, unheard: row.unheard }]],
)

test('each route that undoes, restores or cancels is covered by this test', () => {
  const calls = Object.entries(contract).flatMap(([domain, routes]) => Object.keys(routes).map((name) => `${domain}.${name}`))
  expect(Object.keys(undoables)).toEqual(expect.arrayContaining(calls.filter((name) => /\.(undo|restore|cancel)/.test(name))))
})

test.each(rows)('%s: can be undone immediately, and a second undo changes nothing', async (_name, { make }) => {
  const { by, undo, isUndone } = await make(home)
  expect(await isUndone()).toBe(false)
  await undo(by)
  expect(await isUndone()).toBe(true)
  const before = await digestOf(url)
  await undo(by).catch(() => undefined)
  expect(await digestOf(url)).toBe(before)
})

test.each(rows.filter(([, row]) => !row.refusalToOthers))('%s: can be undone by a colleague', async (_name, { make }) => {
  const { other, undo, isUndone } = await make(home)
  await undo(other)
  expect(await isUndone()).toBe(true)
})

test.each(rows.filter(([, row]) => row.refusalToOthers))('%s: other users are refused', async (_name, { make, refusalToOthers }) => {
  const { other, undo } = await make(home)
  const before = await digestOf(url)
  await expect(undo(other)).rejects.toBeProblem(refusalToOthers!)
  expect(await digestOf(url)).toBe(before)
})

test.each(timed)('%s: can be undone until the last moment, and later jobs remove nothing', async (_name, row) => {
  const { by, undo, isUndone } = await row.make(home)
  pass(row.within - 1000)
  await doJobs()
  await undo(by)
  expect(await isUndone()).toBe(true)
  pass(row.within + aDay)
  await doJobs()
  expect(await isUndone()).toBe(true)
})

test.each(timed)('%s: is refused after its time, whether or not the jobs have run', async (_name, row) => {
  const { by, undo, isUndone } = await row.make(home)
  pass(row.within + 1000)
  const before = await digestOf(url)
  await expect(undo(by)).rejects.toBeProblem(row.refusal!)
  expect(await digestOf(url)).toBe(before)
  await doJobs()
  await expect(undo(by)).rejects.toBeProblem(row.refusal!)
  expect(await isUndone()).toBe(false)
})

test.each(rows.filter(([, { within }]) => within === 'job'))('%s: is refused once its job was done', async (_name, row) => {
  const { by, undo, isUndone } = await row.make(home)
  pass(aDay)
  await doJobs()
  await expect(undo(by)).rejects.toBeProblem(row.refusal!)
  expect(await isUndone()).toBe(false)
})

/** What is new in a course is an email of its own. */
const learnAll = () => claimNew(db, clock.now().toISOString())
const sentTo = (userId: string) => db.$count(emails, and(eq(emails.userId, userId), eq(emails.state, 'SENT')))

test.each(unheard)('%s: if undone in time, no email is sent', async (_name, row) => {
  const { by, undo, reader } = await row.make(home)
  await learnAll()
  pass(row.unheard - 1000)
  await doJobs()
  await undo(by)
  pass(aDay)
  await doJobs()
  expect(await sentTo(reader!.id)).toBe(0)
})

test.each(unheard)('%s: if not undone, one email is sent, however often the jobs run', async (_name, row) => {
  const { reader } = await row.make(home)
  await learnAll()
  for (const late of [1000, 60_000, aDay]) {
    pass(row.unheard + late)
    await doJobs()
  }
  expect(await sentTo(reader!.id)).toBe(1)
})
