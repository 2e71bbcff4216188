import { expect, test } from 'vitest'
import { formatJoinCode, parseJoinCode } from '#rules/join-code.ts'

test.each([
  ['ktfm wrph', 'KTFMWRPH'],
  [' KTFM-WRPH ', 'KTFMWRPH'],
  ['ktfm', 'KTFM'],
  ['ktfmwrphxyz', 'KTFMWRPH'],
])('%s is read as %s', (typed, code) => expect(parseJoinCode(typed)).toBe(code))

test('a code is shown in two groups', () => expect(formatJoinCode('KTFMWRPH')).toBe('KTFM WRPH'))
