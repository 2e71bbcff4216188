/** What a change of an item keeps and what it drops, places in a week, and the order of lists. */

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files, media } from '#db/schema/media.ts'
import { scheduleReport } from '#modules/media/zoom/meeting.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
const { openVideo, openLive } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')

test('another recording at an outside address has no length until it is given; the same one keeps its own', async () => {
  const { course, media: made, trainerClient } = await openVideo({ durationSeconds: 100 })
  const change = (body: object) => trainerClient.media.updateMedia({ params: { courseId: course.id, mediaId: made.id }, body })
  await expect(change({ title: 'Other title' })).resolves.toMatchObject({ durationSeconds: 100 })
  await expect(change({ url: 'https://example.org/other.mp4' })).resolves.toMatchObject({ durationSeconds: null })
})

test('taking a file off an item keeps its notes unless they are sent', async () => {
  const { media: made, trainerClient } = await openVideo({ notes: '<p>Read this</p>' })
  const remove = (body: { url: string | null; notes?: string | null }) =>
    trainerClient.media.removeMediaFile({ params: { mediaId: made.id }, body })
  await expect(remove({ url: null })).resolves.toMatchObject({ url: null, notes: '<p>Read this</p>' })
  await expect(remove({ url: 'https://example.org/b.mp4', notes: null })).resolves.toMatchObject({ notes: '' })
})

test('a copy of a moved session was never moved; it goes to the end of the week, where deleted items take no place', async () => {
  const {
    course,
    week,
    media: made,
    trainerClient,
  } = await openLive({ previousStartsAt: '2026-11-19T12:00:00Z', revision: 3, position: 0 })
  const place = { courseId: course.id, weekId: week.id }
  await given.recorded({ ...place, position: 7, deletedAt: '2026-11-20T11:00:00Z' })
  const copy = await trainerClient.media.addWeekMedia({ params: place, body: { mediaId: made.id } })
  expect(copy).toMatchObject({ position: 1, zoomOptions: { previousStartsAt: null, joinUrl: 'https://example.org/join' } })
  expect((await db.select().from(media).where(eq(media.id, copy.id)))[0]).toMatchObject({ revision: 0 })
})

test('a session without a length takes an hour', async () => {
  const { course, media: made, trainerClient } = await openLive({ durationMinutes: null })
  const shown = await trainerClient.media.getMedia({ params: { courseId: course.id, id: made.id } })
  expect(shown.zoomOptions).toMatchObject({ durationMinutes: 60 })
})

test('the space used counts each file whose size is known, checked or not', async () => {
  const admin = await as('ADMIN')
  const used = async () => (await admin.media.listMedia({ query: {} })).storageUsed
  const before = await used()
  await given.file(admin.user.id, { size: 500, status: 'PENDING' })
  await given.file(admin.user.id, { size: 700 })
  await given.file(admin.user.id, { size: null, status: 'PENDING' })
  expect((await used()) - before).toBe(1200)
  expect(await db.$count(files, eq(files.ownerId, admin.user.id))).toBe(3)
})

test('other uses of a file are in the order of courses and weeks', async () => {
  const source = `video/${crypto.randomUUID()}/${crypto.randomUUID()}.mp4`
  const { course, media: made } = await given.recorded({ source })
  for (const [title, number] of [
    ['Zoology', 1],
    ['Algebra', 2],
    ['Algebra', 1],
  ] as const) {
    const [{ course: other }] = [await given.course({ title: `${title} of ${course.title}` })]
    const { week } = await given.week({ courseId: other.id, number })
    await given.recorded({ courseId: other.id, weekId: week.id, source })
  }
  const { items } = await (await as('ADMIN')).media.getOtherUses({ params: { courseId: course.id, id: made.id } })
  expect(items.map(({ courseTitle, weekNumber }) => [courseTitle.split(' ')[0], weekNumber])).toEqual([
    ['Algebra', 1],
    ['Algebra', 2],
    ['Zoology', 1],
  ])
})

test('the report of a planned meeting is requested an hour after its end', async () => {
  const { media: made } = await openLive({ startsAt: '2026-11-21T14:00:00Z', durationMinutes: 60 })
  await scheduleReport(db, made.id, { startsAt: '2026-11-21T14:00:00Z', durationMinutes: 60 })
  const { rows } = await db.execute<{ runAt: string }>(
    sql`select run_at as "runAt" from graphile_worker._private_jobs where key = ${`zoom.report:${made.id}`}`,
  )
  expect(rows.map(({ runAt }) => new Date(runAt).toISOString())).toEqual(['2026-11-21T16:00:00.000Z'])
})
