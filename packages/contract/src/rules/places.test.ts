/** Who gets a seat, and which moves are refused. */

import { expect, test } from 'vitest'
import { allSeatsTaken } from '#rules/course-state.ts'
import {
  decideMove,
  placeMoves,
  placeStates,
  toPlaceState,
  waitingListFirst,
  type PlaceMove,
  type PlaceState,
  type Seats,
} from '#rules/places.ts'

const course = { status: 'PUBLISHED' as const, enrolment: 'OPEN' as const, endsOn: null, timeZone: 'UTC' }
const seats: Seats = { total: 20, taken: 19, reserved: 0, before: 0, keptBefore: 0 }
const now = Date.parse('2026-11-20T12:00:00Z')
interface Facts {
  state?: PlaceState
  ofCourse?: object
  ofSeats?: object
  isReviewed?: boolean
  closesAt?: string | null
}
type Asked = Exclude<PlaceMove, 'undoImport'>
const ask = (move: Asked, { state = 'OUTSIDE', ofCourse = {}, ofSeats = {}, isReviewed = false, closesAt = null }: Facts = {}) => {
  const of = { ...course, ...((move === 'answer' || move === 'changeAnswers') && { enrolment: 'FORM' as const }), ...ofCourse }
  const form = { status: 'OPEN' as const, closesAt, autoApprove: !isReviewed }
  const decision = decideMove({ move, state, course: of, seats: { ...seats, ...ofSeats }, form, name: 'Bo', now })
  return 'refused' in decision ? decision.refused : decision.to
}

const full = ['course-full', allSeatsTaken]
const others = ['course-full', waitingListFirst]
test.each([
  ['the last seat', {}, 'ENROLLED', 'ENROLLED'],
  ['no seat', { taken: 20 }, full, full],
  ['more students than seats', { taken: 21 }, full, full],
  ['no limit', { total: null, taken: 500 }, 'ENROLLED', 'ENROLLED'],
  ['a reserved seat', { reserved: 1 }, full, full],
  ['a seat that somebody waits for', { before: 1 }, others, 'ENROLLED'],
  ['a seat that is kept for somebody', { before: 1, keptBefore: 1 }, others, 'ENROLLED'],
  ['two seats, and one waits', { taken: 18, before: 1 }, 'ENROLLED', 'ENROLLED'],
  ['a seat of one’s own', { reserved: 1, hasReserve: true }, 'ENROLLED', 'ENROLLED'],
])('%s: for a newcomer, and for one whom staff add', (_, ofSeats, newcomer, added) => {
  for (const move of ['enrol', 'join'] as const) expect(ask(move, { ofSeats })).toEqual(newcomer)
  expect(ask('answer', { ofSeats })).toEqual(newcomer === 'ENROLLED' ? 'ENROLLED' : 'WAITLISTED')
  expect(ask('answer', { ofSeats, isReviewed: true })).toBe('PENDING')
  for (const move of ['add', 'import'] as const) expect(ask(move, { ofSeats })).toEqual(added)
})

test('staff pass those whom they put on the list themselves, not those who wait for a seat', () => {
  const state = 'PENDING'
  expect(ask('approve', { state, ofSeats: { before: 1, keptBefore: 1 } })).toBe('ENROLLED')
  expect(ask('approve', { state, ofSeats: { before: 1 } })).toBe('WAITLISTED')
})

test('adding somebody says how many people on the waiting list it passes', () => {
  const wanted = { state: 'OUTSIDE', course, seats: { ...seats, before: 3 }, now } as const
  expect(decideMove({ ...wanted, move: 'add' })).toEqual({ to: 'ENROLLED', passed: 3 })
})

const archived = ['closed', 'This course is archived.']
test.each([
  ['an archived course', { status: 'ARCHIVED' }, archived, archived],
  ['a course that has ended', { endsOn: '2026-11-19' }, ['closed', 'This course has ended.'], 'ENROLLED'],
  ['its last day', { endsOn: '2026-11-20' }, 'ENROLLED', 'ENROLLED'],
  [
    'a last day that is over in its own zone',
    { endsOn: '2026-11-20', timeZone: 'Pacific/Kiritimati' },
    ['closed', 'This course has ended.'],
    'ENROLLED',
  ],
  [
    'a draft',
    { status: 'DRAFT' },
    ['conflict', 'This course is not open yet. Use the link again when it is published.'],
    ['conflict', 'This course is a draft. Publish it before you approve anybody.'],
  ],
])('%s: for a newcomer, and for staff who approve', (_, ofCourse, newcomer, approved) => {
  expect(ask('join', { ofCourse })).toEqual(newcomer)
  expect(ask('approve', { state: 'PENDING', ofCourse })).toEqual(approved)
  const isOver = newcomer !== 'ENROLLED'
  expect(ask('moveUp', { state: 'WAITLISTED', ofCourse }) === 'ENROLLED').toBe(!isOver)
  expect(ask('decline', { state: 'PENDING', ofCourse })).toBe('DECLINED')
  expect(ask('withdraw', { state: 'PENDING', ofCourse })).toBe('WITHDRAWN')
})

test('a course by invitation or with a form is only entered by a link, or by staff', () => {
  expect(ask('enrol', { ofCourse: { enrolment: 'INVITE' } })).toEqual([
    'invite-only',
    'This course is by invitation. An admin can add you to it.',
  ])
  expect(ask('enrol', { ofCourse: { enrolment: 'FORM' } })).toEqual(['form-required', 'Sign up with the form of the course.'])
  expect(ask('join', { ofCourse: { enrolment: 'INVITE' } })).toBe('ENROLLED')
  expect(ask('answer', { ofCourse: { enrolment: 'OPEN' } })).toEqual(['closed', 'This course does not take sign-ups by a form.'])
})

