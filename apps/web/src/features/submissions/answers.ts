/** The answers of a form, and their relation to the questions. */

import type { Question } from '@lms/contract/assignments'
import { answerError, type AnswerValue, isAnswered } from '@lms/contract/rules/questions'
import type { Answer, Submission } from '@lms/contract/submissions'

/** By question id. */
export type Answers = Record<string, AnswerValue>

export const answersFromList = (list: readonly Answer[]): Answers =>
  Object.fromEntries(list.map(({ questionId, value }) => [questionId, value]))

/** The answers to send: only non-empty ones to existing questions, in order. */
export const answersToList = (questions: readonly Question[], answers: Answers): Answer[] =>
  questions.flatMap(({ id }) => {
    const value = answers[id]
    return value !== undefined && isAnswered(value) ? [{ questionId: id, value }] : []
  })

const toComparable = (answers: Answers): string =>
  JSON.stringify(
    Object.entries(answers)
      .filter(([, value]) => isAnswered(value))
      .sort(([a], [b]) => a.localeCompare(b)),
  )

/** The questions of an attempt, as they were asked; those of the latest one by default. */
export const getQuestions = (
  { questionVersions, questionsVersion }: Pick<Submission, 'questionVersions'> & { questionsVersion?: number },
  version = questionsVersion,
) => questionVersions.find((one) => one.version === version)?.questions ?? []

/** Whether both say the same; an empty answer counts as no answer. */
export const sameAnswers = (one: Answers, other: Answers): boolean => toComparable(one) === toComparable(other)

/** Why an answer cannot be submitted, as a sentence. */
export const validateAnswer = (question: Question, value: AnswerValue | undefined): string | undefined =>
  answerError(question, value, 'Required')

export const answeredCount = (questions: readonly Question[], answers: Answers): number =>
  questions.filter(({ id }) => isAnswered(answers[id])).length

/** FNV-1a, 32 bits (draft-eastlake-fnv-21), then the last step of MurmurHash3: texts that differ in one character end far apart. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (const char of text) bits = Math.imul(bits ^ char.codePointAt(0)!, 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The same texts in an order that looks random and is the same each time for one seed. */
export const shuffle = (texts: readonly string[], seed: string): string[] =>
  texts.toSorted((one, other) => hash(`${one}${seed}`) - hash(`${other}${seed}`))
