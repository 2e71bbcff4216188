/** The files of media: which are accepted, what is read from them, who may use them again, and when they are deleted. */

import { expect, test } from 'vitest'
import { courseFixtures } from '#test/course-fixtures.ts'
import { sample, testAppWithFiles } from '#test/files.ts'

const { app, given, as, clock, storage, upload, runJobs } = await testAppWithFiles()
const { openWeek } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')

test('video length is read from the file itself', async () => {
  const { trainerClient, params } = await openWeek()
  const header = Buffer.alloc(116)
  header.writeUInt32BE(116)
  header.write('mvhd', 4, 'latin1')
  header.writeUInt32BE(1000, 20)
  header.writeUInt32BE(12_500, 24)
  const mp4 = Buffer.concat([
    Buffer.from('\u0000\u0000\u0000\u000cftypisom', 'latin1'),
    Buffer.from('\u0000\u0000\u0000\u007cmoov', 'latin1'),
    header,
  ])
  const url = await upload(trainerClient, 'video/mp4', mp4)
  const made = await trainerClient.media.createMedia({ params, body: { title: 'Short', type: 'RECORDED', url, durationSeconds: 9999 } })
  expect(made.durationSeconds).toBe(12.5)
  const update = {
    params: { courseId: params.courseId, mediaId: made.id },
    body: { url: 'https://example.org/v.mp4', durationSeconds: 70 },
  }
  await expect(trainerClient.media.updateMedia(update)).resolves.toMatchObject({ durationSeconds: 70 })
})

test('each unusable file is named', async () => {
  const { trainerClient, params, student } = await openWeek()
  const [foreign, pdf, fake] = [
    (await given.file(student.id)).key,
    await upload(trainerClient, 'application/pdf'),
    await upload(trainerClient, 'image/png', Buffer.from('<html>')),
  ]
  const { key: absent } = await trainerClient.files.presignUpload({ query: { fileType: 'text/vtt' } })
  const attachments = [foreign, pdf, fake].map((key) => ({ key, name: 'x' }))
  const captions = [absent, pdf].map((key) => ({ key, language: 'en', label: 'English' }))
  const create = trainerClient.media.createMedia({ params, body: { title: 'x', type: 'RECORDED', url: pdf, attachments, captions } })
  await expect(create).rejects.toBeProblem('validation-failed', [
    '/url',
    '/attachments/0/key',
    '/attachments/2/key',
    '/captions/0/key',
    '/captions/1/key',
  ])
})

test('one language of captions may be shown by default', async () => {
  const { trainerClient, params } = await openWeek()
  const [english, german] = [await upload(trainerClient, 'text/vtt'), await upload(trainerClient, 'text/vtt')]
  const caption = (key: string, language: string, isDefault?: boolean) => ({
    key,
    language,
    label: language,
    ...(isDefault !== undefined && { default: isDefault }),
  })
  const create = (captions: object[]) =>
    trainerClient.media.createMedia({
      params,
      body: { title: 'x', type: 'RECORDED', url: 'https://example.org/v.mp4', captions: captions as ReturnType<typeof caption>[] },
    })
  await expect(create([caption(english, 'en', true), caption(german, 'de', true)])).rejects.toBeProblem('validation-failed', ['/captions'])
  const made = await create([caption(english, 'en'), caption(german, 'de', true)])
  expect(made.captions.map(({ language, default: isDefault }) => [language, isDefault])).toEqual([
    ['en', false],
    ['de', true],
  ])
})

test('captions of an earlier version, without a default, are still shown', async () => {
  const { course, student, media } = await given.recorded({
    captions: [{ key: `caption/${crypto.randomUUID()}/a.vtt`, language: 'en', label: 'English' }],
  })
  const seen = await (await as(student)).media.getMedia({ params: { courseId: course.id, id: media.id } })
  expect(seen.captions).toMatchObject([{ language: 'en', default: false }])
})

test('course files may be used again by its other trainers', async () => {
  const { trainerClient, params, course } = await openWeek()
  const url = await upload(trainerClient, 'video/webm')
  const body = { title: 'x', type: 'RECORDED' as const, url }
  const admin = await as('ADMIN')
  await expect(admin.media.createMedia({ params, body })).rejects.toBeProblem('validation-failed', ['/url'])
  await trainerClient.media.createMedia({ params, body })
  await expect(admin.media.createMedia({ params, body })).resolves.toMatchObject({ courseId: course.id, url })
})

