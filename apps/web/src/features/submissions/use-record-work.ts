/** Recording work that was submitted outside LMS, with Undo; for one student, grading may follow at once. */
import type { RosterRow } from '@lms/contract/submissions'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { notify } from '#ui/toasts.tsx'
import { useRecordWork as useRecordWorkCall, useUndoRecordedWork } from './api.ts'

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

export function useRecordWork(params: Place, onDone: () => void) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const record = useRecordWorkCall()
  const undo = useUndoRecordedWork()
  /** `isMarking`: the page of the submission is open, which undoing may delete. */
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

/** A failed call is a toast of its own. */
const shownElsewhere = (): void => {}
