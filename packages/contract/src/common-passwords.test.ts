import { expect, test } from 'vitest'
import { isCommonPassword } from '#common-passwords.ts'

test.each([
  ['password123', true],
  ['Maverick', true],
  ['Liverpool2024!', true],
  ['21122112', true],
  ['asdfasdf', true],
  ['quiet desk 20', false],
  ['correct horse battery staple', false],
])('%s is common: %s', (password, isCommon) => expect(isCommonPassword(password)).toBe(isCommon))
