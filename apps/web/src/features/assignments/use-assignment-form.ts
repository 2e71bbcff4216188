/** The state of the builder: values that survive a reload, faults at their fields, for a new assignment and for one that is edited. */
import { useState } from 'react'
import { type ApiProblem, getErrorMessage } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import {
  type AssignmentFormValues,
  type AssignmentFormErrors,
  getFieldId,
  validateAssignment,
  fromServerErrors,
} from './assignment-form-values.ts'
import { getQuestionElementId } from './question-editor.tsx'
import { applyQuestionAction, describeQuestionAction, type QuestionAction } from './question-actions.ts'

/** The places of the faults that a change may have put right. */
const pointers: Partial<Record<keyof AssignmentFormValues, string>> = {
  lateKind: '/latePolicy',
  percent: '/latePolicy/percent',
  floor: '/latePolicy/floor',
  attempts: '/maxAttempts',
}

const withoutFaults = (faults: AssignmentFormErrors, places: readonly string[]): AssignmentFormErrors =>
  Object.fromEntries(Object.entries(faults).filter(([pointer]) => !places.some((place) => pointer.startsWith(place))))

/** A question that moved keeps the focus; a new one gets it; after a removal its neighbour does. */
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
  const [faults, setFaults] = useState<AssignmentFormErrors>({})
  const [formFault, setFormFault] = useState<{ words: string; requestId: string | undefined } | null>(null)
  const [turn, setTurn] = useState(0)
  const [said, setSaid] = useState('')

  const show = (found: AssignmentFormErrors): void => {
    setFaults(found)
    setTurn((count) => count + 1)
  }
  const change = (to: Partial<AssignmentFormValues>): void => {
    setValue((now) => ({ ...now, ...to }))
    const gone = (Object.keys(to) as (keyof AssignmentFormValues)[]).map((field) => pointers[field] ?? `/${field}`)
    setFaults((now) => withoutFaults(now, gone))
  }
  const onAction = (action: QuestionAction): void => {
    const focused = document.activeElement as HTMLElement | null
    setValue((now) => ({ ...now, questions: applyQuestionAction(now.questions, action) }))
    // Where numbers shift, all faults would point at the wrong questions.
    setFaults((now) => (action.do === 'change' ? withoutFaults(now, [`/questions/${action.at}/`]) : {}))
    setSaid(describeQuestionAction(action, values.questions.length))
    if (action.do !== 'change') requestAnimationFrame(() => focusAfter(action, focused))
  }
  return {
    values,
    faults,
    summary: Object.entries(faults).map(([pointer, message]) => ({ fieldId: getFieldId(pointer), message })),
    formFault,
    turn,
    said,
    change,
    onAction,
    /** Sends the values if the browser finds nothing wrong with them. */
    submit: (send: () => void): void => {
      setFormFault(null)
      const found = validateAssignment(values)
      show(found)
      if (Object.keys(found).length === 0) send()
    },
    /** Shows what the server said. */
    fail: (error: ApiProblem): void => {
      show(fromServerErrors(error.errors))
      if (error.errors.length === 0) setFormFault({ words: `${getErrorMessage(error)} What you wrote is kept.`, requestId: error.instance })
    },
    clear,
    restoredFrom,
    startAgain: (next: AssignmentFormValues): void => {
      clear(next)
      setFaults({})
      setFormFault(null)
    },
  }
}

export type AssignmentBuilder = ReturnType<typeof useAssignmentForm>
