/** The media page with a recording: watching is recorded for students, not for staff. */

import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { FakeProblem } from '#test/fake-api.ts'
import { makeWeek, weekVideo } from '#test/fixtures.ts'
import { courseId, media, mediaId, place, show, weekId } from '#test/media-page.tsx'

test('a student can mark a video as watched', async () => {
  const called = show('STUDENT', media, { markVideoAttendance: async () => ({ ...place, watched: true, source: 'SELF' }) })
  expect(await screen.findByText('41 % watched')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as watched' }))
  expect(await screen.findByText('Watched 41 %')).toBeDefined()
  expect(called.find(({ name }) => name === 'attendance.markVideoAttendance')?.request.body).toMatchObject({
    courseId,
    weekId,
    mediaId,
    watched: true,
    position: 760,
    ranges: [[0, 764]],
  })
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
})

test('a student can undo their own mark, but not measured playback', async () => {
  const called = show('STUDENT', media, {
    checkVideoAttendance: async () => ({ ...place, watched: true, source: 'SELF' }),
    markVideoAttendance: async () => place,
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByRole('button', { name: 'Mark as watched' })).toBeDefined()
  expect(called.find(({ name }) => name === 'attendance.markVideoAttendance')?.request.body).toMatchObject({ watched: false, undo: true })
  cleanup()
  show('STUDENT', media, { checkVideoAttendance: async () => ({ ...place, watched: true, source: 'VIDEO' }) })
  expect(await screen.findByText('Watched 41 %')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('an old link to an item that is in another week now leads there', async () => {
  const now = '0198f6a0-0000-7000-8000-0000000000f7'
  show('STUDENT', { ...media, weekId: now }, {}, {}, { weeks: [makeWeek({ id: now, number: 7, media: [{ ...weekVideo, id: mediaId }] })] })
  expect(await screen.findByLabelText(media.title)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Week 7' }).getAttribute('href')).toBe(paths.week.to({ courseId, weekId: now }))
})

test('a course that counts what was played lets students mark a video only if nothing can be measured', async () => {
  show('STUDENT', media, {}, {}, { requireVideo: true })
  expect(await screen.findByText('Counts once 90 % is played')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
  cleanup()
  show('STUDENT', { ...media, durationSeconds: null }, {}, {}, { requireVideo: true })
  expect(await screen.findByRole('button', { name: 'Mark as watched' })).toBeDefined()
})

test('a course that has started to count playback says what is needed', async () => {
  show('STUDENT', media, { markVideoAttendance: async () => place })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as watched' }))
  expect(await screen.findByText('This course counts what was played: 41 % so far, 90 % is needed.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Mark as watched' })).toBeDefined()
})

test('a page whose recording was replaced says so, and shows the new one when asked', async () => {
  const other = { ...place, coverage: 0, position: 0, durationSeconds: 300, ranges: [] }
  show('STUDENT', media, { markVideoAttendance: async () => other })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as watched' }))
  expect(await screen.findByText('This recording was replaced.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Show the new one' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
})

test('the video is shown before its position is known, and if the server does not send it', async () => {
  show('STUDENT', media, { checkVideoAttendance: () => new Promise(() => undefined) })
  const video = await screen.findByLabelText(media.title)
  expect(video.getAttribute('src')).toBe('/files/x.mp4')
  expect(video.hasAttribute('autoplay')).toBe(false)
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
})

test('a URL that failed before the page listened for errors is replaced by a new one', async () => {
  // jsdom loads no media, and so has no such property.
  Object.defineProperty(HTMLMediaElement.prototype, 'error', { configurable: true, value: { code: 4 } })
  onTestFinished(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, 'error'))
  let asked = 0
  show('STUDENT', media, {}, { getMedia: async () => ({ ...media, playbackUrl: `/files/x.mp4?${asked++}` }) })
  await waitFor(() => expect(screen.getByLabelText(media.title).getAttribute('src')).toBe('/files/x.mp4?1'))
})

test('a missing position does not prevent watching', async () => {
  show('STUDENT', media, { checkVideoAttendance: () => Promise.reject(new FakeProblem(503, 'unavailable')) })
  expect(await screen.findByText('Not watched')).toBeDefined()
  expect(screen.getByLabelText(media.title)).toBeDefined()
})

test('a video without captions says so, and staff add them', async () => {
  show('TRAINER', media)
  expect(await screen.findByText('This video has no captions, so there is no transcript.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add captions' }).getAttribute('href')).toContain(`/media/${mediaId}/edit#captions`)
})

test('the player of another site has its own frame, and no notes', async () => {
  show('STUDENT', { ...media, url: 'https://youtu.be/aqz-KE-bpKQ', playbackUrl: 'https://youtu.be/aqz-KE-bpKQ' })
  const frame = await screen.findByTitle(media.title)
  await waitFor(() =>
    expect(screen.getByTitle(media.title).getAttribute('src')).toContain('youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&start=760'),
  )
  expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  expect(screen.queryByRole('textbox', { name: /Note at/ })).toBeNull()
})

test('a page of another site is a link to it', async () => {
  const url = 'https://drive.google.com/file/d/1AbC/view'
  show('STUDENT', { ...media, url, playbackUrl: url })
  expect((await screen.findByRole('link', { name: 'Open at drive.google.com' })).getAttribute('href')).toBe(url)
  expect(document.querySelector('video, iframe')).toBeNull()
})

test('staff watch without being counted, and can edit the video', async () => {
  const called = show('TRAINER', media)
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Mark attendance' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
  expect(called.some(({ name }) => name.startsWith('attendance.'))).toBe(false)
})
