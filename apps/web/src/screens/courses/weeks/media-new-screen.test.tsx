/** Adding media: a trainer finds what they began to upload in another browser, and can give it up. */
import type { Week } from '@lms/contract/weeks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { courseList } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { MediaNewScreen } from './media-new-screen.tsx'

const course = { ...courseList(['Data Journalism']).all[0]!, membership: { role: 'TRAINER', status: 'ACTIVE' } as const }
const week: Week = {
  id: '0198f6a0-0000-7000-9000-000000000001',
  courseId: course.id,
  number: 6,
  title: 'Cleaning',
  description: '',
  startsOn: null,
  unlockAt: null,
  published: true,
  locked: false,
  media: [],
  assignments: [],
}
const begun = {
  key: 'video/x/y.mp4',
  uploadId: 'u',
  fileName: 'Begun at home.mp4',
  fileType: 'video/mp4',
  size: 400 * 2 ** 20,
  partSize: 2 ** 23,
  confirmed: 2 ** 23,
  createdAt: '2026-11-12T10:00:00Z',
}

test('what was begun elsewhere stands under the field that goes on with it', async () => {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => course },
    weeks: { getWeek: async () => week },
    media: { getMediaOptions: async () => ({ zoom: false }) },
    files: {
      listUploads: async () => ({ items: [begun], page: 1, limit: 100, total: 1 }),
      abortMultipart: async () => undefined,
    },
  })
  const routes = (
    <Routes>
      <Route path={paths.mediaNew.pattern} element={<MediaNewScreen />} />
    </Routes>
  )
  renderAt(routes, paths.mediaNew.to({ courseId: course.id, weekId: week.id }))
  const unfinished = await screen.findByRole('region', { name: /^Unfinished uploads ?1/ })
  expect(within(unfinished).getByText('8 MB of 400 MB')).toBeDefined()
  expect(within(unfinished).getByText(/Choose the same file above/)).toBeDefined()
  await userEvent.click(within(unfinished).getByRole('button', { name: 'Cancel the upload of Begun at home.mp4' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the upload' }))
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'files.abortMultipart')?.request.query).toEqual({ key: begun.key, uploadId: 'u' }),
  )
})
