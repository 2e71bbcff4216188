/** Wide grids with the keyboard, in small windows: the cell with the focus is never covered, and there is always one way in. */

import type { Page } from '@playwright/test'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** Whether the middle of the cell with the focus can be seen; its label if not. */
const covered = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const cell = document.activeElement!
    const { left, top, width, height } = cell.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return cell.closest('[role=grid]') && there && (cell.contains(there) || there.contains(cell)) && !there.matches('table, tbody, tr')
      ? null
      : `${cell.getAttribute('aria-label') ?? cell.textContent} below ${there?.tagName} ${there?.textContent?.slice(0, 40)}`
  })

async function walk(page: Page, start: string, keys: readonly (readonly [string, number])[]): Promise<void> {
  await page.locator(start).focus()
  for (const [key, times] of keys)
    for (let n = 0; n < times; n++) {
      await page.keyboard.press(key)
      expect(await covered(page)).toBeNull()
    }
}

const tabStops = (page: Page) => page.locator('[role=grid] [tabindex="0"]')

for (const width of [1024, 800])
  test(`the cell with the focus is seen all along the grids, at ${width} px`, async ({ browser }) => {
    const page = await signedIn(browser, demo.trainer)
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/attendance')
    const round = [
      ['End', 1],
      ['ArrowLeft', 14],
      ['ArrowDown', 24],
      ['ArrowRight', 14],
      ['ArrowUp', 24],
    ] as const
    await page.locator('[data-cell="0:0"]').waitFor()
    await walk(page, '[data-cell="0:0"]', round)
    await page.getByRole('link', { name: 'Gradebook' }).or(page.locator('[data-cell="0:0"]')).first().waitFor()
    const course = new URL(page.url()).searchParams.get('course')
    const courses = await page.evaluate(async () => {
      const { token } = (JSON.parse(localStorage.getItem('auth-storage') ?? '{}') as { state: { token: string } }).state
      const reply = await fetch('/api/courses/enrolled?limit=50', { headers: { authorization: `Bearer ${token}` } })
      return ((await reply.json()) as { items: { id: string; title: string }[] }).items
    })
    const { id } = courses.find((one) => one.id === course) ?? courses.find(({ title }) => title === 'Data Journalism')!
    await page.goto(`/courses/course/${id}/marks`)
    await page.locator('[data-cell="1:1"]').waitFor()
    await walk(page, '[data-cell="1:1"]', round)
    await page.context().close()
  })

test('a grid keeps its one tab stop when it gets narrower, and its keys mark what has the focus', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/attendance')
  await page.locator('[data-cell="0:0"]').focus()
  await page.keyboard.press('Control+End')
  await page
    .getByRole('button', { name: /^Week / })
    .first()
    .click()
  await page.getByRole('menuitemradio').nth(1).click()
  await expect(page.getByRole('button', { name: 'Clear Week' })).toBeVisible()
  await expect(tabStops(page)).toHaveCount(1)
  await page.context().close()
})

for (const width of [1280, 1024])
  test(`opened at the end, the attendance grid shows whole dates between names and rates, at ${width} px`, async ({ browser }) => {
    const page = await signedIn(browser, demo.trainer)
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/attendance')
    const grid = page.getByRole('grid', { name: 'Attendance' })
    await grid.waitFor()
    await expect.poll(() => grid.evaluate((of) => of.parentElement!.scrollLeft)).toBeGreaterThan(0)
    const cut = await grid.evaluate((of) => {
      const heads = [...of.querySelectorAll('thead tr:first-child th')]
      const [from, to] = [heads[0]!.getBoundingClientRect().right, heads.at(-1)!.getBoundingClientRect().left]
      const dates = [...of.querySelectorAll('thead tr:last-child th > span')].map((date) => date.getBoundingClientRect())
      return { dates: dates.length, cut: dates.filter(({ left, right }) => [from, to].some((edge) => left < edge && right > edge)).length }
    })
    expect(cut.dates).toBeGreaterThan(5)
    expect(cut.cut).toBe(0)
    await page.context().close()
  })
