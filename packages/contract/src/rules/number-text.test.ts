/** Numbers as text: what is read, what is ambiguous, and what is refused. */

import { expect, test } from 'vitest'
import { describeThousands, readNumber, readWholeNumber } from '#rules/number-text.ts'

test.each([
  ['16', 16],
  [' 16,5 ', 16.5],
  ['+7', 7],
  ['-3.25', -3.25],
  ['0,125', 0.125],
  ['1250', 1250],
  ['1250,5', 1250.5],
  ['1.2500', 1.25],
  ['1000,125', 1000.125],
  ['00123', 123],
  ['012,500', 12.5],
])('%j is %d', (text, value) => expect(readNumber(text)).toEqual({ value, error: null }))

test.each([
  ['1,250', 1250, 1.25],
  ['1.250', 1250, 1.25],
  ['2,000', 2000, 2],
  ['12.500', 12_500, 12.5],
  ['999,999', 999_999, 999.999],
  ['-1,250', -1250, -1.25],
  [' 16.125 ', 16_125, 16.125],
])('%j could be %d or %d', (text, ...choices) => {
  expect(readNumber(text)).toEqual({ value: null, error: 'THOUSANDS', choices })
  expect(describeThousands(text)).toBe(`Write ${choices.join(' or ')}`)
})

test.each(['', '  ', '.5', '5.', '1,250.5', '1.250.000', '1 250', '80 %', '1e3', 'ten', '9'.repeat(16), `1.${'0'.repeat(21)}`])(
  '%j is not a number',
  (text) => {
    expect(readNumber(text)).toEqual({ value: null, error: 'NOT_A_NUMBER' })
    expect(describeThousands(text)).toBeUndefined()
  },
)

test.each([
  ['1', 1],
  [' 100 ', 100],
  ['0', null],
  ['101', null],
  ['1,5', null],
  ['2.0', null],
  ['1,000', null],
  ['x', null],
])('%j as a whole number from 1 to 100 is %j', (text, value) => expect(readWholeNumber(text, 1, 100)).toBe(value))
