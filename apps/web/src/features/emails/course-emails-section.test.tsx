/** Emails from courses on the profile: each course can be switched off and on separately. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { CourseEmailsSection } from './course-emails-section.tsx'

test('a switch stays as it was set while the list is read again, and keeps the focus', async () => {
  signInAs('USER')
  const courseId = idOf(1)
  let reads = 0
  const called = fakeApi({
    courseEmails: {
      listCourseSubscriptions: async () =>
        reads++ === 0 ? { items: [{ courseId, title: 'Photography', isStopped: false }] } : new Promise<never>(() => undefined),
      stopCourseEmails: async () => undefined,
    },
  })
  renderAt(<CourseEmailsSection />)
  const it = await screen.findByRole<HTMLInputElement>('switch', { name: 'Photography' })
  await userEvent.click(it)
  expect([it.checked, it.disabled]).toEqual([false, false])
  await waitFor(() => expect(reads).toBeGreaterThan(1))
  expect(called.map(({ name }) => name)).toContain('courseEmails.stopCourseEmails')
  expect([it.checked, document.activeElement === it]).toEqual([false, true])
})

test('the emails of one course are switched off and on again; the other course stays as it is', async () => {
  signInAs('USER')
  const stopped = new Set<string>()
  const courses = { [idOf(1)]: 'Data Journalism', [idOf(2)]: 'Photography' }
  fakeApi({
    courseEmails: {
      listCourseSubscriptions: async () => ({
        items: Object.entries(courses).map(([courseId, title]) => ({ courseId, title, isStopped: stopped.has(courseId) })),
      }),
      stopCourseEmails: async ({ params }) => void stopped.add(params.courseId),
      startCourseEmails: async ({ params }) => void stopped.delete(params.courseId),
    },
  })
  renderAt(<CourseEmailsSection />)
  const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked
  await userEvent.click(await screen.findByRole('switch', { name: 'Photography' }))
  await waitFor(() => expect(isOn('Photography')).toBe(false))
  expect([...stopped]).toEqual([idOf(2)])
  expect(isOn('Data Journalism')).toBe(true)
  await userEvent.click(screen.getByRole('switch', { name: 'Photography' }))
  await waitFor(() => expect(isOn('Photography')).toBe(true))
  expect([...stopped]).toEqual([])
})
