/** Imports that are too large, malicious or interrupted. bench/import-memory measures the memory that they take. */

import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { countWaiting } from '#test/concurrent-calls.ts'
import { formOf } from '#test/files.ts'
import { many, send, sheet, unique } from '#test/people-file.ts'
import { startProcess } from '#test/process.ts'
import { insertUncommittedUser } from '#test/uncommitted-user.ts'
import { cell, header, rowsXml, withClaimedSize, workbook, zip } from '#test/zip.ts'

const { given, as, database, url, app } = await testApp()
const { db } = database

const countOf = (key: string) => db.$count(users, sql`${users.email} like ${`%${key}%`}`)

test('20,000 rows are accepted, one more is a 413', async () => {
  const admin = await as('ADMIN')
  await expect(send(admin, many(20_000, unique()), { dryRun: 'true' })).resolves.toMatchObject({ summary: { total: 20_000, failed: 0 } })
  await expect(send(admin, many(20_001, unique()))).rejects.toBeProblem('too-large')
})

test('other calls are answered during an import', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const ended = new AbortController()
  const import_ = send(admin, many(2000, key)).finally(() => ended.abort())
  let answered = 0
  while (!ended.signal.aborted) {
    await admin.courses.listCourses()
    answered++
  }
  await expect(import_).resolves.toMatchObject({ summary: { total: 2000, created: 2000, failed: 0 } })
  expect(await countOf(key)).toBe(2000)
  // These calls ran one by one during the import and did not wait for it. bench/users-import measures how long they take.
  expect(answered).toBeGreaterThan(10)
})

test('10 MiB are read, a byte more is a 413', async () => {
  const admin = await as('ADMIN')
  const size = 10 * 1024 * 1024
  const begin = sheet(`A,${unique()}@example.org`, 'B,"')
  const exactly = begin + 'x'.repeat(size - begin.length - 1) + '"'
  await expect(send(admin, exactly, { dryRun: 'true' })).resolves.toMatchObject({ summary: { total: 2, created: 1, failed: 1 } })
  await expect(send(admin, `${exactly} `, { dryRun: 'true' })).rejects.toBeProblem('too-large')
  await expect(send(admin, 'x'.repeat(2 * size))).rejects.toBeProblem('too-large')
})

test('a server killed during an import saves none; the file sent again is complete', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const { child, address } = await startProcess(url)
  const headers = { authorization: `Bearer ${admin.token}` }
  // In its second batch of new users, ordered by email: it waits for this one.
  const { commit } = await insertUncommittedUser(url, `p999-${key}@example.org`)
  const body = formOf(many(1000, key))
  const answer = fetch(`${address}/api/users/add-bulk-users?role=USER`, { method: 'POST', headers, body }).catch(() => undefined)
  await expect.poll(() => countWaiting({ db })).toBe(1)
  child.kill('SIGKILL')
  await Promise.all([answer, once(child, 'exit')])
  await commit()
  expect(await countOf(key)).toBe(1)
  await expect(send(admin, many(1000, key))).resolves.toMatchObject({ summary: { total: 1000, created: 999 } })
  expect(await countOf(key)).toBe(1000)
})

test('a workbook that unpacks to too much is refused, whatever sizes it claims', async () => {
  const admin = await as('ADMIN')
  const MiB = 1024 * 1024
  const message = expect.stringMatching(/too large when unpacked/) as string
  const [most, more] = [workbook(Buffer.alloc(20 * MiB - 1000, 0x20)), workbook(Buffer.alloc(20 * MiB + 1, 0x20))]
  await expect(send(admin, most)).rejects.toMatchObject({ message: expect.stringMatching(/^A cell of the workbook/) as string })
  for (const file of [more, withClaimedSize(more, 1000)]) await expect(send(admin, file)).rejects.toMatchObject({ message })
  const media = Buffer.alloc(20 * MiB)
  const parts = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`xl/media/${n}`, media]))
  await expect(send(admin, zip(parts))).rejects.toBeProblem('unsupported-type')
  await expect(send(admin, zip({ ...parts, more: 'x' }))).rejects.toMatchObject({ message })
  await expect(send(admin, zip({ 'word/document.xml': '<x/>' }))).rejects.toBeProblem('unsupported-type')
})

