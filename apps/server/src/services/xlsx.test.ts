/** Workbooks, read back by the library that reads imports. */

import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { xlsxStream } from '#services/xlsx.ts'

const read = async (file: Uint8Array<ArrayBuffer>) => readSheet(new Blob([file]))
async function* each<T>(...rows: T[]): AsyncGenerator<T> {
  yield* rows
}

test('text stays text, numbers are numbers, and nothing is an empty cell', async () => {
  const rows = each(['=1+1', 7.5, null], ['<b> & "q"', 0, undefined], ['two\nlines, عربي 🎻', -3, '001'])
  const file = await buffer(xlsxStream('A & B', ['Name', 'Marks', 'Note'], rows, [30]))
  expect(await read(new Uint8Array(file))).toEqual([
    ['Name', 'Marks', 'Note'],
    ['=1+1', 7.5, null],
    ['<b> & "q"', 0, null],
    ['two\nlines, عربي 🎻', -3, '001'],
  ])
})

test('characters that XML does not know are left out', async () => {
  const file = await buffer(xlsxStream('Marks', ['Name'], each(['a\u0000b\uD800c\uFFFE'])))
  expect((await read(new Uint8Array(file)))[1]).toEqual(['ab\uFFFDc'])
})

test('more than 26 columns and many rows are each in their place', async () => {
  const header = Array.from({ length: 703 }, (_, n) => `Column ${n}`)
  const rows = Array.from({ length: 200 }, (_, row) => header.map((_, n) => row * n))
  const [first, ...others] = await read(new Uint8Array(await buffer(xlsxStream('Wide', header, each(...rows)))))
  expect(first).toEqual(header)
  expect(others).toEqual(rows)
})

test('the file begins before its first row is there, and an error of a row ends it', async () => {
  const first = Promise.withResolvers<string[]>()
  const rows = (async function* () {
    yield await first.promise
  })()
  const chunks = xlsxStream('Marks', ['Name'], rows)[Symbol.asyncIterator]()
  const { value } = await chunks.next()
  expect((value as Buffer).subarray(0, 2).toString()).toBe('PK')
  first.reject(new Error('gone'))
  await expect(chunks.next()).rejects.toThrow('gone')
})
