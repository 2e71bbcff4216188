/** Who gets a seat, and which moves are refused. */

import { expect, test } from 'vitest'
import { allSeatsTaken } from '#rules/course-state.ts'
import {
  countMovingUp,
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
}
const ask = (move: PlaceMove, { state = 'OUTSIDE', ofCourse = {}, ofSeats = {}, isReviewed = false }: Facts = {}) => {
  const of = { ...course, ...(move === 'answer' && { enrolment: 'FORM' as const }), ...ofCourse }
  const decision = decideMove({ move, state, course: of, seats: { ...seats, ...ofSeats }, isReviewed, now })
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

test('every move is refused from the states that it does not start in', () => {
  for (const move of Object.keys(placeMoves) as PlaceMove[])
    for (const state of Object.keys(placeStates) as PlaceState[]) {
      const decision = ask(move, { state, ofSeats: { taken: 0 } })
      const isMove = (placeMoves[move].from as readonly string[]).includes(state)
      expect([move, state, (placeMoves[move].to as readonly unknown[]).includes(decision)]).toEqual([move, state, isMove])
    }
  expect(ask('join', { state: 'DECLINED' })).toEqual(['forbidden', 'Your place in this course was declined. Ask its trainers.'])
  expect(ask('answer', { state: 'PENDING' })).toEqual(['already-answered', 'You have answered this form.'])
})

test('those who wait for a seat move up while seats are free that are not kept', () => {
  expect(countMovingUp({ total: 5, taken: 2, reserved: 0 }, 1)).toBe(2)
  expect(countMovingUp({ total: 5, taken: 2, reserved: 1 }, 2)).toBe(0)
  expect(countMovingUp({ total: 5, taken: 7, reserved: 0 }, 0)).toBe(0)
  expect(countMovingUp({ total: null, taken: 7, reserved: 0 }, 3)).toBe(Infinity)
})

test('the state follows from the membership and the response', () => {
  expect(toPlaceState(undefined)).toBe('OUTSIDE')
  expect(toPlaceState('REJECTED')).toBe('DECLINED')
  expect(toPlaceState('ACTIVE', 'WITHDRAWN')).toBe('ENROLLED')
  expect(toPlaceState(undefined, 'APPROVED')).toBe('LEFT')
  expect(toPlaceState(undefined, 'WITHDRAWN')).toBe('WITHDRAWN')
  expect(toPlaceState('WAITLISTED', 'WAITLISTED')).toBe('WAITLISTED')
})
