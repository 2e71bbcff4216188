/** The media page: watching is the student's own, joining tells the server, staff are only shown. */
import type { VideoAttendance } from '@lms/contract/attendance'
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { noteServerTime } from '#lib/server-clock.ts'
import { MediaScreen } from './media-screen.tsx'

const courseId = '0198f6a0-0000-7000-8000-000000000001'
const weekId = '0198f6a0-0000-7000-8000-000000000002'
const mediaId = '0198f6a0-0000-7000-8000-000000000003'
const minutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString()

const media: Media = {
  id: mediaId,
  courseId,
  weekId,
  title: 'Cleaning a messy dataset',
  type: 'RECORDED',
  url: 'videos/x.mp4',
  playbackUrl: '/files/x.mp4',
  notes: '',
  attachments: [],
  captions: [],
  durationSeconds: 1865,
  thumbnail: null,
  thumbnailUrl: null,
  zoomOptions: null,
  position: 0,
  createdAt: minutes(-9999),
}
const zoom: NonNullable<Media['zoomOptions']> = {
  startsAt: minutes(-3),
  durationMinutes: 60,
  timeZone: 'UTC',
  joinUrl: 'https://zoom.example/j/1',
  meetingId: null,
  passcode: '482 913',
  waitingRoom: false,
  startUrl: null,
  movedFrom: null,
  zoomMeeting: null,
}
const live: Media = { ...media, type: 'LIVE', title: 'Q&A', url: null, playbackUrl: null, durationSeconds: null, zoomOptions: zoom }
const course = (role: 'STUDENT' | 'TRAINER', shown: Media): Course => ({
  id: courseId,
  title: 'Data Journalism',
  coverImage: null,
  coverImageUrl: null,
  mode: 'LIVE',
  status: 'PUBLISHED',
  enrolment: 'OPEN',
  startsOn: null,
  endsOn: null,
  timeZone: 'UTC',
  seats: null,
  trainers: [],
  weekCount: 1,
  studentCount: 24,
  membership: { role, status: 'ACTIVE' },
  description: '',
  requireVideo: false,
  plan: [],
  weeks: [
    {
      id: weekId,
      courseId,
      number: 6,
      title: 'Cleaning',
      description: '',
      startsOn: null,
      unlockAt: null,
      published: true,
      locked: false,
      assignments: [],
      media: [{ ...shown, startsAt: null, durationMinutes: 60, hasRecording: shown.url !== null }],
    },
  ],
})
const place: VideoAttendance = {
  watched: false,
  watchedAt: null,
  coverage: 0.41,
  position: 760,
  savedAt: minutes(-60),
  durationSeconds: 1865,
  ranges: [[0, 764]],
  source: null,
}

function show(
  role: 'STUDENT' | 'TRAINER',
  shown: Media,
  attendance: Fakes['attendance'] = {},
  more: Fakes['media'] = {},
  courseValues: Partial<Course> = {},
) {
  signInAs(role === 'STUDENT' ? 'USER' : 'TRAINER')
  const called = fakeApi({
    courses: {
      getCourse: async () => ({ ...course(role, shown), ...courseValues }),
      getProgress: async () => ({ percentage: 0, completed: 0, total: 0, items: [] }),
    },
    assignments: { listCourseAssignments: async () => ({ items: [], page: 1, limit: 100, total: 0 }) },
    media: { getMedia: async () => shown, ...more },
    attendance: { checkVideoAttendance: async () => place, ...attendance },
  })
  renderAt(
    <Routes>
      <Route path={paths.media.pattern} element={<MediaScreen />} />
    </Routes>,
    paths.media.to({ courseId, weekId, mediaId }),
  )
  return called
}

