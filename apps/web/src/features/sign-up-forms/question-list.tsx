/** The questions of the form builder in order: selected by a click, moved by dragging or by Alt with the arrow keys. */
import { Button, Menu } from '@mantine/core'
import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCheckbox,
  IconChevronDown,
  IconCircleDot,
  IconGripVertical,
  IconHash,
  IconLetterT,
  IconPaperclip,
  IconPhone,
  IconPlus,
  IconSquareCheck,
  IconToggleLeft,
  type Icon,
} from '@tabler/icons-react'
import { formQuestionTypes, type FormQuestionType } from '@lms/contract/rules/form-answers'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { typeLabels } from './labels.ts'
import { panelTitleId } from './question-panel.tsx'
import type { useFormBuilder } from './use-form-builder.ts'
import classes from '#ui/builder.module.css'
import { useReorder } from '#ui/use-reorder.ts'

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
const smallIcon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

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
  const { dragged, itemProps, keyProps } = useReorder(questions.length, (at, to) => onAction({ do: 'move', at, to }))
  return (
    <nav id="questions" tabIndex={-1} className={classes.list} aria-label="Questions">
      <ol>
        {questions.map(({ key, label, type, required }, index) => {
          const TypeIcon = typeIcons[type]
          const hasError = form.error(`questions.${index}`) !== undefined
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the pointer; the button within moves by keys
            <li
              key={key}
              {...itemProps(index)}
              className={`${classes.item} ${index === selected ? classes.current : ''} ${index === dragged ? classes.dragged : ''}`}
            >
              <button
                type="button"
                className={classes.choose}
                aria-current={index === selected}
                onClick={() => choose(index)}
                {...keyProps(index)}
              >
                <span className={classes.number}>{index + 1}</span>
                <span className={classes.words}>
                  <span className={classes.label}>{label.trim() || 'New question'}</span>
                  <span className={hasError ? classes.error : classes.meta}>
                    <TypeIcon {...smallIcon} />
                    {hasError ? 'Needs attention' : `${typeLabels[type]}${required ? ', required' : ''}`}
                  </span>
                </span>
              </button>
              <IconGripVertical className={classes.grip} size={18} stroke={1.75} aria-hidden />
            </li>
          )
        })}
      </ol>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <Button variant="default" fullWidth leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>
            Add question
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formQuestionTypes.map((type) => {
            const TypeIcon = typeIcons[type]
            return (
              <Menu.Item key={type} leftSection={<TypeIcon {...smallIcon} />} onClick={() => onAction({ do: 'add', type })}>
                {typeLabels[type]}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}
