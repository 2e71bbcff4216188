/** Actions for selected students of an assignment: each shows how many students it applies to, and is hidden if there are none. */

import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { canBeAnswered, canStillSubmit, isRecentlyReminded, whyNotExtended, withException } from '@lms/contract/rules/assignment-exceptions'
import type { RosterRow } from '@lms/contract/submissions'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import type { BulkAction } from '#ui/bulk-bar.tsx'
import { notify } from '#ui/toasts.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { useExcuseStudents, useRecordWork as useRecordWorkCall, useRemindStudents, useUndoRecordedWork } from './api.ts'
import { ReleaseDialog } from './held-marks.tsx'
import { ExcuseDialog, ExtendDialog, refusedText } from './student-dialogs.tsx'

type OpenDialog = { what: 'extend' | 'excuse' | 'release'; rows: readonly RosterRow[] }

const getStudentIds = (rows: readonly RosterRow[]): string[] => rows.map(({ student }) => student.id)

/** “3 reminded. 1 was reminded today.” */
function remindedText({ reminded, recent, unreachable }: { reminded: number; recent: number; unreachable: number }): string {
  const parts = [
    `${reminded} reminded.`,
    recent > 0 && `${recent} ${recent === 1 ? 'was' : 'were'} reminded today.`,
    unreachable > 0 && `${unreachable} cannot be emailed.`,
  ]
  return parts.filter(Boolean).join(' ')
}

type Options = {
  /** Names are hidden: the composer would show them. */
  isHidden: boolean
  onDone: () => void
}

export function useStudentActions(assignment: Assignment, course: Course | undefined, { isHidden, onDone }: Options) {
  const { courseId, id: assignmentId } = assignment
  const may = useCan()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const excuse = useExcuseStudents()
  const remind = useRemindStudents()
  const recording = useRecordWork({ courseId, assignmentId }, onDone)
  const now = useServerNow(60_000)
  const done = (message: string): void => {
    setOpened(null)
    onDone()
    notify.success(message)
  }
  const includeAgain = (rows: readonly RosterRow[]): void =>
    excuse.mutate(
      { params: { courseId, assignmentId }, body: { studentIds: getStudentIds(rows), reason: null } },
      {
        onSuccess: () => done(rows.length === 1 ? `${rows[0]!.student.name} is no longer excused` : `${rows.length} no longer excused`),
        onError: (error) => notify.error(refusedText(error, rows)),
      },
    )

  const sendReminder = (rows: readonly RosterRow[]): void =>
    remind.mutate(
      { params: { courseId, assignmentId }, body: { studentIds: getStudentIds(rows) } },
      { onSuccess: (reply) => done(remindedText(reply)), onError: (error) => notify.error(refusedText(error, rows)) },
    )

  const mayGrade = may('submission.grade', course?.membership)
  const toRemind = useRemindable(assignment, course, now)
  /** In the menu of a row, recording leads on to the mark. */
  const actionsFor = (rows: readonly RosterRow[], { isMenu = false } = {}): BulkAction[] => {
    const mayWrite = !isHidden && may('mail.send', course?.membership)
    const write = mayWrite && rows.length > 0 && toWriteAction(courseId, rows)
    if (!mayGrade) return write ? [write] : []
    const sorted = sortByState(rows)
    return [
      write,
      toRemindAction(toRemind(sorted.owing), rows, { isLoading: remind.isPending, onClick: () => sendReminder(sorted.owing) }),
      assignment.status !== 'DRAFT' && toRecordAction(sorted.without, rows, recording, isMenu),
      course !== undefined && whyNotExtended(assignment) === undefined && toExtendAction(sorted.others, rows, setOpened),
      ...toMarkActions(sorted, rows, setOpened, includeAgain),
    ].filter((action) => action !== false)
  }

  const shared = opened && { assignment, rows: opened.rows, onClose: () => setOpened(null), onDone: done }
  const dialogs = {
    extend: () => shared && course && <ExtendDialog {...shared} zone={course.timeZone} />,
    excuse: () => shared && <ExcuseDialog {...shared} />,
    release: () =>
      shared && (
        <ReleaseDialog
          place={{ courseId, assignmentId }}
          count={shared.rows.length}
          studentIds={getStudentIds(shared.rows)}
          onClose={shared.onClose}
          onReleased={onDone}
        />
      ),
  }
  const dialog = opened && dialogs[opened.what]()
  return { actionsFor, dialog }
}

/** Those of students without a submission who can still submit, and were not reminded a short time ago. */
function useRemindable(assignment: Assignment, course: Course | undefined, now: number) {
  const week = course?.weeks?.find(({ id }) => id === assignment.weekId)
  const isWeekOpen = week === undefined || (week.published && !week.locked)
  const isShown = course?.status === 'PUBLISHED' && canBeAnswered({ ...assignment, isWeekOpen }, now)
  const hasTime = ({ extendedTo }: RosterRow): boolean =>
    canStillSubmit(withException(assignment, { dueAt: extendedTo, closesAt: null, reopenedUntil: null, excusedAt: null }), now)
  return (owing: readonly RosterRow[]): readonly RosterRow[] =>
    isShown ? owing.filter((row) => !isRecentlyReminded(row.remindedAt, now) && hasTime(row)) : []
}

