/** Sizes as people read them, and rows as a file for spreadsheets. */

import { expect, test } from 'vitest'
import { csvFile, fileSize } from './files.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [340 * 1024, '340 kB'],
  [4.24 * 1024 ** 2, '4.2 MB'],
  [12.4 * 1024 ** 2, '12 MB'],
  [3 * 1024 ** 3, '3 GB'],
])('%i bytes are %s', (bytes, words) => expect(fileSize(bytes)).toBe(words))

test('every cell is quoted; formulas, quotes and marks that break imports do no harm', async () => {
  const file = csvFile([['Name', 'Note'], null, ['Ana "A" Li', '=1+1\0']], 'people.csv')
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([bytes[0], bytes[1], bytes[2]]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('"Name","Note"\r\n\r\n"Ana ""A"" Li","\'=1+1"\r\n')
  expect([file.name, file.type]).toEqual(['people.csv', 'text/csv'])
})
