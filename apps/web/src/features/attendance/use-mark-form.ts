/** Marking a session of a week: unsaved marks, kept on this device until a single call saves them. */

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AttendanceSession } from '@lms/contract/attendance'
import { getErrorMessage, isApiProblem, isTemporary } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { clock } from '#lib/format-date.ts'
import { wholeSheetQuery } from './api.ts'
import { getMark, type Student } from './attendance-records.ts'
import type { AttendanceMark } from './attendance-status.tsx'
import { useMarkWrites, useResend } from './mark-writes.ts'

type Where = { courseId: string; weekId: string; session: AttendanceSession; students: readonly Student[] }
type Outcome = {
  sessionId: string
  errors: Record<string, string>
  failure: string | null
  savedAt: string | null
  /** The server decided nothing: it is sent again. */
  isWaiting: boolean
}

export type MarkForm = ReturnType<typeof useMarkForm>

export function useMarkForm({ courseId, weekId, session, students }: Where) {
  // One draft for the week, by session: going from one session to the next loses nothing.
  const {
    value: drafts,
    setValue: setDrafts,
    saved,
    restoredFrom,
  } = useDraft<Record<string, Marks>>(`marks:${weekId}`, noMarks, {
    merge: keepLater,
  })
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isBusy = useRef(false)
  const client = useQueryClient()
  const { put, toRecord, send, setStale } = useMarkWrites(courseId)
  const { queryKey } = wholeSheetQuery({ courseId, weekId })
  const marks = drafts[session.id] ?? {}
  const changed = listUnsaved(students, session.id, marks)
  const { errors = {}, failure = null, savedAt = null, isWaiting = false } = outcome?.sessionId === session.id ? outcome : {}

  const change = (next: (now: Marks) => Marks): void => setDrafts((now) => ({ ...now, [session.id]: next(now[session.id] ?? {}) }))
  const discard = (): void => change(() => ({}))
  /** The sheet shows them before it is read again: otherwise the rows would look unmarked, and could be marked again. */
  const show = (sent: BulkMarks, markedAt: string): void => {
    const before = new Map(students.map(({ user, entries }) => [user.id, entries[session.id]]))
    put(queryKey, session.id, new Map(sent.map((mark) => [mark.userId, toRecord({ ...mark, markedAt }, before.get(mark.userId))])))
  }
  const end = (facts: Partial<Outcome>): void =>
    setOutcome({ sessionId: session.id, errors: {}, failure: null, savedAt: null, isWaiting: false, ...facts })

  const set = (student: Student, one: Partial<Mark>): void => {
    const { id } = student.user
    change((now) => ({ ...now, [id]: { ...shownMark(student, session.id, now), ...one } }))
    if (errors[id]) end({ errors: Object.fromEntries(Object.entries(errors).filter(([who]) => who !== id)) })
  }
  const saveAll = async (): Promise<void> => {
    const all = toBulkMarks(changed, session, marks)
    for (let from = 0; from < all.length; from += maxBatch) {
      const sent = all.slice(from, from + maxBatch)
      try {
        const { markedAt } = await send(weekId, sent)
        show(sent, markedAt)
      } catch (error) {
        if (isTemporary(error)) return end({ isWaiting: true })
        return end({ errors: errorsByPerson(isApiProblem(error) ? error.errors : [], sent), failure: getErrorMessage(error) })
      }
    }
    saved({ [session.id]: marks })
    end({ savedAt: clock(Date.now()) })
  }
  const save = async (): Promise<void> => {
    if (changed.length === 0 || isBusy.current) return
    isBusy.current = true
    setSaving(true)
    await saveAll()
    isBusy.current = false
    setSaving(false)
    setStale()
    void client.invalidateQueries({ queryKey })
  }
  useResend(isWaiting, () => void save())
  return {
    markOf: (student: Student): Mark => shownMark(student, session.id, marks),
    set,
    restPresent: () => change((now) => markRestPresent(students, session.id, now)),
    discard,
    save,
    errors,
    failure,
    savedAt,
    isSaving,
    isWaiting,
    changed: changed.length,
    marked: students.filter((student) => shownMark(student, session.id, marks).status !== null).length,
    unmarked: listUnmarked(students, session.id, marks).length,
    restoredFrom: changed.length > 0 ? restoredFrom : null,
  }
}

/** Marks that are set but not saved. */
export type Mark = { status: AttendanceMark | null; remark: string }
/** By user id; only changed ones. */
export type Marks = Record<string, Mark>

const savedMark = (student: Student, sessionId: string): Mark => ({
  status: getMark(student.entries[sessionId]),
  remark: student.entries[sessionId]?.remark ?? '',
})

export const shownMark = (student: Student, sessionId: string, marks: Marks): Mark =>
  marks[student.user.id] ?? savedMark(student, sessionId)

const isSameMark = (one: Mark, other: Mark): boolean => one.status === other.status && one.remark.trim() === other.remark.trim()

export const listUnsaved = (students: readonly Student[], sessionId: string, marks: Marks): Student[] =>
  students.filter((student) => {
    const mark = marks[student.user.id]
    return mark !== undefined && !isSameMark(mark, savedMark(student, sessionId))
  })

/** Students who were enrolled at the time of the session and have no mark. */
export const listUnmarked = (students: readonly Student[], sessionId: string, marks: Marks): Student[] =>
  students.filter((student) => !student.beforeJoining.includes(sessionId) && shownMark(student, sessionId, marks).status === null)

/** Students without a mark become present; others stay. */
export const markRestPresent = (students: readonly Student[], sessionId: string, marks: Marks): Marks => ({
  ...marks,
  ...Object.fromEntries(
    listUnmarked(students, sessionId, marks).map((student) => [
      student.user.id,
      { ...shownMark(student, sessionId, marks), status: 'PRESENT' as const },
    ]),
  ),
})

const noMarks: Record<string, Marks> = {}

/** Marks set during a save, and those of other sessions, stay unsaved. */
const keepLater = (now: Record<string, Marks>, sent: Record<string, Marks>): Record<string, Marks> =>
  Object.fromEntries(
    Object.entries(now).flatMap(([sessionId, marks]) => {
      const left = removeSent(marks, sent[sessionId] ?? {})
      return Object.keys(left).length > 0 ? [[sessionId, left] as const] : []
    }),
  )

/** Changes made after sending. */
export const removeSent = (marks: Marks, sent: Marks): Marks =>
  Object.fromEntries(
    Object.entries(marks).filter(([id, mark]) => {
      const before = sent[id]
      return before === undefined || !isSameMark(before, mark)
    }),
  )

/** Maximum marks per call. */
const maxBatch = 500

type BulkMarks = ReturnType<typeof toBulkMarks>
export const toBulkMarks = (students: readonly Student[], session: AttendanceSession, marks: Marks) =>
  students.map((student) => {
    const { status, remark } = shownMark(student, session.id, marks)
    return { userId: student.user.id, status, mediaId: session.type === 'WEEK' ? null : session.id, remark: remark.trim() || null }
  })

/** Messages by user id: `/attendance/3/userId` is about the fourth mark of the request. */
export function errorsByPerson(
  errors: readonly { pointer: string; detail: string }[],
  sent: readonly { userId: string }[],
): Record<string, string> {
  return Object.fromEntries(
    errors.flatMap(({ pointer, detail }) => {
      const who = sent[Number(/^\/attendance\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)]
      return who ? [[who.userId, detail]] : []
    }),
  )
}
