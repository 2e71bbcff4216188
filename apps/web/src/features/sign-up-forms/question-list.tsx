/** The questions of the form builder in order: selected by a click, moved by dragging or by Alt with the arrow keys. */

import { formQuestionTypes, type FormQuestionType } from '@lms/contract/rules/form-answers'
import { AddQuestionMenu, BuilderList } from '#ui/builder-list.tsx'
import classes from '#ui/builder.module.css'
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
  IconPaperclip,
  IconPhone,
  IconSquareCheck,
  IconToggleLeft,
} from '#ui/icons.ts'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { typeLabels } from './labels.ts'
import { panelTitleId } from './question-panel.tsx'
import type { useFormBuilder } from './use-form-builder.ts'

export const typeIcons: Record<FormQuestionType, Icon> = {
  SHORT_TEXT: IconLetterT,
  LONG_TEXT: IconAlignLeft,
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

type Builder = Pick<ReturnType<typeof useFormBuilder>, 'form' | 'selected' | 'select' | 'onAction'>

export function QuestionList({ builder: { form, selected, select, onAction } }: { builder: Builder }) {
  const isPhone = useIsPhone()
  const { questions } = form.values
  const choose = (index: number): void => {
    select(index)
    // On phones the question is below the list.
    if (isPhone)
      requestAnimationFrame(() => {
        const title = document.getElementById(panelTitleId)
        title?.scrollIntoView({ block: 'start' })
        title?.focus({ preventScroll: true })
      })
  }
  return (
    <nav id="questions" tabIndex={-1} className={classes.list} aria-label="Questions">
      <BuilderList
        items={questions.map(({ key, label, type, required }, index) => ({
          key,
          label,
          Icon: typeIcons[type],
          meta: `${typeLabels[type]}${required ? ', required' : ''}`,
          hasError: form.error(`questions.${index}`) !== undefined,
        }))}
        selected={selected}
        onSelect={choose}
        onMove={(at, to) => onAction({ do: 'move', at, to })}
      />
      <AddQuestionMenu
        types={formQuestionTypes.map((type) => ({ type, label: typeLabels[type], Icon: typeIcons[type] }))}
        onAdd={(type) => onAction({ do: 'add', type })}
      />
    </nav>
  )
}
