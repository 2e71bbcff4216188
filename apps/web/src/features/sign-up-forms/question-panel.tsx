/** The middle of the form builder: one question with its type, texts and choices. */

import { ActionIcon, Button, Input, Select, Switch, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { formQuestionTypes, hasOptions } from '@lms/contract/rules/form-answers'
import { isVisible } from '@lms/contract/rules/post-content'
import type { Form } from '#lib/form.ts'
import frameClasses from '#ui/builder.module.css'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash, IconX } from '#ui/icons.ts'
import { typeLabels } from './labels.ts'
import type { FormAction, FormQuestionValues, FormValues } from './use-form-builder.ts'
import classes from './sign-up-forms.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Props = {
  question: FormQuestionValues
  index: number
  count: number
  error: Form<FormValues>['error']
  onAction: (action: FormAction) => void
}

const optionId = (key: string, index: number): string => `${key}-choice-${index}`

type ChoicesProps = { id: string; question: FormQuestionValues; error: string | undefined; onChange: (options: string[]) => void }

function Choices({ id, question, error, onChange }: ChoicesProps) {
  const { key, options } = question
  const focus = (index: number): void => document.getElementById(optionId(key, index))?.focus()
  /** Focused at once: the next key must not end up in the previous choice. */
  const changeAndFocus = (next: string[], index: number): void => {
    flushSync(() => onChange(next))
    focus(index)
  }
  const add = (): void => changeAndFocus([...options, ''], options.length)
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= options.length) return
    const next = [...options]
    const [moved] = next.splice(from, 1)
    next.splice(to, 0, moved!)
    changeAndFocus(next, to)
  }
  const onKeyDown =
    (index: number) =>
    (event: KeyboardEvent): void => {
      if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        event.preventDefault()
        return move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
      }
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (index === options.length - 1) add()
      else focus(index + 1)
    }
  return (
    <fieldset className={classes.choices} id={id} tabIndex={-1}>
      <legend className={classes.legend}>Choices</legend>
      {options.map((option, index) => (
        // Choices have no id but their index.
        <div key={index} className={classes.choice}>
          <TextInput
            id={optionId(key, index)}
            aria-label={`Choice ${index + 1}`}
            maxLength={200}
            value={option}
            error={error !== undefined && !isVisible(option)}
            onKeyDown={onKeyDown(index)}
            onChange={(event) => onChange(options.map((old, at) => (at === index ? event.currentTarget.value : old)))}
          />
          <ActionIcon
            aria-label={`Remove choice ${index + 1}`}
            disabled={options.length <= 2}
            onClick={() =>
              changeAndFocus(
                options.filter((_, at) => at !== index),
                Math.min(index, options.length - 2),
              )
            }
          >
            <IconX {...icon} />
          </ActionIcon>
        </div>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      <Button
        variant="subtle"
        size="sm"
        className={classes.addChoice ?? ''}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={add}
      >
        Add choice
      </Button>
    </fieldset>
  )
}

export const panelTitleId = 'question-title'

export function QuestionPanel({ question, index, count, error, onAction }: Props) {
  const { label, help, type, required } = question
  const number = index + 1
  const at = `questions.${index}` as const
  const change = (to: Partial<FormQuestionValues>): void => onAction({ do: 'change', at: index, to })
  const move = (by: number): void => onAction({ do: 'move', at: index, to: index + by })
  const tools = [
    { name: `Move question ${number} up`, Icon: IconArrowUp, isOff: index === 0, run: () => move(-1) },
    { name: `Move question ${number} down`, Icon: IconArrowDown, isOff: index === count - 1, run: () => move(1) },
    { name: `Duplicate question ${number}`, Icon: IconCopy, isOff: false, run: () => onAction({ do: 'duplicate', at: index }) },
    { name: `Remove question ${number}`, Icon: IconTrash, isOff: false, run: () => onAction({ do: 'remove', at: index }) },
  ]
  return (
    <section className={frameClasses.panel} aria-label={`Question ${number}`}>
      <div className={classes.panelHead}>
        <h2 id={panelTitleId} tabIndex={-1} className={classes.panelTitle}>
          Question {number}
        </h2>
        <span className={classes.tools}>
          {tools.map(({ name, Icon, isOff, run }) => (
            // At an end of the list the button is not disabled, because it would lose the focus.
            <ActionIcon
              key={name}
              aria-label={name}
              title={name}
              aria-disabled={isOff}
              {...(isOff && { 'data-disabled': true })}
              onClick={() => !isOff && run()}
            >
              <Icon {...icon} />
            </ActionIcon>
          ))}
        </span>
      </div>
      <Select
        label="Kind of answer"
        data={formQuestionTypes.map((value) => ({ value, label: typeLabels[value] }))}
        value={type}
        allowDeselect={false}
        maxDropdownHeight={480}
        onChange={(value) => value && change({ type: value })}
      />
      <TextInput
        id={`${at}.label`}
        label="Question"
        maxLength={500}
        value={label}
        error={error(`${at}.label`)}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <TextInput
        label="Help, if it needs any"
        maxLength={1000}
        value={help}
        error={error(`${at}.help`)}
        onChange={(event) => change({ help: event.currentTarget.value })}
      />
      {hasOptions(type) && (
        <Choices id={`${at}.options`} question={question} error={error(`${at}.options`)} onChange={(options) => change({ options })} />
      )}
      <Switch label="An answer is required" checked={required} onChange={(event) => change({ required: event.currentTarget.checked })} />
    </section>
  )
}
