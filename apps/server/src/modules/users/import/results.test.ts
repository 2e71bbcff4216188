/** The result of an import is kept for its sender: after a reload, on another device, but only for a week. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importResults } from '#db/schema/users.ts'
import { addJob } from '#services/jobs.ts'
import { testApp, type As } from '#test/app.ts'

const { given, as, database, clock, runJobs } = await testApp()
const { db } = database

const unique = () => crypto.randomUUID().slice(0, 8)
const form = (rows: string[], name = 'autumn.csv') => {
  const body = new FormData()
  body.append('file', new File([['name,email', ...rows].join('\n')], name))
  return body
}
type Query = Parameters<As['users']['importUsers']>[0]['query']
const send = (who: As, rows: string[], query: Partial<Query> = {}, name?: string) =>
  who.users.importUsers({ query: { role: 'USER', ...query }, body: form(rows, name) })
const isStored = async (who: As, importId: string) => (await who.users.getImportProgress({ query: { importId } })).isStored

test('a result has the failed rows with reasons, counts, course and file name; only its sender sees it', async () => {
  const [admin, other, key] = [await as('ADMIN'), await as('SUPER_ADMIN'), unique()]
  const { course } = await given.course()
  const id = crypto.randomUUID()
  const rows = [`Ana,ana-${key}@example.org`, 'Bo,bo@', `Cy,ANA-${key}@example.org`]
  expect(await isStored(admin, id)).toBe(false)
  const reply = await send(admin, rows, { courseId: course.id, importId: id, skipped: 2 })
  const wanted = {
    id,
    fileName: 'autumn.csv',
    role: 'USER',
    course: { id: course.id, title: course.title },
    summary: reply.summary,
    skipped: 2,
    invite: true,
    undone: null,
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
  }
  expect(await admin.users.getImport({ params: { id } })).toEqual({
    ...wanted,
    rows: reply.rows.slice(1),
    invitations: { waiting: 1, refused: 0, people: [] },
  })
  expect(reply.rows.slice(1)).toMatchObject([
    { row: 3, email: 'bo@', reason: 'This is not an email address.', field: 'email' },
    { row: 4, reason: 'The same address as in row 2.' },
  ])
  expect(await admin.users.listImports()).toMatchObject({ items: [wanted], total: 1 })
  expect(await isStored(admin, id)).toBe(true)
  await expect(other.users.getImport({ params: { id } })).rejects.toBeProblem('not-found')
  expect(await other.users.listImports()).toMatchObject({ items: [], total: 0 })
  expect(await isStored(other, id)).toBe(false)
})

test('whether invitations were sent is kept, so that failed rows are sent again the same way', async () => {
  const admin = await as('ADMIN')
  const id = crypto.randomUUID()
  await send(admin, ['Bo,bo@'], { importId: id, invite: 'false' })
  expect(await admin.users.getImport({ params: { id } })).toMatchObject({ invite: false })
})

test('failed rows sent as a new file are judged as rows of the first import, for its sender only', async () => {
  const [admin, other, key] = [await as('ADMIN'), await as('SUPER_ADMIN'), unique()]
  const [id, next] = [crypto.randomUUID(), crypto.randomUUID()]
  await send(admin, [`Ana,ana-${key}@example.org`, 'Bo,bo@', `Cy,ana-${key}@example.org`], { importId: id })
  const rest = ['Bo,bo@', `Cy,ana-${key}@example.org`]
  const outcomes = async (who: As, query: Partial<Query>) => (await send(who, rest, query)).rows.map(({ outcome }) => outcome)
  for (const query of [{ dryRun: 'true' as const }, { importId: next }])
    expect((await send(admin, rest, { ...query, retryOf: id }, 'rest.csv')).rows).toMatchObject([
      { row: 2, outcome: 'INVALID' },
      { row: 3, outcome: 'DUPLICATE_IN_FILE', reason: 'The same address as in row 2 of autumn.csv.', field: 'email' },
    ])
  // Also when the rows that failed again are sent once more.
  expect((await send(admin, rest, { retryOf: next, dryRun: 'true' })).rows[1]?.reason).toBe('The same address as in row 2 of autumn.csv.')
  expect(await outcomes(admin, {})).toEqual(['INVALID', 'UNCHANGED'])
  expect(await outcomes(other, { retryOf: id })).toEqual(['INVALID', 'UNCHANGED'])
})

test('a dry run or an unusable file stores no result; without an id the result is in the list', async () => {
  const admin = await as('ADMIN')
  const id = crypto.randomUUID()
  await send(admin, [`Ana,${unique()}@example.org`], { dryRun: 'true', importId: id })
  expect(await isStored(admin, id)).toBe(false)
  const broken = new FormData()
  broken.append('file', new File(['no addresses\nhere'], 'broken.csv'))
  const other = crypto.randomUUID()
  await expect(admin.users.importUsers({ query: { role: 'USER', importId: other }, body: broken })).rejects.toMatchObject({ status: 422 })
  expect(await isStored(admin, other)).toBe(false)
  await send(admin, [`Ana,${unique()}@example.org`], {}, `line\u0001s\u0007${'x'.repeat(300)}.csv`)
  const { items } = await admin.users.listImports()
  expect(items.map(({ fileName }) => fileName)).toEqual([`lines${'x'.repeat(250)}`])
})

test('ten results per user are kept, for seven days until the job deletes them; they are deleted with the account', async () => {
  const [admin, sweeping] = [await as('ADMIN'), await as('ADMIN')]
  clock.set('2026-11-01T12:00:00Z')
  const [mine, others] = [await as(admin.user), await as(sweeping.user)]
  const ids = Array.from({ length: 12 }, () => crypto.randomUUID())
  for (const [n, importId] of ids.entries()) {
    clock.set(`2026-11-01T12:${String(n).padStart(2, '0')}:00Z`)
    await send(mine, ['Bo,bo@'], { importId })
  }
  const kept = await mine.users.listImports({ query: { limit: 100 } })
  expect(kept.items.map(({ id }) => id)).toEqual(ids.slice(2).toReversed())
  await send(others, ['Bo,bo@'], { importId: ids[0]! })

  clock.set('2026-11-08T12:05:00Z')
  const [later, othersLater] = [await as(admin.user), await as(sweeping.user)]
  await expect(later.users.getImport({ params: { id: ids[5]! } })).rejects.toBeProblem('not-found')
  expect((await later.users.listImports()).total).toBe(6)
  expect((await othersLater.users.listImports()).total).toBe(1)
  await database.transaction((tx) => addJob(tx, 'users.sweep', {}))
  await runJobs()
  expect(await db.$count(importResults, eq(importResults.userId, admin.user.id))).toBe(6)
  await (await as('SUPER_ADMIN')).users.removeUser({ params: admin.user })
  expect(await db.$count(importResults, eq(importResults.userId, admin.user.id))).toBe(0)
  expect(await db.$count(importResults, eq(importResults.userId, sweeping.user.id))).toBe(1)
})
