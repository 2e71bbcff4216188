/** Lists with all their pages. */

import { expect, test } from 'vitest'
import { fetchAllPages } from './api-lists.ts'

test('all pages are read until the total is there, or a page is empty because something was deleted in between', async () => {
  const pages = [[1, 2], [3, 4], [5]]
  const read = (total: number) => fetchAllPages(async (page) => ({ items: pages[page - 1] ?? [], total }))
  expect(await read(5)).toEqual([1, 2, 3, 4, 5])
  expect(await read(4)).toEqual([1, 2, 3, 4])
  expect(await read(9)).toEqual([1, 2, 3, 4, 5])
})
