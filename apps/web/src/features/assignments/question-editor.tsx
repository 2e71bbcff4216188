/** One question in the form: its text, kind of answer, points and position. */

import { ActionIcon, Button, Checkbox, Input, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { isChoice } from '@lms/contract/rules/assignment-questions'
import type { Form } from '#lib/form.ts'
import { IconArrowDown, IconArrowUp, IconCopy, IconLock, IconPlus, IconTrash, IconX } from '#ui/icons.ts'
import { type AssignmentFormValues, type QuestionAction, questionTypes, type QuestionValues } from './assignment-form-values.ts'
import classes from './assignment-form.module.css'

/** Existing answers, because of which the kind can no longer be changed. */
export type QuestionUse = { answers: number; choices: readonly { option: string; count: number }[] }

type OptionEditorProps = {
  question: QuestionValues
  use: QuestionUse | undefined
  number: number
  /** Its path in the form. */
  id: string
  error: string | undefined
  onChange: (to: Partial<QuestionValues>) => void
}

/** Indexes of the correct options after an option was removed. */
const removeOption = (right: readonly number[], removed: number): number[] =>
  right.filter((at) => at !== removed).map((at) => (at > removed ? at - 1 : at))

/** The options of a choice question, and which of them are correct. */
function OptionEditor({ question, use, number, id, error, onChange }: OptionEditorProps) {
  const { key, options, right, type } = question
  const isMany = type === 'MULTIPLE_CHOICE'
  const countOf = (option: string): number => use?.choices.find((one) => one.option === option)?.count ?? 0
  const optionId = (index: number): string => `${key}-option-${index}`
  const add = (): void => {
    onChange({ options: [...options, ''] })
    setTimeout(() => document.getElementById(optionId(options.length))?.focus())
  }
  const toggle = (index: number): void => {
    onChange({ right: right.includes(index) ? right.filter((at) => at !== index) : [...right, index] })
  }
  const onKeyDown =
    (index: number) =>
    (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (index === options.length - 1) add()
      else document.getElementById(optionId(index + 1))?.focus()
    }
  return (
    <fieldset id={id} tabIndex={-1} className={classes.options}>
      <legend className={classes.legend}>Options of question {number}</legend>
      <p className={classes.meta}>
        Tick each correct answer, and the question is graded automatically.{!isMany && ' With two ticks, either one counts.'} Without one
        you mark it yourself.
      </p>
      {options.map((option, index) => (
        // Options have no id but their index.
        <div key={index} className={classes.option}>
          <Checkbox checked={right.includes(index)} aria-label={`Option ${index + 1} is right`} onChange={() => toggle(index)} />
          <TextInput
            id={optionId(index)}
            className={classes.text ?? ''}
            aria-label={`Option ${index + 1} of question ${number}`}
            required
            value={option}
            disabled={countOf(option) > 0}
            error={error !== undefined && !option.trim()}
            onKeyDown={onKeyDown(index)}
            onChange={(event) => onChange({ options: options.map((old, at) => (at === index ? event.currentTarget.value : old)) })}
          />
          {use && <span className={classes.questionEditorCount}>{countOf(option)} chose</span>}
          {countOf(option) > 0 && <IconLock size={16} stroke={1.75} aria-label="Chosen by students: cannot be changed or removed" />}
          {options.length > 2 && countOf(option) === 0 && (
            <ActionIcon
              aria-label={`Remove option ${index + 1}`}
              onClick={() => onChange({ options: options.filter((_, at) => at !== index), right: removeOption(right, index) })}
            >
              <IconX size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      <Button
        variant="subtle"
        size="sm"
        className={classes.add ?? ''}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={add}
      >
        Add option
      </Button>
    </fieldset>
  )
}

type Props = {
  question: QuestionValues
  index: number
  count: number
  error: Form<AssignmentFormValues>['error']
  isPromptRequired: boolean
  /** Set if the question has answers. */
  use?: QuestionUse | undefined
  /** The caller already draws a frame. */
  isFramed?: boolean
  onAction: (action: QuestionAction) => void
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The id of a question’s element, to find it again after a move. */
export const getQuestionElementId = (key: string): string => `question-${key}`

/** At an end of the list the button does nothing but is not disabled, because it would lose the focus. */
const endIf = (isEnd: boolean) => (isEnd ? { 'aria-disabled': true, className: classes.end ?? '' } : {})

function Tools({ index, count, onAction }: Pick<Props, 'index' | 'count' | 'onAction'>) {
  const number = index + 1
  return (
    <span className={classes.tools}>
      <ActionIcon
        {...endIf(index === 0)}
        aria-label={`Move question ${number} up`}
        title="Alt Up"
        onClick={() => onAction({ do: 'move', at: index, to: index - 1 })}
      >
        <IconArrowUp {...icon} />
      </ActionIcon>
      <ActionIcon
        {...endIf(index === count - 1)}
        aria-label={`Move question ${number} down`}
        title="Alt Down"
        onClick={() => onAction({ do: 'move', at: index, to: index + 1 })}
      >
        <IconArrowDown {...icon} />
      </ActionIcon>
      <ActionIcon aria-label={`Duplicate question ${number}`} onClick={() => onAction({ do: 'duplicate', at: index })}>
        <IconCopy {...icon} />
      </ActionIcon>
      <ActionIcon aria-label={`Remove question ${number}`} onClick={() => onAction({ do: 'remove', at: index })}>
        <IconTrash {...icon} />
      </ActionIcon>
    </span>
  )
}

export function QuestionEditor({ question, index, count, error, isPromptRequired, use, isFramed = false, onAction }: Props) {
  const { key, type, prompt, required, points, shuffle } = question
  const at = `questions.${index}` as const
  const number = index + 1
  const change = (to: Partial<QuestionValues>): void => onAction({ do: 'change', at: index, to })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onAction({ do: 'move', at: index, to: index + (event.key === 'ArrowUp' ? -1 : 1) })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the fields inside
    <section
      id={getQuestionElementId(key)}
      className={isFramed ? classes.fields : `${classes.fields} ${classes.question}`}
      aria-label={`Question ${number}`}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head}>
        <h2 className={classes.questionEditorTitle}>Question {number}</h2>
        <Tools index={index} count={count} onAction={onAction} />
      </div>
      <Textarea
        id={`${at}.prompt`}
        label="Question"
        required={isPromptRequired}
        autosize
        minRows={1}
        maxRows={8}
        value={prompt}
        error={error(`${at}.prompt`)}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
      <div className={classes.line}>
        <Select
          id={`${at}.type`}
          label="Kind of answer"
          data={questionTypes}
          value={type}
          allowDeselect={false}
          disabled={use !== undefined}
          error={error(`${at}.type`)}
          onChange={(value) => value && change({ type: value })}
        />
        <TextInput
          id={`${at}.points`}
          label="Marks"
          inputMode="decimal"
          autoComplete="off"
          value={points}
          error={error(`${at}.points`)}
          onChange={(event) => change({ points: event.currentTarget.value })}
        />
      </div>
      {use && (
        <p className={classes.meta}>
          {use.answers === 1 ? '1 answer' : `${use.answers} answers`}. To use another kind,{' '}
          <button type="button" className={classes.replace} onClick={() => onAction({ do: 'replace', at: index })}>
            replace this question
          </button>
          .
        </p>
      )}
      {isChoice(type) && (
        <OptionEditor
          question={question}
          use={use}
          number={number}
          id={`${at}.options`}
          error={error(`${at}.options`) ?? error(`${at}.answerKey`)}
          onChange={change}
        />
      )}
      {isChoice(type) && (
        <Switch label="Shuffle choices" checked={shuffle} onChange={(event) => change({ shuffle: event.currentTarget.checked })} />
      )}
      <Switch label="An answer is required" checked={required} onChange={(event) => change({ required: event.currentTarget.checked })} />
    </section>
  )
}
