/** What is wrong with the questions and the times of an assignment. */

import { expect, test } from 'vitest'
import type { NewQuestion } from '@lms/contract/assignments'
import { validateDates, validateQuestions, withoutKeys } from '#modules/assignments/rules.ts'

const question = (values: Partial<NewQuestion> = {}): NewQuestion => ({
  type: 'TEXT',
  prompt: 'Why?',
  required: true,
  options: [],
  points: 5,
  answerKey: [],
  shuffle: false,
  ...values,
})
const blank = { detail: 'Must not be empty' }

test('a question needs a text, unless it is the only one and there are instructions', () => {
  expect(validateQuestions([question()], '')).toEqual([])
  expect(validateQuestions([question({ prompt: '' })], 'Write an essay')).toEqual([])
  expect(validateQuestions([question({ prompt: '' })], '')).toEqual([{ pointer: '/questions/0/prompt', ...blank }])
  expect(validateQuestions([question(), question({ prompt: '' })], 'Write')).toEqual([{ pointer: '/questions/1/prompt', ...blank }])
  expect(validateQuestions([], '')).toEqual([])
})

test('an id is used once; new questions have none', () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const withId = (id?: string) => question(id === undefined ? {} : { id })
  expect(validateQuestions([one, other, undefined, undefined].map(withId), '')).toEqual([])
  expect(validateQuestions([one, other, one].map(withId), '')).toEqual([
    { pointer: '/questions/2/id', detail: 'Two questions have this id' },
  ])
})

test('all points together are at most 10,000', () => {
  expect(validateQuestions([question({ points: 9_999.99 }), question({ points: 0.01 })], '')).toEqual([])
  expect(validateQuestions([question({ points: 10_000 }), question({ points: 0.01 })], '')).toEqual([
    { pointer: '/questions', detail: 'All points together are at most 10000' },
  ])
})

const [morning, noon, evening] = ['2026-11-20T08:00:00Z', '2026-11-20T12:00:00Z', '2026-11-20T18:00:00Z']
const due = { pointer: '/dueAt', detail: 'Choose a due time after it opens' }
const closes = { pointer: '/closesAt', detail: 'Choose a closing time after it is due' }
const closesUndue = { pointer: '/closesAt', detail: 'Choose a closing time after it opens' }

test.each([
  ['in order', morning, noon, evening, []],
  ['due as it opens', noon, noon, null, [due]],
  ['due before it opens', noon, morning, null, [due]],
  ['closed as it is due', null, noon, noon, [closes]],
  ['closed before it is due', null, noon, morning, [closes]],
  ['closed before it opens, never due', noon, null, morning, [closesUndue]],
  ['closed after it opens, never due', morning, null, noon, []],
  ['all in the wrong order', evening, noon, morning, [due, closes]],
  ['only closed', null, null, noon, []],
  ['only due', null, noon, null, []],
  ['only opened', noon, null, null, []],
  // 11:00 in New York is 16:00 in UTC, which is later than 12:00 in UTC.
  ['in other time zones', noon, '2026-11-20T11:00:00-05:00', evening, []],
])('times %s', (_, availableFrom, dueAt, closesAt, expected) => expect(validateDates({ availableFrom, dueAt, closesAt })).toEqual(expected))

test('students get questions without their correct options', () => {
  const stored = { id: crypto.randomUUID(), type: 'SINGLE_CHOICE' as const, prompt: '?', required: true, options: ['a', 'b'], points: 1 }
  expect(withoutKeys([{ ...stored, answerKey: ['a'] }])).toEqual([stored])
})
