import { expect, test } from 'vitest'
import { getPartSize } from '@lms/contract/file-types'
import { validateParts, validatePartSizes, validateSize } from '#modules/files/rules.ts'

const MiB = 1024 * 1024
const arrived = [
  { partNumber: 1, etag: '"a"', size: 8 * MiB },
  { partNumber: 2, etag: '"b"', size: 100 },
]

test('parts match in any order and with any ETag notation', () => {
  expect(
    validateParts(
      [
        { partNumber: 2, etag: ' B ' },
        { partNumber: 1, etag: '"a"' },
      ],
      arrived,
    ),
  ).toEqual([])
})

test('every error is reported', () => {
  const named = [
    { partNumber: 1, etag: 'x' },
    { partNumber: 1, etag: 'a' },
    { partNumber: 4, etag: 'a' },
  ]
  expect(validateParts(named, arrived)).toEqual([
    { pointer: '/parts/0/etag', detail: 'Part 1 arrived with another ETag' },
    { pointer: '/parts/1/partNumber', detail: 'Part 1 is named twice' },
    { pointer: '/parts/2/partNumber', detail: 'Part 4 has not arrived' },
    { pointer: '/parts', detail: 'Part 2 is missing' },
    { pointer: '/parts', detail: 'Part 3 is missing' },
  ])
  expect(validateParts([{ partNumber: 1, etag: 'a' }], arrived)).toEqual([{ pointer: '/parts', detail: 'Part 2 is missing' }])
})

test('a file must have the announced size, and must not be empty', () => {
  expect(validateSize(10, 10)).toBeUndefined()
  expect(validateSize(10, null)).toBeUndefined()
  expect(validateSize(0, null)).toEqual({ pointer: '/parts', detail: 'The file is empty' })
  expect(validateSize(0, 10)).toEqual({ pointer: '/parts', detail: 'The file is empty' })
  expect(validateSize(9, 10)).toEqual({ pointer: '/parts', detail: 'The parts have 9 of 10 bytes: the rest has not arrived' })
  expect(validateSize(11, 10)).toEqual({ pointer: '/parts', detail: 'The parts have 11 bytes, but the announced size is 10' })
})

test('only the last part may be short', () => {
  expect(validatePartSizes(arrived, 5 * MiB)).toEqual([])
  const withThird = (size: number) => [arrived[0]!, { ...arrived[1]!, size }, { partNumber: 3, etag: 'c', size: 1 }]
  expect(validatePartSizes(withThird(5 * MiB), 5 * MiB)).toEqual([])
  expect(validatePartSizes(withThird(5 * MiB - 1), 5 * MiB)).toEqual([{ pointer: '/parts', detail: 'Part 2 has less than 5 MiB' }])
})

test('the part size is large enough for at most ten thousand parts', () => {
  expect(getPartSize()).toBe(8 * MiB)
  expect(getPartSize(5 * 1024 * MiB)).toBe(8 * MiB)
  expect(getPartSize(1024 ** 4)).toBe(Math.ceil(1024 ** 4 / 9000))
})