test('a million columns, a million rows or one huge cell are refused, and the server keeps running', async () => {
  const admin = await as('ADMIN')
  const far = `<row r="1048576">${cell('XFD1048576', 'x')}</row>`
  const huge = `<row r="2">${cell('A2', 'x'.repeat(19 * 1024 * 1024))}</row>`
  for (const file of [
    `${'name,'.repeat(1_000_000)}email`,
    ','.repeat(9_000_000),
    '\n'.repeat(9_000_000),
    workbook(rowsXml(header, far)),
    workbook(rowsXml(header, huge)),
  ]) {
    const error = await send(admin, file).then(
      () => undefined,
      (problem: unknown) => problem as { status: number; problem: string },
    )
    expect([413, 422]).toContain(error?.status)
  }
  await expect(
    send(admin, workbook(rowsXml(header, `<row r="7">${cell('A7', 'A')}${cell('B7', `${unique()}@example.org`)}</row>`))),
  ).resolves.toMatchObject({
    rows: [{ row: 7, outcome: 'CREATED' }],
  })
})

test('a cell holds as much as in a spreadsheet; a longer one is rejected before it is read', async () => {
  const admin = await as('ADMIN')
  const list = (text: string) => workbook(rowsXml(header, `<row r="2">${cell('A2', text)}${cell('B2', `${unique()}@example.org`)}</row>`))
  await expect(send(admin, list('&quot;'.repeat(32_767)), { dryRun: 'true' })).resolves.toMatchObject({
    rows: [{ outcome: 'INVALID', field: 'name' }],
  })
  await expect(send(admin, list('x'.repeat(250_000)))).rejects.toMatchObject({
    problem: 'too-large',
    message: expect.stringMatching(/^A cell of the workbook/),
  })
})

test('names that look like formulas are exported as text, and come back unchanged', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const names = [`=cmd|'/c calc'!A1`, '+1', '-1', '@x', `'=twice`, 'a\n=1', `=HYPERLINK("http://x";"y")`]
  const made = await Promise.all(names.map((name, n) => given.user({ name, email: `${n}-${key}@example.org` })))
  const file = await ((await admin.users.listUsers({ query: { search: key, sort: 'email', download: 'true' } })) as unknown as Blob).text()
  for (const line of file.split('\r\n').slice(1)) expect(line).not.toMatch(/^"[ \u00a0]*[=+\-@\t\r\n]/)
  // With other emails, as in another school: these users do not exist yet.
  const others = file.replaceAll('@example.org', '@example.net')
  await expect(send(admin, others)).resolves.toMatchObject({ summary: { created: made.length }, detected: { nameColumn: 'name' } })
  const back = await db
    .select()
    .from(users)
    .where(sql`${users.email} like ${`%${key}@example.net`}`)
    .orderBy(users.email)
  // Names have one line.
  expect(back.map(({ name }) => name)).toEqual(names.map((name) => name.replace('\n', ' ')))
  // Leading characters that trimming removes are not stored either.
  await send(admin, sheet(`"\t=tab",tab-${key}@example.org`, `\u00a0=nbsp,nbsp-${key}@example.org`))
  const trimmed = await db
    .select()
    .from(users)
    .where(sql`${users.email} in (${`tab-${key}@example.org`}, ${`nbsp-${key}@example.org`})`)
  expect(trimmed.map(({ name }) => name).toSorted()).toEqual(['=nbsp', '=tab'])
})

test('a download during an import is a consistent snapshot', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  await send(admin, many(1500, `a-${key}`))
  const headers = { authorization: `Bearer ${admin.token}` }
  const import_ = send(admin, many(1000, `b-${key}`))
  const sizes: number[] = []
  for (let n = 0; n < 8; n++) {
    const answer = await app.inject({ url: `/api/users?download=true&sort=email&search=${key}`, headers })
    const lines = answer.payload
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n')
    expect(lines[0]).toBe('"name","email","role","status","createdAt (UTC)","lastSeenAt (UTC)"')
    expect(new Set(lines).size).toBe(lines.length)
    sizes.push(lines.length - 1)
  }
  await import_
  for (const size of sizes) expect([1500, 2500]).toContain(size)
  await database.transaction(async (tx) => {
    const pieces = database.snapshot(async function* (reader) {
      for (let n = 0; n < 2; n++) yield (await reader.execute<{ n: number }>(sql`select count(*)::int as n from users`)).rows[0]!.n
    })
    const { value } = await pieces.next()
    await tx.execute(sql`select 1`)
    await given.student()
    expect((await pieces.next()).value).toBe(value)
    await pieces.return(undefined)
  })
})
