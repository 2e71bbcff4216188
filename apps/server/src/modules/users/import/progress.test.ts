/** The progress of an import: visible to its caller while its transaction runs, and to no other user. */

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importProgress } from '#db/schema/users.ts'
import { testApp, type As } from '#test/app.ts'
import { formOf } from '#test/files.ts'
import { insertUncommittedUser } from '#test/uncommitted-user.ts'

const { given, as, database, url } = await testApp()
const { db } = database

const nothing = { stage: null, done: null, total: null, isStored: false }
const progress = (who: As, importId: string) => who.users.getImportProgress({ query: { importId } })
const send = (who: As, rows: string[], importId: string, courseId?: string) =>
  who.users.importUsers({
    query: { role: 'USER', importId, ...(courseId && { courseId }) },
    body: formOf(['name,email', ...rows].join('\n')),
  })

test('the rows done are reported while the import waits in its transaction; other admins see nothing', async () => {
  const [admin, other] = [await as('ADMIN'), await as('ADMIN')]
  const importId = crypto.randomUUID()
  const key = crypto.randomUUID().slice(0, 8)
  const addresses = Array.from({ length: 620 }, (_, n) => `p${String(n).padStart(3, '0')}-${key}@example.org`)
  expect(await progress(admin, importId)).toEqual(nothing)
  const { course } = await given.course()
  // In the second batch of new users, ordered by email.
  const { commit } = await insertUncommittedUser(url, addresses[600]!)
  const reply = send(
    admin,
    addresses.map((email, n) => `Person ${n},${email}`),
    importId,
    course.id,
  )
  try {
    await expect.poll(() => progress(admin, importId)).toEqual({ stage: 'ADDING', done: 500, total: 620, isStored: false })
    expect(await progress(other, importId)).toEqual(nothing)
    expect(await progress(admin, crypto.randomUUID())).toEqual(nothing)
  } finally {
    await commit()
  }
  await expect(reply).resolves.toMatchObject({ summary: { total: 620, created: 619, enrolled: 1 } })
  await expect.poll(() => progress(admin, importId)).toEqual({ ...nothing, isStored: true })
})

test('an unusable file leaves no progress; that of a killed process is removed by the next import', async () => {
  const admin = await as('ADMIN')
  const [importId, left] = [crypto.randomUUID(), crypto.randomUUID()]
  const query = { role: 'USER', importId } as const
  await db
    .insert(importProgress)
    .values({ userId: admin.user.id, importId: left, stage: 'ADDING', done: 1, total: 2, updatedAt: '2020-01-01T00:00:00Z' })
  await expect(admin.users.importUsers({ query, body: formOf('no addresses\nhere') })).rejects.toMatchObject({ status: 422 })
  await expect.poll(() => db.$count(importProgress, eq(importProgress.userId, admin.user.id))).toBe(0)
})

test('progress that cannot be saved does not fail the import', async () => {
  const admin = await as('ADMIN')
  await db.execute(sql`alter table import_progress rename to import_progress_gone`)
  try {
    const address = `${crypto.randomUUID()}@example.org`
    await expect(send(admin, [`Ana,${address}`], crypto.randomUUID())).resolves.toMatchObject({ summary: { created: 1 } })
  } finally {
    await db.execute(sql`alter table import_progress_gone rename to import_progress`)
  }
})
