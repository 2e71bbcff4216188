import { expect, test } from 'vitest'
import { answerError, FormQuestion, formQuestionTypes, givenValues, hasOptions, questionErrors } from '#rules/form-answers.ts'

const question = { id: '', label: '', help: '', required: false, options: [] }

test.each([
  ['PHONE', '123456', 'Enter a phone number, such as +351 912 345 678'],
  ['PHONE', '123 45-67', undefined],
  ['PHONE', '+123456789012345', undefined],
  ['PHONE', '+1234567890123456', 'Enter a phone number, such as +351 912 345 678'],
  ['SHORT_TEXT', 'x'.repeat(500), undefined],
  ['SHORT_TEXT', 'x'.repeat(501), 'At most 500 characters'],
  ['LONG_TEXT', 'x'.repeat(10_000), undefined],
  ['LONG_TEXT', 'x'.repeat(10_001), 'At most 10,000 characters'],
] as const)('an answer to %s, %j: %s', (type, value, error) => expect(answerError({ ...question, type }, value)).toBe(error))

const choice = { ...question, options: ['Oak', 'Ash', 'Elm'] }
const [notANumber, notAnEmail, notListed] = ['Enter a number', 'Enter an email address, such as name@example.org', 'Choose from the list']
/** An address of that many characters: more than 254 cannot be delivered to (RFC 5321). */
const addressOf = (length: number) => `ana@${`${'x'.repeat(60)}.`.repeat(3)}${'y'.repeat(length - 195)}.example`
const notAPhone = 'Enter a phone number, such as +351 912 345 678'

test.each([
  ['SINGLE_CHOICE', 'Oak', undefined],
  ['SINGLE_CHOICE', 'oak', notListed],
  ['DROPDOWN', 'Elm', undefined],
  ['DROPDOWN', 'Pine', notListed],
  ['MULTIPLE_CHOICE', ['Oak', 'Elm'], undefined],
  ['MULTIPLE_CHOICE', ['Oak', 'Pine'], notListed],
  ['FILE', ['one', 'two'], undefined],
  ['SHORT_TEXT', ['one', 'two'], 'Takes one value'],
  ['SHORT_TEXT', ['one', ' '], undefined],
  ['DROPDOWN', ['Oak', 'Elm'], 'Takes one value'],
  ['YES_NO', 'yes', undefined],
  ['YES_NO', 'no', undefined],
  ['YES_NO', 'maybe', 'Choose yes or no'],
  ['DATE', '2028-02-29', undefined],
  ['DATE', '2026-02-29', 'Enter a date'],
  ['DATE', '20.11.2026', 'Enter a date'],
  ['NUMBER', ' 12 ', undefined],
  ['NUMBER', '+1.5', undefined],
  ['NUMBER', '-1,123456', undefined],
  ['NUMBER', '1.1234567', undefined],
  ['NUMBER', '1,250', 'Write 1250 or 1.25'],
  ['NUMBER', '123456789012345', undefined],
  ['NUMBER', '1234567890123456', notANumber],
  ['NUMBER', '1.', notANumber],
  ['NUMBER', '.5', notANumber],
  ['NUMBER', 'x1', notANumber],
  ['NUMBER', '1x', notANumber],
  ['EMAIL', ' ana@example.org ', undefined],
  ['EMAIL', 'ana', notAnEmail],
  ['EMAIL', addressOf(254), undefined],
  ['EMAIL', addressOf(255), notAnEmail],
  ['PHONE', '(123) 45-67.8/9', undefined],
  ['PHONE', '+351 912 345 678', undefined],
  ['PHONE', '123456x7', notAPhone],
  ['PHONE', 'x1234567', notAPhone],
  ['PHONE', '12+34567', notAPhone],
  ['CONSENT', 'yes', undefined],
  ['CONSENT', 'no', 'Tick the box to agree'],
] as const)('an answer to %s, %j: %s', (type, value, error) => {
  expect(answerError({ ...choice, type }, typeof value === 'string' ? value : [...value])).toBe(error)
})

test('what is not required may be empty or blank; what is required says what to do', () => {
  for (const type of formQuestionTypes)
    for (const empty of [undefined, '', ' ', '\u200b', '\u2800', [], ['', '\u3164']])
      expect(answerError({ ...choice, type }, empty)).toBeUndefined()
  const errors = formQuestionTypes.map((type) => [type, answerError({ ...choice, type, required: true }, ' \u200b')])
  expect(Object.fromEntries(errors)).toEqual({
    SHORT_TEXT: 'Enter an answer',
    LONG_TEXT: 'Enter an answer',
    SINGLE_CHOICE: 'Choose one',
    MULTIPLE_CHOICE: 'Choose at least one',
    DROPDOWN: 'Choose one',
    YES_NO: 'Choose yes or no',
    DATE: 'Enter a date',
    NUMBER: 'Enter a number',
    EMAIL: 'Enter an email address',
    PHONE: 'Enter a phone number',
    FILE: 'Choose a file',
    CONSENT: 'Tick the box to agree',
  })
})

test('blank values are no answer; others stay as they were written', () => {
  expect([givenValues(undefined), givenValues(' '), givenValues(' a '), givenValues(['', 'a', ' ', 'b'])]).toEqual([
    [],
    [],
    [' a '],
    ['a', 'b'],
  ])
})

test('three kinds of questions have options: at least two, and no two alike', () => {
  expect(formQuestionTypes.filter(hasOptions)).toEqual(['SINGLE_CHOICE', 'MULTIPLE_CHOICE', 'DROPDOWN'])
  for (const type of ['SINGLE_CHOICE', 'MULTIPLE_CHOICE', 'DROPDOWN'] as const) {
    expect(questionErrors({ type, options: ['Oak'] })).toEqual({ field: 'options', detail: 'Offer at least two choices' })
    expect(questionErrors({ type, options: ['Oak', 'Ash', 'oak'] })).toEqual({ field: 'options', detail: 'Two choices are the same' })
    expect(questionErrors({ type, options: ['Oak', 'Ash'] })).toBeUndefined()
  }
  expect(questionErrors({ type: 'NUMBER', options: [] })).toBeUndefined()
})

test('a question has all of its fields, a type that is known, and an id', () => {
  const whole = { ...question, id: '0198f6a0-0000-7000-8000-000000000001', type: 'DATE' }
  expect(FormQuestion.parse(whole)).toEqual(whole)
  for (const wrong of [{}, { ...whole, type: 'COLOUR' }, { ...whole, id: '1' }]) expect(FormQuestion.safeParse(wrong).success).toBe(false)
})
