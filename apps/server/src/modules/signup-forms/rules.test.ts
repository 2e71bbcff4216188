/** Signing up with a form: who may, what becomes of a response, and errors in answers and questions. */
import { expect, test } from 'vitest'
import type { FormQuestion } from '@lms/contract/rules/form-answers'
import { answerErrors, closedReason, fileKeys, formErrors, isUndecided, statusAfter, statusOnSending } from '#modules/signup-forms/rules.ts'

const course = { status: 'PUBLISHED' as const, enrolment: 'FORM' as const, endsOn: null, timeZone: 'UTC' }
const form = { status: 'OPEN' as const, closesAt: '2026-11-20T12:00:00Z' }

test.each([
  ['an open form', {}, {}, '11:59:59', undefined],
  ['a form at its closing time', {}, {}, '12:00:00', 'Sign-up is closed.'],
  ['a form closed by hand', {}, { status: 'CLOSED' }, '11:00:00', 'Sign-up is closed.'],
  ['an open form of an archived course', { status: 'ARCHIVED' }, {}, '11:00:00', 'This course is archived.'],
  ['an open form of a course that has ended', { endsOn: '2026-11-19' }, {}, '11:00:00', 'This course has ended.'],
  ['an open form of a draft', { status: 'DRAFT' }, {}, '11:00:00', undefined],
  ['a course without forms', { enrolment: 'OPEN' }, {}, '11:00:00', 'This course does not take sign-ups by a form.'],
] as const)('%s', (_, ofCourse, ofForm, time, expected) => {
  const terms = { course: { ...course, ...ofCourse }, form: { ...form, ...ofForm } }
  expect(closedReason(terms, new Date(`2026-11-20T${time}Z`))).toBe(expected)
})

test.each([
  [true, 1, 'APPROVED'],
  [true, 0, 'WAITLISTED'],
  [true, -1, 'WAITLISTED'],
  [true, null, 'APPROVED'],
  [false, 1, 'PENDING'],
  [false, 0, 'PENDING'],
])('a new response, approved automatically: %s, with %s seats: %s', (autoApprove, seatsLeft, expected) =>
  expect(statusOnSending({ autoApprove }, seatsLeft)).toBe(expected),
)

test.each([
  ['APPROVED', 1, 'APPROVED'],
  ['APPROVED', 0, 'WAITLISTED'],
  ['APPROVED', -1, 'WAITLISTED'],
  ['APPROVED', null, 'APPROVED'],
  ['WAITLISTED', 5, 'WAITLISTED'],
  ['REJECTED', 0, 'REJECTED'],
  ['PENDING', 0, 'PENDING'],
] as const)('decided as %s with %s seats left: %s', (decision, seatsLeft, expected) =>
  expect(statusAfter({ decision, seatsLeft })).toBe(expected),
)

test('only undecided responses can be changed by their users', () => {
  const statuses = ['PENDING', 'APPROVED', 'WAITLISTED', 'REJECTED', 'WITHDRAWN'] as const
  expect(statuses.filter(isUndecided)).toEqual(['PENDING', 'WAITLISTED'])
})

const question = (id: string, values: Partial<FormQuestion> = {}): FormQuestion => ({
  id,
  label: id,
  help: '',
  type: 'SHORT_TEXT',
  required: true,
  options: [],
  ...values,
})

test('every error in the answers is named: strange questions, repeated ones, and missing or wrong answers', () => {
  const questions = [question('name'), question('mail', { type: 'EMAIL', required: false }), question('why', { required: false })]
  const answer = (questionId: string, value: string) => ({ questionId, value })
  expect(answerErrors(questions, [answer('name', 'Ana'), answer('mail', 'ana@example.org')])).toEqual([])
  expect(answerErrors(questions, [])).toEqual([{ pointer: '/answers/name', detail: 'Enter an answer' }])
  expect(answerErrors(questions, [answer('age', '5'), answer('name', 'Ana'), answer('name', 'Zoe'), answer('mail', 'ana')])).toEqual([
    { pointer: '/answers/0/questionId', detail: 'This question is not part of the form' },
    { pointer: '/answers/2/questionId', detail: 'Answered twice' },
    { pointer: '/answers/mail', detail: 'Enter an email address, such as name@example.org' },
  ])
})

test('every error in the questions of a form is named; new questions have no id', () => {
  const { id: _, ...fresh } = question('')
  const known = new Set(['a', 'b'])
  expect(formErrors([question('a'), fresh, question('b'), fresh], known)).toEqual([])
  expect(formErrors([{ ...fresh, type: 'DROPDOWN' }], known)).toEqual([
    { pointer: '/questions/0/options', detail: 'Offer at least two choices' },
  ])
  expect(formErrors([question('a'), question('c'), question('a', { type: 'DROPDOWN' })], known)).toEqual([
    { pointer: '/questions/1/id', detail: 'Not a question of this form' },
    { pointer: '/questions/2/options', detail: 'Offer at least two choices' },
    { pointer: '/questions/2/id', detail: 'Used twice' },
  ])
})

test('files are those of the questions for files, one or several', () => {
  const questions = [question('cv', { type: 'FILE' }), question('photo', { type: 'FILE' }), question('name')]
  const answers = [
    { questionId: 'cv', value: ['a', '', 'b'] },
    { questionId: 'photo', value: 'c' },
    { questionId: 'name', value: 'Ana' },
    { questionId: 'other', value: 'x' },
  ]
  expect(fileKeys(questions, answers)).toEqual(['a', 'b', 'c'])
})
