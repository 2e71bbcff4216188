/** The tabs of a course are at the same place on all of its pages, and lead through all of them by keyboard. */

import type { Page } from '@playwright/test'
import { countEffort } from './effort.ts'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const row = (page: Page) => page.getByRole('navigation', { name: 'Pages of the course' })
const placeOf = async (page: Page): Promise<number> => {
  await page.evaluate(() => window.scrollTo(0, 0))
  return (await row(page).boundingBox())!.y
}

const titles = {
  trainer: ['People', 'Gradebook', 'Attendance', 'Discussion', 'Emails'],
  student: ['My marks', 'Attendance', 'Discussion', 'Announcements'],
}

for (const [who, pages] of Object.entries(titles) as [keyof typeof titles, string[]][])
  for (const width of [1280, 390])
    test(`a ${who} goes through all pages of a course by keyboard, ${width} px`, async ({ browser }) => {
      const page = await signedIn(browser, demo[who])
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/enrolled-courses')
      await page.getByRole('link', { name: 'Data Journalism', exact: true }).first().click()
      await expect(row(page)).toBeVisible()
      const place = await placeOf(page)
      for (const [at, title] of pages.entries()) {
        await row(page)
          .getByRole('link')
          .nth(at + 1)
          .focus()
        await page.keyboard.press('Enter')
        // Reading goes on with the title.
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()
        const current = row(page).locator('[aria-current=page]')
        await expect(current).toBeInViewport({ ratio: 0.98 })
        expect(await current.evaluate((link) => [...link.closest('ul')!.children].indexOf(link.parentElement!))).toBe(at + 1)
        expect(await placeOf(page), title).toBe(place)
      }
    })

test('what waits for marks is two clicks from the list of courses', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await page.goto('/enrolled-courses')
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Data Journalism', exact: true }).first())
  await effort.click(row(page).getByRole('link', { name: /^Marks, \d+ to grade$/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Gradebook' })).toBeVisible()
  expect(effort.clicks).toBe(2)
})