test('a student’s own word is taken, and shown', async () => {
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

test('a student’s own word can be taken back; what was played cannot', async () => {
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

test('a course that counts what was played offers no word of one’s own, except where nothing can be measured', async () => {
  show('STUDENT', media, {}, {}, { requireVideo: true })
  expect(await screen.findByText('Counts once 90 % is played')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
  cleanup()
  show('STUDENT', { ...media, durationSeconds: null }, {}, {}, { requireVideo: true })
  expect(await screen.findByRole('button', { name: 'Mark as watched' })).toBeDefined()
})

test('a course that has begun to count what was played says what is needed', async () => {
  show('STUDENT', media, { markVideoAttendance: async () => place })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as watched' }))
  expect(await screen.findByText('This course counts what was played: 41 % so far, 90 % is needed.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Mark as watched' })).toBeDefined()
})

test('a page whose recording was replaced says so, and shows the new one when asked', async () => {
  const other = { ...place, coverage: 0, position: 0, durationSeconds: 300, ranges: [] }
  show('STUDENT', media, { markVideoAttendance: async () => other })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as watched' }))
  expect(await screen.findByText('Another recording has taken the place of this one.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Show the new one' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
})

test('the video is there before the place is known, and where the server does not say it', async () => {
  show('STUDENT', media, { checkVideoAttendance: () => new Promise(() => undefined) })
  const video = await screen.findByLabelText(media.title)
  expect(video.getAttribute('src')).toBe('/files/x.mp4')
  expect(video.hasAttribute('autoplay')).toBe(false)
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
})

test('a place that the server does not say stops nobody from watching', async () => {
  show('STUDENT', media, { checkVideoAttendance: () => Promise.reject(new FakeProblem(503, 'unavailable')) })
  expect(await screen.findByText('Not watched')).toBeDefined()
  expect(screen.getByLabelText(media.title)).toBeDefined()
})

test('a video without captions says so, and staff add them', async () => {
  show('TRAINER', media)
  expect(await screen.findByText('This video has no captions, so there is no transcript.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add captions' }).getAttribute('href')).toContain(`/media/${mediaId}/edit#captions`)
})

test('another site’s player stands in a frame of its own, and takes no notes', async () => {
  show('STUDENT', { ...media, url: 'https://youtu.be/aqz-KE-bpKQ', playbackUrl: 'https://youtu.be/aqz-KE-bpKQ' })
  const frame = await screen.findByTitle(media.title)
  await waitFor(() =>
    expect(screen.getByTitle(media.title).getAttribute('src')).toContain('youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&start=760'),
  )
  expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  expect(screen.queryByRole('textbox', { name: /Note at/ })).toBeNull()
})

test('staff watch uncounted, and get to its making', async () => {
  const called = show('TRAINER', media)
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Mark attendance' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
  expect(called.some(({ name }) => name.startsWith('attendance.'))).toBe(false)
})

const joined = {
  status: 'PRESENT',
  source: 'JOIN',
  remark: null,
  markedBy: null,
  markedAt: null,
  coverage: null,
  joinedAt: minutes(0),
  minutes: null,
  joinUrl: 'https://zoom.example/j/2',
} as const

/** jsdom opens no tabs. */
function fakeTab() {
  const tab = { opener: window, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return { tab, open }
}

test('joining tells the server, and opens the way in that it answers with', async () => {
  const { tab, open } = fakeTab()
  const called = show('STUDENT', live, { markLiveAttendance: async () => joined })
  await userEvent.click(await screen.findByRole('button', { name: 'Join now' }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://zoom.example/j/2'))
  expect(tab.opener).toBeNull()
  expect(called.find(({ name }) => name === 'attendance.markLiveAttendance')?.request.body).toEqual({ courseId, weekId, mediaId })
  open.mockRestore()
})

test('a refusal is a sentence, and leaves no empty tab', async () => {
  const { tab, open } = fakeTab()
  const refusal = 'The time to join is over. Ask your trainer to mark you present.'
  show('STUDENT', live, { markLiveAttendance: () => Promise.reject(new FakeProblem(409, 'not-in-window', refusal)) })
  await userEvent.click(await screen.findByRole('button', { name: 'Join now' }))
  expect(await screen.findAllByText(refusal)).toHaveLength(1)
  expect(tab.close).toHaveBeenCalled()
  open.mockRestore()
})

test('where the browser lets no tab open, the way in stands there as a link', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  show('STUDENT', live, { markLiveAttendance: async () => joined })
  await userEvent.click(await screen.findByRole('button', { name: 'Join now' }))
  const link = await screen.findByRole('link', { name: 'Open the session' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://zoom.example/j/2', 'noopener noreferrer'])
  open.mockRestore()
})

test('whoever holds the session starts it by a link asked for at the click, and is not marked by that', async () => {
  const { tab, open } = fakeTab()
  const called = show('TRAINER', live, {}, { getStartLink: async () => ({ url: 'https://zoom.example/s/1' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://zoom.example/s/1'))
  expect(called.some(({ name }) => name.startsWith('attendance.'))).toBe(false)
  expect(screen.queryByRole('button', { name: 'Join now' })).toBeNull()
  open.mockRestore()
})

const planned = (startsAt: string, more: Partial<typeof zoom> = {}): Media => ({ ...live, zoomOptions: { ...zoom, startsAt, ...more } })

test.each([
  ['far ahead', planned(minutes(200)), 'Scheduled', ['Add to calendar'], ['Join', 'Join now']],
  [
    'a quarter of an hour before',
    planned(minutes(14)),
    'Opens soon',
    ['Join', 'Copy passcode 482 913', 'Trouble joining?'],
    ['Add to calendar'],
  ],
  ['running', planned(minutes(-3)), 'Live now', ['Join now', 'Copy passcode 482 913'], ['Add to calendar']],
  ['over its time', planned(minutes(-65)), 'Ended', ['Join now'], ['Add to calendar']],
  ['long over', planned(minutes(-200)), 'Ended', [], ['Join', 'Join now', 'Add to calendar']],
  ['moved', planned(minutes(200), { movedFrom: minutes(60) }), 'Moved', ['Update calendar'], ['Join']],
] as const)('the card of a session that is %s', async (_, shown, chip, there, gone) => {
  show('STUDENT', shown)
  expect(await screen.findByText(chip)).toBeDefined()
  for (const name of there) expect(screen.getByRole('button', { name })).toBeDefined()
  for (const name of gone) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a session without a way in says so to whoever can set one, and to students', async () => {
  show('TRAINER', planned(minutes(-3), { joinUrl: null, passcode: null }))
  expect(await screen.findByText('No way in is set yet. Edit this session to add its link.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  cleanup()
  show('STUDENT', planned(minutes(-3), { joinUrl: null, passcode: null }))
  expect(await screen.findByText('The way in is not set yet. Your trainers give it to you.')).toBeDefined()
})

test('the same address shows the recording, once there is one', async () => {
  show('STUDENT', { ...planned(minutes(-200)), url: 'videos/x.mp4', playbackUrl: '/files/x.mp4' })
  expect(await screen.findByText('Recording ready')).toBeDefined()
  expect(await screen.findByText('41 % watched')).toBeDefined()
})

test('staff see how far the Zoom meeting is, and can try again', async () => {
  const failed = planned(minutes(200), { joinUrl: null, zoomMeeting: { state: 'FAILED', reason: 'Zoom refused: No licence' } })
  const called = show('TRAINER', failed, {}, { retryZoomMeeting: async () => failed })
  expect(await screen.findByText('Zoom refused: No licence')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(called.some(({ name }) => name === 'media.retryZoomMeeting')).toBe(true))
})

test('the session’s card goes by the server’s clock', async () => {
  // The device is an hour behind: by its own clock the session would be far away.
  const ahead = 60 * 60_000
  noteServerTime(new Date(Date.now() + ahead).toUTCString())
  try {
    show('STUDENT', { ...live, zoomOptions: { ...zoom, startsAt: minutes(58) } })
    expect(await screen.findByText('Live now')).toBeDefined()
  } finally {
    noteServerTime(new Date().toUTCString())
  }
})
