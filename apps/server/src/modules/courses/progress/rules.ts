/** Calculates progress. Pure. */

import type { Progress } from '@lms/contract/course-progress'
import type { ProgressItem } from '@lms/contract/progress-items'
import { roundMarks } from '@lms/contract/rules/marks'
import { wholePercent } from '@lms/contract/rules/whole-percent'

type Kind = ProgressItem['type']

interface Item {
  id: string
  type: Kind
  weekId: string
  title: string
  coverage: number | null
  marks: number | null
  maxMarks: number | null
}
export interface OwnItem extends Item {
  joinedAt: string | null
  done: boolean
  required: boolean
  /** The lowest comes next; null never does. */
  nextRank: number | null
  attendance: 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null
  watched: boolean
  /** The saved video position, in seconds. */
  position: number
  submission: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED' | null
  attempt: number
  late: boolean
  isMissing: boolean
  isExcused: boolean
  /** It fell due before the student enrolled. */
  beforeJoining: boolean
}
export interface CourseItem extends Item {
  /** The size of the whole class. */
  students: number
  /** The number of students that it is required of. */
  required: number
  /** The number of students who have completed it. */
  done: number
}

/** Rounded down: 100 only if everything is done. */
export const percentage = (done: number, total: number): number => (total === 0 ? 0 : Math.floor((100 * done) / total))

/** The mark of excused work counts nowhere. */
const hasMark = ({ submission, isExcused }: OwnItem) => !isExcused && (submission === 'GRADED' || submission === 'RETURNED')

/** Absent, and then watched the recording: done or excused, by the setting of the course. */
const isMadeUp = ({ attendance, watched }: OwnItem) => attendance === 'ABSENT' && watched

function getState(item: OwnItem): ProgressItem['state'] {
  if (item.type === 'ASSIGNMENT') return getAssignmentState(item)
  if (isMadeUp(item)) return item.done ? 'WATCHED' : 'EXCUSED'
  if (item.watched && (item.attendance === null || (item.type === 'RECORDED' && item.attendance !== 'EXCUSED'))) return 'WATCHED'
  if (item.attendance) return item.attendance
  if (item.position > 0 || (item.coverage ?? 0) > 0) return 'IN_PROGRESS'
  return item.beforeJoining ? 'BEFORE_JOINING' : 'NOT_STARTED'
}

function getAssignmentState(item: OwnItem): ProgressItem['state'] {
  if (item.isExcused) return 'EXCUSED'
  if (item.attempt > 0) return item.submission!
  if (item.beforeJoining) return 'BEFORE_JOINING'
  if (item.isMissing) return 'MISSING'
  return item.submission === 'DRAFT' ? 'DRAFT' : 'NOT_STARTED'
}

const stateReasons: Record<ProgressItem['state'], string> = {
  NOT_STARTED: 'Not started',
  IN_PROGRESS: 'Watched in part',
  WATCHED: 'Watched',
  PRESENT: 'Marked present',
  LATE: 'Came late',
  ABSENT: 'Was absent',
  EXCUSED: 'Excused',
  DRAFT: 'Draft saved, not submitted',
  SUBMITTED: 'Submitted',
  GRADED: 'Submitted and graded',
  RETURNED: 'Returned for another attempt',
  MISSING: 'Nothing submitted in time',
  BEFORE_JOINING: 'Before enrolment',
}

function getReason(item: OwnItem, state: ProgressItem['state']): string {
  if (isMadeUp(item)) return 'Made up by watching the recording'
  if (state === 'BEFORE_JOINING' || state === 'EXCUSED') return stateReasons[state]
  if (!item.required) return 'Not required: it ended without a recording, or before enrolment'
  const percent = item.coverage === null ? '' : ` ${wholePercent(item.coverage * 100)} %`
  if (state === 'WATCHED') return `Watched${percent}`
  if (state === 'IN_PROGRESS') return percent ? `Watched${percent} so far` : stateReasons[state]
  if (state === 'NOT_STARTED' && item.type === 'LIVE') return 'Not marked'
  return state === 'SUBMITTED' && item.late ? 'Submitted late' : stateReasons[state]
}

/** A user's progress. Marks are shown once they are given. */
export function ownProgress(items: readonly OwnItem[]): Progress {
  const completed = items.filter(({ done }) => done).length
  const total = items.filter(({ required }) => required).length
  const shown = items.map((item): ProgressItem => {
    const { id, type, weekId, title, required, done, coverage, joinedAt, maxMarks } = item
    const state = getState(item)
    const late = item.late || item.attendance === 'LATE'
    return {
      id,
      type,
      weekId,
      title,
      required,
      done,
      reason: getReason(item, state),
      state,
      late,
      coverage,
      joinedAt,
      marks: hasMark(item) ? item.marks : null,
      maxMarks,
    }
  })
  return { percentage: percentage(completed, total), completed, total, next: findNext(items), items: shown }
}

/** The item of the lowest rank, the first of several; the ranks come from the database, which defines the rule. */
function findNext(items: readonly OwnItem[]): Progress['next'] {
  const ranked = items.filter(({ nextRank }) => nextRank !== null)
  const lowest = Math.min(...ranked.map(({ nextRank }) => nextRank!))
  const found = ranked.find(({ nextRank }) => nextRank === lowest)
  return found ? { id: found.id, type: found.type, title: found.title, weekId: found.weekId } : null
}

const finishedStates: Record<Kind, ProgressItem['state']> = { RECORDED: 'WATCHED', LIVE: 'PRESENT', ASSIGNMENT: 'SUBMITTED' }

/** The average of a class: an item is done once everyone has done it; marks and coverage are averages of the students who have any. */
export function classProgress(items: readonly CourseItem[]): Progress {
  const students = items[0]?.students ?? 0
  const done = items.reduce((sum, item) => sum + item.done, 0)
  const required = items.reduce((sum, item) => sum + item.required, 0)
  const shown = items.map((item) => toClassItem(item, students === 0 || item.required > 0))
  return {
    percentage: percentage(done, required),
    completed: students === 0 ? 0 : Math.floor(done / students),
    total: shown.filter((item) => item.required).length,
    next: null,
    items: shown,
  }
}

function toClassItem(item: CourseItem, isRequired: boolean): ProgressItem {
  const { id, type, weekId, title, coverage, maxMarks } = item
  const isDone = item.required > 0 && item.done === item.required
  return {
    id,
    type,
    weekId,
    title,
    required: isRequired,
    done: isDone,
    reason: isRequired ? `${item.done} of ${item.required} students` : 'Not required: it ended without a recording',
    state: isDone ? finishedStates[type] : item.done > 0 ? 'IN_PROGRESS' : 'NOT_STARTED',
    late: false,
    coverage,
    joinedAt: null,
    marks: item.marks === null ? null : roundMarks(item.marks),
    maxMarks,
    doneBy: { done: item.done, of: item.required },
  }
}
