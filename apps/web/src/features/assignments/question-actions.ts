/** What can be done to a list of questions; nothing here changes the list that it is given. */
import { newId } from '#lib/ids.ts'
import { newQuestion, type QuestionType, type QuestionValues } from './assignment-form-values.ts'

export type QuestionAction =
  | { do: 'add'; type: QuestionType }
  | { do: 'duplicate' | 'remove'; at: number }
  | { do: 'move'; at: number; by: 1 | -1 }
  | { do: 'change'; at: number; to: Partial<QuestionValues> }

export function applyQuestionAction(questions: readonly QuestionValues[], deed: QuestionAction): QuestionValues[] {
  const next = [...questions]
  switch (deed.do) {
    case 'add':
      return [...next, newQuestion(deed.type)]
    case 'duplicate':
      next.splice(deed.at + 1, 0, { ...structuredClone(next[deed.at]!), key: newId() })
      return next
    case 'remove':
      next.splice(deed.at, 1)
      return next
    case 'change':
      next[deed.at] = { ...next[deed.at]!, ...deed.to }
      return next
    default: {
      const target = deed.at + deed.by
      if (target < 0 || target >= next.length) return next
      const [moved] = next.splice(deed.at, 1)
      next.splice(target, 0, moved!)
      return next
    }
  }
}

const isEnd = (deed: QuestionAction, count: number): boolean => deed.do === 'move' && (deed.at + deed.by < 0 || deed.at + deed.by >= count)

/** What a screen reader is told. */
export function describeQuestionAction(deed: QuestionAction, count: number): string {
  if (deed.do === 'add') return `Question ${count + 1} added`
  if (deed.do === 'duplicate') return `Question ${deed.at + 1} duplicated as question ${deed.at + 2}`
  if (deed.do === 'remove') return `Question ${deed.at + 1} removed`
  return deed.do === 'move' && !isEnd(deed, count) ? `Question ${deed.at + 1} moved to ${deed.at + deed.by + 1}` : ''
}
