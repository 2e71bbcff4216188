/** Signing up with a form: who may, what becomes of a response, and errors in answers and questions. */

import { expect, test } from 'vitest'
import type { PlaceState } from '@lms/contract/rules/places'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { answerErrors, decideInOrder, formErrors, takeMovingUp } from '#modules/signup-forms/rules.ts'

const course = { status: 'PUBLISHED' as const, enrolment: 'FORM' as const, endsOn: null, timeZone: 'UTC' }
const place = (id: string, state: PlaceState, hasReserve = false) => ({ id, name: id, state, hasReserve })
const lineOf = (total: number | null, taken: number, waiting: string[] = [], kept: string[] = []) => ({
  course,
  seats: { total, taken, reserved: 0 },
  waiting: waiting.map((id) => ({ id, keepsSeat: kept.includes(id) })),
})
const now = new Date('2026-11-20T12:00:00Z')

test.each([
  ['one seat for two', lineOf(1, 0), ['APPROVED', 'WAITLISTED']],
  ['a full course', lineOf(1, 1), ['WAITLISTED', 'WAITLISTED']],
  ['more students than seats', lineOf(1, 2), ['WAITLISTED', 'WAITLISTED']],
  ['no limit', lineOf(null, 9), ['APPROVED', 'APPROVED']],
  ['somebody who waits for a seat comes first', lineOf(2, 0, ['w']), ['APPROVED', 'WAITLISTED']],
  ['somebody who waits for staff is passed', lineOf(2, 0, ['w'], ['w']), ['APPROVED', 'APPROVED']],
] as const)('approved one after the other: %s', (_, line, expected) => {
  const outcome = decideInOrder([place('a', 'PENDING'), place('b', 'PENDING')], 'APPROVED', line, now)
  expect(outcome).toMatchObject({ decided: expected.map((status) => ({ status })) })
})

test('whom staff put before others on the list is counted', () => {
  const outcome = decideInOrder([place('b', 'WAITLISTED')], 'APPROVED', lineOf(2, 0, ['a', 'b', 'c'], ['a', 'b', 'c']), now)
  expect(outcome).toMatchObject({ decided: [{ status: 'APPROVED', passed: 1 }] })
})

test.each([
  ['a seat is free', lineOf(1, 0), true],
  ['no seat is free', lineOf(1, 1), false],
  ['the free seat is kept for another', lineOf(1, 0, ['w'], ['w']), false],
  ['there is no limit', lineOf(null, 1), true],
] as const)('put on the waiting list by hand, where %s: waits for staff: %s', (_, line, keepsSeat) =>
  expect(decideInOrder([place('a', 'PENDING')], 'WAITLISTED', line, now)).toMatchObject({ decided: [{ status: 'WAITLISTED', keepsSeat }] }),
)

test('who loses a seat to the waiting list keeps it free; a declined one stays reserved for Undo', () => {
  const full = lineOf(1, 1, ['w'])
  expect(decideInOrder([place('a', 'ENROLLED')], 'WAITLISTED', full, now)).toMatchObject({ decided: [{ keepsSeat: true }] })
  const declined = decideInOrder([place('a', 'ENROLLED')], 'REJECTED', full, now)
  expect(declined).toMatchObject({ seats: { taken: 0, reserved: 1 } })
  const line = { ...full, seats: { total: 1, taken: 0, reserved: 1 } }
  expect(decideInOrder([place('a', 'DECLINED', true)], 'APPROVED', line, now)).toMatchObject({ decided: [{ status: 'APPROVED' }] })
  expect(decideInOrder([place('b', 'DECLINED')], 'APPROVED', line, now)).toMatchObject({ decided: [{ status: 'WAITLISTED' }] })
})

test.each([
  ['ARCHIVED', 'closed'],
  ['DRAFT', 'conflict'],
] as const)('nobody is approved in a course that is %s', (status, problem) => {
  const line = { ...lineOf(null, 0), course: { ...course, status } }
  expect(decideInOrder([place('a', 'PENDING')], 'APPROVED', line, now)).toMatchObject({ refused: [problem, expect.any(String)] })
  expect(decideInOrder([place('a', 'PENDING')], 'REJECTED', line, now)).toMatchObject({ decided: [{ status: 'REJECTED' }] })
})

test('nobody decides about somebody who has withdrawn, and nothing else is changed', () =>
  expect(decideInOrder([place('a', 'PENDING'), place('Bo', 'WITHDRAWN')], 'REJECTED', lineOf(1, 0), now)).toEqual({
    refused: ['conflict', 'Bo has withdrawn. Nothing was changed.'],
  }))

