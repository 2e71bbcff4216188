/** The state of the builder: values that survive a reload, errors at their fields, for a new assignment and for one that is edited. */

import { useState } from 'react'
import { useForm } from '#lib/form.ts'
import { applyQuestionAction, describeQuestionAction } from '#features/questions/question-actions.ts'
import { type AssignmentFormValues, nameQuestions, newQuestion, type QuestionAction, validateAssignment } from './assignment-form-values.ts'
import { getQuestionElementId } from './question-editor.tsx'

/** A moved question keeps the focus; a new one gets it; after a removal its neighbour does. */
function focusAfter(action: QuestionAction, focused: HTMLElement | null): void {
  if (action.do === 'move' || action.do === 'change' || action.do === 'replace') return focused?.focus()
  const boxes = [...document.querySelectorAll<HTMLElement>(`[id^="${getQuestionElementId('')}"]`)]
  const last = boxes.length - 1
  const at = { add: last, duplicate: 'at' in action ? action.at + 1 : last, remove: 'at' in action ? Math.min(action.at, last) : last }[
    action.do
  ]
  boxes[at]?.querySelector<HTMLElement>('textarea')?.focus()
}

type Options = {
  /** The key of the stored draft. */
  draft: string
  initial: AssignmentFormValues
}

export function useAssignmentForm({ draft, initial }: Options) {
  const form = useForm({ draft, initial, check: validateAssignment, kept: 'What you wrote is kept.' })
  const [said, setSaid] = useState('')

  const onAction = (action: QuestionAction): void => {
    const focused = document.activeElement as HTMLElement | null
    // If numbers shift, all errors would point at the wrong questions.
    const part = action.do === 'change' ? (`questions.${action.at}` as const) : 'questions'
    form.change('questions', (questions) => applyQuestionAction(questions, action, newQuestion), part)
    setSaid(describeQuestionAction(action, form.values.questions.length))
    if (action.do !== 'change') requestAnimationFrame(() => focusAfter(action, focused))
  }
  return { ...form, fail: (error: unknown): void => form.fail(nameQuestions(error)), said, onAction }
}

export type AssignmentBuilder = ReturnType<typeof useAssignmentForm>
