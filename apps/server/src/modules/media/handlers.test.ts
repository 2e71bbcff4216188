import { expect, test, vi } from 'vitest'
import { sample, testAppWithFiles } from '#test/files.ts'

const { app, given, as, clock, statements, storage, upload, runJobs } = await testAppWithFiles()
clock.set('2026-11-20T12:00:00Z')

const zoomOptions = {
  startsAt: '2026-11-21T14:00:00Z',
  durationMinutes: 90,
  timeZone: 'Europe/Berlin',
  joinUrl: 'https://zoom.us/j/1',
  startUrl: 'https://zoom.us/s/1',
  passcode: 'abc',
}

async function openWeek(values: Parameters<typeof given.week>[0] = {}) {
  const home = await given.week(values)
  const trainer = await as(home.trainer)
  return {
    ...home,
    trainerClient: trainer,
    studentClient: await as(home.student),
    params: { courseId: home.course.id, weekId: home.week.id },
  }
}

test('a video of ours plays for students, from a signed address', async () => {
  const { trainerClient, studentClient, params } = await openWeek()
  const [video, slides, captions] = await Promise.all(
    (['video/webm', 'application/pdf', 'text/vtt'] as const).map((type) => upload(trainerClient, type)),
  )
  const body = {
    title: 'Cleaning',
    type: 'RECORDED' as const,
    url: video!,
    notes: '<p>Read this</p><script>1</script>',
    attachments: [{ key: slides!, name: 'Slides.pdf' }],
    captions: [{ key: captions!, language: 'en', label: 'English' }],
    durationSeconds: 61.5,
  }
  const made = await trainerClient.media.createMedia({ params, body })
  expect(made).toMatchObject({ ...params, url: video, notes: '<p>Read this</p>', durationSeconds: 61.5, position: 0, zoomOptions: null })
  const seen = await studentClient.media.getMedia({ params: { courseId: params.courseId, id: made.id } })
  const answers = await Promise.all([seen.playbackUrl!, seen.attachments[0]!.url, seen.captions[0]!.url].map((url) => app.inject(url)))
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['content-type'], headers['content-disposition']])).toEqual([
    [200, 'video/webm', 'inline'],
    [200, 'application/pdf', "attachment; filename*=UTF-8''Slides.pdf"],
    [200, 'text/vtt', 'attachment'],
  ])
  const second = await trainerClient.media.createMedia({
    params,
    body: { title: 'Outside', type: 'RECORDED', url: 'https://www.youtube.com/watch?v=1' },
  })
  expect(second).toMatchObject({ position: 1, playbackUrl: 'https://www.youtube.com/watch?v=1', durationSeconds: null })
})

test('case 68: a live session keeps its host link from students, and the way in until it opens', async () => {
  const { trainerClient, studentClient, params } = await openWeek()
  const made = await trainerClient.media.addWeekMedia({ params, body: { title: 'Live', type: 'LIVE', zoomOptions } })
  const more = { meetingId: null, waitingRoom: false, movedFrom: null, zoomMeeting: null }
  expect(made.zoomOptions).toEqual({ ...zoomOptions, ...more, startsAt: '2026-11-21T14:00:00.000Z' })
  const seen = async () => (await studentClient.media.getMedia({ params: { courseId: params.courseId, id: made.id } })).zoomOptions
  const closed = { ...made.zoomOptions, startUrl: null, joinUrl: null, passcode: null }
  await expect(seen()).resolves.toEqual(closed)
  clock.set('2026-11-21T13:45:00Z')
  await expect(seen()).resolves.toEqual({ ...made.zoomOptions, startUrl: null })
  clock.set('2026-11-21T16:00:01Z')
  await expect(seen()).resolves.toEqual(closed)
  clock.set('2026-11-20T12:00:00Z')
  const start = { params: { courseId: params.courseId, id: made.id } }
  await expect(trainerClient.media.getStartLink(start)).resolves.toEqual({ url: 'https://zoom.us/s/1' })
  await expect(studentClient.media.getStartLink(start)).rejects.toBeProblem('forbidden')
})

