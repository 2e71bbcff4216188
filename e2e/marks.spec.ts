/** A trainer exports the marks of a course as a spreadsheet and imports them again; a student sees how the total is calculated. */
import { readFile } from 'node:fs/promises'
import { countEffort } from './effort.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** For a file whose cells are all quoted. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell, end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n|$)/g)) {
    rows.at(-1)!.push(cell!.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((cells) => cells.length > 0)
}

test('the marks of a course are exported as CSV within four clicks from the first page', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Data Journalism' }).first())
  await effort.click(page.getByRole('link', { name: /Gradebook/ }))
  await effort.click(page.getByRole('button', { name: 'Export' }))
  const download = page.waitForEvent('download')
  await effort.click(page.getByRole('menuitem', { name: 'Download CSV' }))
  const text = await readFile(await (await download).path(), 'utf8')
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain('Week 5 chart critique [')
  expect(lines.filter((line) => line.includes('@harbour.example'))).toHaveLength(24)
  expect(effort.clicks).toBeLessThanOrEqual(4)
})

test('marks changed in the exported file are imported, and the student sees the new one', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await page.getByRole('link', { name: 'Data Journalism' }).first().click()
  await page.getByRole('link', { name: /Gradebook/ }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  const rows = cellsOf(await readFile(await (await download).path(), 'utf8'))
  const column = rows[0]!.findIndex((head) => head.startsWith('Week 5 chart critique ['))
  const row = rows.find(([, name]) => name === 'Ana Li')!
  const mark = row[column] === '19.25' ? '19.5' : '19.25'
  row[column] = mark.replace('.', ',')

  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Import marks' }))
  await effort.chooseFile(page.getByRole('button', { name: 'Choose a file' }), {
    name: 'marks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\r\n')),
  })
  await effort.click(page.getByRole('button', { name: 'Save 1 mark' }))
  await expect(page.getByRole('heading', { name: '1 mark saved' })).toBeVisible()
  expect(effort.clicks).toBeLessThanOrEqual(5)

  const courseId = page.url().split('/').at(-3)!
  const student = await signedIn(browser, demo.student, `/courses/course/${courseId}/marks`)
  await expect(student.getByRole('listitem').filter({ hasText: 'Week 5 chart critique' })).toContainText(`${mark} / 20`)

  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByRole('heading', { name: '1 mark set back' })).toBeVisible()
})

test('a student sees the same total as the gradebook', async ({ browser }) => {
  const trainer = await clientFor(demo.trainer)
  const { items } = await trainer.courses.listMyCourses({ query: { search: 'Data Journalism' } })
  const courseId = items[0]!.id
  const page = await signedIn(browser, demo.student)
  // Other journeys change marks of this course concurrently, so both are reloaded until they agree.
  await expect(async () => {
    await page.goto(`/courses/course/${courseId}/marks`)
    await expect(page.getByText(/^Total so far$/).first()).toBeVisible()
    const { items: rows } = await trainer.marks.getGradebook({ params: { courseId }, query: { search: 'Ana Li' } })
    const total = new RegExp(`^${Math.floor(rows[0]!.total!)}([.]\\d)?\\s?%$`)
    await expect(page.getByText(total).first()).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
})
