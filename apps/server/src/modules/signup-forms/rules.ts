/** Decisions about signing up with a form. Pure; the clock is an argument. */

import type { FieldError, ProblemName } from '@lms/contract/problems'
import { countFreeSeats, decideMove, type CourseWithPlaces, type PlaceState, type Seats } from '@lms/contract/rules/places'
import { answerError, optionsError } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import type { Answer } from '@lms/contract/submissions'

/** Errors in the answers, by question: `/answers/<question id>`. */
export function answerErrors(questions: readonly FormQuestion[], answers: readonly Answer[]): FieldError[] {
  const byId = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  const known = new Set(questions.map(({ id }) => id))
  const strays = answers.flatMap(({ questionId }, index) =>
    !known.has(questionId)
      ? [{ pointer: `/answers/${index}/questionId`, detail: 'This question is not part of the form' }]
      : answers.findIndex((other) => other.questionId === questionId) < index
        ? [{ pointer: `/answers/${index}/questionId`, detail: 'Answered twice' }]
        : [],
  )
  const errors = questions.flatMap((question) => {
    const detail = answerError(question, byId.get(question.id))
    return detail === undefined ? [] : [{ pointer: `/answers/${question.id}`, detail }]
  })
  return [...strays, ...errors]
}

/** Errors in a form's questions. Unknown ids are rejected: clients cannot choose ids. */
export function formErrors(
  questions: readonly (Omit<FormQuestion, 'id'> & { id?: string | undefined })[],
  knownIds: ReadonlySet<string>,
): FieldError[] {
  const seen = new Set<string>()
  return questions.flatMap((question, index) => {
    const detail = optionsError(question)
    const errors = detail ? [{ pointer: `/questions/${index}/options`, detail }] : []
    if (question.id === undefined) return errors
    if (!knownIds.has(question.id)) errors.push({ pointer: `/questions/${index}/id`, detail: 'Not a question of this form' })
    if (seen.has(question.id)) errors.push({ pointer: `/questions/${index}/id`, detail: 'Used twice' })
    seen.add(question.id)
    return errors
  })
}

export type Decision = 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING'
const decisionMoves = { APPROVED: 'approve', WAITLISTED: 'waitlist', REJECTED: 'decline', PENDING: 'reopen' } as const

const responseStatuses = { ENROLLED: 'APPROVED', DECLINED: 'REJECTED', PENDING: 'PENDING', WAITLISTED: 'WAITLISTED' } as const
/** The status of a response whose user is in this state. */
export const toResponseStatus = (state: PlaceState) => responseStatuses[state as keyof typeof responseStatuses]

interface Place {
  id: string
  name: string
  state: PlaceState
  /** Whether the seat that this decline took away is still reserved. */
  hasReserve: boolean
}
export interface Line {
  course: CourseWithPlaces
  seats: Pick<Seats, 'total' | 'taken' | 'reserved'>
  /** The waiting list, in order. */
  waiting: readonly { id: string; keepsSeat: boolean }[]
}
export interface Decided {
  status: Decision
  /** On the waiting list, for staff and not for a seat. */
  keepsSeat: boolean
  /** People on the waiting list who were before. */
  passed: number
}

/** The same decision for one after the other; a reason why none of them is made is thrown by the caller. */
export function decideInOrder(
  places: readonly Place[],
  decision: Decision,
  { course, seats, waiting }: Line,
  now: Date,
): { decided: Decided[]; seats: Line['seats'] } | { refused: readonly [ProblemName, string] } {
  let [line, { taken, reserved }] = [[...waiting], seats]
  const { total } = seats
  const decided: Decided[] = []
  for (const { id, name, state, hasReserve } of places) {
    if (toResponseStatus(state) === decision) {
      decided.push({ status: decision, keepsSeat: line.find((one) => one.id === id)?.keepsSeat ?? false, passed: 0 })
      continue
    }
    const at = line.findIndex((one) => one.id === id)
    const before = at < 0 ? line : line.slice(0, at)
    const others = { total, taken, reserved: reserved - Number(hasReserve) }
    const place = { ...others, before: before.length, keptBefore: before.filter((one) => one.keepsSeat).length, hasReserve }
    const found = decideMove({ move: decisionMoves[decision], state, course, seats: place, name, now: now.getTime() })
    if ('refused' in found) return found
    taken += Number(found.to === 'ENROLLED') - Number(state === 'ENROLLED')
    reserved = others.reserved + Number(found.to === 'DECLINED' && state === 'ENROLLED')
    line = line.filter((one) => one.id !== id)
    // Staff who put somebody on the list while a seat is free want it to stay free.
    const kept = line.filter((one) => one.keepsSeat).length
    const keepsSeat = found.to === 'WAITLISTED' && decision === 'WAITLISTED' && countFreeSeats({ total, taken, reserved }) > kept
    if (found.to === 'WAITLISTED') line.push({ id, keepsSeat })
    decided.push({ status: toResponseStatus(found.to), keepsSeat, passed: found.passed })
  }
  return { decided, seats: { total, taken, reserved } }
}

/** The first of those who wait for a seat, not for staff, who get one: a seat stays free for each who waits for staff. */
export function takeMovingUp<T>(waiting: readonly T[], { course, seats }: { course: CourseWithPlaces; seats: Seats }, now: Date): T[] {
  const question = { move: 'moveUp', state: 'WAITLISTED', course, now: now.getTime() } as const
  const hasNoSeat = (taken: number) =>
    'refused' in decideMove({ ...question, seats: { ...seats, taken, before: seats.keptBefore, hasReserve: false } })
  const end = waiting.findIndex((_, index) => hasNoSeat(seats.taken + index))
  return waiting.slice(0, end < 0 ? undefined : end)
}
