/** A week with two live sessions: each link opens the register of its session. */

import { clientOf } from './client.ts'
import { clientFor, demo, password, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('the dashboard and the session’s own page open the right register, and the dashboard counts what is marked', async ({ browser }) => {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.trainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Clinics ${run}`, mode: 'LIVE', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const zoomOptions = { startsAt: new Date().toISOString(), durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/room' }
  const create = (title: string) => trainer.media.createMedia({ params, body: { title, type: 'LIVE', zoomOptions } })
  const [first, second] = [await create(`Morning clinic ${run}`), await create(`Evening clinic ${run}`)]
  const { token } = await clientOf().auth.register({ body: { name: `Noor ${run}`, email: `clinics.${run}@example.org`, password } })
  await clientOf(token).courses.enroll({ params: { id: course.id } })
  const marked = async () => {
    const { students } = await trainer.attendance.getCourseAttendance({ params })
    return Object.keys(students[0]!.entries)
  }

  const page = await signedIn(browser, demo.trainer, '/')
  // The session's name comes first on its card.
  const card = page
    .locator('div')
    .filter({ has: page.getByRole('link', { name: first.title }) })
    .filter({ has: page.getByRole('link', { name: 'Mark attendance' }) })
    .last()
  await expect(card).toContainText('0 of 1 marked')
  await card.getByRole('link', { name: 'Mark attendance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible()
  await page.getByRole('button', { name: 'Mark 1 as present' }).click()
  await expect.poll(marked).toEqual([first.id])
  await page.goto('/')
  await expect(card).toContainText('1 of 1 marked')

  await page.goto(`/courses/course/${course.id}/week/${params.weekId}/media/${second.id}`)
  await page.getByRole('link', { name: 'Mark attendance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: second.title })).toBeVisible()
  await expect(page.getByText('0 of 1 marked')).toBeVisible()

  // A link to a deleted session does not open the register of the other one.
  await trainer.media.removeMedia({ params: { courseId: course.id, mediaId: second.id } })
  await page.reload()
  await expect(page.getByText('This session is no longer in week 1')).toBeVisible()
})
