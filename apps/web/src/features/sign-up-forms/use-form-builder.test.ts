import { expect, test } from 'vitest'
import { applyAction, type FormQuestionValues, emptyFormValues, toFormInput, validateForm } from './use-form-builder.ts'

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
const labels = (questions: FormQuestionValues[]) => questions.map(({ label }) => label)
const three = [question('a'), question('b'), question('c')]

test('questions move to any place, and stop at the ends', () => {
  expect(labels(applyAction(three, { do: 'move', at: 0, to: 2 }))).toEqual(['b', 'c', 'a'])
  expect(labels(applyAction(three, { do: 'move', at: 2, to: 0 }))).toEqual(['c', 'a', 'b'])
  expect(labels(applyAction(three, { do: 'move', at: 0, to: -1 }))).toEqual(['a', 'b', 'c'])
  expect(labels(applyAction(three, { do: 'move', at: 2, to: 9 }))).toEqual(['a', 'b', 'c'])
})

test('a duplicate is a new question for the server, right below the original', () => {
  const next = applyAction(three, { do: 'duplicate', at: 1 })
  expect(labels(next)).toEqual(['a', 'b', 'b', 'c'])
  expect(next[2]!.id).toBeUndefined()
  expect(next[2]!.key).not.toBe('b')
})

test('a question that gets choices starts with two, and keeps existing ones', () => {
  expect(applyAction(three, { do: 'change', at: 0, to: { type: 'DROPDOWN' } })[0]!.options).toEqual(['', ''])
  const chosen = [question('a', { type: 'DROPDOWN', options: ['x'] })]
  expect(applyAction(chosen, { do: 'change', at: 0, to: { type: 'SINGLE_CHOICE' } })[0]!.options).toEqual(['x'])
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
