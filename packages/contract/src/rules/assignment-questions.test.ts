/** What a question needs before it is saved. */

import { expect, test } from 'vitest'
import { findOptionsError, isPromptRequired } from '#rules/assignment-questions.ts'
import type { QuestionType } from '#rules/questions.ts'

test('only a single question may be asked by the instructions', () => {
  expect(isPromptRequired(['one'], 'Write an essay')).toBe(false)
  expect(isPromptRequired(['one'], ' ')).toBe(true)
  expect(isPromptRequired(['one', 'two'], 'Write an essay')).toBe(true)
})

test.each<[QuestionType, string[], string | undefined]>([
  ['SINGLE_CHOICE', ['a', 'b'], undefined],
  ['SINGLE_CHOICE', ['a'], 'TOO_FEW'],
  ['MULTIPLE_CHOICE', ['a', ''], 'TOO_FEW'],
  ['MULTIPLE_CHOICE', ['a', '', 'b'], 'EMPTY'],
  ['MULTIPLE_CHOICE', ['a', 'b', 'a'], 'SAME'],
  ['TEXT', [], undefined],
  ['TEXT', ['a', 'a'], 'SAME'],
])('the options of %s %j: %s', (type, options, error) => expect(findOptionsError(type, options)).toBe(error))
