/** The field of one question, by its type. */
import { Textarea, TextInput } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import type { ReactNode } from 'react'
import classes from './answer-field.module.css'
import type { AnswerValue } from './answers.ts'
import { ChoiceField } from './choice-field.tsx'

type Props = {
  question: Question
  /** The id of the heading that names the field. */
  labelledBy: string
  value: AnswerValue | undefined
  error?: string | undefined
  onChange: (value: AnswerValue) => void
  /** Files need a way to send them, which the caller has. */
  files: ReactNode
}

export const fieldIdOf = (questionId: string): string => `answer-${questionId}`

const textOf = (value: AnswerValue | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

export function AnswerField({ question, labelledBy, value, error, onChange, files }: Props) {
  const id = fieldIdOf(question.id)
  const named = { id, 'aria-labelledby': labelledBy, error }
  switch (question.type) {
    case 'TEXT':
      return (
        <Textarea
          {...named}
          autosize
          minRows={5}
          maxRows={24}
          value={textOf(value)}
          classNames={{ input: classes.text ?? '' }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'LINK':
      return (
        <TextInput
          {...named}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'FILE':
      return files
    default:
      return <ChoiceField question={question} id={id} labelledBy={labelledBy} value={value} error={error} onChange={onChange} />
  }
}
