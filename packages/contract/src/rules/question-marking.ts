/** Automatic marking: a single choice earns all its points for any correct option, a multiple choice for exactly the correct ones. */

import { getRightWith, givenValues, type QuestionType } from '#rules/questions.ts'

interface Question {
  id: string
  type: QuestionType
  points: number
  answerKey: readonly string[]
}
interface Answer {
  questionId: string
  value: string | readonly string[]
}

export const isAutoGraded = ({ type, answerKey }: { type: QuestionType; answerKey?: readonly string[] | undefined }): boolean =>
  getRightWith(type) !== undefined && (answerKey?.length ?? 0) > 0

/** Whether every question is marked automatically. Without questions it is marked as done, and nobody has to mark anything. */
export const isFullyAutoGraded = (questions: readonly Question[]): boolean => questions.every(isAutoGraded)

export const getAutomaticMarks = (questions: readonly Question[], answers: readonly Answer[]): { questionId: string; marks: number }[] =>
  questions.filter(isAutoGraded).map(({ id, type, points, answerKey }) => {
    const given = new Set(givenValues(answers.find(({ questionId }) => questionId === id)?.value))
    const isRight =
      getRightWith(type) === 'any'
        ? answerKey.some((option) => given.has(option))
        : given.size === answerKey.length && answerKey.every((option) => given.has(option))
    return { questionId: id, marks: isRight ? points : 0 }
  })
