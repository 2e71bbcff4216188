/** The state of the builder: values that survive a reload, faults at their fields, and the two ways to save. */
import type { Week } from '@lms/contract/weeks'
import { useRef, useState } from 'react'
import { sentenceOf } from '#lib/api.ts'
import { addDays, todayIn } from '#lib/days.ts'
import { useDraft } from '#lib/drafts.ts'
import { bodyOf, type BuilderValues, type Faults, fieldIdOf, ownFaults, serverFaults, startValues } from '#modules/assignments/builder-values.ts'
import { useCreateAssignment } from '#modules/assignments/queries.ts'
import { questionIdOf } from '#modules/assignments/question-editor.tsx'
import { changedQuestions, deedWords, type QuestionDeed } from '#modules/assignments/question-list.ts'

/** Work of a week is due at its end, unless somebody says otherwise. */
const dueAtEndOf = ({ startsOn }: Week, zone: string): string => {
  const lastDay = startsOn ? addDays(startsOn, 6) : ''
  return lastDay >= todayIn(zone) ? `${lastDay}T23:59` : ''
}

/** The order of the page, so that the list of faults reads from top to bottom. */
const byPlace = (a: string, b: string): number => {
  const top = (id: string): number => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
  return top(fieldIdOf(a)) - top(fieldIdOf(b))
}

export function useBuilder(week: Week, zone: string, onSaved: (assignmentId: string, status: 'DRAFT' | 'PUBLISHED') => void) {
  const [initial] = useState(() => startValues(dueAtEndOf(week, zone)))
  const { value: values, setValue, clear, restoredFrom } = useDraft<BuilderValues>(`assignment-new:${week.id}`, initial)
  const [faults, setFaults] = useState<Faults>({})
  const [formFault, setFormFault] = useState<{ words: string; requestId: string | undefined } | null>(null)
  const [turn, setTurn] = useState(0)
  const [said, setSaid] = useState('')
  const create = useCreateAssignment()
  const pressed = useRef<'DRAFT' | 'PUBLISHED'>('PUBLISHED')

  const show = (found: Faults): void => {
    setFaults(found)
    setTurn((count) => count + 1)
  }
  const change = (to: Partial<BuilderValues>): void => {
    setValue((now) => ({ ...now, ...to }))
    const gone = Object.keys(to).map((field) => `/${field}`)
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([pointer]) => !gone.some((field) => pointer.startsWith(field)))))
  }
  const onDeed = (deed: QuestionDeed): void => {
    const focused = document.activeElement as HTMLElement | null
    setValue((now) => ({ ...now, questions: changedQuestions(now.questions, deed) }))
    if (deed.do === 'change') {
      const at = `/questions/${deed.at}/`
      setFaults((now) => Object.fromEntries(Object.entries(now).filter(([pointer]) => !pointer.startsWith(at))))
      return
    }
    // Numbers have shifted: the faults would point at the wrong questions.
    setFaults({})
    setSaid(deedWords(deed, values.questions.length))
    requestAnimationFrame(() => {
      if (deed.do === 'move') return focused?.focus()
      const boxes = document.querySelectorAll<HTMLElement>(`[id^="${questionIdOf('')}"]`)
      const box = deed.do === 'remove' ? boxes[Math.min(deed.at, boxes.length - 1)] : deed.do === 'add' ? boxes[boxes.length - 1] : boxes[deed.at + 1]
      box?.querySelector<HTMLElement>('textarea')?.focus()
    })
  }
  const save = (status: 'DRAFT' | 'PUBLISHED'): void => {
    if (create.isPending) return
    pressed.current = status
    setFormFault(null)
    const found = ownFaults(values)
    show(found)
    if (Object.keys(found).length > 0) return
    create.mutate(
      { params: { courseId: week.courseId, weekId: week.id }, body: bodyOf(values, zone, status) },
      {
        onSuccess: ({ id }) => {
          clear(startValues(dueAtEndOf(week, zone)))
          onSaved(id, status)
        },
        onError: (error) => {
          show(serverFaults(error.errors))
          if (error.errors.length === 0) setFormFault({ words: `${sentenceOf(error)} What you wrote is kept.`, requestId: error.instance })
        },
      },
    )
  }
  const pointers = Object.keys(faults).sort(byPlace)
  return {
    values,
    faults,
    summary: pointers.map((pointer) => ({ fieldId: fieldIdOf(pointer), message: faults[pointer]! })),
    formFault,
    turn,
    said,
    change,
    onDeed,
    save,
    pending: create.isPending ? pressed.current : null,
    restoredFrom,
    startAgain: (): void => {
      clear(startValues(dueAtEndOf(week, zone)))
      setFaults({})
    },
  }
}
