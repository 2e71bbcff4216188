/** Times in exported files. */

import { buffer, text } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { toClockTime } from '#services/clock-time.ts'
import { csvStream } from '#services/csv.ts'
import { xlsxStream } from '#services/xlsx.ts'

test.each([
  ['2026-11-19T22:05:31.284Z', 'Pacific/Auckland', '2026-11-20 11:05'],
  ['2026-11-20T02:00:00Z', 'Pacific/Honolulu', '2026-11-19 16:00'],
  ['2026-11-20T00:00:00Z', 'UTC', '2026-11-20 00:00'],
])('%s in %s is the time on the wall, in text and as a date of a workbook', async (at, zone, words) => {
  const time = toClockTime(at, zone)
  const rows = async function* () {
    yield ['Ana', time]
  }
  expect(await text(csvStream(['Name', 'At'], rows()))).toContain(`"Ana","${words}"`)
  const [, row] = await readSheet(new Blob([new Uint8Array(await buffer(xlsxStream('Times', ['Name', 'At'], rows())))]))
  expect(row).toEqual(['Ana', new Date(`${words.replace(' ', 'T')}Z`)])
})

test('nothing stays nothing', () => expect(toClockTime(null, 'UTC')).toBeNull())
