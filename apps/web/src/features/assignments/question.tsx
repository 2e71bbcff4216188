/** One question with its number and marks; the screen provides the content below. */

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Question } from '@lms/contract/assignments'
import { pluralize } from '#lib/pluralize.ts'
import classes from './question.module.css'

type Props = {
  question: Pick<Question, 'id' | 'prompt' | 'points' | 'required'> & { isRemoved?: true | undefined }
  number: number
  /** After the marks: “auto-graded”. */
  note?: string | undefined
  /** Instead of “8 marks”: “7 / 8”. */
  marks?: ReactNode
  /** In forms: one that needs an answer is marked so. */
  isRequiredMarked?: boolean
  children: ReactNode
}

export const formatPoints = (points: number): string => pluralize(points, 'mark')

/** For a single question, the instructions can be the question. */
export const getPrompt = ({ prompt }: Pick<Question, 'prompt'>): string => prompt || 'Your answer'

/** The id of the heading, which names the field under it. */
export const getHeadingId = (questionId: string): string => `question-${questionId}`

export function QuestionFrame({ question, number, note, marks, isRequiredMarked = false, children }: Props) {
  const { id, points, required, isRemoved } = question
  const facts = [isRemoved ? 'no longer counts' : points > 0 && formatPoints(points), note].filter(Boolean).join(', ')
  return (
    <section className={classes.question} aria-labelledby={getHeadingId(id)}>
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <h2 id={getHeadingId(id)} className={classes.prompt} data-required={(isRequiredMarked && required) || undefined}>
        {getPrompt(question)}
      </h2>
      <Text span inherit c="dimmed" fz="sm" lh="lg">
        {marks ?? facts}
      </Text>
      <div className={classes.answer}>{children}</div>
    </section>
  )
}
