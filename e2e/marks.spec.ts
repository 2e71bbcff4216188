/** A trainer exports the marks of a course as a spreadsheet and imports them again; the student sees the new one. */

import { readFile } from 'node:fs/promises'
import { countEffort } from './effort.ts'
import { demo, signedIn } from './people.ts'
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

test('marks are exported and imported again with few clicks, and the student sees the new one', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  const toExport = countEffort(page)
  await toExport.click(page.getByRole('link', { name: 'Data Journalism' }).first())
  await toExport.click(page.getByRole('link', { name: /^Marks/ }))
  await toExport.click(page.getByRole('button', { name: 'Export' }))
  const download = page.waitForEvent('download')
  await toExport.click(page.getByRole('menuitem', { name: 'Download CSV' }))
  expect(toExport.clicks).toBeLessThanOrEqual(4)
  const rows = cellsOf(await readFile(await (await download).path(), 'utf8'))
  expect(rows.filter((cells) => cells.some((cell) => cell.endsWith('@harbour.example')))).toHaveLength(24)
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
  await expect(page.getByRole('heading', { name: '1 mark restored' })).toBeVisible()
})
