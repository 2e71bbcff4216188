/** The media page with a recording or a live session on it, for any viewer. */

import { Route, Routes } from 'react-router'
import type { VideoAttendance } from '@lms/contract/attendance'
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import type { ProgressItem } from '@lms/contract/progress-items'
import { paths } from '#lib/paths.ts'
import { MediaScreen } from '#features/media/media-screen.tsx'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'

export const courseId = courseCalled('').id
export const weekId = '0198f6a0-0000-7000-8000-000000000002'
export const mediaId = '0198f6a0-0000-7000-8000-000000000003'
export const minutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString()

export const media: Media = {
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
  version: 0,
  position: 0,
  createdAt: minutes(-9999),
}
export const zoom: NonNullable<Media['zoomOptions']> = {
  startsAt: minutes(-3),
  durationMinutes: 60,
  timeZone: 'UTC',
  joinUrl: 'https://zoom.example/j/1',
  meetingId: null,
  passcode: '482 913',
  waitingRoom: false,
  startUrl: null,
  previousStartsAt: null,
  zoomMeeting: null,
}
export const live: Media = { ...media, type: 'LIVE', title: 'Q&A', url: null, playbackUrl: null, durationSeconds: null, zoomOptions: zoom }
const course = (role: 'STUDENT' | 'TRAINER', shown: Media): Course => ({
  ...courseCalled('Data Journalism'),
  weekCount: 1,
  studentCount: 24,
  membership: { role, status: 'ACTIVE' },
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
      version: 0,
      assignments: [],
      media: [{ ...shown, startsAt: null, durationMinutes: 60, hasRecording: shown.url !== null }],
    },
  ],
})
export const place: VideoAttendance = {
  watched: false,
  watchedAt: null,
  coverage: 0.41,
  position: 760,
  savedAt: minutes(-60),
  durationSeconds: 1865,
  ranges: [[0, 764]],
  source: null,
}

export function show(
  role: 'STUDENT' | 'TRAINER',
  shown: Media,
  attendance: Fakes['attendance'] = {},
  more: Fakes['media'] = {},
  courseValues: Partial<Course> = {},
  items: ProgressItem[] = [],
) {
  signInAs(role === 'STUDENT' ? 'USER' : 'TRAINER')
  const called = fakeApi({
    courses: {
      getCourse: async () => ({ ...course(role, shown), ...courseValues }),
      getProgress: async () => ({ percentage: 0, reasons: [], completed: 0, total: 0, next: null, items }),
    },
    assignments: { listCourseAssignments: async () => ({ items: [], page: 1, limit: 100, total: 0 }) },
    media: { getMedia: async () => shown, getViewers: async () => ({ started: 0, watched: 0, unwatched: 0 }), ...more },
    attendance: { checkVideoAttendance: async () => place, ...attendance },
  })
  renderAt(
    <Routes>
      <Route path={paths.media.pattern} element={<ScreenWithData of={MediaScreen} />} />
    </Routes>,
    paths.media.to({ courseId, weekId, mediaId }),
  )
  return called
}
