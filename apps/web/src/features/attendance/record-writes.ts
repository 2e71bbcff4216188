/** How the records of the grid and of the register reach the server, and what the screens show of them until they are read again. */

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AttendanceSheet } from '@lms/contract/attendance'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { callWithIdempotencyKey } from '#lib/api-hooks.ts'
import { changeCached } from '#lib/cached.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { toStaffRecord, withRecords } from './attendance-records.ts'

/** A lost reply is not repeated as a second record. */
const saveRecords = callWithIdempotencyKey('attendance', 'markBulkAttendance')

type Sent = Parameters<typeof saveRecords>[0]['body']['attendance']

export const isoNow = (): string => new Date(serverNow()).toISOString()

export function useRecordWrites(courseId: string) {
  const client = useQueryClient()
  const me = useSession((session) => session.user)
  const markedBy = me && { id: me.id, name: me.name, profileImageUrl: me.profileImageUrl ?? null }
  return {
    /** Whether this person gave the mark. */
    isOwn: (record: AttendanceRecord | null): record is AttendanceRecord => record?.source === 'STAFF' && record.markedBy?.id === me?.id,
    /** Shows records of a session by user id; undefined removes one. */
    put: (queryKey: QueryKey, sessionId: string, records: ReadonlyMap<string, AttendanceRecord | undefined>): void => {
      const change = (sheet: AttendanceSheet | undefined) => sheet && withRecords(sheet, sessionId, records)
      // A read at once could be answered before the marks are sent.
      changeCached(client, queryKey, change, { refetchType: 'none' })
    },
    /** The record that a mark of this person makes, before the server’s is there. */
    toRecord: (mark: Pick<AttendanceRecord, 'status' | 'remark' | 'markedAt'>, before: AttendanceRecord | undefined): AttendanceRecord =>
      toStaffRecord(before, { ...mark, markedBy }),
    send: (weekId: string, attendance: Sent) => saveRecords({ params: { courseId, weekId }, body: { attendance } }),
    /** Data that depends on attendance is stale now; it is read again when next viewed. */
    setStale: (): void => {
      for (const key of ['courses', 'attendance', 'calendar', 'home'])
        void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
    },
  }
}

const retryMs = 15_000

/** Sends again what is kept on this device: on opening the page, when the connection is back, and now and then. */
export function useResend(isWaiting: boolean, resend: () => void): void {
  const me = useSession((session) => session.user?.id)
  const [openedBy] = useState(me)
  const latest = useRef(resend)
  useEffect(() => {
    latest.current = resend
  })
  useEffect(() => {
    if (!isWaiting) return undefined
    // Another person may have signed in since, in another tab.
    const retry = (): void => void (useSession.getState().user?.id === openedBy && latest.current())
    if (navigator.onLine) retry()
    window.addEventListener('online', retry)
    const timer = setInterval(retry, retryMs)
    return () => {
      window.removeEventListener('online', retry)
      clearInterval(timer)
    }
  }, [isWaiting, openedBy])
}
