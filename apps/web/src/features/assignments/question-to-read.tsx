/** A question as staff see it: its choices, with the key if it is available, or the kind of answer. */

import { Badge } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import { Options } from '#features/questions/answer-view.tsx'
import { describeType } from '#features/questions/question-types.ts'
import { QuestionFrame } from './question.tsx'

export function QuestionToRead({ question, number }: { question: Question; number: number }) {
  const { options, answerKey, type } = question
  return (
    <QuestionFrame question={question} number={number} note={answerKey?.length ? 'auto-graded' : undefined} isRequiredMarked>
      {options.length > 0 ? <Options question={question} chosen={[]} /> : <Badge>{describeType(type)}</Badge>}
    </QuestionFrame>
  )
}
