/** Marks as text: what is read, and what is refused. */
import { expect, test } from 'vitest'
import { describeMarkError, readMark, readTypedMark } from '#rules/mark-text.ts'

test.each([
  ['16', 16],
  [' 16,5 ', 16.5],
  ['0', 0],
  ['19.99', 19.99],
  ['7.50', 7.5],
  ['12.5000', 12.5],
  ['20', 20],
  ['9.399999999999999', 9.4],
  ['20.000000000000004', 20],
])('%j is %d', (text, marks) => {
  expect(readMark(text, 20)).toEqual({ marks, error: null })
})

test.each([
  ['24', 'ABOVE_MAXIMUM'],
  ['20.01', 'ABOVE_MAXIMUM'],
  ['-1', 'BELOW_ZERO'],
  ['16.005', 'TOO_PRECISE'],
  ['16,666666', 'TOO_PRECISE'],
  ['=8+8', 'FORMULA'],
  ['fifteen', 'NOT_A_NUMBER'],
  ['10abc', 'NOT_A_NUMBER'],
  ['1e309', 'NOT_A_NUMBER'],
  ['NaN', 'NOT_A_NUMBER'],
  ['null', 'NOT_A_NUMBER'],
  ['true', 'NOT_A_NUMBER'],
  ['1.234,5', 'NOT_A_NUMBER'],
  ['80 %', 'NOT_A_NUMBER'],
  ['', 'NOT_A_NUMBER'],
  ['9'.repeat(40), 'NOT_A_NUMBER'],
])('%j is refused: %s', (text, error) => {
  expect(readMark(text, 20)).toEqual({ marks: null, error })
})

test.each([
  ['', null],
  ['  ', null],
  [' 16,5 ', 16.5],
  ['16.', 16],
  ['16,', 16],
  ['12.500', 12.5],
  ['99999.99', 99_999.99],
  ['100000', undefined],
  ['.', undefined],
  ['16..', undefined],
  ['16.255', undefined],
  ['-1', undefined],
  ['sixteen', undefined],
])('%j in a field is %j', (text, mark) => {
  expect(readTypedMark(text, 99_999.99)).toBe(mark)
})

test.each([
  ['999999999', 999_999_999],
  ['1234567890', undefined],
  ['1.00000000000000000000', 1],
  ['1.000000000000000000000', undefined],
  ['x1', undefined],
  ['--1', undefined],
  ['.5', undefined],
])('%j, without a maximum, is %j', (text, mark) => expect(readTypedMark(text, Infinity)).toBe(mark))

test('what is wrong with a mark is said in words', () => {
  const errors = ['FORMULA', 'NOT_A_NUMBER', 'TOO_PRECISE', 'BELOW_ZERO', 'ABOVE_MAXIMUM'] as const
  expect(errors.map((error) => describeMarkError(error, 20))).toEqual([
    'A formula. Put its result in the cell',
    'Not a number',
    'At most two decimals',
    'Below 0',
    'Above the maximum of 20',
  ])
})