test('a session that is moved says from when, until it is moved back', async () => {
  const { trainerClient, params } = await openWeek()
  const made = await trainerClient.media.createMedia({ params, body: { title: 'Live', type: 'LIVE', zoomOptions } })
  const move = async (startsAt: string) => {
    const request = { params: { courseId: params.courseId, mediaId: made.id }, body: { zoomOptions: { ...zoomOptions, startsAt } } }
    return (await trainerClient.media.updateMedia(request)).zoomOptions
  }
  const from = '2026-11-21T14:00:00.000Z'
  await expect(move('2026-11-21T15:00:00Z')).resolves.toMatchObject({ movedFrom: from })
  await expect(move('2026-11-22T15:00:00Z')).resolves.toMatchObject({ movedFrom: from })
  await expect(move(from)).resolves.toMatchObject({ movedFrom: null })
})

test('how long a video is, is read from the file itself', async () => {
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

test('every file that cannot be used is named', async () => {
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
  await expect(create).rejects.toBeProblem('invalid', [
    '/url',
    '/attachments/0/key',
    '/attachments/2/key',
    '/captions/0/key',
    '/captions/1/key',
  ])
})

test('one language of captions may be the one that is shown by default', async () => {
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
  await expect(create([caption(english, 'en', true), caption(german, 'de', true)])).rejects.toBeProblem('invalid', ['/captions'])
  const made = await create([caption(english, 'en'), caption(german, 'de', true)])
  expect(made.captions.map(({ language, default: isDefault }) => [language, isDefault])).toEqual([
    ['en', false],
    ['de', true],
  ])
})

test('captions of an earlier version, which knew no default, are still shown', async () => {
  const { course, student, media } = await given.recorded({
    captions: [{ key: `caption/${crypto.randomUUID()}/a.vtt`, language: 'en', label: 'English' }],
  })
  const seen = await (await as(student)).media.getMedia({ params: { courseId: course.id, id: media.id } })
  expect(seen.captions).toMatchObject([{ language: 'en', default: false }])
})

test('case 60: an address that is no public page is refused, and nothing is fetched', async () => {
  const { trainerClient, params } = await openWeek()
  const { media } = await given.recorded({ courseId: params.courseId, weekId: params.weekId })
  /* oxfmt-ignore */
  const bad = [
    'javascript:alert(1)', 'data:video/mp4;base64,AAAA', 'file:///etc/passwd', 'http://169.254.169.254/latest', 'https://169.254.169.254/',
    '//example.org/v.mp4', 'https://user:secret@example.org/v.mp4', 'https://localhost/v.mp4', 'https://10.0.0.8/v.mp4', 'https://[::1]/v.mp4',
    'blob:https://example.org/1', 'https://0x7f000001/v.mp4', '../../etc/passwd',
  ]
  const update = { params: { courseId: params.courseId, mediaId: media.id } }
  const fetched = vi.spyOn(globalThis, 'fetch')
  for (const url of bad) {
    const { createMedia, updateMedia, removeMediaFile } = trainerClient.media
    await expect(createMedia({ params, body: { title: 'x', type: 'RECORDED', url } })).rejects.toBeProblem('invalid', ['/url'])
    await expect(updateMedia({ ...update, body: { url } })).rejects.toBeProblem('invalid', ['/url'])
    await expect(removeMediaFile({ params: { mediaId: media.id }, body: { url } })).rejects.toBeProblem('invalid', ['/url'])
    for (const link of ['joinUrl', 'startUrl'])
      await expect(
        createMedia({ params, body: { title: 'x', type: 'LIVE', zoomOptions: { ...zoomOptions, [link]: url } } }),
      ).rejects.toBeProblem('invalid', [`/zoomOptions/${link}`])
  }
  const seen = await trainerClient.media.getMedia({ params: { courseId: params.courseId, id: media.id } })
  expect(seen.url).toBe(media.url)
  await trainerClient.media.updateMedia({ ...update, body: { url: 'https://example.org/v.mp4' } })
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

test('files of the course may be used again by its other trainers', async () => {
  const { trainerClient, params, course } = await openWeek()
  const url = await upload(trainerClient, 'video/webm')
  const body = { title: 'x', type: 'RECORDED' as const, url }
  const admin = await as('ADMIN')
  await expect(admin.media.createMedia({ params, body })).rejects.toBeProblem('invalid', ['/url'])
  await trainerClient.media.createMedia({ params, body })
  await expect(admin.media.createMedia({ params, body })).resolves.toMatchObject({ courseId: course.id, url })
})

test('what a type needs must stay', async () => {
  const { media, course, trainer } = await given.recorded()
  const client = await as(trainer)
  type Body = NonNullable<Parameters<typeof client.media.updateMedia>[0]['body']>
  const change = (body: Body) => client.media.updateMedia({ params: { courseId: course.id, mediaId: media.id }, body })
  await expect(change({ url: null })).rejects.toBeProblem('invalid', ['/url'])
  await expect(change({ type: 'LIVE' })).rejects.toBeProblem('invalid', ['/zoomOptions'])
  await expect(change({ type: 'LIVE', zoomOptions })).resolves.toMatchObject({
    type: 'LIVE',
    zoomOptions: { durationMinutes: 90 },
    url: media.url,
    durationSeconds: 100,
  })
  await expect(change({ zoomOptions: null })).rejects.toBeProblem('invalid', ['/zoomOptions'])
  await expect(change({ url: null })).resolves.toMatchObject({ url: null })
  await expect(change({ title: 'New' })).resolves.toMatchObject({ title: 'New', zoomOptions: { durationMinutes: 90 } })
  await expect(change({ type: 'RECORDED' })).rejects.toBeProblem('invalid', ['/url'])
  await expect(change({})).resolves.toMatchObject({ title: 'New' })
})

test('students see nothing of a locked, unpublished or deleted week', async () => {
  for (const values of [{ published: false }, { unlockAt: '2026-11-20T12:00:01Z' }, { deletedAt: '2026-11-01T00:00:00Z' }]) {
    const { week, course, student, trainer } = await given.week(values)
    const { media } = await given.recorded({ courseId: course.id, weekId: week.id })
    const request = { params: { courseId: course.id, id: media.id } }
    await expect((await as(student)).media.getMedia(request)).rejects.toBeProblem('not-found')
    await expect((await as(trainer)).media.getMedia(request)).resolves.toMatchObject({ id: media.id })
  }
  const { media, course, student } = await given.recorded()
  await expect((await as(student)).media.getMedia({ params: { courseId: course.id, id: media.id } })).resolves.toMatchObject({
    id: media.id,
  })
})

test('a medium is reached by way of its own course and week alone', async () => {
  const { media, course, week, trainer } = await given.recorded()
  const { course: other, week: otherWeek } = await given.week()
  await given.member(other.id, trainer)
  const client = await as(trainer)
  const params = { courseId: other.id, mediaId: media.id }
  await expect(client.media.getMedia({ params: { courseId: other.id, id: media.id } })).rejects.toBeProblem('not-found')
  await expect(client.media.updateMedia({ params, body: { title: 'x' } })).rejects.toBeProblem('not-found')
  await expect(client.media.removeMedia({ params })).rejects.toBeProblem('not-found')
  const body = { title: 'x', type: 'RECORDED' as const, url: 'https://example.org/v' }
  await expect(client.media.createMedia({ params: { courseId: course.id, weekId: otherWeek.id }, body })).rejects.toBeProblem('not-found')
  await expect((await as('TRAINER')).media.createMedia({ params: { courseId: course.id, weekId: week.id }, body })).rejects.toBeProblem(
    'forbidden',
  )
  await expect((await as('USER')).media.getMedia({ params: { courseId: course.id, id: media.id } })).rejects.toBeProblem('forbidden')
})

test('an item of the library is copied into a week, by those who may see it', async () => {
  const { trainerClient, params } = await openWeek()
  const { media } = await given.live({ title: 'Elsewhere' })
  const add = (who: typeof trainerClient) => who.media.addWeekMedia({ params, body: { mediaId: media.id } })
  await expect(add(trainerClient)).rejects.toBeProblem('not-found')
  await given.member(media.courseId, trainerClient.user)
  const copy = await add(trainerClient)
  expect(copy).toMatchObject({ ...params, title: 'Elsewhere', type: 'LIVE', zoomOptions: { durationMinutes: 60 } })
  expect(copy.id).not.toBe(media.id)
  await expect(add(await as('ADMIN'))).resolves.toMatchObject({ ...params, position: 1 })
})

test('a stored file goes when the last medium gives it up, and its record stays', async () => {
  const { trainerClient, params } = await openWeek()
  const url = await upload(trainerClient, 'video/webm')
  const first = await trainerClient.media.createMedia({ params, body: { title: 'x', type: 'RECORDED', url, durationSeconds: 9 } })
  const copy = await trainerClient.media.addWeekMedia({ params, body: { mediaId: first.id } })
  const removal = (mediaId: string, to: string | null = null) => ({ params: { mediaId }, body: { notes: null, url: to } })
  await expect(trainerClient.media.removeMediaFile(removal(first.id, url))).rejects.toBeProblem('invalid', ['/url'])
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

test('a recording has its picture, which goes with it', async () => {
  const { trainerClient, studentClient, params, course } = await openWeek()
  const [url, still, next, foreign] = await Promise.all([
    upload(trainerClient, 'video/webm'),
    upload(trainerClient, 'image/png'),
    upload(trainerClient, 'video/webm'),
    upload(studentClient, 'image/png'),
  ])
  const create = (thumbnail: string) =>
    trainerClient.media.createMedia({ params, body: { title: 'x', type: 'RECORDED', url: url, thumbnail } })
  await expect(create(foreign)).rejects.toBeProblem('invalid', ['/thumbnail'])
  await expect(create(url)).rejects.toBeProblem('invalid', ['/thumbnail'])
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

test('the library tells sizes, pictures, captions and how much is stored', async () => {
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

test('a deleted medium is gone; deleting it twice is a 404', async () => {
  const { media, course, trainer } = await given.recorded()
  const client = await as(trainer)
  const params = { courseId: course.id, mediaId: media.id }
  await client.media.removeMedia({ params })
  await expect(client.media.removeMedia({ params })).rejects.toBeProblem('not-found')
  await expect(client.media.getMedia({ params: { courseId: course.id, id: media.id } })).rejects.toBeProblem('not-found')
})

test('the library pages, filters and tells where things are used, in as many statements for few as for many', async () => {
  const admin = await as('ADMIN')
  const { course, week } = await given.week()
  const used = await given.recorded({ title: 'Zebra 100%_a', courseId: course.id, weekId: week.id })
  const unused = await given.live({ title: 'Zebra 100% b', weekId: null })
  const find = async (query: object) => (await admin.media.listMedia({ query })).items.map(({ id }) => id)
  await expect(find({ search: 'zebra 100%' })).resolves.toEqual([unused.media.id, used.media.id])
  await expect(find({ search: '%_A' })).resolves.toEqual([used.media.id])
  await expect(find({ search: 'zebra', unused: true })).resolves.toEqual([unused.media.id])
  await expect(find({ search: 'zebra', unused: false })).resolves.toEqual([used.media.id])
  await expect(find({ search: 'zebra', type: 'LIVE' })).resolves.toEqual([unused.media.id])
  await expect(admin.media.listMedia({ query: { search: 'zebra', limit: 1, page: 2 } })).resolves.toMatchObject({
    total: 2,
    items: [{ usedIn: { courseId: course.id, courseTitle: course.title, weekId: week.id, weekNumber: week.number }, hasRecording: true }],
  })
  const few = await statements(() => admin.media.listMedia({ query: { limit: 1 } }))
  for (let i = 0; i < 5; i++) await given.recorded()
  expect(await statements(() => admin.media.listMedia())).toBe(few)
  await expect((await as('TRAINER')).media.listMedia()).rejects.toBeProblem('forbidden')
})
