/** A live session while it is open: it opens next to the page, a click is attendance, and the server's clock decides. */

import type { Browser, Page } from '@playwright/test'
import type { Client } from '@lms/contract/client'
import { findViolations } from './axe.ts'
import { clientOf } from './client.ts'
import { clientFor, demo, password, returning, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const room = 'https://meet.example.org/j/1'

type Course = { courseId: string; weekId: string; trainer: Client; student: string; name: string }

async function liveCourse(): Promise<Course> {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.trainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Sourcing ${run}`, mode: 'LIVE', status: 'PUBLISHED', weekCount: 1 },
  })
  const [student, name] = [`live.${run}@example.org`, `Lena ${run}`]
  const { token } = await clientOf().auth.register({ body: { name, email: student, password } })
  await clientOf(token).courses.enroll({ params: { id: course.id } })
  return { courseId: course.id, weekId: course.weeks![0]!.id, trainer, student, name }
}

/** Seconds from now on; returns the path of its page. */
async function session({ courseId, weekId, trainer }: Course, startsIn: number, joinUrl: string | null): Promise<string> {
  const startsAt = new Date(Date.now() + startsIn * 1000).toISOString()
  const zoomOptions = { startsAt, durationMinutes: 60, timeZone: 'Europe/London', joinUrl }
  const media = await trainer.media.createMedia({ params: { courseId, weekId }, body: { title: 'Q&A', type: 'LIVE', zoomOptions } })
  return `/courses/course/${courseId}/week/${weekId}/media/${media.id}`
}

async function roster(browser: Browser, { courseId, weekId, name }: Course): Promise<ReturnType<Page['locator']>> {
  const page = await signedIn(browser, demo.trainer, `/courses/${courseId}/weeks/${weekId}/mark-attendance`)
  return page.getByRole('grid', { name: 'Students' }).getByRole('row').filter({ hasText: name })
}

test('a student joins in a new tab, and staff see that and when', async ({ browser }) => {
  const course = await liveCourse()
  const path = await session(course, -180, room)
  const page = await returning(browser, course.student)
  await page.context().route(`${room}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The room</h1>' }))
  await page.goto(path)
  await expect(page.getByText('Live now')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  const tab = await opening
  await expect(tab.getByRole('heading', { name: 'The room' })).toBeVisible()
  expect([tab.url(), await tab.evaluate(() => window.opener)]).toEqual([room, null])
  await expect(page.getByText(/^You joined at \d\d:\d\d\.$/)).toBeVisible()
  await expect(await roster(browser, course)).toContainText(/Joined \d\d:\d\d/)
})
