/** Ids are UUIDs without what only secure contexts have. */

import { afterEach, expect, test, vi } from 'vitest'
import { Id } from '@lms/contract/values'
import { newId } from './ids.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page that is not served over https gets unique ids, too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 1000 }, newId)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(Id.safeParse(id).success).toBe(true)
  }
})
