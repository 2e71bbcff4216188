/** The exported file has exactly the users of the filtered list; and what is logged if it breaks. */

import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#app.ts'
import type { Database } from '#db/client.ts'
import { testApp } from '#test/app.ts'

const { given, as, deps } = await testApp()

test('role, status, course and search filter the file like the list', async () => {
  const admin = await as('ADMIN')
  const key = crypto.randomUUID().slice(0, 8)
  const { course } = await given.course()
  const inCourse = await given.user({ name: `In ${key}` })
  await given.member(course.id, inCourse)
  await given.user({ name: `Teaches ${key}`, role: 'TRAINER' })
  await given.user({ name: `Invited ${key}`, status: 'INVITED' })
  await given.user({ name: `Gone ${key}`, status: 'SUSPENDED' })
  const namesOf = async (query: Parameters<typeof admin.users.listUsers>[0]) => {
    const file = await admin.users.listUsers({ query: { search: key, ...query?.query, download: 'true' } })
    const [, ...rows] = (await (file as unknown as Blob).text()).trim().split('\r\n')
    return rows.map((row) => row.split('"')[1]?.replace(` ${key}`, ''))
  }
  expect(await namesOf({})).toEqual(['Gone', 'In', 'Invited', 'Teaches'])
  expect(await namesOf({ query: { role: 'TRAINER' } })).toEqual(['Teaches'])
  expect(await namesOf({ query: { status: 'INVITED' } })).toEqual(['Invited'])
  expect(await namesOf({ query: { courseId: course.id } })).toEqual(['In'])
  expect(await namesOf({ query: { role: 'USER', status: 'SUSPENDED' } })).toEqual(['Gone'])
  expect(await namesOf({ query: { role: 'TRAINER', status: 'SUSPENDED' } })).toEqual([])
})

test.each(['identity', 'gzip', 'zstd'])(
  'statements that fail in a download are logged once a second, without SQL or values (%s)',
  async (encoding) => {
    const lines: string[] = []
    const stream = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) })
    const snapshot: Database['snapshot'] = (read) =>
      deps.database.snapshot(async function* (db) {
        yield* read(db)
        await db.execute(sql`select ${'a secret'}::text, nothing`)
      })
    const app = await createApp({ ...deps, database: { ...deps.database, snapshot } }, { logger: { level: 'warn', stream } })
    onTestFinished(() => app.close())
    const { token } = await as('ADMIN')
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/users?download=true`
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
    const load = async () => (await fetch(url, { headers })).text()
    const times = 5
    await Promise.all(Array.from({ length: times }, () => load().catch(() => 'aborted')))
    await expect.poll(() => lines).not.toEqual([])
    expect(lines.join('')).toContain('column \\"nothing\\" does not exist')
    expect(lines.join('')).not.toMatch(/secret|params|\$1/)
    expect(lines.length).toBeLessThan(times)
  },
)

test('times in the file are those of the zone that was asked for, as a spreadsheet reads them', async () => {
  const admin = await as('ADMIN')
  const key = crypto.randomUUID().slice(0, 8)
  await given.user({ name: `Ana ${key}`, createdAt: '2026-11-20T14:13:08.284Z' })
  const file = await admin.users.listUsers({ query: { search: key, download: 'true', timeZone: 'Australia/Adelaide' } })
  const [header, row] = (await (file as unknown as Blob).text()).trim().split('\r\n')
  expect(header).toContain('"createdAt (Australia/Adelaide)"')
  expect(row).toContain('"2026-11-21 00:43"')
})
