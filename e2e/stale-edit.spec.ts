/** Two people edit the same week: the second to save sees both versions of each field, and nothing is overwritten silently. */

import { findViolations } from './axe.ts'
import { clientFor, demo, returning } from './people.ts'
import { expect, test } from './test.ts'

test('the second to save a week chooses between both versions, also after a reload, by keyboard', async ({ browser }) => {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.trainer)
  const course = await trainer.courses.createCourse({ body: { title: `Tables ${run}`, status: 'PUBLISHED', weekCount: 2 } })
  const at = { courseId: course.id, weekId: course.weeks![0]!.id }
  const week = () => trainer.weeks.getWeek({ params: at })
  const page = await returning(browser, demo.trainer)
  await page.goto(`/courses/${at.courseId}/weeks/${at.weekId}/edit`)
  await page.getByLabel('Title').fill('Cleaning and checking data')

  // Somebody else saves first.
  const admin = await clientFor(demo.admin)
  await admin.weeks.updateWeek({ params: at, body: { title: 'Cleaning, checking', startsOn: '2026-11-24', version: 0 } })
  await page.keyboard.press('Control+s')
  const alert = page.getByRole('alert').filter({ hasText: 'saved this week at' })
  await expect(alert).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  expect(await week()).toMatchObject({ title: 'Cleaning, checking', version: 1 })

  // Nothing that was typed is lost with the page.
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Cleaning and checking data')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Save week' }).press('Enter')
  await expect(page.getByText('Choose 1 field')).toBeVisible()
  const theirs = page.getByRole('radio', { name: /· saved/ })
  await expect(theirs).toBeFocused()
  await theirs.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Yours · not saved' })).toBeChecked()
  await page.getByRole('button', { name: 'Save week' }).press('Enter')
  await expect(page.getByText('Week 1 is saved')).toBeVisible()
  expect(await week()).toMatchObject({ title: 'Cleaning and checking data', startsOn: '2026-11-24', version: 2 })
})
