/** Marking, in the grid and in a register: each change is shown at once, saved in the order given, kept on this device without a connection, and can be undone. */

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AttendanceSheet } from '@lms/contract/attendance'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage, isApiProblem, isTemporary } from '#lib/api-errors.ts'
import { pluralize } from '#lib/pluralize.ts'
import { notify } from '#ui/toasts.tsx'
import { type Cell, keyOf, listChanged, type Mark, toBatches, toBody, toMarks, toReasons, withMarks } from './attendance-marks.ts'
import { attendanceLabels, type RecordedStatus } from './attendance-status.tsx'
import { useMarkOrder, useMarkTroubles, useSaving, useUnsentMarks } from './mark-order.ts'
import { isoNow, useRecordWrites, useResend } from './record-writes.ts'
import { type IsOurs, undoOnServer } from './undo-marks.ts'

/** `saved`: the server's time of each mark, by which it can be undone; without those it does not have. `waited`: an unsent mark before it. */
type Given = { mark: Mark; before: AttendanceRecord | undefined; waited: Mark | undefined; saved: Promise<Saved> }
type Saved = ReadonlyMap<string, string>
/** Marks given at once, which are undone at once. */
type MarkStep = Given[]

/** “Ana Li’s mark was”, “21 marks were”. */
const nameMarks = (marks: readonly Mark[]): string =>
  marks.length === 1 ? `${isolate(marks[0]!.name)}’s mark was` : `${pluralize(marks.length, 'mark')} were`

const toGiven = (all: readonly { mark: Mark }[]): Mark[] => all.map(({ mark }) => mark)

function omitDone(marks: readonly Mark[], all: readonly { mark: Mark }[]): Mark[] {
  const done = new Set(toGiven(all))
  return marks.filter((mark) => !done.has(mark))
}

function announce(count: number, status: RecordedStatus | null, undo: () => void): void {
  const done = status ? `marked as ${attendanceLabels[status].toLowerCase()}` : 'cleared'
  notify.success(`${count} ${done}`, { link: { label: 'Undo', keys: 'Ctrl Z', onClick: undo } })
}

/** Marks that were sent again are undone by the time of that. */
function setSaved(history: readonly MarkStep[], sent: readonly Mark[], saved: Promise<Saved>): void {
  const times = new Map(sent.map((mark) => [keyOf(mark), mark.at]))
  for (const given of history.flat()) if (times.get(keyOf(given.mark)) === given.mark.at) given.saved = saved
}

const findRecord = ({ students }: AttendanceSheet, { userId, sessionId }: Mark): AttendanceRecord | undefined =>
  students.find(({ user }) => user.id === userId)?.entries[sessionId]

