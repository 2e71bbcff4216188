import { expect, test } from 'vitest'
import { idOf, makeSignUpForm } from '#test/fixtures.ts'
import { type FormQuestionValues, emptyFormValues, toFormInput, toSignUpFormValues, validateForm } from './use-form-builder.ts'

const question = (label: string, more: Partial<FormQuestionValues> = {}): FormQuestionValues => ({
  key: label,
  id: `id-${label}`,
  label,
  help: '',
  type: 'SHORT_TEXT',
  required: false,
  options: [],
  ...more,
})

test('a question that gets choices starts with two, and keeps existing ones', () => {
  const stored = { id: idOf(20), label: 'a', help: '', required: true }
  const form = makeSignUpForm({
    questions: [
      { ...stored, type: 'SHORT_TEXT', options: ['left over'] },
      { ...stored, type: 'DROPDOWN', options: ['x'] },
    ],
  })
  expect(toSignUpFormValues(form, 'UTC').questions.map(({ options }) => options)).toEqual([['', ''], ['x']])
})

test('the request has ids but no keys, and choices only for questions that have them', () => {
  const values = {
    ...emptyFormValues(),
    questions: [question('a', { options: ['left over'] }), question('b', { type: 'DROPDOWN', options: [' x ', '', 'y'] })],
    closesAt: '2026-07-01T23:59',
  }
  expect(toFormInput(values, 'Europe/Lisbon')).toEqual({
    questions: [
      { id: 'id-a', label: 'a', help: '', type: 'SHORT_TEXT', required: false, options: [] },
      { id: 'id-b', label: 'b', help: '', type: 'DROPDOWN', required: false, options: ['x', 'y'] },
    ],
    autoApprove: true,
    status: 'OPEN',
    closesAt: '2026-07-01T22:59:00.000Z',
    version: 0,
  })
})

test('a question needs a text, and choices that differ', () => {
  const values = { ...emptyFormValues(), questions: [question(' '), question('b', { type: 'SINGLE_CHOICE', options: ['x', 'X'] })] }
  expect(validateForm(values)).toEqual({ 'questions.0.label': 'Enter a question', 'questions.1.options': 'Two choices are the same' })
  expect(validateForm({ ...values, questions: [] })).toEqual({ questions: 'Ask at least one question' })
})

test('a closing time that was not touched is sent as it is stored', () => {
  const closesAt = '2027-10-31T01:30:05.000Z'
  const shown = { ...emptyFormValues(), closesAt: '2027-10-31T01:30' }
  expect(toFormInput(shown, 'Europe/Lisbon', { closesAt }).closesAt).toBe(closesAt)
})
