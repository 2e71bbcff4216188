/** The list of questions in an editor: what can be done with it. */

import type { QuestionType } from '@lms/contract/rules/questions'
import { newId } from '#lib/ids.ts'

/** What every editor knows of a question. */
export type EditedQuestion<T extends QuestionType = QuestionType> = {
  /** Identifies the question in the browser only. */
  key: string
  /** The server’s; absent until it is saved. */
  id?: string
  /** The id of the answered question that this one replaces. */
  replaces?: string
  type: T
  required: boolean
  /** Empty ones of a type without options are there for another type. */
  options: string[]
}

/** Actions that do not depend on what a question has. */
export type ListAction = { do: 'duplicate' | 'remove'; at: number } | { do: 'move'; at: number; to: number }

export type QuestionAction<Q extends EditedQuestion> =
  | ListAction
  | { do: 'add'; type: Q['type'] }
  | { do: 'replace'; at: number }
  | { do: 'change'; at: number; to: Partial<Q> }

export const emptyOptions = (): string[] => ['', '']

export const startQuestion = <T extends QuestionType>(type: T): EditedQuestion<T> => ({
  key: newId(),
  type,
  required: true,
  options: emptyOptions(),
})

/** The same content as a new question. */
function copyQuestion<Q extends EditedQuestion>(question: Q): Q {
  const copy = { ...structuredClone(question), key: newId() }
  delete copy.id
  delete copy.replaces
  return copy
}

function replacementOf<Q extends EditedQuestion>(question: Q): Q {
  const replaces = question.id ?? question.replaces
  return { ...copyQuestion(question), ...(replaces !== undefined && { replaces }) }
}

const isOutside = (action: { to: number }, count: number): boolean => action.to < 0 || action.to >= count

/** Returns a new list; `create` makes an empty question. */
export function applyQuestionAction<Q extends EditedQuestion>(
  questions: readonly Q[],
  action: QuestionAction<Q>,
  create: (type: Q['type']) => Q,
): Q[] {
  if (action.do === 'add') return [...questions, create(action.type)]
  const question = questions[action.at]!
  switch (action.do) {
    case 'duplicate':
      return questions.toSpliced(action.at + 1, 0, copyQuestion(question))
    case 'remove':
      return questions.toSpliced(action.at, 1)
    case 'replace':
      return questions.with(action.at, replacementOf(question))
    case 'change':
      return questions.with(action.at, { ...question, ...action.to })
    default:
      return isOutside(action, questions.length) ? [...questions] : questions.toSpliced(action.at, 1).toSpliced(action.to, 0, question)
  }
}

/** The announcement for screen readers. */
export function describeQuestionAction<Q extends EditedQuestion>(action: QuestionAction<Q>, count: number): string {
  switch (action.do) {
    case 'add':
      return `Question ${count + 1} added`
    case 'duplicate':
      return `Question ${action.at + 1} duplicated as question ${action.at + 2}`
    case 'remove':
      return `Question ${action.at + 1} removed`
    case 'replace':
      return `Question ${action.at + 1} is replaced by a new one`
    case 'move':
      return isOutside(action, count) ? '' : `Question ${action.at + 1} moved to ${action.to + 1}`
    default:
      return ''
  }
}
