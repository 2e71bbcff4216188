/** Automatic marking: a single choice earns all its points for any correct option, a multiple choice for exactly the correct ones. */

import { isChoice } from '#rules/assignment-questions.ts'
import { isVisible } from '#rules/post-content.ts'

interface Question {
  id: string
  type: string
  points: number
  answerKey: readonly string[]
}
interface Answer {
  questionId: string
  value: string | readonly string[]
}

/** The visible values of an answer. */
export const getAnswerValues = (answer: Answer | undefined): string[] =>
  answer === undefined ? [] : [answer.value].flat().filter(isVisible)

export const isAutoGraded = ({ type, answerKey }: { type: string; answerKey?: readonly string[] | undefined }): boolean =>
  isChoice(type) && (answerKey?.length ?? 0) > 0

/** Whether every question is marked automatically. Without questions it is marked as done, and nobody has to mark anything. */
export const isFullyAutoGraded = (questions: readonly Question[]): boolean => questions.every(isAutoGraded)

export const getAutomaticMarks = (questions: readonly Question[], answers: readonly Answer[]): { questionId: string; marks: number }[] =>
  questions.filter(isAutoGraded).map(({ id, type, points, answerKey }) => {
    const given = new Set(getAnswerValues(answers.find(({ questionId }) => questionId === id)))
    const isRight =
      type === 'SINGLE_CHOICE'
        ? answerKey.some((option) => given.has(option))
        : given.size === answerKey.length && answerKey.every((option) => given.has(option))
    return { questionId: id, marks: isRight ? points : 0 }
  })