test('a stored file is deleted when no media item uses it, and its record stays', async () => {
  const { trainerClient, params } = await openWeek()
  const url = await upload(trainerClient, 'video/webm')
  const first = await trainerClient.media.createMedia({ params, body: { title: 'x', type: 'RECORDED', url, durationSeconds: 9 } })
  const copy = await trainerClient.media.addWeekMedia({ params, body: { mediaId: first.id } })
  const removal = (mediaId: string, to: string | null = null) => ({ params: { mediaId }, body: { notes: null, url: to } })
  await expect(trainerClient.media.removeMediaFile(removal(first.id, url))).rejects.toBeProblem('validation-failed', ['/url'])
  await expect(trainerClient.media.removeMediaFile(removal(first.id))).resolves.toMatchObject({
    id: first.id,
    title: 'x',
    url: null,
    notes: '',
    durationSeconds: null,
    playbackUrl: null,
  })
  await expect(storage.inspect(url)).resolves.toBeDefined()
  await expect((await as('TRAINER')).media.removeMediaFile(removal(copy.id))).rejects.toBeProblem('not-found')
  await expect((await as('USER')).media.removeMediaFile(removal(copy.id))).rejects.toBeProblem('forbidden')
  await trainerClient.media.removeMediaFile(removal(copy.id, 'https://example.org/new'))
  await runJobs()
  await expect(storage.inspect(url)).resolves.toBeUndefined()
})

test('a picture is deleted with its recording', async () => {
  const { trainerClient, studentClient, params, course } = await openWeek()
  const [url, still, next, foreign] = await Promise.all([
    upload(trainerClient, 'video/webm'),
    upload(trainerClient, 'image/png'),
    upload(trainerClient, 'video/webm'),
    upload(studentClient, 'image/png'),
  ])
  const create = (thumbnail: string) =>
    trainerClient.media.createMedia({ params, body: { title: 'x', type: 'RECORDED', url: url, thumbnail } })
  await expect(create(foreign)).rejects.toBeProblem('validation-failed', ['/thumbnail'])
  await expect(create(url)).rejects.toBeProblem('validation-failed', ['/thumbnail'])
  const made = await create(still)
  expect(made.thumbnail).toBe(still)
  expect((await app.inject(made.thumbnailUrl!)).headers['content-type']).toBe('image/png')
  await expect(trainerClient.files.removeFile({ query: { fileKey: still } })).rejects.toBeProblem('in-use')
  const copy = await trainerClient.media.addWeekMedia({ params, body: { mediaId: made.id } })
  const change = { params: { courseId: course.id, mediaId: copy.id }, body: { url: next } }
  await expect(trainerClient.media.updateMedia(change)).resolves.toMatchObject({ thumbnail: null, thumbnailUrl: null })
  await trainerClient.media.removeMediaFile({ params: { mediaId: made.id }, body: { url: null } })
  for (const key of [url, still]) await expect(trainerClient.files.removeFile({ query: { fileKey: key } })).rejects.toBeProblem('not-found')
})

test('the library has sizes, pictures, captions and storage used', async () => {
  const [admin, { trainerClient, params }] = [await as('ADMIN'), await openWeek()]
  const before = (await admin.media.listMedia()).storageUsed
  const [url, thumbnail, captions] = await Promise.all(
    (['video/webm', 'image/png', 'text/vtt'] as const).map((type) => upload(trainerClient, type)),
  )
  const body = { title: 'Quokka', type: 'RECORDED' as const, url: url!, thumbnail: thumbnail! }
  await trainerClient.media.createMedia({ params, body: { ...body, captions: [{ key: captions!, language: 'en', label: 'English' }] } })
  const { items, storageUsed } = await admin.media.listMedia({ query: { search: 'Quokka' } })
  expect(items).toMatchObject([{ size: sample['video/webm'].length, hasCaptions: true, thumbnailUrl: expect.stringContaining(thumbnail!) }])
  const sizes = (['video/webm', 'image/png', 'text/vtt'] as const).map((type) => sample[type].length)
  expect(storageUsed - before).toBe(sizes.reduce((sum, size) => sum + size))
})