test.each([
  ['before its closing time', '2026-11-20T12:00:01Z', 'PENDING'],
  ['at its closing time', '2026-11-20T12:00:00Z', ['closed', 'Sign-up is closed.']],
])('a form takes answers, and changes of answers: %s', (_, closesAt, expected) => {
  expect(ask('answer', { closesAt, isReviewed: true })).toEqual(expected)
  expect(ask('changeAnswers', { state: 'PENDING', closesAt })).toEqual(expected)
  expect(ask('withdraw', { state: 'PENDING', closesAt })).toBe('WITHDRAWN')
})

test('without its seats or its form, a move that needs them is refused', () => {
  const question = { state: 'OUTSIDE', course, now } as const
  expect(decideMove({ ...question, move: 'add' })).toEqual({ refused: full })
  expect(decideMove({ ...question, move: 'answer', course: { ...course, enrolment: 'FORM' }, seats })).toEqual({
    refused: ['closed', 'Sign-up is closed.'],
  })
})

test('every move is refused from the states that it does not start in', () => {
  for (const move of (Object.keys(placeMoves) as PlaceMove[]).filter((one) => one !== 'undoImport'))
    for (const state of Object.keys(placeStates) as PlaceState[]) {
      const decision = ask(move, { state, ofSeats: { taken: 0 } })
      const { from, to } = placeMoves[move] as { from: readonly string[]; to: readonly unknown[] | 'SAME' }
      expect([move, state, to === 'SAME' ? decision === state : to.includes(decision)]).toEqual([move, state, from.includes(state)])
    }
  expect(ask('join', { state: 'DECLINED' })).toEqual(['forbidden', 'Your place in this course was declined. Ask its trainers.'])
  expect(ask('answer', { state: 'PENDING' })).toEqual(['already-answered', 'You have answered this form.'])
  expect(ask('withdraw', { state: 'WITHDRAWN' })).toEqual(['conflict', 'You have withdrawn your answers.'])
  expect(ask('changeAnswers', { state: 'DECLINED' })).toEqual(['conflict', 'Staff have decided. Ask them to change anything.'])
  expect(ask('moveForward', { state: 'PENDING' })).toEqual(['conflict', 'Bo is not on the waiting list.'])
  expect(ask('remove', { state: 'LEFT' })).toEqual(['conflict', 'Bo is no longer in the course. Nothing was changed.'])
})

test.each<[Asked, PlaceState, string, string]>([
  ['answer', 'ENROLLED', 'already-answered', 'You are enrolled in this course.'],
  ['answer', 'DECLINED', 'already-answered', 'Staff declined your sign-up. Ask them if you think this is wrong.'],
  ['answer', 'PENDING', 'already-answered', 'You have answered this form.'],
  ['answer', 'WAITLISTED', 'already-answered', 'You have answered this form.'],
  ['changeAnswers', 'WITHDRAWN', 'conflict', 'You have withdrawn your answers.'],
  ['withdraw', 'WITHDRAWN', 'conflict', 'You have withdrawn your answers.'],
  ['withdraw', 'ENROLLED', 'conflict', 'Staff have decided. Ask them to change anything.'],
  ['changeAnswers', 'DECLINED', 'conflict', 'Staff have decided. Ask them to change anything.'],
  ['enrol', 'DECLINED', 'forbidden', 'Your place in this course was declined. Ask its trainers.'],
  ['join', 'DECLINED', 'forbidden', 'Your place in this course was declined. Ask its trainers.'],
  ['decline', 'WITHDRAWN', 'conflict', 'Bo has withdrawn. Nothing was changed.'],
  ['remove', 'LEFT', 'conflict', 'Bo is no longer in the course. Nothing was changed.'],
  ['add', 'ENROLLED', 'conflict', 'Bo is enrolled. Nothing was changed.'],
  ['remove', 'PENDING', 'conflict', 'Bo is not enrolled. Nothing was changed.'],
  ['moveForward', 'PENDING', 'conflict', 'Bo is not on the waiting list.'],
])('%s of somebody who is %s: %s, %s', (move, state, problem, text) => expect(ask(move, { state })).toEqual([problem, text]))

test('without a name it is this person; a free seat is for those who wait', () => {
  const decision = decideMove({ move: 'remove', state: 'PENDING', course, now })
  expect(decision).toEqual({ refused: ['conflict', 'This person is not enrolled. Nothing was changed.'] })
  expect(ask('enrol', { ofSeats: { before: 1 } })).toEqual(['course-full', 'The free seats go to the waiting list first.'])
})

test('with the role its courses come back, if there is a seat: archived ones too', () => {
  const ofCourse = { status: 'ARCHIVED' }
  expect(ask('regainRole', { state: 'LEFT', ofCourse })).toBe('ENROLLED')
  expect(ask('regainRole', { state: 'LEFT', ofCourse, ofSeats: { taken: 20 } })).toEqual(full)
})

test('the state follows from the membership and the response', () => {
  expect(toPlaceState(undefined)).toBe('OUTSIDE')
  expect(toPlaceState('REJECTED')).toBe('DECLINED')
  expect(toPlaceState('ACTIVE', 'WITHDRAWN')).toBe('ENROLLED')
  expect(toPlaceState(undefined, 'APPROVED')).toBe('LEFT')
  expect(toPlaceState(undefined, 'WITHDRAWN')).toBe('WITHDRAWN')
  expect(toPlaceState('WAITLISTED', 'WAITLISTED')).toBe('WAITLISTED')
})
