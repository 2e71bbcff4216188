/** Cleanup jobs delete what has expired, and nothing that is still needed. */

import { eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { files, uploads } from '#db/schema/media.ts'
import { notices } from '#db/schema/notices.ts'
import { idempotencyKeys } from '#db/schema/system.ts'
import { importResults, oneTimeTokens, otpCodes, sessions } from '#db/schema/users.ts'
import { lanesOn } from '#jobs.ts'
import { whileLeased } from '#modules/files/lease.ts'
import { testApp } from '#test/app.ts'

const { database, given, deps, clock } = await testApp()
const { db } = database
clock.set('2026-11-20T14:00:00Z')

const [hour, day] = [3_600_000, 86_400_000]
const ago = (milliseconds: number): string => new Date(clock.now().getTime() - milliseconds).toISOString()
const tasks = Object.fromEntries(lanesOn(deps).flatMap((lane) => Object.entries(lane.tasks)))
const unique = () => crypto.randomUUID()

/** Rows by age in milliseconds, or created otherwise; afterwards those of `kept` must exist, and those of `gone` must not. */
interface Sweep {
  table: PgTable
  kept: readonly (() => Promise<string>)[]
  gone: readonly (() => Promise<string>)[]
  /** The column by which the rows are found. */
  key: string
}

const addMail = (values: Partial<typeof emails.$inferInsert>) => async () => {
  const mail = { toAddress: 'ana@example.org', kind: 'NOTICE' as const, subject: 'Hello', html: '', text: '', state: 'SENT' as const }
  const [made] = await db
    .insert(emails)
    .values({ ...mail, ...values })
    .returning({ id: emails.id })
  return made!.id
}
const addNotice = (createdAt: string) => async () => {
  const { course, student } = await given.course()
  const about = { kind: 'ANNOUNCEMENT' as const, subject: { title: 'Hello' }, groupKey: unique(), sourceId: unique() }
  const [made] = await db
    .insert(notices)
    .values({ ...about, userId: student.id, courseId: course.id, createdAt })
    .returning({ id: notices.id })
  return made!.id
}
const addResult = (createdAt: string) => async () => {
  const [{ id: userId }, importId] = [await given.user({ role: 'ADMIN' }), unique()]
  const summary = { total: 0, created: 0, enrolled: 0, unchanged: 0, failed: 0 }
  await db.insert(importResults).values({ userId, importId, fileName: 'a.csv', role: 'USER', summary, rows: [], createdAt })
  return importId
}
const addSession = (values: { expiresAt: string; lastUsedAt: string }) => async () => {
  const tokenHash = unique()
  await db.insert(sessions).values({ userId: (await given.user()).id, tokenHash, ...values })
  return tokenHash
}
const addKey = (createdAt: string) => async () => {
  const key = unique()
  await db.insert(idempotencyKeys).values({ userId: (await given.user()).id, key, fingerprint: 'none', createdAt })
  return key
}
const addToken = (expiresAt: string) => async () => {
  const tokenHash = unique()
  await db.insert(oneTimeTokens).values({ userId: (await given.user()).id, kind: 'RESET', tokenHash, expiresAt })
  return tokenHash
}
const addCode = (expiresAt: string) => async () => {
  const email = `${unique()}@example.org`
  await db.insert(otpCodes).values({ email, source: 'test', salt: 'salt', codeHash: 'none', expiresAt })
  return email
}
const addFile = (createdAt: string) => async () => (await given.file((await given.user()).id, { createdAt })).key
const addShownPicture = async () => {
  const { key } = await given.file((await given.user()).id, { createdAt: ago(30 * day) })
  await given.course({ coverImage: key })
  return key
}
const addUpload =
  (lastPartAt: string, status: 'OPEN' | 'DONE' = 'OPEN') =>
  async () => {
    const { key, ownerId } = await given.file((await given.user()).id, { status: 'PENDING', size: null, createdAt: ago(hour) })
    await db.insert(uploads).values({ key, ownerId, uploadId: unique(), partSize: 2 ** 23, status, lastPartAt })
    return key
  }

const sweeps: Record<string, Sweep[]> = {
  'mail.sweep': [
    {
      table: emails,
      key: 'id',
      kept: [
        addMail({ createdAt: ago(29 * day) }),
        // It waits for the mail server, and will be sent.
        addMail({ createdAt: ago(40 * day), state: 'QUEUED' }),
        // The history of a course.
        addMail({ createdAt: ago(40 * day), kind: 'COURSE' }),
      ],
      gone: [addMail({ createdAt: ago(31 * day) }), addMail({ createdAt: ago(31 * day), state: 'FAILED' })],
    },
  ],
  'notices.sweep': [{ table: notices, key: 'id', kept: [addNotice(ago(89 * day))], gone: [addNotice(ago(91 * day))] }],
  'users.sweep': [
    { table: importResults, key: 'import_id', kept: [addResult(ago(7 * day - hour))], gone: [addResult(ago(7 * day + hour))] },
  ],
  'auth.sweep': [
    {
      table: sessions,
      key: 'token_hash',
      kept: [addSession({ expiresAt: ago(-hour), lastUsedAt: ago(hour) })],
      gone: [
        addSession({ expiresAt: ago(hour), lastUsedAt: ago(hour) }),
        addSession({ expiresAt: ago(-hour), lastUsedAt: ago(365 * day) }),
      ],
    },
    { table: idempotencyKeys, key: 'key', kept: [addKey(ago(23 * hour))], gone: [addKey(ago(25 * hour))] },
    { table: oneTimeTokens, key: 'token_hash', kept: [addToken(ago(-hour))], gone: [addToken(ago(hour))] },
    { table: otpCodes, key: 'email', kept: [addCode(ago(-hour))], gone: [addCode(ago(hour))] },
  ],
  'files.sweep': [
    { table: files, key: 'key', kept: [addFile(ago(6 * day)), addShownPicture], gone: [addFile(ago(8 * day))] },
    { table: files, key: 'key', kept: [addUpload(ago(47 * hour))], gone: [addUpload(ago(49 * hour))] },
  ],
}

const isThere = async ({ table, key }: Sweep, value: string) => (await db.$count(table, sql`${sql.identifier(key)}::text = ${value}`)) === 1

test.each(Object.entries(sweeps))('%s deletes what has expired, and nothing else', async (job, all) => {
  for (const sweep of all) {
    const make = async (some: Sweep['kept']) => Promise.all(some.map((add) => add()))
    const [kept, gone] = [await make(sweep.kept), await make(sweep.gone)]
    for (const value of [...kept, ...gone]) expect(await isThere(sweep, value)).toBe(true)
    await tasks[job]!({}, undefined)
    const look = (values: string[]) => Promise.all(values.map((value) => isThere(sweep, value)))
    expect(await look(kept)).toEqual(kept.map(() => true))
    expect(await look(gone)).toEqual(gone.map(() => false))
  }
})

test('each job that only deletes is covered; courses, weeks and assignments are in the undo test', () => {
  expect(Object.keys(tasks).filter((name) => name.endsWith('.sweep'))).toEqual(expect.arrayContaining(Object.keys(sweeps)))
  expect(Object.keys(tasks).filter((name) => name.endsWith('.sweep'))).toHaveLength(Object.keys(sweeps).length)
})

test('an upload that is being completed is not aborted, however old it is', async () => {
  const key = await addUpload(ago(72 * hour))()
  const status = async () => (await db.select().from(uploads).where(eq(uploads.key, key)))[0]!.status
  await whileLeased(db, uploads, key, () => tasks['files.sweep']!({}, undefined))
  expect(await status()).toBe('OPEN')
  await tasks['files.sweep']!({}, undefined)
  expect(await status()).toBe('ABORTED')
})