function sortByState(rows: readonly RosterRow[]) {
  const others = rows.filter(({ excuseReason }) => excuseReason === null)
  const without = others.filter(({ attempt }) => attempt === 0)
  return {
    excused: rows.filter(({ excuseReason }) => excuseReason !== null),
    others,
    without,
    owing: without.filter(({ beforeJoining }) => !beforeJoining),
    held: others.filter(({ isHeld }) => isHeld),
  }
}

type Rows = readonly RosterRow[]
type Open = (dialog: OpenDialog) => void

/** The number is clear if there is one row. */
const formatCount = (some: Rows, rows: Rows): string => (rows.length === 1 ? '' : ` ${some.length}`)

const toWriteAction = (courseId: string, rows: Rows): BulkAction => ({
  key: 'write',
  label: rows.length === 1 ? 'Write to this student' : `Write to these ${rows.length}`,
  onClick: () => openComposer({ courseId, sendTo: getStudentIds(rows) }),
})

const toRemindAction = (some: Rows, rows: Rows, call: Pick<BulkAction, 'isLoading' | 'onClick'>): BulkAction | false =>
  some.length > 0 && { key: 'remind', label: `Remind${formatCount(some, rows)}`, ...call }

const toRecordAction = (some: Rows, rows: Rows, call: ReturnType<typeof useRecordWork>, isMenu: boolean): BulkAction | false =>
  some.length > 0 && {
    key: 'record',
    label: isMenu ? 'Record as submitted and mark' : `Record ${rows.length === 1 ? '' : `${some.length} `}as submitted`,
    isLoading: call.isPending,
    onClick: () => (isMenu ? call.recordAndMark(some[0]!) : call.record(some)),
  }

const toExtendAction = (some: Rows, rows: Rows, open: Open): BulkAction | false =>
  some.length > 0 && {
    key: 'extend',
    label: some.length === rows.length ? 'Extend due time' : `Extend due time for ${some.length}`,
    onClick: () => open({ what: 'extend', rows: some }),
  }

/** Releasing held marks, excusing, and including again. */
const toMarkActions = (
  { held, others, excused }: ReturnType<typeof sortByState>,
  rows: Rows,
  open: Open,
  includeAgain: (some: Rows) => void,
): (BulkAction | false)[] => [
  held.length > 0 && {
    key: 'release',
    label: rows.length === 1 ? 'Release mark' : `Release ${pluralize(held.length, 'mark')}`,
    onClick: () => open({ what: 'release', rows: held }),
  },
  others.length > 0 && {
    key: 'excuse',
    label: `Excuse${formatCount(others, rows)}`,
    onClick: () => open({ what: 'excuse', rows: others }),
  },
  excused.length > 0 && {
    key: 'include',
    label: rows.length === 1 ? 'Remove excuse' : `Remove ${pluralize(excused.length, 'excuse')}`,
    onClick: () => includeAgain(excused),
  },
]

type Place = { courseId: string; assignmentId: string }
type LeftOut = { submitted: number; excused: number; notEnrolled: number }

/** “3 recorded as submitted outside LMS. 1 has already submitted.” */
function recordedText(recorded: number, { submitted, excused, notEnrolled }: LeftOut): string {
  const parts = [
    recorded > 0 ? `${recorded} recorded as submitted outside LMS` : 'Nothing was recorded',
    submitted > 0 && `${submitted} ${submitted === 1 ? 'has' : 'have'} already submitted`,
    excused > 0 && `${excused} ${excused === 1 ? 'is' : 'are'} excused`,
    notEnrolled > 0 && `${notEnrolled} left the course`,
  ].filter(Boolean)
  return parts.length === 1 ? parts.join('') : `${parts.join('. ')}.`
}

function useRecordWork(params: Place, onDone: () => void) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const record = useRecordWorkCall()
  const undo = useUndoRecordedWork()
  /** `isMarking`: the submission is open for grading; undoing leaves it first, because it may be deleted. */
  const undoOf = async (studentIds: string[], isMarking: boolean): Promise<void> => {
    if (isMarking) await navigate(pathname + search)
    const { undone } = await undo.mutateAsync({ params, body: { studentIds } })
    const left = studentIds.length - undone
    notify.info(
      left === 0 ? 'Recording undone' : `${undone} undone. ${pluralize(left, 'student')} submitted or got a mark in the meantime.`,
    )
  }
  const send = async (rows: readonly RosterRow[], isMarking: boolean): Promise<void> => {
    const { recorded, ...leftOut } = await record.mutateAsync({ params, body: { studentIds: rows.map(({ student }) => student.id) } })
    onDone()
    const words = recordedText(recorded.length, leftOut)
    const [first] = recorded
    if (!first) return void notify.info(words)
    const studentIds = recorded.map(({ studentId }) => studentId)
    notify.success(words, { link: { label: 'Undo', onClick: () => void undoOf(studentIds, isMarking).catch(shownElsewhere) } })
    if (isMarking) await navigate(paths.submission.to({ submissionId: first.submissionId, courseId: params.courseId }, { tab: 'to-grade' }))
  }
  return {
    isPending: record.isPending,
    record: (rows: readonly RosterRow[]): void => void send(rows, false).catch(shownElsewhere),
    recordAndMark: (row: RosterRow): void => void send([row], true).catch(shownElsewhere),
  }
}

/** A failed call has its own toast. */
const shownElsewhere = (): void => {}
