/** The choices of a question in its editor; with an answer key, also which of them are correct. */

import { ActionIcon, Button, Checkbox, Input, TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isVisible } from '@lms/contract/rules/post-content'
import { IconLock, IconPlus, IconX } from '#ui/icons.ts'
import classes from './choice-editor.module.css'
import shared from './questions.module.css'

export type Choices = { options: string[]; right?: number[] }

type AnswerKey = {
  /** Indexes of the correct options. */
  right: readonly number[]
  help: ReactNode
  /** How many students chose an option, which cannot be changed then; absent before anybody answered. */
  countOf?: ((option: string) => number) | undefined
}

type Props = {
  /** Its path in the form. */
  id: string
  /** Of the question. */
  questionKey: string
  /** What a choice is called, and to what it belongs: “ of question 2”. */
  noun: 'option' | 'choice'
  of?: string
  options: readonly string[]
  maxLength?: number
  error: string | undefined
  answerKey?: AnswerKey
  onChange: (to: Choices) => void
}

export function ChoiceEditor({ id, questionKey, noun, of = '', options, maxLength, error, answerKey, onChange }: Props) {
  const { right, help, countOf } = answerKey ?? {}
  const capitalized = noun === 'option' ? 'Option' : 'Choice'
  const toId = (index: number): string => `${questionKey}-choice-${index}`
  const focus = (index: number): void => document.getElementById(toId(index))?.focus()
  /** Focused at once: the next key must not end up in the previous choice. */
  const changeAndFocus = (to: Choices, index: number): void => {
    flushSync(() => onChange(to))
    focus(index)
  }
  const add = (): void => changeAndFocus({ options: [...options, ''] }, options.length)
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= options.length) return
    const next = [...options]
    const [moved] = next.splice(from, 1)
    next.splice(to, 0, moved!)
    changeAndFocus({ options: next }, to)
  }
  const remove = (index: number): void => {
    const others = right?.filter((at) => at !== index).map((at) => (at > index ? at - 1 : at))
    const next = options.filter((_, at) => at !== index)
    changeAndFocus({ options: next, ...(others && { right: others }) }, Math.min(index, next.length - 1))
  }
  const onKeyDown =
    (index: number) =>
    (event: KeyboardEvent): void => {
      // With an answer key these keys move the whole question.
      if (!answerKey && event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        event.preventDefault()
        return move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
      }
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (index === options.length - 1) add()
      else focus(index + 1)
    }
  return (
    <fieldset id={id} tabIndex={-1} className={`${classes.choices} ${answerKey ? classes.withKey : ''}`}>
      <legend className={classes.legend}>{`${capitalized}s${of}`}</legend>
      {help && <p className={classes.meta}>{help}</p>}
      {options.map((option, index) => {
        const chosen = countOf?.(option) ?? 0
        return (
          // Choices have no id but their index.
          <div key={index} className={classes.choice}>
            {right && (
              <Checkbox
                checked={right.includes(index)}
                aria-label={`${capitalized} ${index + 1} is right`}
                onChange={() =>
                  onChange({ options: [...options], right: right.includes(index) ? right.filter((at) => at !== index) : [...right, index] })
                }
              />
            )}
            <TextInput
              id={toId(index)}
              className={classes.choiceText ?? ''}
              aria-label={`${capitalized} ${index + 1}${of}`}
              {...(maxLength !== undefined && { maxLength })}
              required
              value={option}
              disabled={chosen > 0}
              error={error !== undefined && !isVisible(option)}
              onKeyDown={onKeyDown(index)}
              onChange={(event) => onChange({ options: options.map((old, at) => (at === index ? event.currentTarget.value : old)) })}
            />
            {countOf && <span className={classes.count}>{chosen} chose</span>}
            {chosen > 0 && <IconLock size={16} stroke={1.75} aria-label="Chosen by students: cannot be changed or removed" />}
            {(!answerKey || (options.length > 2 && chosen === 0)) && (
              <ActionIcon aria-label={`Remove ${noun} ${index + 1}`} disabled={options.length <= 2} onClick={() => remove(index)}>
                <IconX size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )
      })}
      {error && <Input.Error>{error}</Input.Error>}
      <Button
        variant="subtle"
        size="sm"
        className={shared.add ?? ''}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={add}
      >
        Add {noun}
      </Button>
    </fieldset>
  )
}
