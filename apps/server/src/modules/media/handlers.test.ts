/** Media: what students see of a week's videos and sessions, which URLs are accepted, and the library. */

import { expect, test, vi } from 'vitest'
import { courseFixtures } from '#test/course-fixtures.ts'
import { testAppWithFiles } from '#test/files.ts'

const { app, given, as, clock, statements, upload } = await testAppWithFiles()
const { openWeek } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')

const zoomOptions = {
  startsAt: '2026-11-21T14:00:00Z',
  durationMinutes: 90,
  timeZone: 'Europe/Berlin',
  joinUrl: 'https://zoom.us/j/1',
  startUrl: 'https://zoom.us/s/1',
  passcode: 'abc',
}

test('an uploaded video plays for students, from a signed URL', async () => {
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

test('students never get the host link of a live session, and the join link only when it opens', async () => {
  const { trainerClient, studentClient, params } = await openWeek()
  const made = await trainerClient.media.addWeekMedia({ params, body: { title: 'Live', type: 'LIVE', zoomOptions } })
  const more = { meetingId: null, waitingRoom: false, previousStartsAt: null, zoomMeeting: null }
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

test('a moved session has its first time until it is moved back', async () => {
  const { trainerClient, params } = await openWeek()
  const made = await trainerClient.media.createMedia({ params, body: { title: 'Live', type: 'LIVE', zoomOptions } })
  const move = async (startsAt: string) => {
    const request = { params: { courseId: params.courseId, mediaId: made.id }, body: { zoomOptions: { ...zoomOptions, startsAt } } }
    return (await trainerClient.media.updateMedia(request)).zoomOptions
  }
  const from = '2026-11-21T14:00:00.000Z'
  await expect(move('2026-11-21T15:00:00Z')).resolves.toMatchObject({ previousStartsAt: from })
  await expect(move('2026-11-22T15:00:00Z')).resolves.toMatchObject({ previousStartsAt: from })
  await expect(move(from)).resolves.toMatchObject({ previousStartsAt: null })
})

test('a URL that is not public is rejected, and nothing is fetched', async () => {
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
    await expect(createMedia({ params, body: { title: 'x', type: 'RECORDED', url } })).rejects.toMatchObject({
      problem: 'validation-failed',
      errors: [{ pointer: '/url', detail: 'Must be a public https:// address, or a file of yours' }],
    })
    await expect(updateMedia({ ...update, body: { url } })).rejects.toBeProblem('validation-failed', ['/url'])
    await expect(removeMediaFile({ params: { mediaId: media.id }, body: { url } })).rejects.toBeProblem('validation-failed', ['/url'])
    for (const link of ['joinUrl', 'startUrl'])
      await expect(
        createMedia({ params, body: { title: 'x', type: 'LIVE', zoomOptions: { ...zoomOptions, [link]: url } } }),
      ).rejects.toBeProblem('validation-failed', [`/zoomOptions/${link}`])
  }
  const seen = await trainerClient.media.getMedia({ params: { courseId: params.courseId, id: media.id } })
  expect(seen.url).toBe(media.source)
  await trainerClient.media.updateMedia({ ...update, body: { url: 'https://example.org/v.mp4' } })
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

test('required fields must stay', async () => {
  const { media, course, trainer } = await given.recorded()
  const client = await as(trainer)
  type Body = NonNullable<Parameters<typeof client.media.updateMedia>[0]['body']>
  const change = (body: Body) => client.media.updateMedia({ params: { courseId: course.id, mediaId: media.id }, body })
  await expect(change({ url: null })).rejects.toBeProblem('validation-failed', ['/url'])
  await expect(change({ type: 'LIVE' })).rejects.toBeProblem('validation-failed', ['/zoomOptions'])
  await expect(change({ type: 'LIVE', zoomOptions })).resolves.toMatchObject({
    type: 'LIVE',
    zoomOptions: { durationMinutes: 90 },
    url: media.source,
    durationSeconds: 100,
  })
  await expect(change({ zoomOptions: null })).rejects.toBeProblem('validation-failed', ['/zoomOptions'])
  await expect(change({ url: null })).resolves.toMatchObject({ url: null })
  await expect(change({ title: 'New' })).resolves.toMatchObject({ title: 'New', zoomOptions: { durationMinutes: 90 } })
  await expect(change({ type: 'RECORDED' })).rejects.toBeProblem('validation-failed', ['/url'])
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

test('a media item is reached only through its own course and week', async () => {
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

test('an item of the library is copied into a week, by users who may see it', async () => {
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

test('a deleted media item is a 404, also when it is deleted again', async () => {
  const { media, course, trainer } = await given.recorded()
  const client = await as(trainer)
  const params = { courseId: course.id, mediaId: media.id }
  await client.media.removeMedia({ params })
  await expect(client.media.removeMedia({ params })).rejects.toBeProblem('not-found')
  await expect(client.media.getMedia({ params: { courseId: course.id, id: media.id } })).rejects.toBeProblem('not-found')
})

test('the library pages, filters and names its uses, in as many statements for few as for many', async () => {
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
  const few = await statements(() => admin.media.listMedia())
  for (let i = 0; i < 5; i++) await given.recorded()
  expect(await statements(() => admin.media.listMedia())).toBe(few)
  await expect((await as('TRAINER')).media.listMedia()).rejects.toBeProblem('forbidden')
})
