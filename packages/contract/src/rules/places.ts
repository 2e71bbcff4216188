/** Who is in a course, who waits, and who gets a free seat: the states of a person, the moves between them, and the function that decides each move. */

import { allSeatsTaken, archivedText, isFormOpen, overReason } from '#rules/course-state.ts'

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

/** What a course must be: published and not over, with a form that takes answers; the same without a form; published; not archived. */
type CourseNeed = 'ANSWERS' | 'OPEN' | 'PUBLISHED' | 'NOT_ARCHIVED'

interface Move {
  by: 'student' | 'staff' | 'job'
  from: readonly PlaceState[]
  /** SAME: the state stays; BEFORE: the state before the move that it undoes. */
  to: readonly PlaceState[] | 'SAME' | 'BEFORE'
  /** Without it, any course will do. */
  needs?: CourseNeed
  /** Whom it may pass on the waiting list; without it, it takes no seat. */
  passes?: 'NOBODY' | 'KEPT' | 'EVERYBODY'
}

const newcomer = ['OUTSIDE', 'WITHDRAWN', 'LEFT'] as const
const undecided = ['PENDING', 'WAITLISTED'] as const
const notEnrolled = [...newcomer, ...undecided, 'DECLINED'] as const

export const placeMoves = {
  answer: { by: 'student', from: newcomer, to: ['PENDING', 'ENROLLED', 'WAITLISTED'], needs: 'ANSWERS', passes: 'NOBODY' },
  changeAnswers: { by: 'student', from: undecided, to: 'SAME', needs: 'ANSWERS' },
  enrol: { by: 'student', from: [...newcomer, ...undecided], to: ['ENROLLED'], needs: 'OPEN', passes: 'NOBODY' },
  join: { by: 'student', from: [...newcomer, ...undecided], to: ['ENROLLED'], needs: 'OPEN', passes: 'NOBODY' },
  withdraw: { by: 'student', from: undecided, to: ['WITHDRAWN'] },
  /** Staff may still enrol people in a course that has ended. */
  approve: { by: 'staff', from: [...undecided, 'DECLINED'], to: ['ENROLLED', 'WAITLISTED'], needs: 'PUBLISHED', passes: 'KEPT' },
  waitlist: { by: 'staff', from: ['PENDING', 'ENROLLED', 'DECLINED'], to: ['WAITLISTED'] },
  decline: { by: 'staff', from: [...undecided, 'ENROLLED'], to: ['DECLINED'] },
  reopen: { by: 'staff', from: ['WAITLISTED', 'ENROLLED', 'DECLINED'], to: ['PENDING'] },
  /** One place up on the waiting list. */
  moveForward: { by: 'staff', from: ['WAITLISTED'], to: 'SAME' },
  add: { by: 'staff', from: notEnrolled, to: ['ENROLLED'], needs: 'NOT_ARCHIVED', passes: 'EVERYBODY' },
  import: { by: 'staff', from: notEnrolled, to: ['ENROLLED'], needs: 'NOT_ARCHIVED', passes: 'EVERYBODY' },
  undoImport: { by: 'staff', from: ['ENROLLED'], to: 'BEFORE' },
  remove: { by: 'staff', from: ['ENROLLED'], to: ['LEFT'] },
  /** The account gets another role; with the old one, the courses come back. */
  loseRole: { by: 'staff', from: ['ENROLLED'], to: ['LEFT'] },
  regainRole: { by: 'staff', from: ['LEFT'], to: ['ENROLLED'], passes: 'EVERYBODY' },
  moveUp: { by: 'job', from: ['WAITLISTED'], to: ['ENROLLED'], needs: 'OPEN', passes: 'NOBODY' },
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

/** Of somebody who takes no seat, such as a trainer. */
export const unlimitedSeats: Seats = { total: null, taken: 0, reserved: 0, before: 0, keptBefore: 0 }
const noSeats: Seats = { ...unlimitedSeats, total: 0 }

/** Infinity without a limit; below 0 if the limit was lowered. */
export const countFreeSeats = ({ total, taken, reserved }: Free): number => (total === null ? Infinity : total - taken - reserved)

function hasSeat(seats: Seats, passes: NonNullable<Move['passes']>): boolean {
  if (seats.hasReserve) return true
  const first = { NOBODY: seats.before, KEPT: seats.before - seats.keptBefore, EVERYBODY: 0 }[passes]
  return countFreeSeats(seats) - first > 0
}

export interface CourseWithPlaces {
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  enrolment: 'OPEN' | 'FORM' | 'INVITE'
  endsOn: string | null
  timeZone: string
}

interface SignUpForm {
  status: 'OPEN' | 'CLOSED'
  closesAt: string | null
  /** False: staff decide first. */
  autoApprove: boolean
}

type Refusal = ['closed' | 'conflict' | 'forbidden' | 'invite-only' | 'form-required' | 'course-full' | 'already-answered', string]
export type PlaceDecision = { to: PlaceState; passed: number } | { refused: Refusal }

interface Question {
  /** Undoing an import is decided by what has changed since. */
  move: Exclude<PlaceMove, 'undoImport'>
  state: PlaceState
  course: CourseWithPlaces
  /** Of moves that take a seat. */
  seats?: Seats
  /** Of moves that need its answers. */
  form?: SignUpForm
  /** The person, for staff. */
  name?: string
  /** Milliseconds. */
  now: number
}

/** Why the course itself does not allow the move; undefined if it does. */
export function courseRefusal({ move, course, form, now }: Omit<Question, 'state'>): Refusal | undefined {
  const { by, needs }: Move = placeMoves[move]
  if (!needs) return undefined
  const isForNewcomers = needs === 'ANSWERS' || needs === 'OPEN'
  const over = isForNewcomers ? overReason(course, now) : course.status === 'ARCHIVED' ? archivedText : undefined
  if (over) return ['closed', over]
  if (needs === 'ANSWERS' && course.enrolment !== 'FORM') return ['closed', 'This course does not take sign-ups by a form.']
  if (needs === 'ANSWERS' && !(form && isFormOpen(form, now))) return ['closed', 'Sign-up is closed.']
  return course.status === 'DRAFT' && needs !== 'NOT_ARCHIVED' ? ['conflict', draftReasons[by]] : undefined
}

const draftReasons = {
  student: 'This course is not open yet. Use the link again when it is published.',
  staff: 'This course is a draft. Publish it before you approve anybody.',
  job: 'This course is a draft.',
} as const

const withdrawn: Refusal = ['conflict', 'You have withdrawn your answers.']
const stateRefusals: Partial<Record<PlaceMove, Partial<Record<PlaceState, Refusal>>>> = {
  answer: {
    ENROLLED: ['already-answered', 'You are enrolled in this course.'],
    DECLINED: ['already-answered', 'Staff declined your sign-up. Ask them if you think this is wrong.'],
    PENDING: ['already-answered', 'You have answered this form.'],
    WAITLISTED: ['already-answered', 'You have answered this form.'],
  },
  changeAnswers: { WITHDRAWN: withdrawn },
  withdraw: { WITHDRAWN: withdrawn },
}
const declined: Refusal = ['forbidden', 'Your place in this course was declined. Ask its trainers.']

/** What staff read of a person to whom the move does not apply. */
const staffReasons: Partial<Record<PlaceState, string>> = {
  ENROLLED: 'is enrolled',
  WITHDRAWN: 'has withdrawn',
  LEFT: 'is no longer in the course',
}

export const startsIn = (move: PlaceMove, state: PlaceState): boolean => placeMoves[move].from.some((one) => one === state)

function stateRefusal({ move, state, course, name = 'This person' }: Question): Refusal | undefined {
  if (startsIn(move, state)) {
    if (move === 'enrol' && course.enrolment === 'INVITE')
      return ['invite-only', 'This course is by invitation. An admin can add you to it.']
    return move === 'enrol' && course.enrolment === 'FORM' ? ['form-required', 'Sign up with the form of the course.'] : undefined
  }
  if (move === 'moveForward') return ['conflict', `${name} is not on the waiting list.`]
  if (placeMoves[move].by === 'staff') return ['conflict', `${name} ${staffReasons[state] ?? 'is not enrolled'}. Nothing was changed.`]
  if (state === 'DECLINED' && (move === 'enrol' || move === 'join')) return declined
  return stateRefusals[move]?.[state] ?? ['conflict', 'Staff have decided. Ask them to change anything.']
}

/** In details of errors: seats are free, and others come first. */
export const waitingListFirst = 'The free seats go to the waiting list first.'

const fullReason = (seats: Seats): string => (countFreeSeats(seats) > 0 ? waitingListFirst : allSeatsTaken)

/** The next state and how many people on the waiting list it passes, or why the move is refused. */
export function decideMove(question: Question): PlaceDecision {
  const { move, state, seats = noSeats, form } = question
  const refused = courseRefusal(question) ?? stateRefusal(question)
  if (refused) return { refused }
  const { to, passes }: Move = placeMoves[move]
  if (typeof to === 'string') return { to: state, passed: 0 }
  if (move === 'answer' && !form?.autoApprove) return { to: 'PENDING', passed: 0 }
  if (!passes) return { to: to[0]!, passed: 0 }
  if (hasSeat(seats, passes)) return { to: 'ENROLLED', passed: seats.total === null || seats.hasReserve ? 0 : seats.before }
  return to.includes('WAITLISTED') ? { to: 'WAITLISTED', passed: 0 } : { refused: ['course-full', fullReason(seats)] }
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
