/** The state of the builder: values that survive a reload, faults at their fields, and the two ways to save. */
import type { Week } from '@lms/contract/weeks'
import { useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { addDays, getToday } from '#lib/days.ts'
import { useDraft } from '#lib/drafts.ts'
import {
  toAssignmentInput,
  type AssignmentFormValues,
  type Faults,
  getFieldId,
  validateAssignment,
  fromServerErrors,
  startValues,
} from './assignment-form-values.ts'
import { useCreateAssignment } from './api.ts'
import { questionIdOf } from './question-editor.tsx'
import { applyQuestionAction, describeQuestionAction, type QuestionAction } from './question-actions.ts'

/** Work of a week is due at its end, unless somebody says otherwise. */
const dueAtEndOf = ({ startsOn }: Week, zone: string): string => {
  const lastDay = startsOn ? addDays(startsOn, 6) : ''
  return lastDay >= getToday(zone) ? `${lastDay}T23:59` : ''
}

/** The places of the faults that a change may have put right. */
const pointersOf: Partial<Record<keyof AssignmentFormValues, string>> = {
  lateKind: '/latePolicy',
  percent: '/latePolicy/percent',
  floor: '/latePolicy/floor',
  attempts: '/maxAttempts',
}

const withoutFaults = (faults: Faults, places: readonly string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([pointer]) => !places.some((place) => pointer.startsWith(place))))

/** A question that moved keeps the focus; a new one gets it; after a removal its neighbour does. */
function focusAfter(action: QuestionAction, focused: HTMLElement | null): void {
  if (action.do === 'move' || action.do === 'change') return focused?.focus()
  const boxes = [...document.querySelectorAll<HTMLElement>(`[id^="${questionIdOf('')}"]`)]
  const last = boxes.length - 1
  const at = { add: last, duplicate: 'at' in action ? action.at + 1 : last, remove: 'at' in action ? Math.min(action.at, last) : last }[
    action.do
  ]
  boxes[at]?.querySelector<HTMLElement>('textarea')?.focus()
}

export function useAssignmentForm(week: Week, zone: string, onSaved: (assignmentId: string, status: 'DRAFT' | 'PUBLISHED') => void) {
  const [initial] = useState(() => startValues(dueAtEndOf(week, zone)))
  const { value: values, setValue, clear, restoredFrom } = useDraft<AssignmentFormValues>(`assignment-new:${week.id}`, initial)
  const [faults, setFaults] = useState<Faults>({})
  const [formFault, setFormFault] = useState<{ words: string; requestId: string | undefined } | null>(null)
  const [turn, setTurn] = useState(0)
  const [said, setSaid] = useState('')
  const create = useCreateAssignment({ onSaved: () => clear(startValues(dueAtEndOf(week, zone))) })
  const [pressed, setPressed] = useState<'DRAFT' | 'PUBLISHED'>('PUBLISHED')

  const show = (found: Faults): void => {
    setFaults(found)
    setTurn((count) => count + 1)
  }
  const change = (to: Partial<AssignmentFormValues>): void => {
    setValue((now) => ({ ...now, ...to }))
    const gone = (Object.keys(to) as (keyof AssignmentFormValues)[]).map((field) => pointersOf[field] ?? `/${field}`)
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
  const save = (status: 'DRAFT' | 'PUBLISHED'): void => {
    if (create.isPending) return
    setPressed(status)
    setFormFault(null)
    const found = validateAssignment(values)
    show(found)
    if (Object.keys(found).length > 0) return
    create.mutate(
      { params: { courseId: week.courseId, weekId: week.id }, body: toAssignmentInput(values, zone, status) },
      {
        onSuccess: ({ id }) => onSaved(id, status),
        onError: (error) => {
          show(fromServerErrors(error.errors))
          if (error.errors.length === 0)
            setFormFault({ words: `${getErrorMessage(error)} What you wrote is kept.`, requestId: error.instance })
        },
      },
    )
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
    save,
    pending: create.isPending ? pressed : null,
    restoredFrom,
    startAgain: (): void => {
      clear(startValues(dueAtEndOf(week, zone)))
      setFaults({})
    },
  }
}
