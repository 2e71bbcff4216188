import { expect, test } from 'vitest'
import { deductLateness, toClosedReason, validateAnswers, validateReopening, withCompleteLinks } from '#modules/submissions/rules.ts'

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

test.each([
  ['closed', { status: 'CLOSED' as const }, 'This assignment is closed.'],
  ['not-open', {}, 'This assignment has not opened yet.'],
  ['closed', {}, 'The deadline has passed.'],
  ['graded', {}, 'This submission is graded. Ask your trainer to return it for another attempt.'],
  ['used-up', { maxAttempts: 1 }, 'You have submitted. One attempt is allowed.'],
  ['used-up', { maxAttempts: 2 }, 'All 2 attempts are used.'],
  ['used-up', {}, 'All 20 attempts are used.'],
] as const)('submitting is refused because it is %s, of %o: %s', (refusal, terms, reason) => {
  expect(toClosedReason(refusal, { status: 'PUBLISHED', maxAttempts: null, ...terms })).toBe(reason)
})

test('the answer to a question for a link is a public address; a draft of it may still be anything', () => {
  const link = question({ type: 'LINK', options: [], answerKey: [] })
  const errors = (value: string, isFinal = true) => validateAnswers([link], [{ questionId: link.id, value }], isFinal)
  for (const good of [' https://example.org/work ', 'http://example.org', 'www.example.org']) expect(errors(good)).toEqual([])
  expect(withCompleteLinks([link], [{ questionId: link.id, value: ' www.example.org' }])).toEqual([
    { questionId: link.id, value: 'https://www.example.org' },
  ])
  expect(errors(' ')).toEqual([{ pointer: `/answers/${link.id}`, detail: 'This question needs an answer.' }])
  for (const bad of ['https://user:pw@evil.example', 'https://127.0.0.1/', 'https://exam\nple.org', 'http://localhost']) {
    expect(errors(bad)).toEqual([{ pointer: '/answers/0/value', detail: expect.stringContaining('https://') }])
    expect(errors(bad, false)).toEqual([])
  }
})

const text = question({ type: 'TEXT', options: [], answerKey: [] })
const single = question()
const many = question({ type: 'MULTIPLE_CHOICE', required: false })
const file = question({ type: 'FILE', options: [], required: false })
const all = [text, single, many, file]
const right = [
  { questionId: text.id, value: 'Because' },
  { questionId: single.id, value: 'b' },
  { questionId: many.id, value: ['a', 'c'] },
  { questionId: file.id, value: ['one', 'two'] },
]

test('complete answers have no errors, and optional ones may be left out', () => {
  expect(validateAnswers(all, right, true)).toEqual([])
  expect(validateAnswers(all, right.slice(0, 2), true)).toEqual([])
})

test('required answers may be missing or blank in a draft, not when it is submitted', () => {
  const required = [text, single].map(({ id }) => ({ pointer: `/answers/${id}`, detail: 'This question needs an answer.' }))
  for (const answers of [
    [],
    right.slice(2),
    [
      { questionId: text.id, value: ' ' },
      { questionId: single.id, value: '' },
    ],
  ]) {
    expect(validateAnswers(all, answers, true)).toEqual(required)
    expect(validateAnswers(all, answers, false)).toEqual([])
  }
  expect(validateAnswers(all, right.slice(0, 1), true)).toEqual(required.slice(1))
})

test.each([
  ['to another assignment', [{ questionId: 'x', value: 'a' }], '/answers/0/questionId', 'This question is not part of the assignment'],
  ['given twice', [right[1]!, right[0]!, right[1]!], '/answers/2/value', 'Answered twice'],
  ['several values for a text', [{ questionId: text.id, value: ['a', 'b'] }], '/answers/0/value', 'Takes one value'],
  ['a list for a single choice', [{ questionId: single.id, value: ['b'] }], '/answers/0/value', 'Takes one value'],
  ['not an option', [{ questionId: single.id, value: 'd' }], '/answers/0/value', 'Choose from the list'],
  ['one of two not an option', [{ questionId: many.id, value: ['a', 'd'] }], '/answers/0/value', 'Choose from the list'],
])('an answer that is %s is an error, in a draft too', (_, answers, pointer, detail) => {
  expect(validateAnswers(all, answers, false)).toEqual([{ pointer, detail }])
  expect(validateAnswers(all, answers, true)).toContainEqual({ pointer, detail })
})

test('closed work is returned with a time in the future', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(validateReopening(undefined, now)).toBe('This assignment is closed. Choose until when it can be submitted again.')
  expect(validateReopening('2026-11-20T11:00:00Z', now)).toBe('Choose a time in the future')
  expect(validateReopening('2026-11-20T13:00:00Z', now)).toBeUndefined()
})

test('a late mark is reduced, unless it is given again as it was', () => {
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const terms = { latePolicy, maxMarks: 20, dueAt: '2026-11-20T12:00:00Z', timeZone: 'UTC' }
  const late = { late: true, effectiveSubmittedAt: '2026-11-21T11:00:00Z', marks: 10, isFinal: false }
  expect(deductLateness(terms, late, 10)).toEqual({ marks: 8, deduction: 2, isFinal: false })
  expect(deductLateness(terms, { ...late, late: false }, 10)).toEqual({ marks: 10, deduction: 0, isFinal: false })
  expect(deductLateness(terms, late, null)).toEqual({ marks: null, deduction: 0, isFinal: false })
  expect(deductLateness(terms, { ...late, isFinal: true }, 10)).toEqual({ marks: 10, deduction: 0, isFinal: true })
  expect(deductLateness(terms, { ...late, isFinal: true }, 12)).toEqual({ marks: 10, deduction: 2, isFinal: false })
})
