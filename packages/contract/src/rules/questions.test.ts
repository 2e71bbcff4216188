import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  assignmentQuestionTypes,
  answerError,
  formQuestionTypes,
  givenValues,
  hasOptions,
  isAnswered,
  listChoices,
  listFileKeys,
  optionsError,
  type QuestionType,
  sizeError,
  takesMany,
} from '#rules/questions.ts'
import { FormQuestion } from '#signup-forms.ts'

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
  ['DATE', '0020-11-26', 'Enter a date'],
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
    expect(optionsError({ type, options: ['Oak'] })).toBe('Offer at least two choices')
    expect(optionsError({ type, options: ['Oak', 'Ash', 'oak'] })).toBe('Two choices are the same')
    expect(optionsError({ type, options: ['Oak', 'Ash'] })).toBeUndefined()
  }
  expect(optionsError({ type: 'NUMBER', options: [] })).toBeUndefined()
})

test('a question has all of its fields, a type that is known, and an id', () => {
  const whole = { ...question, id: '0198f6a0-0000-7000-8000-000000000001', type: 'DATE' }
  expect(FormQuestion.parse(whole)).toEqual(whole)
  for (const wrong of [{}, { ...whole, type: 'COLOUR' }, { ...whole, id: '1' }]) expect(FormQuestion.safeParse(wrong).success).toBe(false)
})

test('files are those of the questions for files, one or several', () => {
  const questions = [
    { id: 'cv', type: 'FILE' },
    { id: 'photo', type: 'FILE' },
    { id: 'name', type: 'SHORT_TEXT' },
  ] as const
  const answers = [
    { questionId: 'cv', value: ['a', '', 'b'] },
    { questionId: 'photo', value: 'c' },
    { questionId: 'name', value: 'Ana' },
    { questionId: 'other', value: 'x' },
  ]
  expect(listFileKeys(questions, answers)).toEqual(['a', 'b', 'c'])
})

test('email addresses are those of the API, without its library in the browser', () => {
  const email = { ...question, type: 'EMAIL' } as const
  const addresses = [
    'ana@example.org',
    "o'neil+x@a-b.example",
    'ana@example',
    '.ana@a.example',
    'a..b@a.example',
    'ana..li@a.example',
    'ana@a.e',
    'ana.@a.example',
    'ana@-a.example',
  ]
  for (const address of [...addresses, 'ana@a.b1', 'a b@a.example', 'ana@a_b.example', 'änä@a.example', '@a.example'])
    expect([address, answerError(email, address) === undefined]).toEqual([address, z.email().safeParse(address).success])
})

test('days are those that exist, written as the field of a browser writes them', () => {
  const date = { ...question, type: 'DATE' } as const
  for (const day of [
    '1900-02-29',
    '2000-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-05',
    '2026-01-05T10:00',
    ' 2026-01-05',
    '02026-01-05',
  ])
    expect([day, answerError(date, day) === undefined]).toEqual([day, z.iso.date().safeParse(day).success])
})

test('what is missing is said in the words of the caller; answers of assignments have their own limits', () => {
  for (const type of assignmentQuestionTypes) expect(answerError({ ...choice, type, required: true }, '', 'Required')).toBe('Required')
  const errors = (type: QuestionType, value: string | string[]) => answerError({ ...choice, type }, value)
  expect(errors('LINK', 'http://localhost')).toBe('Enter a public address, such as https://example.org/page')
  expect(errors('LINK', ' www.x.example ')).toBeUndefined()
  expect(errors('TEXT', 'x'.repeat(50_000))).toBeUndefined()
  expect(errors('TEXT', 'x'.repeat(50_001))).toBe('Use at most 50,000 characters. These are 50,001.')
  expect(errors('MULTIPLE_CHOICE', Array(50).fill('Oak'))).toBeUndefined()
  expect(errors('MULTIPLE_CHOICE', Array(51).fill('Oak'))).toBe('At most 50 choices')
  expect(errors('FILE', Array(51).fill('key'))).toBe('At most 50 files')
  // What is not right yet can be saved.
  expect([sizeError({ type: 'LINK' }, 'x'), sizeError({ type: 'TEXT' }, undefined)]).toEqual([undefined, undefined])
})

test('what can be chosen are the options, or what each question of the type offers', () => {
  const types = ['DROPDOWN', 'YES_NO', 'CONSENT', 'SHORT_TEXT'] as const
  expect(types.map((type) => listChoices({ ...choice, type }))).toEqual([choice.options, ['yes', 'no'], ['yes'], []])
})

test('which questions take many values, and what is an answer', () => {
  expect([assignmentQuestionTypes.filter(takesMany), formQuestionTypes.filter(takesMany)]).toEqual([
    ['FILE', 'MULTIPLE_CHOICE'],
    ['MULTIPLE_CHOICE', 'FILE'],
  ])
  expect([undefined, '', ' ', [], ['', ' ']].some(isAnswered)).toBe(false)
  expect(['x', ['', 'x']].every(isAnswered)).toBe(true)
})
