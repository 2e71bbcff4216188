/** How the types of questions are named. */

import type { QuestionType } from '@lms/contract/rules/questions'

export const typeLabels: Record<QuestionType, string> = {
  TEXT: 'Written answer',
  SHORT_TEXT: 'Short text',
  LONG_TEXT: 'Long text',
  LINK: 'Link',
  SINGLE_CHOICE: 'One choice',
  MULTIPLE_CHOICE: 'Several choices',
  DROPDOWN: 'Dropdown',
  YES_NO: 'Yes or no',
  DATE: 'Date',
  NUMBER: 'Number',
  EMAIL: 'Email address',
  PHONE: 'Phone number',
  FILE: 'File',
  CONSENT: 'Consent',
}

const answers: Partial<Record<QuestionType, string>> = { TEXT: 'A written answer', FILE: 'One or more files', LINK: 'A link' }

/** What an answer is, where a question is read without one. */
export const describeType = (type: QuestionType): string => answers[type] ?? typeLabels[type]

/** The choices of a Select. */
export const toTypeChoices = <T extends QuestionType>(types: readonly T[]): { value: T; label: string }[] =>
  types.map((value) => ({ value, label: typeLabels[value] }))
