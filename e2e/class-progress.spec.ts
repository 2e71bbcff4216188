/** A trainer finds who is at risk, writes to them, and prints the class list: all rows, heads on each page, nothing of the screen. */

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { countEffort } from './effort.ts'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** The text of each page. */
async function textsOf(pdf: Buffer): Promise<string[]> {
  const file = await getDocument({ data: new Uint8Array(pdf) }).promise
  const numbers = Array.from({ length: file.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await file.getPage(number)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    }),
  )
}

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

test('the class list on paper has all students, and no menu or buttons', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await page.evaluate(() => (window.print = () => undefined))
  await page.getByRole('link', { name: 'Data Journalism' }).first().click()
  await page.getByRole('link', { name: /24 students/ }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('menuitem', { name: 'Class list' }).click()
  await expect(page.locator('[data-print-sheet] tbody tr')).toHaveCount(24)
  const pages = await textsOf(await page.pdf({ width: '210mm', height: '120mm' }))
  expect(pages.length).toBeGreaterThan(1)
  const rows = pages.map((text) => text.match(/@harbour\.example/g)?.length ?? 0)
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(24)
  for (const [index, text] of pages.entries()) if (rows[index]! > 0) expect(text).toContain('Email')
  expect(pages[0]).toContain('Class list')
  for (const word of ['My Courses', 'Export', 'Write email', 'Missing work']) expect(pages.join(' ')).not.toContain(word)
  await page.keyboard.press('Control+p')
  await expect(page.locator('[data-print-sheet] tbody tr')).toHaveCount(24)
})
