/** A file cannot be used by a media item while it is being removed. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { files, media } from '#db/schema/media.ts'
import { deleteFiles, lockFile, markInUse } from '#modules/files/queries.ts'
import { callDuring, countWaiting } from '#test/concurrent-calls.ts'
import { testAppWithFiles } from '#test/files.ts'

const { given, as, database, upload } = await testAppWithFiles()

/** A recording in a course, and a removal of its file that has started: `finish` commits it, once the test's own call waits. */
async function removing() {
  const { course, week, trainer } = await given.recorded()
  const client = await as(trainer)
  const params = { courseId: course.id, weekId: week.id }
  const url = await upload(client, 'video/webm')
  const { id } = await client.media.createMedia({ params, body: { type: 'RECORDED', title: 'Lecture', url } })
  let [finish, started] = [() => {}, () => {}]
  const isStarted = new Promise<void>((resolve) => (started = resolve))
  const mayFinish = new Promise<void>((resolve) => (finish = resolve))
  const removal = database.transaction(async (db) => {
    await lockFile(db, url)
    await db.update(media).set({ source: null }).where(eq(media.id, id))
    await deleteFiles(db, [url])
    started()
    await mayFinish
  })
  await isStarted
  const waits = async () => {
    await expect.poll(() => countWaiting(database)).toBe(1)
    finish()
    await removal
  }
  return { client, params, id, url, waits }
}

test('a course file that is being removed cannot be used again', async () => {
  const { client, params, url, waits } = await removing()
  const made = client.media.createMedia({ params, body: { type: 'RECORDED', title: 'Again', url } })
  // The rejection may arrive before the removal has finished.
  made.catch(() => undefined)
  await waits()
  await expect(made).rejects.toBeProblem('validation-failed', ['/url'])
})

test('a copy made at the same time has only what its source still has', async () => {
  const { client, params, id, waits } = await removing()
  const made = client.media.addWeekMedia({ params, body: { mediaId: id } })
  await waits()
  await expect(made).resolves.toMatchObject({ url: null })
})

test('a file removed from one recording stays for its copy, until that is gone too', async () => {
  const { course, week, trainer } = await given.recorded()
  const client = await as(trainer)
  const params = { courseId: course.id, weekId: week.id }
  const url = await upload(client, 'video/webm')
  const first = await client.media.createMedia({ params, body: { type: 'RECORDED', title: 'Lecture', url } })
  const copy = await client.media.addWeekMedia({ params, body: { mediaId: first.id } })
  const countFiles = () => database.db.$count(files, eq(files.key, url))
  await client.media.removeMediaFile({ params: { mediaId: first.id }, body: {} })
  const shown = await client.media.getMedia({ params: { courseId: course.id, id: copy.id } })
  expect([shown.url, await countFiles()]).toEqual([url, 1])
  await client.media.removeMediaFile({ params: { mediaId: copy.id }, body: {} })
  expect(await countFiles()).toBe(0)
})

test('a file that is used by another recording just before it is removed stays', async () => {
  const { course, week, trainer, media: other } = await given.recorded()
  const client = await as(trainer)
  const url = await upload(client, 'video/webm')
  const params = { courseId: course.id, weekId: week.id }
  const { id: mediaId } = await client.media.createMedia({ params, body: { type: 'RECORDED', title: 'Lecture', url } })
  const use = async (db: Db) => {
    await markInUse(db, [url])
    await db.update(media).set({ source: url }).where(eq(media.id, other.id))
  }
  await callDuring(database, use, () => client.media.removeMediaFile({ params: { mediaId }, body: {} }))
  expect(await database.db.$count(files, eq(files.key, url))).toBe(1)
})
