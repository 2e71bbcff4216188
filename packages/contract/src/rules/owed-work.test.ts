import { describe, expect, test } from 'vitest'
import {
  getFallsDueAt,
  getLateAfter,
  getSoonFrom,
  isDueSoon,
  isMissing,
  isOver,
  isOwed,
  isToDo,
  withEnrolment,
  type EnrolmentPeriod,
} from '#rules/owed-work.ts'

const from = (time: string, until: string | null = null): EnrolmentPeriod => ({ from: time, until })
const due = '2026-11-10T23:59:00Z'
const closes = '2026-11-17T23:59:00Z'
const terms = { status: 'PUBLISHED' as const, dueAt: due, closesAt: closes, closedAt: null }

describe('what a student owes', () => {
  test.each<[string, EnrolmentPeriod[] | null, boolean]>([
    ['enrolled before', [from('2026-10-01T00:00:00Z')], true],
    ['in the very moment', [from(due)], true],
    ['a second later', [from('2026-11-10T23:59:01Z')], false],
    ['after it was due, before it closed', [from('2026-11-12T00:00:00Z')], false],
    // In New York it is still the 10th.
    ['later, by another clock', [from('2026-11-10T23:00:00-05:00')], false],
    ['left before, came back after', [from('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'), from('2026-11-12T00:00:00Z')], false],
    ['left after, came back', [from('2026-10-01T00:00:00Z', '2026-11-11T00:00:00Z'), from('2026-11-12T00:00:00Z')], true],
    ['left in the very moment', [from('2026-10-01T00:00:00Z', due)], false],
    ['of somebody of whom nothing is known', null, true],
  ])('%s', (_, periods, expected) => {
    expect(isOwed(periods, due)).toBe(expected)
    expect(withEnrolment(terms, periods)).toEqual({ ...terms, beforeJoining: !expected })
  })

  test('what never falls due is owed by everyone', () => expect(isOwed([from('2026-11-12T00:00:00Z')], null)).toBe(true))

  test.each([
    [{}, due],
    [{ dueAt: null }, closes],
    [{ closedAt: '2026-11-05T12:00:00Z' }, '2026-11-05T12:00:00Z'],
    [{ closedAt: '2026-11-12T12:00:00Z' }, due],
    [{ dueAt: '2026-11-18T01:00:00+02:00' }, '2026-11-18T01:00:00+02:00'],
    [{ dueAt: null, closesAt: null }, null],
  ])('with %j it falls due at %s', (values, expected) => expect(getFallsDueAt({ ...terms, ...values })).toBe(expected))
})

describe('what is missing', () => {
  const own = { ...terms, isOpen: true, beforeJoining: false, isExcused: false }
  const on = (time: string) => Date.parse(`2026-11-${time}Z`)

  test('its time is over from the minute after it was due, or when it is closed by time or by hand', () => {
    expect([isOver(terms, on('10T23:59:59')), isOver(terms, on('11T00:00:00'))]).toEqual([false, true])
    expect(isOver({ ...terms, status: 'CLOSED' }, on('09T12:00:00'))).toBe(true)
    expect(isOver({ ...terms, dueAt: null }, on('17T23:59:59'))).toBe(false)
    expect(isOver({ ...terms, dueAt: null }, on('18T00:00:00'))).toBe(true)
    expect(isOver({ ...terms, dueAt: null, closesAt: null }, on('28T12:00:00'))).toBe(false)
  })

  test('only owed work without a submission', () => {
    const later = on('12T12:00:00')
    expect(isMissing(own, null, later)).toBe(true)
    expect(isMissing(own, { attempt: 0 }, later)).toBe(true)
    expect(isMissing(own, { attempt: 1 }, later)).toBe(false)
    expect(isMissing({ ...own, isExcused: true }, null, later)).toBe(false)
    expect(isMissing({ ...own, beforeJoining: true }, null, later)).toBe(false)
    expect(isMissing(own, null, on('10T12:00:00'))).toBe(false)
    expect(isMissing({ ...own, isOpen: false }, null, later)).toBe(false)
  })
})

describe('what is to do', () => {
  const running = { ...terms, isArchived: false }
  const nothing = { status: null, attempt: 0, isExcused: false, beforeJoining: false }
  const later = Date.parse('2026-11-12T12:00:00Z')

  test.each([
    ['nothing submitted', {}, true],
    ['a draft', { status: 'DRAFT' }, true],
    ['returned', { status: 'RETURNED', attempt: 1 }, true],
    ['returned, from before joining', { status: 'RETURNED', attempt: 1, beforeJoining: true }, true],
    ['submitted', { status: 'SUBMITTED', attempt: 1 }, false],
    ['graded', { status: 'GRADED', attempt: 1 }, false],
    ['excused', { isExcused: true }, false],
    ['from before joining', { beforeJoining: true }, false],
  ] as const)('%s: %j', (_, values, expected) => expect(isToDo(running, { ...nothing, ...values }, later)).toBe(expected))

  test('only as long as it can be submitted, and never for staff', () => {
    expect(isToDo(running, nothing, Date.parse('2026-11-17T23:59:59Z'))).toBe(true)
    expect(isToDo(running, nothing, Date.parse('2026-11-18T00:00:00Z'))).toBe(false)
    expect(isToDo({ ...running, status: 'CLOSED' }, nothing, later)).toBe(false)
    expect(isToDo({ ...running, isArchived: true }, nothing, later)).toBe(false)
    expect(isToDo(running, null, later)).toBe(false)
  })
})

test('a student who joined after the due time cannot be late', () => {
  const latePolicy = { kind: 'FLAG' as const }
  expect(getLateAfter({ dueAt: due, beforeJoining: false, latePolicy })).toBe(due)
  expect(getLateAfter({ dueAt: due, beforeJoining: true, latePolicy })).toBeNull()
  expect(getLateAfter({ dueAt: due, beforeJoining: false, latePolicy: { kind: 'NONE' } })).toBeNull()
})

test('what is due within seven days, or overdue, is due soon', () => {
  const begins = Date.parse('2026-11-03T23:59:00Z')
  expect(getSoonFrom(due)).toBe(begins)
  expect([isDueSoon(due, begins - 1), isDueSoon(due, begins), isDueSoon(due, Date.parse(closes))]).toEqual([false, true, true])
  expect(isDueSoon(null, begins)).toBe(false)
})
