/** Questions of assignments and of sign-up forms: all types, and what answers to them must be. Pages show the same errors as the server. */

import { completeUrl, isLinkUrl } from '#rules/https-url.ts'
import { describeLength, mostAnswerValues, textLimits } from '#rules/limits.ts'
import { describeThousands, readNumber } from '#rules/number-text.ts'
import { isVisible } from '#rules/post-content.ts'
import { hasCourseYear } from '#rules/years.ts'

interface TypeRules {
  /** The error of a required question without an answer, as a sentence. */
  missing: string
  /** An answer is one of these, or one of the options that the question has. */
  choices?: 'options' | readonly string[]
  /** What an answer may have several of; otherwise it has one value. */
  many?: 'files' | 'choices'
  /** With an answer key it is marked automatically: right with any of its options, or with exactly all of them. */
  rightWith?: 'any' | 'all'
  /** The error in the text of an answer, as a sentence. */
  findError?: (text: string) => string | undefined
}

const atMost =
  (most: number) =>
  (text: string): string | undefined =>
    text.length > most ? `At most ${most.toLocaleString('en-GB')} characters` : undefined

const must =
  (isRight: (text: string) => boolean, error: string) =>
  (text: string): string | undefined =>
    isRight(text) ? undefined : error

/** That of zod’s `z.email()`, which would bring the rest of zod into the browser. */
const email = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
/** More characters cannot be delivered to (RFC 5321). */
const isEmail = (text: string): boolean => text.length <= 254 && email.test(text)

/** Digits with the usual separators, seven to fifteen of them (E.164). */
const isPhone = (text: string): boolean => /^\+?\d{7,15}$/.test(text.replace(/[\s().\-/]/g, ''))

/** A day that exists, such as `2028-02-29`: others become another day, or none. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text && hasCourseYear(text)
}

const types = {
  TEXT: { missing: 'Enter an answer' },
  SHORT_TEXT: { missing: 'Enter an answer', findError: atMost(500) },
  LONG_TEXT: { missing: 'Enter an answer', findError: atMost(10_000) },
  LINK: {
    missing: 'Enter an address',
    findError: must((text) => isLinkUrl(completeUrl(text)), 'Enter a public address, such as https://example.org/page'),
  },
  SINGLE_CHOICE: { missing: 'Choose one', choices: 'options', rightWith: 'any' },
  MULTIPLE_CHOICE: { missing: 'Choose at least one', choices: 'options', many: 'choices', rightWith: 'all' },
  DROPDOWN: { missing: 'Choose one', choices: 'options' },
  YES_NO: { missing: 'Choose yes or no', choices: ['yes', 'no'] },
  DATE: { missing: 'Enter a date', findError: must(isDay, 'Enter a date') },
  NUMBER: {
    missing: 'Enter a number',
    findError: (text) => (readNumber(text).error ? (describeThousands(text) ?? 'Enter a number') : undefined),
  },
  EMAIL: {
    missing: 'Enter an email address',
    findError: must((text) => isEmail(text.trim()), 'Enter an email address, such as name@example.org'),
  },
  PHONE: { missing: 'Enter a phone number', findError: must(isPhone, 'Enter a phone number, such as +351 912 345 678') },
  FILE: { missing: 'Choose a file', many: 'files' },
  CONSENT: { missing: 'Tick the box to agree', choices: ['yes'] },
} as const satisfies Record<string, TypeRules>

export type QuestionType = keyof typeof types

/** Those that an assignment offers, in the order of its menu. */
export const assignmentQuestionTypes = [
  'TEXT',
  'FILE',
  'LINK',
  'SINGLE_CHOICE',
  'MULTIPLE_CHOICE',
] as const satisfies readonly QuestionType[]
export type AssignmentQuestionType = (typeof assignmentQuestionTypes)[number]

/** Those that a sign-up form offers, in the order of its menu. */
export const formQuestionTypes = [
  'SHORT_TEXT',
  'LONG_TEXT',
  'SINGLE_CHOICE',
  'MULTIPLE_CHOICE',
  'DROPDOWN',
  'YES_NO',
  'DATE',
  'NUMBER',
  'EMAIL',
  'PHONE',
  'FILE',
  'CONSENT',
] as const satisfies readonly QuestionType[]
export type FormQuestionType = (typeof formQuestionTypes)[number]

interface Question {
  type: QuestionType
  required: boolean
  options: readonly string[]
}

const rulesOf = (type: QuestionType): TypeRules => types[type]

/** Whether answers are chosen from options that the question has. */
export const hasOptions = (type: QuestionType): boolean => rulesOf(type).choices === 'options'

export const takesMany = (type: QuestionType): boolean => rulesOf(type).many !== undefined

/** Which of the options of its answer key make an answer right; undefined if a person marks it. */
export const getRightWith = (type: QuestionType): TypeRules['rightWith'] => rulesOf(type).rightWith

/** What can be chosen: the options, or what every question of the type offers. */
export function listChoices({ type, options }: Pick<Question, 'type' | 'options'>): readonly string[] {
  const { choices = [] } = rulesOf(type)
  return choices === 'options' ? options : choices
}

export type AnswerValue = string | string[]

/** The visible values of an answer. */
export const givenValues = (value: string | readonly string[] | undefined): string[] =>
  value === undefined ? [] : [value].flat().filter(isVisible)

export const isAnswered = (value: AnswerValue | undefined): boolean => givenValues(value).length > 0

/** Why an answer cannot even be saved, as a sentence. */
export function sizeError({ type }: Pick<Question, 'type'>, value: AnswerValue | undefined): string | undefined {
  if (!Array.isArray(value)) return describeLength(value ?? '', textLimits.answer)
  return value.length > mostAnswerValues ? `At most ${mostAnswerValues} ${rulesOf(type).many ?? 'values'}` : undefined
}

/** The error in the answer to one question, as a sentence; undefined if there is none. Empty optional answers are fine. */
export function answerError(question: Question, value: AnswerValue | undefined, missing?: string): string | undefined {
  const rules = rulesOf(question.type)
  const given = givenValues(value)
  if (given.length === 0) return question.required ? (missing ?? rules.missing) : undefined
  if (!rules.many && given.length > 1) return 'Takes one value'
  const choices = listChoices(question)
  if (rules.choices && !given.every((one) => choices.includes(one)))
    return hasOptions(question.type) ? 'Choose from the list' : rules.missing
  return rules.findError?.(given[0]!) ?? sizeError(question, value)
}

/** The error in the options of a sign-up form’s question, as a sentence; the schema of the call checks the rest. */
export function optionsError({ type, options }: Pick<Question, 'type' | 'options'>): string | undefined {
  if (!hasOptions(type)) return undefined
  if (options.length < 2) return 'Offer at least two choices'
  const seen = new Set(options.map((option) => option.toLowerCase()))
  return seen.size < options.length ? 'Two choices are the same' : undefined
}

/** Keys of the files given as answers. */
export function listFileKeys(
  questions: readonly { id: string; type: QuestionType }[],
  answers: readonly { questionId: string; value: AnswerValue }[],
): string[] {
  const takesFiles = new Set(questions.filter(({ type }) => type === 'FILE').map(({ id }) => id))
  return answers
    .filter(({ questionId }) => takesFiles.has(questionId))
    .flatMap(({ value }) => value)
    .filter(Boolean)
}
