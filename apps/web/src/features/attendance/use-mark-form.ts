/** Marking a session of a week: the marks of the moment, stored on this device until one call has saved them. */
import type { AttendanceSession } from '@lms/contract/attendance'
import { useState } from 'react'
import { isApiProblem, getErrorMessage } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { clock } from '#lib/format-date.ts'
import {
  toBulkMarks,
  errorsByPerson,
  type Mark,
  type Marks,
  maxBatch,
  shownMark,
  countUnmarked,
  listUnsaved,
  removeSent,
  markRestPresent,
} from './mark-all.ts'
import { useMarkBulkAttendance } from './api.ts'
import type { Student } from './attendance-records.ts'

type Where = { courseId: string; weekId: string; session: AttendanceSession; students: readonly Student[] }
type Outcome = {
  sessionId: string
  errors: Record<string, string>
  failure: { words: string; isOffline: boolean } | null
  savedAt: string | null
}

export type MarkForm = ReturnType<typeof useMarkForm>

export function useMarkForm({ courseId, weekId, session, students }: Where) {
  // One draft for the week, by session: going from one session to the next loses nothing.
  const { value: drafts, setValue: setDrafts, clear, restoredFrom } = useDraft<Record<string, Marks>>(`marks:${weekId}`, {})
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const bulk = useMarkBulkAttendance()
  const marks = drafts[session.id] ?? {}
  const changed = listUnsaved(students, session.id, marks)
  const { errors = {}, failure = null, savedAt = null } = outcome?.sessionId === session.id ? outcome : {}

  const change = (next: (now: Marks) => Marks): void => setDrafts((now) => ({ ...now, [session.id]: next(now[session.id] ?? {}) }))
  const discard = (): void => change(() => ({}))
  /** Marks that were set while others were on their way stay unsaved. */
  const settle = (sent: Marks): void => {
    let left: Record<string, Marks> = {}
    setDrafts((now) => {
      const own = removeSent(now[session.id] ?? {}, sent)
      const { [session.id]: _own, ...others } = now
      left = Object.keys(own).length > 0 ? { ...others, [session.id]: own } : others
      return now
    })
    if (Object.keys(left).length === 0) clear({})
    else setDrafts(left)
  }
  const end = (facts: Partial<Outcome>): void => setOutcome({ sessionId: session.id, errors: {}, failure: null, savedAt: null, ...facts })

  const set = (student: Student, one: Partial<Mark>): void => {
    const { id } = student.user
    change((now) => ({ ...now, [id]: { ...shownMark(student, session.id, now), ...one } }))
    if (errors[id]) end({ errors: Object.fromEntries(Object.entries(errors).filter(([who]) => who !== id)) })
  }
  const save = async (): Promise<void> => {
    if (changed.length === 0 || bulk.isPending) return
    const all = toBulkMarks(changed, session, marks)
    for (let from = 0; from < all.length; from += maxBatch) {
      const sent = all.slice(from, from + maxBatch)
      try {
        await bulk.mutateAsync({ params: { courseId, weekId }, body: { attendance: sent } })
      } catch (error) {
        const isOffline = isApiProblem(error) && error.problem === 'offline'
        return end({
          errors: errorsByPerson(isApiProblem(error) ? error.errors : [], sent),
          failure: { words: getErrorMessage(error), isOffline },
        })
      }
    }
    settle(marks)
    end({ savedAt: clock(Date.now()) })
  }
  return {
    markOf: (student: Student): Mark => shownMark(student, session.id, marks),
    set,
    restPresent: () => change((now) => markRestPresent(students, session.id, now)),
    discard,
    save,
    errors,
    failure,
    savedAt,
    isSaving: bulk.isPending && !bulk.isPaused,
    /** It is sent as soon as there is a connection. */
    isWaiting: bulk.isPaused,
    changed: changed.length,
    unmarked: countUnmarked(students, session.id, marks).length,
    restoredFrom: changed.length > 0 ? restoredFrom : null,
  }
}
