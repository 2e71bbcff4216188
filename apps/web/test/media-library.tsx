/** The library of all media with four items, for tests. */

import { screen } from '@testing-library/react'
import type { Client } from '@lms/contract/client'
import { MediaLibraryScreen } from '#features/media/media-library-screen.tsx'
import { courseList } from '#test/courses.ts'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'

export type Item = Awaited<ReturnType<Client['media']['listMedia']>>['items'][number]

export const courses = courseList(['Data Journalism', 'Joints'])
export const course = courses.all[0]!
export const id = (n: number): string => `0198f6a0-0000-7000-9000-${String(n).padStart(12, '0')}`
export const week = { id: id(90), courseId: course.id, number: 6, title: 'Cleaning', description: '', startsOn: null, unlockAt: null }
export const weeks = [{ ...week, published: true, locked: false, version: 0, media: [], assignments: [] }]
export const usedIn = { courseId: course.id, courseTitle: course.title, weekId: week.id, weekNumber: 6 }

export const cleaning: Item = {
  id: id(1),
  title: 'Cleaning a dataset',
  type: 'RECORDED',
  durationSeconds: 1860,
  startsAt: null,
  durationMinutes: null,
  hasRecording: true,
  url: 'video/0198f6a0-0000-7000-8000-000000000000/x.mp4',
  thumbnailUrl: '/files/still.webp',
  size: 120 * 2 ** 20,
  hasCaptions: true,
  createdAt: '2026-11-12T10:00:00Z',
  addedBy: { id: id(50), name: 'Inês Carvalho' },
  usedIn,
  restorable: null,
}
export const silent: Item = { ...cleaning, id: id(2), title: 'Silent film', hasCaptions: false, thumbnailUrl: null }
export const orphan: Item = { ...cleaning, id: id(3), title: 'Left behind', usedIn: null, addedBy: null }
export const emptied: Item = { ...cleaning, id: id(4), title: 'Emptied', url: null, size: null, hasCaptions: false }
export const all = [cleaning, silent, orphan, emptied]
export const place = { courseId: course.id, weekId: week.id, mediaId: cleaning.id }
export const shown = {
  courseId: course.id,
  weekId: week.id,
  url: 'x',
  playbackUrl: '/files/x.mp4',
  notes: '',
  attachments: [],
  captions: [],
  durationSeconds: 1860,
  thumbnail: null,
  thumbnailUrl: null,
  zoomOptions: null,
  position: 0,
  version: 0,
  createdAt: '2026-11-12T10:00:00Z',
}

export function open(
  items: readonly Item[] = all,
  address = '/media/all-media?page=1',
  files: Fakes['files'] = {},
  media: Fakes['media'] = {},
  moreCourses: Fakes['courses'] = {},
) {
  signInAs('ADMIN')
  const none = async () => ({ items: [], page: 1, limit: 100, total: 0 })
  const called = fakeApi({
    media: {
      listMedia: async () => ({ items: [...items], page: 1, limit: 24, total: items.length, storageUsed: 3 * 2 ** 30 }),
      getLibraryMedia: async ({ params }) => ({
        ...shown,
        ...all.find((item) => item.id === params.mediaId)!,
        position: 0,
        type: 'RECORDED',
      }),
      ...media,
    },
    courses: { listCourses: courses.find, getCourse: async (request) => ({ ...(await courses.get(request)), weeks }), ...moreCourses },
    files: { listUploads: none, listOthersUploads: none, ...files },
  })
  return { called, ...renderAt(<MediaLibraryScreen />, address) }
}
export const tileOf = async (title: string) => (await screen.findByRole('button', { name: `Preview ${title}` })).closest<HTMLElement>('li')!
