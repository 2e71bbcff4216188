/** What can be done to a list of questions; nothing here changes the list that it is given. */
import { newId } from '#lib/ids.ts'
import { newQuestion, type QuestionType, type QuestionValues } from './assignment-form-values.ts'

export type QuestionAction =
  | { do: 'add'; type: QuestionType }
  | { do: 'duplicate' | 'remove'; at: number }
  | { do: 'move'; at: number; to: number }
  | { do: 'replace'; at: number }
  | { do: 'change'; at: number; to: Partial<QuestionValues> }

/** A new question with the same words. */
const copyQuestion = ({ id: _, replaces: __, ...question }: QuestionValues): QuestionValues => ({
  ...structuredClone(question),
  key: newId(),
})

export function applyQuestionAction(questions: readonly QuestionValues[], action: QuestionAction): QuestionValues[] {
  const next = [...questions]
  switch (action.do) {
    case 'add':
      return [...next, newQuestion(action.type)]
    case 'duplicate':
      next.splice(action.at + 1, 0, copyQuestion(next[action.at]!))
      return next
    case 'remove':
      next.splice(action.at, 1)
      return next
    case 'replace':
      next[action.at] = { ...copyQuestion(next[action.at]!), replaces: next[action.at]!.prompt }
      return next
    case 'change':
      next[action.at] = { ...next[action.at]!, ...action.to }
      return next
    default: {
      if (action.to < 0 || action.to >= next.length) return next
      const [moved] = next.splice(action.at, 1)
      next.splice(action.to, 0, moved!)
      return next
    }
  }
}

const isEnd = (action: QuestionAction, count: number): boolean => action.do === 'move' && (action.to < 0 || action.to >= count)

/** What a screen reader announces. */
export function describeQuestionAction(action: QuestionAction, count: number): string {
  if (action.do === 'add') return `Question ${count + 1} added`
  if (action.do === 'duplicate') return `Question ${action.at + 1} duplicated as question ${action.at + 2}`
  if (action.do === 'replace') return `Question ${action.at + 1} is replaced by a new one`
  if (action.do === 'remove') return `Question ${action.at + 1} removed`
  return action.do === 'move' && !isEnd(action, count) ? `Question ${action.at + 1} moved to ${action.to + 1}` : ''
}
