/** Captions are read as editors write them. */

import { expect, test } from 'vitest'
import { cueAt, readCues, saidAt } from './cues.ts'

const file = `\uFEFFWEBVTT - Cleaning\r
\r
NOTE made by hand\r
\r
1\r
00:00:04.000 --> 00:00:06.500 align:start\r
<v Inês>So before you touch\r
a single &amp; value\r
\r
01:02.250 --> 01:04.000\r
Name it.\r
\r
01:00:00.000 --> 01:00:01.000\r
\r
`

test('times, voices, lines and notes', () =>
  expect(readCues(file)).toEqual([
    { start: 4, end: 6.5, text: 'So before you touch a single & value' },
    { start: 62.25, end: 64, text: 'Name it.' },
  ]))

test('a file without captions has no cues', () => expect(readCues('<html>')).toEqual([]))

test.each([
  [0, -1],
  [4, 0],
  [30, 0],
  [62.25, 1],
  [9999, 1],
])('at %d seconds', (time, index) => expect(cueAt(readCues(file), time)).toBe(index))

test.each([
  [3, undefined],
  [5, 'So before you touch a single & value'],
  [11, 'So before you touch a single & value'],
  [30, undefined],
  [62.25, 'Name it.'],
])('what was said at %d seconds', (time, words) => expect(saidAt(readCues(file), time)).toBe(words))
