/** The media page: watching is the student's own, joining tells the server, staff are only shown. */
import type { VideoAttendance } from '@lms/contract/attendance'
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
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
const zoom = {
  startsAt: minutes(-3),
  durationMinutes: 60,
  timeZone: 'UTC',
  joinUrl: 'https://zoom.example/j/1',
  meetingId: null,
  passcode: '482 913',
  waitingRoom: false,
  startUrl: null,
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
  durationSeconds: 1865,
  ranges: [[0, 764]],
  source: null,
}

function show(role: 'STUDENT' | 'TRAINER', shown: Media, attendance: Fakes['attendance'] = {}) {
  signInAs(role === 'STUDENT' ? 'USER' : 'TRAINER')
  const called = fakeApi({
    courses: {
      getCourse: async () => course(role, shown),
      getProgress: async () => ({ percentage: 0, completed: 0, total: 0, items: [] }),
    },
    assignments: { listCourseAssignments: async () => ({ items: [], page: 1, limit: 100, total: 0 }) },
    media: { getMedia: async () => shown },
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

test('a course that counts what was played says what is needed', async () => {
  show('STUDENT', media, { markVideoAttendance: async () => place })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as watched' }))
  expect(await screen.findByText('This course counts what was played: 41 % so far, 90 % is needed.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Mark as watched' })).toBeDefined()
})

test('staff watch uncounted, and get to its making', async () => {
  const called = show('TRAINER', media)
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Mark attendance' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as watched' })).toBeNull()
  expect(called.some(({ name }) => name.startsWith('attendance.'))).toBe(false)
})

test('joining a live session opens the room and tells the server', async () => {
  const called = show('STUDENT', live, {
    markLiveAttendance: async () => ({ status: 'PRESENT', source: 'JOIN', remark: null, markedBy: null, markedAt: null, coverage: null }),
  })
  const join = await screen.findByRole('link', { name: 'Join now' })
  expect(join.getAttribute('href')).toBe('https://zoom.example/j/1')
  expect(join.getAttribute('target')).toBe('_blank')
  // jsdom opens no tabs.
  join.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(join)
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'attendance.markLiveAttendance')?.request.body).toEqual({ courseId, weekId, mediaId }),
  )
})

test('whoever holds the session starts it, and is not marked by that', async () => {
  show('TRAINER', { ...live, zoomOptions: { ...zoom, startUrl: 'https://zoom.example/s/1' } })
  expect((await screen.findByRole('link', { name: 'Start' })).getAttribute('href')).toBe('https://zoom.example/s/1')
  expect(screen.queryByRole('link', { name: 'Join now' })).toBeNull()
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