const freeOf = (total: number | null, taken: number, { reserved = 0, keptBefore = 0 } = {}) => ({
  course,
  seats: { total, taken, reserved, before: 5, keptBefore },
})
test.each([
  ['as many as there are seats', freeOf(5, 3), 'ab'],
  ['not for seats that are reserved, or kept for people who wait for staff', freeOf(6, 3, { reserved: 1, keptBefore: 1 }), 'a'],
  ['nobody while more are in the course than it has seats', freeOf(5, 7), ''],
  ['everybody without a limit', freeOf(null, 7, { keptBefore: 3 }), 'abc'],
  ['nobody in a draft', { ...freeOf(null, 0), course: { ...course, status: 'DRAFT' as const } }, ''],
])('those who wait for a seat move up: %s', (_, line, expected) => expect(takeMovingUp(['a', 'b', 'c'], line, now).join('')).toBe(expected))

const question = (id: string, values: Partial<FormQuestion> = {}): FormQuestion => ({
  id,
  label: id,
  help: '',
  type: 'SHORT_TEXT',
  required: true,
  options: [],
  ...values,
})

test('every error in the answers is named: strange questions, repeated ones, and missing or wrong answers', () => {
  const questions = [question('name'), question('mail', { type: 'EMAIL', required: false }), question('why', { required: false })]
  const answer = (questionId: string, value: string) => ({ questionId, value })
  expect(answerErrors(questions, [answer('name', 'Ana'), answer('mail', 'ana@example.org')])).toEqual([])
  expect(answerErrors(questions, [])).toEqual([{ pointer: '/answers/name', detail: 'Enter an answer' }])
  expect(answerErrors(questions, [answer('age', '5'), answer('name', 'Ana'), answer('name', 'Zoe'), answer('mail', 'ana')])).toEqual([
    { pointer: '/answers/0/questionId', detail: 'This question is not part of the form' },
    { pointer: '/answers/2/questionId', detail: 'Answered twice' },
    { pointer: '/answers/mail', detail: 'Enter an email address, such as name@example.org' },
  ])
})

test('every error in the questions of a form is named; new questions have no id', () => {
  const { id: _, ...fresh } = question('')
  const known = new Set(['a', 'b'])
  expect(formErrors([question('a'), fresh, question('b'), fresh], known)).toEqual([])
  expect(formErrors([{ ...fresh, type: 'DROPDOWN' }], known)).toEqual([
    { pointer: '/questions/0/options', detail: 'Offer at least two choices' },
  ])
  expect(formErrors([question('a'), question('c'), question('a', { type: 'DROPDOWN' })], known)).toEqual([
    { pointer: '/questions/1/id', detail: 'Not a question of this form' },
    { pointer: '/questions/2/options', detail: 'Offer at least two choices' },
    { pointer: '/questions/2/id', detail: 'Used twice' },
  ])
})

test('of several, one after the other: the next one finds the list and the reserved seats as the last one left them', () => {
  const both = (places: Parameters<typeof decideInOrder>[0], line: Parameters<typeof decideInOrder>[2]) => {
    const outcome = decideInOrder(places, 'APPROVED', line, now)
    return 'decided' in outcome && outcome.decided.map(({ status }) => status)
  }
  expect(both([place('a', 'WAITLISTED'), place('b', 'PENDING')], lineOf(2, 0, ['a']))).toEqual(['APPROVED', 'APPROVED'])
  const reserved = { ...lineOf(2, 0), seats: { total: 2, taken: 0, reserved: 1 } }
  expect(both([place('a', 'DECLINED', true), place('b', 'PENDING')], reserved)).toEqual(['APPROVED', 'APPROVED'])
  // Who is enrolled already takes no second seat.
  expect(both([place('a', 'ENROLLED'), place('b', 'PENDING')], lineOf(2, 1))).toEqual(['APPROVED', 'APPROVED'])
  const waiting = decideInOrder([place('a', 'WAITLISTED'), place('x', 'WAITLISTED')], 'WAITLISTED', lineOf(1, 1, ['x', 'a'], ['a']), now)
  expect(waiting).toMatchObject({ decided: [{ keepsSeat: true, passed: 0 }, { keepsSeat: false }] })
  // One free seat is kept for one of them.
  const put = decideInOrder([place('a', 'PENDING'), place('b', 'PENDING')], 'WAITLISTED', lineOf(1, 0), now)
  expect(put).toMatchObject({ decided: [{ keepsSeat: true }, { keepsSeat: false }] })
})
