import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { csvStream } from '#services/csv.ts'

async function* rowsOf(...rows: unknown[][]) {
  yield* rows
}

test('a byte order mark, all cells quoted, CRLF line ends', async () => {
  const file = await text(csvStream(['name', 'n'], rowsOf(['Inês "I" C, Esq.\nx', 3], [null, undefined])))
  expect(file).toBe('"name","n"\r\n"Inês ""I"" C, Esq.\nx","3"\r\n"",""\r\n')
  const bytes = await csvStream(['a'], rowsOf()).toArray()
  expect([...Buffer.concat(bytes).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '  =1', '\u00a0=1'])('%j is escaped', async (cell) => {
  expect(await text(csvStream(['a'], rowsOf([cell])))).toContain(`"'${cell}"`)
})

test.each(['a=1', 'Ana-Li', '1-2', ''])('%j is unchanged', async (cell) => {
  expect(await text(csvStream(['a'], rowsOf([cell])))).toContain(`"${cell}"`)
})

test('an error while reading rows aborts the download', async () => {
  async function* broken() {
    yield ['a']
    throw new Error('lost')
  }
  await expect(text(csvStream(['a'], broken()))).rejects.toThrow('lost')
})
