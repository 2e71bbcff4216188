/** Who is in a course, who waits, and who gets a free seat: the states of a person, the moves between them, and the function that decides each move. */

import { allSeatsTaken, archivedText, overReason } from '#rules/course-state.ts'

/** A person and a course. */
export const placeStates = {
  OUTSIDE: 'never asked',
  PENDING: 'has sent the form, staff decide',
  WAITLISTED: 'on the waiting list',
  ENROLLED: 'a student of the course',
  DECLINED: 'declined by staff',
  WITHDRAWN: 'took the answers back',
  LEFT: 'no longer in the course',
} as const
export type PlaceState = keyof typeof placeStates

interface Move {
  by: 'student' | 'staff' | 'job'
  from: readonly PlaceState[]
  to: readonly PlaceState[]
  /** Whom it may pass on the waiting list; without it, it takes no seat. */
  passes?: 'NOBODY' | 'KEPT' | 'EVERYBODY'
}

const newcomer = ['OUTSIDE', 'WITHDRAWN', 'LEFT'] as const
const undecided = ['PENDING', 'WAITLISTED'] as const
const notEnrolled = [...newcomer, ...undecided, 'DECLINED'] as const

export const placeMoves = {
  answer: { by: 'student', from: newcomer, to: ['PENDING', 'ENROLLED', 'WAITLISTED'], passes: 'NOBODY' },
  enrol: { by: 'student', from: [...newcomer, ...undecided], to: ['ENROLLED'], passes: 'NOBODY' },
  join: { by: 'student', from: [...newcomer, ...undecided], to: ['ENROLLED'], passes: 'NOBODY' },
  withdraw: { by: 'student', from: undecided, to: ['WITHDRAWN'] },
  approve: { by: 'staff', from: [...undecided, 'DECLINED'], to: ['ENROLLED', 'WAITLISTED'], passes: 'KEPT' },
  waitlist: { by: 'staff', from: ['PENDING', 'ENROLLED', 'DECLINED'], to: ['WAITLISTED'] },
  decline: { by: 'staff', from: [...undecided, 'ENROLLED'], to: ['DECLINED'] },
  reopen: { by: 'staff', from: ['WAITLISTED', 'ENROLLED', 'DECLINED'], to: ['PENDING'] },
  add: { by: 'staff', from: notEnrolled, to: ['ENROLLED'], passes: 'EVERYBODY' },
  import: { by: 'staff', from: notEnrolled, to: ['ENROLLED'], passes: 'EVERYBODY' },
  undoImport: { by: 'staff', from: ['ENROLLED'], to: notEnrolled },
  remove: { by: 'staff', from: ['ENROLLED'], to: ['LEFT'] },
  moveUp: { by: 'job', from: ['WAITLISTED'], to: ['ENROLLED'], passes: 'KEPT' },
} as const satisfies Record<string, Move>
export type PlaceMove = keyof typeof placeMoves

/** The seats of a course as one person sees them. Only people who can act are counted among those who wait. */
export interface Seats {
  /** Null: not limited. */
  total: number | null
  taken: number
  /** Of others who were declined a moment ago, which may be undone. */
  reserved: number
  /** Before this person on the waiting list; before a newcomer, all of it. */
  before: number
  /** Of these, whom staff put on the list while seats were free: they wait for staff, and a seat stays free for each. */
  keptBefore: number
  /** Whether this person's own seat is reserved. */
  hasReserve?: boolean
}

type Free = Pick<Seats, 'total' | 'taken' | 'reserved'>

/** Infinity without a limit; below 0 if the limit was lowered. */
export const countFreeSeats = ({ total, taken, reserved }: Free): number => (total === null ? Infinity : total - taken - reserved)

/** How many of those who wait for a seat, not for staff, move up now. `kept`: seats that stay free for those who wait for staff. */
export const countMovingUp = (seats: Free, kept: number): number =>
  seats.total === null ? Infinity : Math.max(0, countFreeSeats(seats) - kept)

function hasSeat(seats: Seats, passes: NonNullable<Move['passes']>): boolean {
  if (seats.hasReserve) return true
  const first = { NOBODY: seats.before, KEPT: seats.before - seats.keptBefore, EVERYBODY: 0 }[passes]
  return countFreeSeats(seats) - first > 0
}

export interface PlaceCourse {
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  enrolment: 'OPEN' | 'FORM' | 'INVITE'
  endsOn: string | null
  timeZone: string
}

type Refusal = ['closed' | 'conflict' | 'forbidden' | 'invite-only' | 'form-required' | 'course-full' | 'already-answered', string]
export type PlaceDecision = { to: PlaceState; passed: number } | { refused: Refusal }

