/** An edited assignment as a student will read it; works before anything is saved. */

import type { Question } from '@lms/contract/assignments'
import { hasOptions } from '@lms/contract/rules/questions'
import { RichText } from '#ui/rich-text.tsx'
import { type AssignmentFormValues, parsePoints, type QuestionValues } from './assignment-form-values.ts'
import { QuestionToRead } from './question-to-read.tsx'
import classes from './assignment-form.module.css'

const toQuestion = (question: QuestionValues): Question => {
  const { key, type, prompt, required, options } = question
  const points = parsePoints(question)
  const shown = hasOptions(type) ? [...new Set(options.map((option) => option.trim()).filter(Boolean))] : []
  return { id: `preview-${key}`, type, prompt, required, options: shown, points: Number.isNaN(points) ? 0 : points }
}

export function StudentPreview({ values: { title, instructions, questions } }: { values: AssignmentFormValues }) {
  return (
    <div className={classes.preview}>
      <p className={classes.title}>
        <bdi>{title}</bdi>
      </p>
      {instructions && <RichText html={instructions} />}
      {questions.map((question, index) => (
        <QuestionToRead key={question.key} question={toQuestion(question)} number={index + 1} />
      ))}
    </div>
  )
}
