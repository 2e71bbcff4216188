/** Questions of sign-up forms and the validation of answers: the page shows the same errors as the server. */

import { z } from 'zod'
import { describeThousands, readNumber } from '#rules/number-text.ts'
import { isVisible } from '#rules/post-content.ts'
import { hasCourseYear } from '#rules/years.ts'

export const FormQuestionType = z.enum([
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
])
export type FormQuestionType = z.infer<typeof FormQuestionType>
export const formQuestionTypes = FormQuestionType.options

export const FormQuestion = z
  .object({
    id: z.uuid(),
    label: z.string(),
    help: z.string(),
    type: FormQuestionType,
    required: z.boolean(),
    options: z.array(z.string()),
  })
  .meta({ id: 'FormQuestion' })
export type FormQuestion = z.infer<typeof FormQuestion>

/** Maximum responses decided in one call. */
export const decideLimit = 500

type Value = string | string[]

/** Types whose answer is one or more of the options. */
export const hasOptions = (type: FormQuestionType): boolean => ['SINGLE_CHOICE', 'MULTIPLE_CHOICE', 'DROPDOWN'].includes(type)
const takesMany = (type: FormQuestionType): boolean => type === 'MULTIPLE_CHOICE' || type === 'FILE'

/** The visible values of an answer. */
export const givenValues = (value: Value | undefined): string[] => (value === undefined ? [] : [value].flat().filter(isVisible))

/** The error in the answer to one question, as a sentence; undefined if there is none. Empty optional answers are fine. */
export function answerError(question: FormQuestion, value: Value | undefined): string | undefined {
  const given = givenValues(value)
  if (given.length === 0) return question.required ? requiredErrors[question.type] : undefined
  if (!takesMany(question.type) && given.length > 1) return 'Takes one value'
  const [first = ''] = given
  switch (question.type) {
    case 'SHORT_TEXT':
      return first.length > 500 ? 'At most 500 characters' : undefined
    case 'LONG_TEXT':
      return first.length > 10_000 ? 'At most 10,000 characters' : undefined
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
    case 'DROPDOWN':
      return given.every((one) => question.options.includes(one)) ? undefined : 'Choose from the list'
    case 'YES_NO':
      return first === 'yes' || first === 'no' ? undefined : 'Choose yes or no'
    case 'DATE':
      return z.iso.date().safeParse(first).success && hasCourseYear(first) ? undefined : 'Enter a date'
    case 'NUMBER':
      return readNumber(first).error ? (describeThousands(first) ?? 'Enter a number') : undefined
    case 'EMAIL':
      return z.email().max(254).safeParse(first.trim()).success ? undefined : 'Enter an email address, such as name@example.org'
    case 'PHONE':
      return isPhone(first) ? undefined : 'Enter a phone number, such as +351 912 345 678'
    case 'CONSENT':
      return first === 'yes' ? undefined : 'Tick the box to agree'
    default:
      return undefined
  }
}

/* oxfmt-ignore */
const requiredErrors: Record<FormQuestionType, string> = {
  SHORT_TEXT: 'Enter an answer', LONG_TEXT: 'Enter an answer', SINGLE_CHOICE: 'Choose one', MULTIPLE_CHOICE: 'Choose at least one', DROPDOWN: 'Choose one',
  YES_NO: 'Choose yes or no', DATE: 'Enter a date', NUMBER: 'Enter a number', EMAIL: 'Enter an email address', PHONE: 'Enter a phone number',
  FILE: 'Choose a file', CONSENT: 'Tick the box to agree',
}

/** Digits with the usual separators, seven to fifteen of them (E.164). */
const isPhone = (text: string): boolean => {
  const digits = text.replace(/[\s().\-/]/g, '')
  return /^\+?\d{7,15}$/.test(digits)
}

/** Errors in a question, by field; the schema of the call checks the rest. */
export function questionErrors({
  type,
  options,
}: Pick<FormQuestion, 'type' | 'options'>): { field: 'options'; detail: string } | undefined {
  if (!hasOptions(type)) return undefined
  if (options.length < 2) return { field: 'options', detail: 'Offer at least two choices' }
  const seen = new Set(options.map((option) => option.toLowerCase()))
  return seen.size < options.length ? { field: 'options', detail: 'Two choices are the same' } : undefined
}
