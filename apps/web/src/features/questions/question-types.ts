/** How the types of questions are named and drawn. */

import type { QuestionType } from '@lms/contract/rules/questions'
import type { Icon } from '#ui/icon.tsx'
import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCheckbox,
  IconChevronDown,
  IconCircleDot,
  IconHash,
  IconLetterT,
  IconLink,
  IconPaperclip,
  IconPhone,
  IconSquareCheck,
  IconToggleLeft,
} from '#ui/icons.ts'

/** `answer`: what an answer is, where a question is read without one; the label by default. */
export const questionTypes: Record<QuestionType, { label: string; Icon: Icon; answer?: string }> = {
  TEXT: { label: 'Written answer', Icon: IconAlignLeft, answer: 'A written answer' },
  SHORT_TEXT: { label: 'Short text', Icon: IconLetterT },
  LONG_TEXT: { label: 'Long text', Icon: IconAlignLeft },
  LINK: { label: 'Link', Icon: IconLink, answer: 'A link' },
  SINGLE_CHOICE: { label: 'One choice', Icon: IconCircleDot },
  MULTIPLE_CHOICE: { label: 'Several choices', Icon: IconCheckbox },
  DROPDOWN: { label: 'Dropdown', Icon: IconChevronDown },
  YES_NO: { label: 'Yes or no', Icon: IconToggleLeft },
  DATE: { label: 'Date', Icon: IconCalendar },
  NUMBER: { label: 'Number', Icon: IconHash },
  EMAIL: { label: 'Email address', Icon: IconAt },
  PHONE: { label: 'Phone number', Icon: IconPhone },
  FILE: { label: 'File', Icon: IconPaperclip, answer: 'One or more files' },
  CONSENT: { label: 'Consent', Icon: IconSquareCheck },
}

/** The choices of a Select. */
export const toTypeChoices = <T extends QuestionType>(types: readonly T[]): { value: T; label: string }[] =>
  types.map((value) => ({ value, label: questionTypes[value].label }))
