/** The field for the answer to one question, by its type. */

import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { completeUrl } from '@lms/contract/rules/https-url'
import { describeRoom, textLimits } from '@lms/contract/rules/limits'
import { answerError, type AnswerValue, type QuestionType } from '@lms/contract/rules/questions'
import { ChoiceCards } from '#ui/radio-cards.tsx'
import classes from './questions.module.css'

type Props = {
  question: { type: QuestionType; required: boolean; options: readonly string[] }
  /** What is asked: the label of a box to tick. */
  prompt: string
  id: string
  /** The id of the heading that names the field. */
  labelledBy: string
  value: AnswerValue | undefined
  error?: string | undefined
  onChange: (value: AnswerValue) => void
  /** Choices are side by side if there is space. */
  hasColumns?: boolean
  /** The field for files, from the caller, which uploads them. */
  files: ReactNode
}

const inputTypes = { EMAIL: 'email', PHONE: 'tel', DATE: 'date' } as const
const autoComplete = { EMAIL: 'email', PHONE: 'tel' } as const
const yesNo = ['Yes', 'No']

export function AnswerField(props: Props) {
  const { question, prompt, id, labelledBy, value, error, onChange, hasColumns = false, files } = props
  const { type, options, required } = question
  const text = [value ?? ''].flat()[0] ?? ''
  const named = { id, 'aria-labelledby': labelledBy, required, error }
  switch (type) {
    case 'TEXT':
    case 'LONG_TEXT':
      return <TextField {...named} isWhole={type === 'TEXT'} value={text} onChange={onChange} />
    case 'LINK':
      return <LinkField {...named} question={question} value={text} onChange={onChange} />
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
    case 'YES_NO':
      return <ChoiceField {...props} text={text} hasColumns={hasColumns} />
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
          id={id}
          label={<span data-required={required || undefined}>{prompt}</span>}
          required={required}
          error={error}
          checked={text === 'yes'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : '')}
        />
      )
    case 'FILE':
      return files
    default:
      return <ShortField {...named} type={type} value={text} onChange={onChange} />
  }
}

type TextProps = Pick<Props, 'id' | 'error'> & {
  'aria-labelledby': string
  required: boolean
  value: string
  onChange: (value: string) => void
}

/** A whole text is the answer of an assignment, and says how much room is left. */
function TextField({ isWhole, value, onChange, ...named }: TextProps & { isWhole: boolean }) {
  const onText = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value)
  if (!isWhole)
    return (
      <Textarea {...named} autosize minRows={2} maxRows={16} value={value} classNames={{ input: classes.text ?? '' }} onChange={onText} />
    )
  return (
    <Textarea
      {...named}
      autosize
      minRows={5}
      maxRows={24}
      value={value}
      description={describeRoom(value, textLimits.answer)}
      inputWrapperOrder={['input', 'description', 'error']}
      classNames={{ input: `${classes.text} ${classes.whole}` }}
      onChange={onText}
    />
  )
}

function ChoiceField({
  question,
  id,
  labelledBy,
  value,
  text,
  error,
  onChange,
  hasColumns,
}: Props & { text: string; hasColumns: boolean }) {
  const { type, options, required } = question
  const cards = { id, labelledBy, isRequired: required, error }
  if (type !== 'YES_NO')
    return (
      <ChoiceCards
        {...cards}
        options={options}
        isMany={type === 'MULTIPLE_CHOICE'}
        hasColumns={hasColumns}
        value={value}
        onChange={onChange}
      />
    )
  return (
    <ChoiceCards
      {...cards}
      options={yesNo}
      isMany={false}
      hasColumns
      value={text === '' ? '' : text === 'yes' ? 'Yes' : 'No'}
      onChange={(choice) => onChange(String(choice).toLowerCase())}
    />
  )
}

/** One line: a word, a number, a date, an address. */
function ShortField({ type, value, onChange, ...named }: TextProps & { type: Props['question']['type'] }) {
  return (
    <TextInput
      {...named}
      type={type in inputTypes ? inputTypes[type as 'DATE'] : 'text'}
      autoComplete={type in autoComplete ? autoComplete[type as 'EMAIL'] : 'off'}
      {...(type === 'NUMBER' && { inputMode: 'decimal' as const })}
      {...(type === 'DATE' && { max: '9999-12-31' })}
      className={type === 'SHORT_TEXT' ? undefined : classes.narrow}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type LinkFieldProps = Pick<Props, 'question' | 'id' | 'error'> & {
  'aria-labelledby': string
  required: boolean
  value: string
  onChange: (value: string) => void
}

/** On leaving the field, the address is completed, and a fault is named. */
function LinkField({ question, value, error, onChange, ...named }: LinkFieldProps) {
  const [left, setLeft] = useState<string>()
  const fault = value !== '' && left === value ? answerError({ ...question, required: false }, value) : undefined
  const leave = (): void => {
    const complete = completeUrl(value)
    setLeft(complete)
    if (complete !== value) onChange(complete)
  }
  return (
    <TextInput
      {...named}
      type="url"
      inputMode="url"
      placeholder="https://"
      value={value}
      error={error ?? fault}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={leave}
    />
  )
}
