/** A question of a sign-up form with its field: in the form, and in the builder's preview. */

import { Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnswerValue } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { AnswerField } from '#features/questions/answer-field.tsx'
import classes from './sign-up-forms.module.css'

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

export function QuestionField({ question, number, onBlur, files, ...field }: Props) {
  const { id, label, help, required, type, options } = question
  const heading = (
    <h3 id={toHeadingId(id)} className={classes.label} data-required={required || undefined}>
      {label.trim() || 'Your question'}
    </h3>
  )
  return (
    <div className={number === undefined ? undefined : classes.question} onBlur={onBlur}>
      {number !== undefined && (
        <span className={classes.number} aria-hidden>
          {number}
        </span>
      )}
      <Stack gap={10}>
        <div>
          {type === 'CONSENT' ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
          {help.trim() !== '' && <p className={classes.help}>{help}</p>}
        </div>
        <AnswerField
          {...field}
          question={question}
          prompt={label}
          id={getAnswerFieldId(id)}
          labelledBy={toHeadingId(id)}
          // Short choices are shown side by side.
          hasColumns={options.every((option) => option.length <= 16)}
          files={files ?? <p className={classes.meta}>A file of the person’s choice</p>}
        />
      </Stack>
    </div>
  )
}
