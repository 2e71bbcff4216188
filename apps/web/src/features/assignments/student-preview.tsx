/** An edited assignment as a student will read it; works before anything is saved. */

import { Stack, Text } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import { hasOptions } from '@lms/contract/rules/questions'
import { RichText } from '#ui/rich-text.tsx'
import { type AssignmentFormValues, parsePoints, type QuestionValues } from './assignment-form-values.ts'
import { QuestionToRead } from './question-to-read.tsx'

const toQuestion = (question: QuestionValues): Question => {
  const { key, type, prompt, required, options } = question
  const points = parsePoints(question)
  const shown = hasOptions(type) ? [...new Set(options.map((option) => option.trim()).filter(Boolean))] : []
  return { id: `preview-${key}`, type, prompt, required, options: shown, points: Number.isNaN(points) ? 0 : points }
}

export function StudentPreview({ values: { title, instructions, questions } }: { values: AssignmentFormValues }) {
  return (
    <Stack gap={12}>
      <Text variant="section">
        <bdi>{title}</bdi>
      </Text>
      {instructions && <RichText html={instructions} />}
      {questions.map((question, index) => (
        <QuestionToRead key={question.key} question={toQuestion(question)} number={index + 1} />
      ))}
    </Stack>
  )
}
