/** A question as staff see it: its choices, with the key if it is available, or the kind of answer. */

import { Badge } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import { Options } from '#features/submissions/index.ts'
import { QuestionFrame } from './question.tsx'

const typeDescriptions: Record<Question['type'], string> = {
  TEXT: 'A written answer',
  FILE: 'One or more files',
  LINK: 'A link',
  SINGLE_CHOICE: 'One choice',
  MULTIPLE_CHOICE: 'Several choices',
}

export function QuestionToRead({ question, number }: { question: Question; number: number }) {
  return (
    <QuestionFrame question={question} number={number} note={question.answerKey?.length ? 'auto-graded' : undefined} isOptionalNamed>
      {question.options.length > 0 ? <Options question={question} chosen={[]} /> : <Badge>{typeDescriptions[question.type]}</Badge>}
    </QuestionFrame>
  )
}
