/** The state of the builder: values that survive a reload, errors at their fields, for a new assignment and for one that is edited. */
import { useState } from 'react'
import { type ApiProblem, getErrorMessage } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import {
  applyQuestionAction,
  type AssignmentFormErrors,
  type AssignmentFormValues,
  describeQuestionAction,
  fromServerErrors,
  getFieldId,
  type QuestionAction,
  validateAssignment,
} from './assignment-form-values.ts'
import { getQuestionElementId } from './question-editor.tsx'

/** The places of the errors that a change may have put right. */
const pointers: Partial<Record<keyof AssignmentFormValues, string>> = {
  lateKind: '/latePolicy',
  percent: '/latePolicy/percent',
  floor: '/latePolicy/floor',
  attempts: '/maxAttempts',
}

const withoutErrors = (errors: AssignmentFormErrors, places: readonly string[]): AssignmentFormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([pointer]) => !places.some((place) => pointer.startsWith(place))))

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
  /** Names the stored draft. */
  draft: string
  initial: AssignmentFormValues
}

export function useAssignmentForm({ draft, initial }: Options) {
  const { value: values, setValue, clear, restoredFrom } = useDraft<AssignmentFormValues>(draft, initial)
  const [errors, setErrors] = useState<AssignmentFormErrors>({})
  const [formError, setFormError] = useState<{ words: string; requestId: string | undefined } | null>(null)
  const [turn, setTurn] = useState(0)
  const [said, setSaid] = useState('')

  const show = (found: AssignmentFormErrors): void => {
    setErrors(found)
    setTurn((count) => count + 1)
  }
  const change = (to: Partial<AssignmentFormValues>): void => {
    setValue((now) => ({ ...now, ...to }))
    const changed = (Object.keys(to) as (keyof AssignmentFormValues)[]).map((field) => pointers[field] ?? `/${field}`)
    setErrors((now) => withoutErrors(now, changed))
  }
  const onAction = (action: QuestionAction): void => {
    const focused = document.activeElement as HTMLElement | null
    setValue((now) => ({ ...now, questions: applyQuestionAction(now.questions, action) }))
    // If numbers shift, all errors would point at the wrong questions.
    setErrors((now) => (action.do === 'change' ? withoutErrors(now, [`/questions/${action.at}/`]) : {}))
    setSaid(describeQuestionAction(action, values.questions.length))
    if (action.do !== 'change') requestAnimationFrame(() => focusAfter(action, focused))
  }
  return {
    values,
    errors,
    summary: Object.entries(errors).map(([pointer, message]) => ({ fieldId: getFieldId(pointer), message })),
    formError,
    turn,
    said,
    change,
    onAction,
    /** Sends the values if the browser finds nothing wrong with them. */
    submit: (send: () => void): void => {
      setFormError(null)
      const found = validateAssignment(values)
      show(found)
      if (Object.keys(found).length === 0) send()
    },
    /** Shows the server's errors. */
    fail: (error: ApiProblem): void => {
      show(fromServerErrors(error.errors))
      if (error.errors.length === 0) setFormError({ words: `${getErrorMessage(error)} What you wrote is kept.`, requestId: error.instance })
    },
    clear,
    restoredFrom,
    startAgain: (next: AssignmentFormValues): void => {
      clear(next)
      setErrors({})
      setFormError(null)
    },
  }
}

export type AssignmentBuilder = ReturnType<typeof useAssignmentForm>
