/** A trainer finds who is at risk, writes to them, and prints the class list: all rows, heads on each page, nothing of the screen. */

import { countEffort } from './effort.ts'
import { printedTexts, stopPrintDialog } from './pdf.ts'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('from the first page to an email for those at risk in few clicks', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  const effort = countEffort(page)
  await effort.click(
    page
      .getByRole('region', { name: /^At risk/ })
      .getByRole('link')
      .first(),
  )
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  await effort.click(page.getByRole('checkbox', { name: 'All on this page' }))
  await effort.click(page.getByRole('button', { name: /^Write to these \d+$/ }))
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(effort.clicks).toBe(3)
})

test('who is missing work is found and written to', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Data Journalism' }).first())
  await effort.click(page.getByRole('link', { name: /^People, / }))
  await effort.click(page.getByRole('button', { name: /^Missing work/ }))
  await effort.click(page.getByRole('menuitemradio', { name: 'Some missing' }))
  await expect(page).toHaveURL(/missing=true/)
  await effort.click(page.getByRole('checkbox', { name: 'All on this page' }))
  await effort.press('e')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(effort.clicks).toBeLessThanOrEqual(5)
})

test('who has not watched a recording is found and written to', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Data Journalism' }).first())
  await effort.click(page.getByRole('link', { name: /^Cleaning a messy dataset/ }).first())
  await effort.click(page.getByRole('button', { name: /^Write to/ }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Students who have not watched Cleaning a messy dataset')
  expect(effort.clicks).toBeLessThanOrEqual(4)
})

test('the state of one person is two clicks away from the first page', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  const effort = countEffort(page)
  await effort.click(
    page
      .getByRole('region', { name: /^At risk/ })
      .getByRole('link')
      .first(),
  )
  await effort.click(page.getByRole('rowheader').getByRole('link').first())
  for (const part of ['Missing', 'Attendance', 'Timeline'])
    await expect(page.getByRole('region', { name: new RegExp(`^${part}`) })).toBeVisible()
  expect(effort.clicks).toBeLessThanOrEqual(2)
})

test('the class list on paper has all students, and no menu or buttons', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await stopPrintDialog(page)
  await page.getByRole('link', { name: 'Data Journalism' }).first().click()
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: /24 students/ }))
  await effort.click(page.getByRole('button', { name: 'Print class list' }))
  await expect(page.locator('[data-print-sheet] tbody tr')).toHaveCount(24)
  expect(effort.clicks).toBeLessThanOrEqual(2)
  const pages = await printedTexts(page, { width: '210mm', height: '120mm' })
  expect(pages.length).toBeGreaterThan(1)
  const rows = pages.map((text) => text.match(/@harbour\.example/g)?.length ?? 0)
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(24)
  for (const [index, text] of pages.entries()) if (rows[index]! > 0) expect(text).toContain('Email')
  expect(pages[0]).toContain('Class list')
  for (const word of ['My Courses', 'Export', 'Write email', 'Missing work']) expect(pages.join(' ')).not.toContain(word)
  await page.keyboard.press('Control+p')
  await expect(page.locator('[data-print-sheet] tbody tr')).toHaveCount(24)
})