interface Question {
  move: PlaceMove
  state: PlaceState
  course: PlaceCourse
  seats: Seats
  /** Of `answer`: whether staff decide first. */
  isReviewed?: boolean
  /** Milliseconds. */
  now: number
}

/** Why the course takes no answers to its form; undefined if it does. */
export const noAnswersReason = (course: PlaceCourse, now: number): string | undefined =>
  overReason(course, now) ?? (course.enrolment === 'FORM' ? undefined : 'This course does not take sign-ups by a form.')

/** Why the course itself does not allow the move; undefined if it does. */
export function courseRefusal(move: PlaceMove, course: PlaceCourse, now: number): Refusal | undefined {
  const { by } = placeMoves[move]
  const isAdding = move === 'add' || move === 'import'
  if (move === 'withdraw' || (by === 'staff' && move !== 'approve' && !isAdding)) return undefined
  // Staff may still enrol people in a course that has ended.
  const over = by === 'staff' ? archivedReason(course) : move === 'answer' ? noAnswersReason(course, now) : overReason(course, now)
  if (over) return ['closed', over]
  return course.status === 'DRAFT' && !isAdding ? ['conflict', draftReasons[by]] : undefined
}

const archivedReason = ({ status }: PlaceCourse) => (status === 'ARCHIVED' ? archivedText : undefined)
const draftReasons = {
  student: 'This course is not open yet. Use the link again when it is published.',
  staff: 'This course is a draft. Publish it before you approve anybody.',
  job: 'This course is a draft.',
} as const

const stateRefusals: Partial<Record<PlaceMove, Partial<Record<PlaceState, Refusal>>>> = {
  answer: {
    ENROLLED: ['already-answered', 'You are enrolled in this course.'],
    DECLINED: ['already-answered', 'Staff declined your sign-up. Ask them if you think this is wrong.'],
    PENDING: ['already-answered', 'You have answered this form.'],
    WAITLISTED: ['already-answered', 'You have answered this form.'],
  },
  withdraw: { WITHDRAWN: ['conflict', 'You have withdrawn your answers.'] },
}
const declined: Refusal = ['forbidden', 'Your place in this course was declined. Ask its trainers.']

function stateRefusal({ move, state, course }: Question): Refusal | undefined {
  if (placeMoves[move].from.some((one) => one === state)) {
    if (move === 'enrol' && course.enrolment === 'INVITE')
      return ['invite-only', 'This course is by invitation. An admin can add you to it.']
    return move === 'enrol' && course.enrolment === 'FORM' ? ['form-required', 'Sign up with the form of the course.'] : undefined
  }
  if (state === 'DECLINED' && (move === 'enrol' || move === 'join')) return declined
  return stateRefusals[move]?.[state] ?? ['conflict', 'Staff have decided. Ask them to change anything.']
}

/** In details of errors: seats are free, and others come first. */
export const waitingListFirst = 'The free seats go to the waiting list first.'

const fullReason = (seats: Seats): string => (countFreeSeats(seats) > 0 ? waitingListFirst : allSeatsTaken)

/** The next state and how many people on the waiting list it passes, or why the move is refused. */
export function decideMove(question: Question): PlaceDecision {
  const { move, seats } = question
  const refused = courseRefusal(move, question.course, question.now) ?? stateRefusal(question)
  if (refused) return { refused }
  const rule: Move = placeMoves[move]
  if (move === 'answer' && question.isReviewed) return { to: 'PENDING', passed: 0 }
  if (!rule.passes) return { to: rule.to[0]!, passed: 0 }
  if (hasSeat(seats, rule.passes)) return { to: 'ENROLLED', passed: seats.total === null || seats.hasReserve ? 0 : seats.before }
  return rule.to.includes('WAITLISTED') ? { to: 'WAITLISTED', passed: 0 } : { refused: ['course-full', fullReason(seats)] }
}

type MembershipStatus = 'ACTIVE' | 'PENDING' | 'WAITLISTED' | 'REJECTED'
type ResponseStatus = 'PENDING' | 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'WITHDRAWN'

/** The state that a membership and a response to the form mean together. */
export function toPlaceState(membership: MembershipStatus | undefined, response?: ResponseStatus): PlaceState {
  if (membership === 'ACTIVE') return 'ENROLLED'
  if (response === 'APPROVED') return 'LEFT'
  const status = response ?? membership ?? 'OUTSIDE'
  return status === 'REJECTED' ? 'DECLINED' : status
}
