import { expect, test } from 'vitest'
import { shuffle } from '#lib/shuffle.ts'

test('a seed gives one order, other seeds give others, and nothing is lost', () => {
  const texts = ['a', 'b', 'c', 'd', 'e']
  const orders = Array.from({ length: 40 }, (_, seed) => shuffle(texts, `student-${seed}`).join(''))
  expect(shuffle(texts, 'student-1').join('')).toBe(orders[1])
  expect(orders.every((order) => [...order].toSorted().join('') === 'abcde')).toBe(true)
  expect(new Set(orders).size).toBeGreaterThan(25)
})
