/** The library for admins: media without captions or in no course, and unfinished uploads of others. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, weeks } from '#db/schema/courses.ts'
import { uploads } from '#db/schema/media.ts'
import { testAppWithFiles } from '#test/files.ts'

const { given, as, database, clock, runJobs, storage } = await testAppWithFiles()
clock.set('2026-11-20T12:00:00Z')

test('it filters by course and captions, and shows who added what', async () => {
  const admin = await as('ADMIN')
  const home = await given.week()
  const of = { courseId: home.course.id, weekId: home.week.id, createdBy: home.trainer.id }
  const url = async () => (await given.file(home.trainer.id, { contentType: 'video/mp4' })).key
  const captions = [{ key: 'document/x', language: 'en', label: 'English' }]
  const bare = (await given.recorded({ ...of, title: 'Wombat bare', source: await url() })).media
  const spoken = (await given.recorded({ ...of, title: 'Wombat spoken', source: await url(), captions })).media
  const linked = (await given.recorded({ ...of, title: 'Wombat linked' })).media
  const live = (await given.live({ ...of, title: 'Wombat live' })).media
  const other = (await given.recorded({ title: 'Wombat elsewhere', source: await url() })).media
  const find = async (query: object) => (await admin.media.listMedia({ query: { search: 'wombat', ...query } })).items.map(({ id }) => id)
  expect(await find({ courseId: home.course.id })).toEqual([live.id, linked.id, spoken.id, bare.id])
  expect(await find({ captions: 'true' })).toEqual([spoken.id])
  expect(await find({ captions: 'false' })).toEqual([other.id, bare.id])
  expect(await find({ captions: 'false', courseId: home.course.id })).toEqual([bare.id])
  expect(await find({ courseId: crypto.randomUUID() })).toEqual([])
  const { items } = await admin.media.listMedia({ query: { search: 'wombat' } })
  const addedBy = (id: string) => items.find((item) => item.id === id)?.addedBy
  expect([addedBy(bare.id), addedBy(other.id)]).toEqual([{ id: home.trainer.id, name: home.trainer.name }, null])
})

test('media in no course can be viewed and deleted, like the rest', async () => {
  const admin = await as('ADMIN')
  const { key } = await given.file((await given.user({ role: 'TRAINER' })).id, { contentType: 'video/mp4' })
  await storage.put(key, 'video/mp4', Buffer.from('bytes'))
  const left = await given.recorded({ title: 'Numbat', source: key })
  await database.db.update(courses).set({ deletedAt: '2026-10-20T00:00:00Z' }).where(eq(courses.id, left.course.id))
  const weekless = await given.recorded({ title: 'Numbat too', weekId: null })
  const ofDeletedWeek = await given.recorded({ title: 'Numbat of a deleted week' })
  await database.db.update(weeks).set({ deletedAt: '2026-10-20T00:00:00Z' }).where(eq(weeks.id, ofDeletedWeek.week.id))
  expect((await admin.media.listMedia({ query: { search: 'numbat', unused: 'true' } })).total).toBe(3)
  expect((await admin.media.listMedia({ query: { search: 'numbat', unused: 'false' } })).total).toBe(0)
  const { items } = await admin.media.listMedia({ query: { search: 'numbat' } })
  expect(items.map(({ usedIn }) => usedIn)).toEqual([null, null, null])
  for (const { media } of [left, weekless]) {
    const params = { mediaId: media.id }
    const seen = await admin.media.getLibraryMedia({ params })
    expect(seen).toMatchObject({ title: media.title, playbackUrl: expect.stringContaining(media === left.media ? key : 'https://') })
    await expect((await as('TRAINER')).media.removeLibraryMedia({ params })).rejects.toBeProblem('forbidden')
    await admin.media.removeLibraryMedia({ params })
    await expect(admin.media.getLibraryMedia({ params })).rejects.toBeProblem('not-found')
    await expect(admin.media.removeLibraryMedia({ params })).rejects.toBeProblem('not-found')
  }
})

test('media of a deleted course or week that can be restored is not offered for cleaning up, and says until when', async () => {
  const admin = await as('ADMIN')
  const ofCourse = await given.recorded({ title: 'Potoroo' })
  const ofWeek = await given.recorded({ title: 'Potoroo of a week' })
  const deletedAt = '2026-11-01T00:00:00Z'
  await database.db.update(courses).set({ deletedAt }).where(eq(courses.id, ofCourse.course.id))
  await database.db.update(weeks).set({ deletedAt }).where(eq(weeks.id, ofWeek.week.id))
  const find = (query: object) => admin.media.listMedia({ query: { search: 'potoroo', ...query } })
  const until = '2026-12-01T00:00:00.000Z'
  expect((await find({})).items.map(({ usedIn, restorable }) => [usedIn, restorable])).toEqual([
    [null, { courseTitle: ofWeek.course.title, until }],
    [null, { courseTitle: ofCourse.course.title, until }],
  ])
  expect((await find({ unused: 'true' })).total).toBe(0)
  const place = await given.week()
  const copy = (who: typeof admin) =>
    who.media.addWeekMedia({ params: { courseId: place.course.id, weekId: place.week.id }, body: { mediaId: ofCourse.media.id } })
  await expect(copy(admin)).rejects.toMatchObject({ problem: 'conflict', message: expect.stringContaining('Restore it first') as string })
  await expect(copy(await as(place.trainer))).rejects.toBeProblem('not-found')
})

test('pages are in order, newest first, and count what the filters find', async () => {
  const admin = await as('ADMIN')
  const { course, week } = await given.week()
  for (let n = 1; n <= 30; n++) {
    const createdAt = `2026-10-${String(n).padStart(2, '0')}T12:00:00Z`
    await given.recorded({ courseId: course.id, weekId: n > 5 ? week.id : null, title: `Quokka ${n}`, createdAt })
  }
  const find = async (query: object) => {
    const { items, total } = await admin.media.listMedia({ query: { search: 'quokka', ...query } })
    return [total, ...items.map(({ title }) => Number(title.slice(7)))]
  }
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)
  expect(await find({ limit: 20 })).toEqual([30, ...down(30, 11)])
  expect(await find({ limit: 20, page: 2 })).toEqual([30, ...down(10, 1)])
  expect(await find({ limit: 3, unused: 'true' })).toEqual([5, 5, 4, 3])
  expect(await find({ limit: 10, page: 2, unused: 'false', type: 'RECORDED' })).toEqual([25, ...down(20, 11)])
  expect(await find({ type: 'LIVE' })).toEqual([0])
})

test('admins see unfinished uploads of others and can discard them, without students’ file names', async () => {
  const admin = await as('ADMIN')
  const begin = async (who: typeof admin, fileName: string) => {
    const body = { fileType: 'application/pdf', fileName, size: 5000 }
    return { who, ...(await who.files.initMultipart({ body })) }
  }
  const [ines, ana] = [await given.user({ role: 'TRAINER', name: 'Inês' }), await given.user({ name: 'Ana' })]
  const slides = await begin(await as(ines), 'slides.pdf')
  const essay = await begin(await as(ana), 'my secret.pdf')
  const own = await begin(admin, 'own.pdf')
  const set = (key: string, values: Partial<typeof uploads.$inferInsert>) =>
    database.db.update(uploads).set(values).where(eq(uploads.key, key))
  await set(essay.key, { lastPartAt: '2026-11-19T00:00:00Z' })
  await set(slides.key, { lastPartAt: '2026-11-20T00:00:00Z', busyUntil: '2026-11-20T12:00:30Z' })
  const list = () => admin.files.listOthersUploads({ query: {} })
  const { items, total } = await list()
  expect(items).toMatchObject([
    { key: essay.key, fileName: null, size: 5000, owner: { id: ana.id, name: 'Ana' }, isFinishing: false },
    { key: slides.key, fileName: 'slides.pdf', owner: { id: ines.id, name: 'Inês' }, isFinishing: true },
  ])
  expect(total).toBe(2)
  expect(JSON.stringify(items)).not.toMatch(/secret|uploadId|example\.org/)
  expect(items.some(({ key }) => key === own.key)).toBe(false)

  await set(slides.key, { busyUntil: null })
  for (const { key } of items) await admin.files.removeFile({ query: { fileKey: key } })
  await runJobs()
  expect((await list()).items).toEqual([])
  await expect(slides.who.files.listParts({ query: { key: slides.key, uploadId: slides.uploadId } })).rejects.toBeProblem('not-found')
  await expect(slides.who.files.listOthersUploads({ query: {} })).rejects.toBeProblem('forbidden')
})

test('other uses of a file are named for one’s own courses; of others only that they exist', async () => {
  const home = await given.week()
  const { key } = await given.file(home.trainer.id, { contentType: 'video/mp4' })
  const copy = async (courseId: string) => (await given.recorded({ courseId, source: key })).media
  const here = await copy(home.course.id)
  const again = await copy(home.course.id)
  const away = await copy((await given.course()).course.id)
  await given.recorded({ courseId: home.course.id, source: key, deletedAt: '2026-11-01T00:00:00Z' })
  await given.recorded({ courseId: home.course.id, source: key, weekId: null })
  const params = { courseId: home.course.id, id: here.id }
  const seen = await (await as(home.trainer)).media.getOtherUses({ params })
  expect(seen).toEqual({
    items: [
      {
        mediaId: again.id,
        title: again.title,
        courseId: home.course.id,
        courseTitle: home.course.title,
        weekId: again.weekId,
        weekNumber: expect.any(Number),
      },
    ],
    hidden: 1,
  })
  const all = await (await as('ADMIN')).media.getOtherUses({ params })
  expect([all.items.map(({ mediaId }) => mediaId).toSorted(), all.hidden]).toEqual([[again.id, away.id].toSorted(), 0])
  const linked = (await given.recorded({ courseId: home.course.id })).media
  await given.recorded({ courseId: home.course.id })
  await expect((await as('ADMIN')).media.getOtherUses({ params: { ...params, id: linked.id } })).resolves.toEqual({ items: [], hidden: 0 })
})
