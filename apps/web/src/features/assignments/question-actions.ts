/** What can be done to a list of questions; nothing here changes the list that it is given. */
import { newId } from '#lib/ids.ts'
import { newQuestion, type QuestionType, type QuestionValues } from './assignment-form-values.ts'

export type QuestionAction =
  | { do: 'add'; type: QuestionType }
  | { do: 'duplicate' | 'remove'; at: number }
  | { do: 'move'; at: number; by: 1 | -1 }
  | { do: 'change'; at: number; to: Partial<QuestionValues> }

export function applyQuestionAction(questions: readonly QuestionValues[], action: QuestionAction): QuestionValues[] {
  const next = [...questions]
  switch (action.do) {
    case 'add':
      return [...next, newQuestion(action.type)]
    case 'duplicate':
      next.splice(action.at + 1, 0, { ...structuredClone(next[action.at]!), key: newId() })
      return next
    case 'remove':
      next.splice(action.at, 1)
      return next
    case 'change':
      next[action.at] = { ...next[action.at]!, ...action.to }
      return next
    default: {
      const target = action.at + action.by
      if (target < 0 || target >= next.length) return next
      const [moved] = next.splice(action.at, 1)
      next.splice(target, 0, moved!)
      return next
    }
  }
}

const isEnd = (action: QuestionAction, count: number): boolean =>
  action.do === 'move' && (action.at + action.by < 0 || action.at + action.by >= count)

/** What a screen reader announces. */
export function describeQuestionAction(action: QuestionAction, count: number): string {
  if (action.do === 'add') return `Question ${count + 1} added`
  if (action.do === 'duplicate') return `Question ${action.at + 1} duplicated as question ${action.at + 2}`
  if (action.do === 'remove') return `Question ${action.at + 1} removed`
  return action.do === 'move' && !isEnd(action, count) ? `Question ${action.at + 1} moved to ${action.at + action.by + 1}` : ''
}
