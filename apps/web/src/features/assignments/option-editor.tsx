/** The options of a choice question, and which of them are right. */
import { ActionIcon, Button, Checkbox, Input, Radio, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { getFieldId, type QuestionValues } from './assignment-form-values.ts'
import classes from './option-editor.module.css'

type Props = {
  question: QuestionValues
  number: number
  pointer: string
  error: string | undefined
  onChange: (to: Partial<QuestionValues>) => void
}

/** Places of the right options after one option is gone. */
const without = (right: readonly number[], gone: number): number[] =>
  right.filter((at) => at !== gone).map((at) => (at > gone ? at - 1 : at))

export function OptionEditor({ question, number, pointer, error, onChange }: Props) {
  const { key, options, right, type } = question
  const isMany = type === 'MULTIPLE_CHOICE'
  const optionId = (index: number): string => `${key}-option-${index}`
  const add = (): void => {
    onChange({ options: [...options, ''] })
    setTimeout(() => document.getElementById(optionId(options.length))?.focus())
  }
  const toggle = (index: number): void => {
    if (!isMany) return onChange({ right: right.includes(index) ? [] : [index] })
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
  const Mark = isMany ? Checkbox : Radio
  return (
    <fieldset id={getFieldId(pointer)} tabIndex={-1} className={classes.options}>
      <legend className={classes.legend}>Options of question {number}</legend>
      <p className={classes.hint}>
        Mark {isMany ? 'all right answers' : 'the right answer'}, and the question marks itself. Without one you mark it yourself.
      </p>
      {options.map((option, index) => (
        // Options have no name but their place.
        <div key={index} className={classes.option}>
          <Mark
            checked={right.includes(index)}
            aria-label={`Option ${index + 1} is right`}
            onChange={() => toggle(index)}
            // A radio button fires no change when it is taken again.
            onClick={() => !isMany && right.includes(index) && toggle(index)}
          />
          <TextInput
            id={optionId(index)}
            className={classes.text ?? ''}
            aria-label={`Option ${index + 1} of question ${number}`}
            value={option}
            error={error !== undefined && !option.trim()}
            onKeyDown={onKeyDown(index)}
            onChange={(event) => onChange({ options: options.map((old, at) => (at === index ? event.currentTarget.value : old)) })}
          />
          {options.length > 2 && (
            <ActionIcon
              aria-label={`Remove option ${index + 1}`}
              onClick={() => onChange({ options: options.filter((_, at) => at !== index), right: without(right, index) })}
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
