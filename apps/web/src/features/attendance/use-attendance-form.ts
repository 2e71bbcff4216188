/** Marking a session of a week: unsaved records, kept on this device until a single call saves them. */

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AttendanceSession } from '@lms/contract/attendance'
import { getErrorMessage, isApiProblem, isTemporary } from '#lib/api-errors.ts'
import { useDraft } from '#lib/drafts.ts'
import { formatClock } from '#lib/format-date.ts'
import { wholeSheetQuery } from './api.ts'
import { getStatus, type Student } from './attendance-records.ts'
import type { RecordedStatus } from './attendance-status.tsx'
import { useRecordWrites, useResend } from './record-writes.ts'

type Where = { courseId: string; weekId: string; session: AttendanceSession; students: readonly Student[] }
type Outcome = {
  sessionId: string
  errors: Record<string, string>
  failure: string | null
  savedAt: string | null
  /** The server decided nothing: it is sent again. */
  isWaiting: boolean
}

export type AttendanceForm = ReturnType<typeof useAttendanceForm>

export function useAttendanceForm({ courseId, weekId, session, students }: Where) {
  // One draft for the week, by session: going from one session to the next loses nothing.
  const {
    value: drafts,
    setValue: setDrafts,
    saved,
    restoredFrom,
  } = useDraft<Record<string, FormRecords>>(`marks:${weekId}`, noRecords, {
    merge: keepLater,
  })
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isBusy = useRef(false)
  const client = useQueryClient()
  const { put, toRecord, send, setStale } = useRecordWrites(courseId)
  const { queryKey } = wholeSheetQuery({ courseId, weekId })
  const records = drafts[session.id] ?? {}
  const changed = listUnsaved(students, session.id, records)
  const { errors = {}, failure = null, savedAt = null, isWaiting = false } = outcome?.sessionId === session.id ? outcome : {}

  const change = (next: (now: FormRecords) => FormRecords): void =>
    setDrafts((now) => ({ ...now, [session.id]: next(now[session.id] ?? {}) }))
  const discard = (): void => change(() => ({}))
  /** The sheet shows them before it is read again: otherwise the rows would look unmarked, and could be marked again. */
  const show = (sent: BulkRecords, markedAt: string): void => {
    const before = new Map(students.map(({ user, entries }) => [user.id, entries[session.id]]))
    put(queryKey, session.id, new Map(sent.map((record) => [record.userId, toRecord({ ...record, markedAt }, before.get(record.userId))])))
  }
  const end = (facts: Partial<Outcome>): void =>
    setOutcome({ sessionId: session.id, errors: {}, failure: null, savedAt: null, isWaiting: false, ...facts })

  const set = (student: Student, one: Partial<FormRecord>): void => {
    const { id } = student.user
    change((now) => ({ ...now, [id]: { ...getShownRecord(student, session.id, now), ...one } }))
    if (errors[id]) end({ errors: Object.fromEntries(Object.entries(errors).filter(([who]) => who !== id)) })
  }
  const saveAll = async (): Promise<void> => {
    const all = toBulkRecords(changed, session, records)
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
    saved({ [session.id]: records })
    end({ savedAt: formatClock(Date.now()) })
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
    recordOf: (student: Student): FormRecord => getShownRecord(student, session.id, records),
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
    marked: students.filter((student) => getShownRecord(student, session.id, records).status !== null).length,
    unmarked: listUnmarked(students, session.id, records).length,
    restoredFrom: changed.length > 0 ? restoredFrom : null,
  }
}

/** A record as it is set, saved or not. */
export type FormRecord = { status: RecordedStatus | null; remark: string }
/** By user id; only changed ones. */
export type FormRecords = Record<string, FormRecord>

const getSavedRecord = (student: Student, sessionId: string): FormRecord => ({
  status: getStatus(student.entries[sessionId]),
  remark: student.entries[sessionId]?.remark ?? '',
})

export const getShownRecord = (student: Student, sessionId: string, records: FormRecords): FormRecord =>
  records[student.user.id] ?? getSavedRecord(student, sessionId)

const isSameRecord = (one: FormRecord, other: FormRecord): boolean =>
  one.status === other.status && one.remark.trim() === other.remark.trim()

export const listUnsaved = (students: readonly Student[], sessionId: string, records: FormRecords): Student[] =>
  students.filter((student) => {
    const record = records[student.user.id]
    return record !== undefined && !isSameRecord(record, getSavedRecord(student, sessionId))
  })

/** Students who were enrolled at the time of the session and have no record. */
export const listUnmarked = (students: readonly Student[], sessionId: string, records: FormRecords): Student[] =>
  students.filter((student) => !student.beforeJoining.includes(sessionId) && getShownRecord(student, sessionId, records).status === null)

/** Students without a record become present; others stay. */
export const markRestPresent = (students: readonly Student[], sessionId: string, records: FormRecords): FormRecords => ({
  ...records,
  ...Object.fromEntries(
    listUnmarked(students, sessionId, records).map((student) => [
      student.user.id,
      { ...getShownRecord(student, sessionId, records), status: 'PRESENT' as const },
    ]),
  ),
})

const noRecords: Record<string, FormRecords> = {}

/** Records set during a save, and those of other sessions, stay unsaved. */
const keepLater = (now: Record<string, FormRecords>, sent: Record<string, FormRecords>): Record<string, FormRecords> =>
  Object.fromEntries(
    Object.entries(now).flatMap(([sessionId, records]) => {
      const left = removeSent(records, sent[sessionId] ?? {})
      return Object.keys(left).length > 0 ? [[sessionId, left] as const] : []
    }),
  )

/** Changes made after sending. */
export const removeSent = (records: FormRecords, sent: FormRecords): FormRecords =>
  Object.fromEntries(
    Object.entries(records).filter(([id, record]) => {
      const before = sent[id]
      return before === undefined || !isSameRecord(before, record)
    }),
  )

/** Maximum records per call. */
const maxBatch = 500

type BulkRecords = ReturnType<typeof toBulkRecords>
export const toBulkRecords = (students: readonly Student[], session: AttendanceSession, records: FormRecords) =>
  students.map((student) => {
    const { status, remark } = getShownRecord(student, session.id, records)
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
