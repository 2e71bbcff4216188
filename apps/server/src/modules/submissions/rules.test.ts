import { expect, test } from 'vitest'
import { getAutomaticMarks, isFullyAutoGraded } from '@lms/contract/rules/question-marking'
import { validateAnswers, cannotSubmitReason } from '#modules/submissions/rules.ts'

const open = { status: 'PUBLISHED' as const, availableFrom: null, dueAt: '2026-11-20T12:00:00Z', closesAt: null, maxAttempts: null }
const question = (values: object = {}) => ({
  id: crypto.randomUUID(),
  type: 'SINGLE_CHOICE' as const,
  prompt: '?',
  required: true,
  options: ['a', 'b', 'c'],
  points: 4,
  answerKey: ['b'],
  ...values,
})

test('choices: all points for exactly the right options, else none', () => {
  const [one, many] = [question(), question({ type: 'MULTIPLE_CHOICE', answerKey: ['a', 'c'] })]
  const marks = (first: string, second: string[]) =>
    getAutomaticMarks(
      [one, many],
      [
        { questionId: one.id, value: first },
        { questionId: many.id, value: second },
      ],
    ).map((given) => given.marks)
  expect(marks('b', ['c', 'a'])).toEqual([4, 4])
  expect(marks('a', ['a'])).toEqual([0, 0])
  expect(marks('b', ['a', 'b', 'c'])).toEqual([4, 0])
  expect(isFullyAutoGraded([one, many])).toBe(true)
  expect(isFullyAutoGraded([one, question({ type: 'TEXT', answerKey: [] })])).toBe(false)
})

test.each([
  [{ status: 'CLOSED' as const }, undefined, 'This assignment is closed.'],
  [{ availableFrom: '2026-11-21T00:00:00Z' }, undefined, 'This assignment has not opened yet.'],
  [{ closesAt: '2026-11-20T11:00:00Z' }, undefined, 'The deadline has passed.'],
  [{}, { status: 'GRADED' as const, attempt: 1, gradedBy: 'x' }, expect.stringContaining('is graded')],
  [{ maxAttempts: 1 }, { status: 'SUBMITTED' as const, attempt: 1, gradedBy: null }, expect.stringContaining('One attempt')],
  [{ maxAttempts: 2 }, { status: 'SUBMITTED' as const, attempt: 2, gradedBy: null }, expect.stringContaining('All 2 attempts')],
  [{ maxAttempts: 1 }, { status: 'RETURNED' as const, attempt: 1, gradedBy: 'x' }, undefined],
])('%o with work %o', (terms, work, reason) => {
  expect(cannotSubmitReason({ ...open, ...terms }, work, new Date('2026-11-20T12:30:00Z'))).toEqual(reason)
})

test('the answer to a question for a link is a public https address; a draft of it may still be anything', () => {
  const link = question({ type: 'LINK', options: [], answerKey: [] })
  const errors = (value: string, isFinal = true) => validateAnswers([link], [{ questionId: link.id, value }], isFinal)
  expect(errors(' https://example.org/work ')).toEqual([])
  for (const bad of ['https://user:pw@evil.example', 'https://127.0.0.1/', 'https://exam\nple.org', 'http://example.org']) {
    expect(errors(bad)).toEqual([{ pointer: '/answers/0/value', detail: expect.stringContaining('https://') }])
    expect(errors(bad, false)).toEqual([])
  }
})
