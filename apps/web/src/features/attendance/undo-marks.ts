/** Undoing marks on the server. */

import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { loadSheet, undoRecords } from './api.ts'
import { keyOf, type Mark, toBody } from './attendance-marks.ts'

/** Whether a record is that of a mark, given by this person. */
export type IsOurs = (record: AttendanceRecord | null | undefined, mark: Mark) => boolean

/** What the server has in the cell of a mark, and the time by which the mark can be undone; null if it does not have it. */
type Found = { mark: Mark; record: AttendanceRecord | undefined; markedAt: string | null }

const toFound = (mark: Mark, record: AttendanceRecord | undefined, isOurs: IsOurs): Found => ({
  mark,
  record,
  markedAt: isOurs(record, mark) ? (record?.markedAt ?? null) : null,
})

/** Marks of one week, whose reply was lost. */
async function findOnServer(courseId: string, marks: readonly Mark[], isOurs: IsOurs): Promise<Found[]> {
  const { students } = await loadSheet({ courseId, weekId: marks[0]!.weekId })
  return marks.map((mark) => toFound(mark, students.find(({ user }) => user.id === mark.userId)?.entries[mark.sessionId], isOurs))
}

async function undoTogether(courseId: string, markedAt: string, all: readonly Found[], isOurs: IsOurs): Promise<Found[]> {
  const params = { courseId, weekId: all[0]!.mark.weekId }
  const { undone } = await undoRecords({ params, body: { markedAt, marks: all.map(({ mark }) => toBody(mark)) } })
  const records = new Map(undone.map((one) => [keyOf(one), one.record]))
  // What somebody has changed since is not among them, and stays.
  const restored = all.filter(({ mark }) => records.has(keyOf(mark)))
  return restored.map(({ mark }) => toFound(mark, records.get(keyOf(mark)) ?? undefined, isOurs))
}

/** Sent again after a lost reply, a mark may be there twice: until none of them is left. */
async function undoAll(courseId: string, found: readonly Found[], isOurs: IsOurs): Promise<Found[]> {
  const over = found.filter(({ markedAt }) => markedAt === null)
  const open = found.filter(({ markedAt }) => markedAt !== null)
  if (open.length === 0) return over
  const groups = [...Map.groupBy(open, ({ markedAt }) => markedAt!)]
  const left = await Promise.all(groups.map(([markedAt, all]) => undoTogether(courseId, markedAt, all, isOurs)))
  return [...over, ...(await undoAll(courseId, left.flat(), isOurs))]
}

type Undone = { courseId: string; marks: readonly Mark[]; markedAt: string | null; isOurs: IsOurs }

/** Marks of one week. `markedAt`: null if their reply was lost. Returns what the server has in their cells, without those that others have changed. */
export async function undoOnServer({ courseId, marks, markedAt, isOurs }: Undone): Promise<Found[]> {
  const known =
    markedAt === null ? await findOnServer(courseId, marks, isOurs) : marks.map((mark) => ({ mark, record: undefined, markedAt }))
  return undoAll(courseId, known, isOurs)
}
