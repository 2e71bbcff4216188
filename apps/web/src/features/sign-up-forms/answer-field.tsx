/** The field of one question of a sign-up form, by its type: in the form, and in the builder's preview. */

import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FormQuestion } from '@lms/contract/rules/form-answers'
import { ChoiceCards } from '#ui/radio-cards.tsx'
import classes from './sign-up-forms.module.css'

export type AnswerValue = string | string[]

export const getAnswerFieldId = (questionId: string) => `answers.${questionId}` as const
const toHeadingId = (questionId: string): string => `question-${questionId}`

type Props = {
  question: FormQuestion
  /** Absent in a preview. */
  number?: number
  value: AnswerValue | undefined
  error?: string | undefined
  onChange: (value: AnswerValue) => void
  onBlur?: () => void
  /** The field for files, from the form, which uploads them. */
  files?: ReactNode
}

const inputTypes = { EMAIL: 'email', PHONE: 'tel', DATE: 'date' } as const
const autoComplete = { EMAIL: 'email', PHONE: 'tel' } as const
const yesNo = ['Yes', 'No']

/** Short choices are shown side by side. */
const isShort = ({ options }: FormQuestion): boolean => options.every((option) => option.length <= 16)

function Field({ question, value, error, onChange, files }: Omit<Props, 'number' | 'onBlur'>) {
  const { id, type, options, required, label } = question
  const text = [value ?? ''].flat()[0] ?? ''
  const named = { id: getAnswerFieldId(id), 'aria-labelledby': toHeadingId(id), 'aria-required': required, error }
  const onText = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value)
  switch (type) {
    case 'LONG_TEXT':
      return (
        <Textarea {...named} autosize minRows={2} maxRows={16} value={text} classNames={{ input: classes.text ?? '' }} onChange={onText} />
      )
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return (
        <ChoiceCards
          id={named.id}
          labelledBy={named['aria-labelledby']}
          options={options}
          isMany={type === 'MULTIPLE_CHOICE'}
          hasColumns={isShort(question)}
          canClear={!required}
          value={value}
          error={error}
          onChange={onChange}
        />
      )
    case 'YES_NO':
      return (
        <ChoiceCards
          id={named.id}
          labelledBy={named['aria-labelledby']}
          options={yesNo}
          isMany={false}
          hasColumns
          canClear={!required}
          value={text === '' ? '' : text === 'yes' ? 'Yes' : 'No'}
          error={error}
          onChange={(choice) => onChange(String(choice).toLowerCase())}
        />
      )
    case 'DROPDOWN':
      return (
        <Select
          {...named}
          data={options}
          value={text || null}
          placeholder="Choose"
          clearable={!required}
          onChange={(choice) => onChange(choice ?? '')}
        />
      )
    case 'CONSENT':
      return (
        <Checkbox
          id={named.id}
          label={label}
          error={error}
          checked={text === 'yes'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : '')}
        />
      )
    case 'FILE':
      return files ?? <p className={classes.meta}>A file of the person’s choice</p>
    default:
      return (
        <TextInput
          {...named}
          type={type in inputTypes ? inputTypes[type as 'DATE'] : 'text'}
          autoComplete={type in autoComplete ? autoComplete[type as 'EMAIL'] : 'off'}
          {...(type === 'NUMBER' && { inputMode: 'decimal' as const })}
          {...(type === 'DATE' && { max: '9999-12-31' })}
          className={type === 'SHORT_TEXT' ? undefined : classes.narrow}
          value={text}
          onChange={onText}
        />
      )
  }
}

export function AnswerField({ number, onBlur, ...field }: Props) {
  const { id, label, help, required, type } = field.question
  return (
    <div className={number === undefined ? undefined : classes.question} onBlur={onBlur}>
      {number !== undefined && (
        <span className={classes.number} aria-hidden>
          {number}
        </span>
      )}
      <div className={classes.answer}>
        <div>
          <h3 id={toHeadingId(id)} className={type === 'CONSENT' ? classes.spoken : classes.label}>
            {label.trim() || 'Your question'}
            {!required && <span className={classes.optional}> Optional</span>}
          </h3>
          {help.trim() !== '' && <p className={classes.help}>{help}</p>}
        </div>
        <Field {...field} />
      </div>
    </div>
  )
}
