import { describe, expect, it } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { toFieldErrors } from '#lib/form.ts'
import { nameQuestions, newQuestion, startValues, getMaxMarks, toAssignmentInput, validateAssignment } from './assignment-form-values.ts'

const filled = {
  ...startValues('2026-11-22T23:59'),
  title: 'Method note',
  questions: [{ ...newQuestion(), prompt: 'Why?', points: '2,5' }],
}
const choice = { ...newQuestion('SINGLE_CHOICE'), prompt: 'Which?', options: ['A', 'B'], right: [1] }

describe('the builder', () => {
  it('finds nothing wrong with a filled form', () => expect(validateAssignment(filled)).toEqual({}))

  it.each([
    [{ title: ' ' }, 'title', 'Enter a title'],
    [{ questions: [{ ...choice, prompt: '' }] }, 'questions.0.prompt', 'Enter question 1'],
    [{ questions: [{ ...choice, points: '1,250' }] }, 'questions.0.points', 'Write 1250 or 1.25'],
    [{ latePolicy: { kind: 'PERCENT_PER_DAY' as const, percent: '12.500', floor: '' } }, 'latePolicy.percent', 'Write 12500 or 12.5'],
    [{ questions: [{ ...choice, points: 'many' }] }, 'questions.0.points', 'Enter the marks of question 1 as a number'],
    [{ questions: [{ ...choice, options: ['A', ''] }] }, 'questions.0.options', 'Give question 1 at least two options'],
    [{ questions: [{ ...choice, options: ['A', 'B', ''] }] }, 'questions.0.options', 'Fill in or remove the empty option of question 1'],
    [{ questions: [{ ...choice, options: ['A', 'A '] }] }, 'questions.0.options', 'Two options of question 1 are the same'],
    [{ availableFrom: '2026-11-23T09:00' }, 'dueAt', 'The due date is before the opening date, Mon 23 Nov, 09:00.'],
    [{ closesAt: '2026-11-22T23:59' }, 'closesAt', 'The closing date is not after the due date, Sun 22 Nov, 23:59.'],
    [{ latePolicy: { kind: 'PERCENT_PER_DAY' as const, percent: '0', floor: '' } }, 'latePolicy.percent', 'Enter a share from 1 to 100'],
    [{ maxAttempts: '0' }, 'maxAttempts', 'Enter a whole number from 1 to 20, or leave it empty'],
  ])('names the error at its field: %#', (change, path, words) => {
    expect(validateAssignment({ ...filled, ...change })).toEqual({ [path]: words })
  })

  it('converts times from the course’s zone, and sends the text of correct options', () => {
    const body = toAssignmentInput({ ...filled, questions: [choice], maxAttempts: '2' }, 'Europe/Berlin')
    expect(body).toMatchObject({ dueAt: '2026-11-22T22:59:00.000Z', closesAt: null, maxAttempts: 2 })
    expect(body.questions).toEqual([
      { type: 'SINGLE_CHOICE', prompt: 'Which?', required: true, points: 10, options: ['A', 'B'], answerKey: ['B'], shuffle: false },
    ])
  })

  it('adds up the marks as they are typed', () => {
    expect(getMaxMarks([...filled.questions, choice, { ...choice, points: 'x' }])).toBe(12.5)
  })

  it('names the question that a server error is about', () => {
    const error = new ApiProblem('validation-failed', {
      status: 422,
      detail: 'Some fields need attention',
      errors: [{ pointer: '/questions/1/options/0', detail: 'Must not be empty' }],
    })
    expect(toFieldErrors(nameQuestions(error), ['questions'])).toEqual({ 'questions.1.options': 'Question 2: Must not be empty' })
  })
})

it('times that were not touched are sent as they are stored, in the second pass of an hour too', () => {
  const stored = { availableFrom: '2027-10-31T01:30:00.000Z', dueAt: '2027-10-31T01:45:10.000Z', closesAt: null }
  const shown = { ...filled, availableFrom: '2027-10-31T01:30', dueAt: '2027-10-31T01:45', closesAt: '2027-11-01T10:00' }
  expect(toAssignmentInput(shown, 'Europe/Lisbon', stored)).toMatchObject({ ...stored, closesAt: '2027-11-01T10:00:00.000Z' })
})
