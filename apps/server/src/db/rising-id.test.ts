import { expect, test } from 'vitest'
import { risingId } from './rising-id.ts'

test('ids increase within a millisecond, and are valid', () => {
  const ids = Array.from({ length: 5_000 }, () => risingId())
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('a clock that is set back holds nobody: the last id is counted up', () => {
  const ids = ['0197c1c0-0000-7000-8fff-ffffffffffff', '0197c1bf-0000-7000-8000-000000000000', '0197c1bf-0000-7000-8000-000000000001']
  const future = (id: string) => id.replace('0197', 'f197')
  expect(ids.map((id) => risingId(() => future(id)))).toEqual(
    ['0197c1c0-0000-7000-8fff-ffffffffffff', '0197c1c0-0000-7000-9000-000000000000', '0197c1c0-0000-7000-9000-000000000001'].map(future),
  )
})
