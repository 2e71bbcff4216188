/** All announcements of a course: a notice leads to the one that it is about, on whatever page. */

import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Announcement } from '@lms/contract/course-emails'
import { paths } from '#lib/paths.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { AnnouncementsScreen } from './announcements-screen.tsx'

const announcement = (n: number): Announcement => ({
  id: idOf(n),
  courseId,
  courseTitle: 'Data Journalism',
  subject: `Announcement ${n}`,
  body: '<p>Bring one dataset.</p>',
  senderName: 'Inês Carvalho',
  shownUntil: '2026-12-24T00:00:00.000Z',
  sentAt: '2026-11-20T08:00:00.000Z',
})

/** With that many announcements, the newest with the highest number. */
function open(total: number, at = '') {
  signInAs('USER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('STUDENT') },
    courseEmails: {
      listCourseAnnouncements: async ({ query }) => {
        const [page, limit] = [Number(query?.page), Number(query?.limit)]
        const all = Array.from({ length: total }, (_, index) => announcement(total - index))
        return { items: all.slice((page - 1) * limit, page * limit), page, limit, total }
      },
    },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.announcements.pattern} element={<ScreenWithData of={AnnouncementsScreen} />} />
    </Routes>,
    paths.announcements.to({ courseId }) + at,
  )
  return {
    router,
    pages: () => called.filter(({ name }) => name.endsWith('listCourseAnnouncements')).map(({ request }) => request.query?.page),
  }
}

test('a notice leads to its announcement on a later page', async () => {
  const { pages, router } = open(45, `#${idOf(3)}`)
  await waitFor(() => expect(document.activeElement?.id).toBe(idOf(3)))
  expect(document.activeElement?.textContent).toContain('Announcement 3')
  expect(pages()).toEqual(['1', '2', '3'])
  expect(router.state.location).toMatchObject({ search: '?page=3', hash: `#${idOf(3)}` })
  expect(screen.queryByText(/was removed/)).toBeNull()
})

test.each([1, 21])('of %i announcements, one that was removed is said to be', async (total) => {
  open(total, `#${idOf(99)}`)
  expect(await screen.findByText('The announcement that this link leads to was removed.')).toBeTruthy()
})

test('a page that holds them all has no line that says so', async () => {
  open(1)
  expect(await screen.findByRole('heading', { name: 'Announcement 1' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Announcements, pages' })).toBeNull()
})
