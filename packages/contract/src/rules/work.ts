/** A student's work on an assignment: its states, the moves between them, and the function that decides each move. */

import { isNewMarkHeld } from '#rules/held-marks.ts'
import { canSubmit, isRecorded, type SubmissionWindow } from '#rules/submission-window.ts'

export const workStates = {
  EMPTY: 'nothing submitted; there may be a draft',
  SUBMITTED: 'submitted by the student, waits for a mark',
  RECORDED: 'submitted outside LMS and recorded by staff, waits for a mark',
  AUTO_GRADED: 'marked by the answer keys alone',
  GRADED: 'marked by a person or a file',
  HELD: 'marked in either way, and hidden from the student; for them it is still submitted',
  RETURNED: 'returned for another attempt',
} as const
export type WorkState = keyof typeof workStates

interface Move {
  by: 'student' | 'staff'
  from: readonly WorkState[]
  /** SAME: the state stays; BEFORE: the state before the mark. */
  to: readonly WorkState[] | 'SAME' | 'BEFORE'
  /** The attempt that it adds: the student's own, or one that staff record, which is none of theirs. */
  adds?: 'OWN' | 'RECORDED'
  /** Why it is refused in all other states. */
  otherwise: WorkRefusal
}

export type WorkRefusal =
  | Exclude<SubmissionWindow, 'open' | 'late'>
  | 'excused'
  | 'not-submitted'
  | 'already-submitted'
  | 'not-recorded'
  | 'not-marked'
  | 'not-held'
  | 'not-waiting'

const submitted = ['SUBMITTED', 'RECORDED', 'AUTO_GRADED', 'GRADED', 'HELD', 'RETURNED'] as const
/** A mark that a person gave, and that the student sees, ends their attempts until the work is returned. */
const changeable = ['EMPTY', 'SUBMITTED', 'RECORDED', 'AUTO_GRADED', 'HELD', 'RETURNED'] as const

export const workMoves = {
  saveDraft: { by: 'student', from: changeable, to: 'SAME', otherwise: 'graded' },
  submit: { by: 'student', from: changeable, to: ['SUBMITTED', 'AUTO_GRADED', 'HELD'], adds: 'OWN', otherwise: 'graded' },
  record: { by: 'staff', from: ['EMPTY'], to: ['RECORDED'], adds: 'RECORDED', otherwise: 'already-submitted' },
  undoRecord: { by: 'staff', from: ['RECORDED'], to: ['EMPTY'], otherwise: 'not-recorded' },
  grade: { by: 'staff', from: submitted, to: ['GRADED', 'HELD'], otherwise: 'not-submitted' },
  importMark: { by: 'staff', from: submitted, to: ['GRADED', 'HELD'], otherwise: 'not-submitted' },
  return: { by: 'staff', from: submitted, to: ['RETURNED'], otherwise: 'not-submitted' },
  undoMark: { by: 'staff', from: ['GRADED', 'HELD', 'RETURNED'], to: 'BEFORE', otherwise: 'not-marked' },
  release: { by: 'staff', from: ['HELD'], to: ['AUTO_GRADED', 'GRADED'], otherwise: 'not-held' },
  /** The last question without an answer key gets one, or is removed. */
  completeKeys: { by: 'staff', from: ['SUBMITTED'], to: ['AUTO_GRADED', 'HELD'], otherwise: 'not-waiting' },
} as const satisfies Record<string, Move>
export type WorkMove = keyof typeof workMoves

export interface Work {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  attempt: number
  isHeld: boolean
  gradedBy: unknown
  recordedBy?: unknown
}

/** Null: neither a submission nor a draft. */
export function getWorkState(work: Work | null): WorkState {
  if (work === null || work.attempt === 0) return 'EMPTY'
  if (work.status === 'RETURNED') return 'RETURNED'
  if (work.status !== 'GRADED') return isRecorded(work) ? 'RECORDED' : 'SUBMITTED'
  if (work.isHeld) return 'HELD'
  return work.gradedBy ? 'GRADED' : 'AUTO_GRADED'
}

interface Question {
  move: WorkMove
  /** For the student's own moves, as the student sees it. */
  work: Work | null
  isExcused?: boolean
  /** Whether the assignment holds new marks. */
  holdMarks?: boolean | undefined
  /** Whether each of its questions is marked by an answer key. */
  isAutoGraded?: boolean
  /** For the student's own moves. */
  window?: SubmissionWindow
}
export type WorkDecision = { to: WorkState } | { refused: WorkRefusal }

/** The next state, or why the move is refused. */
export function decideWork(question: Question): WorkDecision {
  const { move, work, window = 'open', isExcused = false } = question
  const rule: Move = workMoves[move]
  const state = getWorkState(work)
  if (rule.by === 'student' && !canSubmit(window)) return { refused: window as WorkRefusal }
  if (!rule.from.includes(state)) return { refused: rule.otherwise }
  if (move === 'record' && isExcused) return { refused: 'excused' }
  if (move === 'completeKeys' && !question.isAutoGraded) return { refused: 'not-waiting' }
  return { to: getNext(question, state) }
}

function getNext({ move, work, holdMarks, isAutoGraded }: Question, state: WorkState): WorkState {
  switch (move) {
    case 'submit':
    case 'completeKeys':
      return !isAutoGraded ? 'SUBMITTED' : holdMarks ? 'HELD' : 'AUTO_GRADED'
    case 'grade':
    case 'importMark':
      return isNewMarkHeld(work!, holdMarks) ? 'HELD' : 'GRADED'
    case 'release':
      return work!.gradedBy ? 'GRADED' : 'AUTO_GRADED'
    default: {
      const { to } = workMoves[move]
      return typeof to === 'string' ? state : to[0]
    }
  }
}

/** A mark that was saved, and what it depended on: points, keys, the late policy and the due time. */
interface Saved {
  version: number
  /** Absent in imports before it was stored. */
  terms?: string | undefined
  /** Undefined where a release would have ended the time for undoing. */
  isHeld?: boolean
}

/** Why the mark saved last cannot be taken back: it or its terms have changed since, or the student has seen it. */
export function whyNotUndone(saved: Saved, now: Saved | undefined): 'changed' | 'terms-changed' | 'released' | undefined {
  if (now?.version !== saved.version) return 'changed'
  if (saved.terms !== undefined && now.terms !== saved.terms) return 'terms-changed'
  return saved.isHeld === undefined || now.isHeld === saved.isHeld ? undefined : 'released'
}
