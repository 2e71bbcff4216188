/** Marks as text: what is read, and what is refused. */

import { expect, test } from 'vitest'
import { readMark, readTypedMark } from '#rules/mark-text.ts'

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
  ['24', 'ABOVE_MAXIMUM', 'Above the maximum of 20'],
  ['20.01', 'ABOVE_MAXIMUM', 'Above the maximum of 20'],
  ['-1', 'BELOW_ZERO', 'Below 0'],
  ['=8+8', 'FORMULA', 'A formula. Put its result in the cell'],
  ['fifteen', 'NOT_A_NUMBER', 'Not a number'],
  ['10abc', 'NOT_A_NUMBER', 'Not a number'],
  ['1e309', 'NOT_A_NUMBER', 'Not a number'],
  ['NaN', 'NOT_A_NUMBER', 'Not a number'],
  ['null', 'NOT_A_NUMBER', 'Not a number'],
  ['true', 'NOT_A_NUMBER', 'Not a number'],
  ['1.234,5', 'NOT_A_NUMBER', 'Not a number'],
  ['', 'NOT_A_NUMBER', 'Not a number'],
  ['9'.repeat(40), 'NOT_A_NUMBER', 'Not a number'],
])('%j is refused: %s', (text, error, detail) => {
  expect(readMark(text, 20)).toEqual({ marks: null, error, detail, offers: [] })
})

test.each([
  ['16,666666', 20, 'TOO_PRECISE', 'At most two decimals', [16.67]],
  ['16.0050', 20, 'TOO_PRECISE', 'At most two decimals', [16.01]],
  ['85%', 20, 'PERCENT', '85\u00a0% of 20 is 17', [17]],
  [' 62,5 % ', 20, 'PERCENT', '62.5\u00a0% of 20 is 12.5', [12.5]],
  ['85.250%', 20, 'PERCENT', '85.25\u00a0% of 20 is 17.05', [17.05]],
  ['0%', 20, 'PERCENT', '0\u00a0% of 20 is 0', [0]],
  ['100%', 20, 'PERCENT', '100\u00a0% of 20 is 20', [20]],
  ['120%', 20, 'PERCENT', 'A percentage. Write the mark', []],
  ['-5%', 20, 'PERCENT', 'A percentage. Write the mark', []],
  ['1,250', 5000, 'THOUSANDS', 'Write 1250 or 1.25', [1250, 1.25]],
  ['1.250', 20, 'THOUSANDS', 'Write 1250 or 1.25', [1.25]],
  ['1,234', 5000, 'THOUSANDS', 'Write 1234 or 1.234', [1234]],
  ['16.005', 20, 'THOUSANDS', 'Write 16005 or 16.005', []],
])('%j of %d is used only if a person chooses it: %s', (text, maxMarks, error, detail, offers) => {
  expect(readMark(text, maxMarks)).toEqual({ marks: null, error, detail, offers })
})

test.each([
  '2026-05-12',
  '12.05.2026',
  '5/12/26',
  '12/5',
  '12-May',
  '12.Mai',
  '10:30',
  '10:30:00 AM',
  '2026-05-12 10:30',
  '2026-05-12T10:30:00',
  ' 10:30 ',
])('%j is a date or time', (text) =>
  expect(readMark(text, 20)).toEqual({ marks: null, error: 'DATE', detail: 'A date or time, not a mark', offers: [] }),
)

test('what is longer than any mark is none, and nothing looks for one in it', () => {
  const padded = (length: number) => '16'.padStart(length)
  expect(readMark(padded(100), 20)).toEqual({ marks: 16, error: null })
  expect(readMark(padded(101), 20)).toEqual({ marks: null, error: 'NOT_A_NUMBER', detail: 'Not a number', offers: [] })
})

test.each(['12.05', '5 points', '%', 'a%', '5%5%', '5%5', 'on 12/5', '12/5x', '12-'])(
  '%j is not a date, a time or a percentage',
  (text) => {
    expect(['DATE', 'PERCENT']).not.toContain(readMark(text, 20).error)
  },
)

test.each([
  ['', null],
  ['  ', null],
  [' 16,5 ', 16.5],
  ['16.', 16],
  ['16,', 16],
  ['12.500', undefined],
  ['1,250', undefined],
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
  ['1234567890', 1_234_567_890],
  ['1234567890123456', undefined],
  ['1.00000000000000000000', 1],
  ['1.000000000000000000000', undefined],
  ['x1', undefined],
  ['--1', undefined],
  ['.5', undefined],
])('%j, without a maximum, is %j', (text, mark) => expect(readTypedMark(text, Infinity)).toBe(mark))
