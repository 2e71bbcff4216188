/** The icons of the types of questions; apart from their names, which more pages show. */

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

const icons: Record<QuestionType, Icon> = {
  TEXT: IconAlignLeft,
  SHORT_TEXT: IconLetterT,
  LONG_TEXT: IconAlignLeft,
  LINK: IconLink,
  SINGLE_CHOICE: IconCircleDot,
  MULTIPLE_CHOICE: IconCheckbox,
  DROPDOWN: IconChevronDown,
  YES_NO: IconToggleLeft,
  DATE: IconCalendar,
  NUMBER: IconHash,
  EMAIL: IconAt,
  PHONE: IconPhone,
  FILE: IconPaperclip,
  CONSENT: IconSquareCheck,
}

export function TypeIcon({ type }: { type: QuestionType }) {
  const Icon = icons[type]
  return <Icon size={16} stroke={1.75} aria-hidden />
}