/** `toQueryKey` returns the query key of a week's sheet. */
export function useAttendanceMarks(courseId: string, toQueryKey: (weekId: string) => QueryKey) {
  const client = useQueryClient()
  const writes = useRecordWrites(courseId)
  const { save, saving, savedAt } = useSaving(writes.setStale)
  const { unsent, readUnsent, setWaiting } = useUnsentMarks(courseId)
  const { inOrder, isBusy, stored, moving } = useMarkOrder()
  const { troubles, settle } = useMarkTroubles()
  const history = useRef<MarkStep[]>([])
  // One after the other: each depends on the one before.
  const undoing = useRef<Promise<void>>(Promise.resolve())

  const put = (records: readonly { mark: Mark; record: AttendanceRecord | undefined }[]): void => {
    for (const all of Map.groupBy(records, ({ mark }) => mark.sessionId).values()) {
      const { weekId, sessionId } = all[0]!.mark
      writes.put(toQueryKey(weekId), sessionId, new Map(all.map(({ mark, record }) => [mark.userId, record])))
    }
  }
  const reread = (marks: readonly Mark[]): void => {
    for (const weekId of new Set(marks.map((mark) => mark.weekId))) void client.invalidateQueries({ queryKey: toQueryKey(weekId) })
  }
  const toRecord = (mark: Mark, before: AttendanceRecord | undefined): AttendanceRecord =>
    writes.toRecord({ ...mark, markedAt: mark.at }, before)

  const refuse = (marks: readonly Mark[], error: unknown, reasons: ReadonlyMap<string, string>): void => {
    if (marks.length === 0) return
    if (isTemporary(error)) return setWaiting(marks)
    setWaiting(marks, () => undefined)
    put(marks.filter((mark) => stored.current.has(keyOf(mark))).map((mark) => ({ mark, record: stored.current.get(keyOf(mark)) })))
    // A student may have left, a session may have been moved.
    if (isApiProblem(error) && error.status !== 403) reread(marks)
    settle(marks, (mark) => ({ mark, reason: reasons.get(keyOf(mark)) ?? '' }))
    const again = marks.filter((mark) => !reasons.has(keyOf(mark)))
    notify.error(`${nameMarks(marks)} not saved. ${getErrorMessage(error)}`, {
      id: keyOf(marks[0]!),
      ...(again.length > 0 && { link: { label: 'Try again', onClick: () => give(again) } }),
    })
  }
  const send = (marks: readonly Mark[]): Promise<Saved> =>
    inOrder(marks, async (isLast) => {
      const attendance = marks.map((mark) => ({ ...toBody(mark), status: mark.status, remark: mark.remark, seen: mark.seen }))
      const reply = await save(
        () => writes.send(marks[0]!.weekId, attendance),
        // A newer mark replaces an older one anyway.
        (error) => refuse(marks.filter(isLast), error, toReasons(error, marks)),
      )
      if (!reply) return new Map()
      const kept = new Map(reply.kept.map((one) => [keyOf(one), one.record]))
      const known = marks.map((mark) => {
        const own = { ...toRecord(mark, stored.current.get(keyOf(mark))), markedAt: reply.markedAt }
        return { mark, record: kept.has(keyOf(mark)) ? (kept.get(keyOf(mark)) ?? undefined) : own }
      })
      for (const { mark, record } of known) stored.current.set(keyOf(mark), record)
      const last = marks.filter(isLast)
      put(known.filter(({ mark }) => isLast(mark)))
      setWaiting(last, () => undefined)
      settle(last, (mark) => (kept.has(keyOf(mark)) ? { mark, theirs: kept.get(keyOf(mark)) ?? null } : undefined))
      return new Map(marks.flatMap((mark) => (kept.has(keyOf(mark)) ? [] : [[keyOf(mark), reply.markedAt] as const])))
    })
  /** Marks given at once. */
  const give = (given: readonly Mark[], before = (mark: Mark) => stored.current.get(keyOf(mark))): MarkStep => {
    const at = isoNow()
    const waiting = readUnsent()
    const marks = given.map((mark) => ({ ...mark, at }))
    const known = new Map(marks.map((mark) => [keyOf(mark), before(mark)]))
    for (const mark of marks) {
      const key = keyOf(mark)
      if (!isBusy(key) && !waiting[key]) stored.current.set(key, known.get(key))
      notify.dismiss(key)
    }
    settle(marks)
    put(marks.map((mark) => ({ mark, record: toRecord(mark, known.get(keyOf(mark))) })))
    // The older one is neither shown nor sent any more, also after the page was left.
    setWaiting(marks.filter((mark) => waiting[keyOf(mark)]))
    const step = toBatches(marks).flatMap((batch) => {
      const saved = send(batch)
      return batch.map((mark) => ({ mark, before: known.get(keyOf(mark)), waited: waiting[keyOf(mark)], saved }))
    })
    history.current.push(step)
    return step
  }
  const giveIn = (cells: readonly Cell[], to: (record: AttendanceRecord | undefined) => Pick<Mark, 'status' | 'remark'>): MarkStep => {
    const { marks, getBefore } = toMarks(cells, to)
    return marks.length === 0 ? [] : give(marks, getBefore)
  }

  const isOurs: IsOurs = (record, mark) => writes.isOwn(record ?? null) && record?.status === mark.status
  /** Of one week. `markedAt`: null if the reply to the marks was lost. */
  const undoSaved = (marks: readonly Mark[], markedAt: string | null): Promise<void> =>
    inOrder(marks, async (isLast) => {
      const fail = (left: readonly Mark[], why: string): void => {
        reread(left)
        notify.error(`${nameMarks(left)} not undone. ${why}`)
      }
      const undone = await save(
        () => undoOnServer({ courseId, marks, markedAt, isOurs }),
        (error) => {
          const last = marks.filter(isLast)
          if (last.length === 0) return
          if (isTemporary(error)) return setWaiting(last)
          setWaiting(last, () => undefined)
          fail(last, getErrorMessage(error))
        },
      )
      if (!undone) return
      for (const { mark, record } of undone) stored.current.set(keyOf(mark), record)
      put(undone.filter(({ mark }) => isLast(mark)))
      const last = marks.filter(isLast)
      setWaiting(last, () => undefined)
      const left = omitDone(last, undone)
      if (left.length > 0) fail(left, 'This has changed since.')
    })

  const isWaiting = Object.keys(unsent).length > 0
  useResend(isWaiting, () => {
    const idle = Object.values(unsent).filter((mark) => !isBusy(keyOf(mark)))
    for (const mark of idle) {
      const sheet = client.getQueryData<AttendanceSheet>(toQueryKey(mark.weekId))
      if (sheet && !stored.current.has(keyOf(mark))) stored.current.set(keyOf(mark), findRecord(sheet, mark))
    }
    for (const batch of toBatches(idle.filter(({ undone }) => undone))) void undoSaved(batch, null)
    for (const batch of toBatches(idle.filter(({ undone }) => !undone))) setSaved(history.current, batch, send(batch))
  })

  /** Marks that were refused are skipped; so is what was marked again since. */
  const undoStep = async (chosen?: MarkStep): Promise<void> => {
    const step = chosen ?? history.current.at(-1)
    const place = step ? history.current.indexOf(step) : -1
    if (!step || place < 0) return
    const later = new Set(history.current.slice(place + 1).flatMap((all) => all.map(({ mark }) => keyOf(mark))))
    history.current.splice(place, 1)
    const all = await Promise.all(step.map(async (given) => ({ ...given, markedAt: (await given.saved).get(keyOf(given.mark)) ?? null })))
    const waiting = readUnsent()
    const open = all.filter(({ mark, markedAt }) => !later.has(keyOf(mark)) && (markedAt !== null || waiting[keyOf(mark)]))
    if (open.length === 0) return chosen ? undefined : undoStep()
    put(open.filter(({ mark }) => !isBusy(keyOf(mark))).map(({ mark, before }) => ({ mark, record: before })))
    // The one before it is sent instead, whatever the server has.
    const replaced = open.filter(({ mark, waited }) => waiting[keyOf(mark)] && waited)
    const olderOf = new Map(replaced.map(({ mark, waited }) => [keyOf(mark), waited]))
    setWaiting(toGiven(replaced), (mark) => olderOf.get(keyOf(mark)))
    const rest = open.filter(({ mark }) => !olderOf.has(keyOf(mark)))
    const undone = rest.map(({ mark, before, markedAt }) => ({ markedAt, mark: { ...mark, undone: before ? { before } : {} } }))
    setWaiting(undone.flatMap(({ mark }) => (waiting[keyOf(mark)] ? [mark] : [])))
    for (const group of Map.groupBy(undone, ({ mark, markedAt }) => `${mark.weekId} ${markedAt}`).values())
      await undoSaved(toGiven(group), group[0]!.markedAt)
  }
  /** The step given last, or this one. */
  const undo = (step?: MarkStep): void => {
    undoing.current = undoing.current.then(() => undoStep(step))
  }
  const listTroubles = () => Object.values(troubles)
  /** What only this device knows of a week. */
  const listOwn = (weekId: string): Mark[] =>
    [...new Map([...Object.entries(unsent), ...moving]).values()].filter((mark) => mark.weekId === weekId)
  return {
    /** Several at once can be undone from the message, too. */
    mark: (cells: readonly Cell[], status: RecordedStatus | null): void => {
      const step = giveIn(listChanged(cells, status), (record) => ({ status, remark: record?.remark ?? null }))
      if (step.length > 1) announce(step.length, status, () => undo(step))
    },
    note: (cell: Cell, remark: string): void =>
      void giveIn([cell], (record) => ({ status: record?.status ?? null, remark: remark.trim() || null })),
    undo: (): void => undo(),
    /** By `keyOf`. */
    troubles,
    retry: (): void => void give(listTroubles().flatMap((one) => ('reason' in one ? [one.mark] : []))),
    replaceTheirs: ({ mark, theirs }: { mark: Mark; theirs: AttendanceRecord | null }): void =>
      void give([{ ...mark, seen: theirs?.markedAt ?? null }]),
    keepTheirs: ({ mark }: { mark: Mark }): void => settle([mark]),
    show: (weekId: string, sheet: AttendanceSheet): AttendanceSheet => withMarks(sheet, listOwn(weekId), toRecord),
    saving,
    savedAt,
    isWaiting,
  }
}

export type AttendanceMarks = ReturnType<typeof useAttendanceMarks>
