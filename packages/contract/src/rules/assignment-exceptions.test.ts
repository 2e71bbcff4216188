import { expect, test } from 'vitest'
import { canBeAnswered, canStillSubmit, isRecentlyReminded, whyNotExtended, withException } from '#rules/assignment-exceptions.ts'

const assignment = { status: 'PUBLISHED' as const, dueAt: '2026-11-15T23:59:00.000Z', closesAt: '2026-11-18T23:59:00.000Z' }
const extended = (dueAt: string | null, closesAt: string | null = null) => ({ dueAt, closesAt, reopenedUntil: null, excusedAt: null })

test('without an exception nothing differs', () => {
  expect(withException(assignment, null)).toEqual({ ...assignment, isExcused: false })
})

test('an extension moves the due time, and the closing time only where it would come before', () => {
  expect(withException(assignment, extended('2026-11-17T12:00:00.000Z'))).toMatchObject({
    dueAt: '2026-11-17T12:00:00.000Z',
    closesAt: assignment.closesAt,
  })
  expect(withException(assignment, extended('2026-11-20T12:00:00.000Z'))).toMatchObject({
    dueAt: '2026-11-20T12:00:00.000Z',
    closesAt: '2026-11-20T12:00:00.000Z',
  })
  expect(withException(assignment, extended('2026-11-20T12:00:00.000Z', '2026-11-22T12:00:00.000Z'))).toMatchObject({
    closesAt: '2026-11-22T12:00:00.000Z',
  })
})

test('an extension never takes time away, nor makes a deadline where there is none', () => {
  expect(withException(assignment, extended('2026-11-01T12:00:00.000Z'))).toMatchObject(assignment)
  expect(withException({ ...assignment, dueAt: null, closesAt: null }, extended('2026-11-20T12:00:00.000Z'))).toMatchObject({
    dueAt: null,
    closesAt: null,
  })
})

test('returned work of a closed assignment is open until its own time', () => {
  const reopenedUntil = '2026-11-25T12:00:00.000Z'
  const exception = { ...extended(null), reopenedUntil }
  expect(withException({ ...assignment, status: 'CLOSED' }, exception)).toMatchObject({ status: 'PUBLISHED', closesAt: reopenedUntil })
  expect(withException(assignment, exception)).toMatchObject({ ...assignment, closesAt: reopenedUntil })
  // Open again for everybody: the own time takes nothing away.
  expect(withException({ ...assignment, closesAt: null }, exception)).toMatchObject({ closesAt: null })
  expect(withException({ ...assignment, closesAt: '2026-12-01T12:00:00.000Z' }, exception).closesAt).toBe('2026-12-01T12:00:00.000Z')
})

test('excused', () => {
  const exception = { ...extended(null), excusedAt: '2026-11-10T12:00:00.000Z' }
  expect(withException(assignment, exception)).toEqual({ ...assignment, isExcused: true })
})

test('a student is not reminded again for a day', () => {
  const remindedAt = '2026-11-10T12:00:00Z'
  const isRecent = (now: string) => isRecentlyReminded(remindedAt, Date.parse(now))
  expect(isRecent('2026-11-11T11:59:59.999Z')).toBe(true)
  expect(isRecent('2026-11-11T12:00:00Z')).toBe(false)
  expect(isRecentlyReminded(null, Date.parse(remindedAt))).toBe(false)
})

test('times of other time zones are compared as instants', () => {
  // 23:30 in New York is 04:30 of the next day in UTC; the assignment is due at 23:59 in UTC.
  const later = '2026-11-15T23:30:00-05:00'
  expect(withException(assignment, extended(later)).dueAt).toBe(later)
  expect(withException(assignment, extended('2026-11-16T00:30:00+02:00')).dueAt).toBe(assignment.dueAt)
  // The same instant is no extension.
  expect(withException(assignment, extended('2026-11-16T01:59:00+02:00')).dueAt).toBe(assignment.dueAt)
})

test('closed by hand, nobody gets more time; without a due time there is none to move', () => {
  expect(whyNotExtended({ status: 'CLOSED', dueAt: null })).toBe('closed')
  expect(whyNotExtended({ status: 'PUBLISHED', dueAt: null })).toBe('no-due-time')
  expect(whyNotExtended(assignment)).toBeUndefined()
})

test('students see what is published, in an open week, from its opening', () => {
  const availableFrom = '2026-11-10T12:00:00Z'
  const opens = Date.parse(availableFrom)
  const open = { status: 'PUBLISHED' as const, isWeekOpen: true, availableFrom }
  expect([canBeAnswered(open, opens), canBeAnswered(open, opens - 1)]).toEqual([true, false])
  expect(canBeAnswered({ ...open, status: 'CLOSED' }, opens)).toBe(true)
  expect(canBeAnswered({ ...open, status: 'DRAFT' }, opens)).toBe(false)
  expect(canBeAnswered({ ...open, isWeekOpen: false }, opens)).toBe(false)
})

test('who submitted nothing can submit until it closes, also where it fell due before they joined', () => {
  const terms = { ...assignment, availableFrom: null, maxAttempts: 1, latePolicy: { kind: 'NONE' as const } }
  expect(canStillSubmit(terms, Date.parse('2026-11-18T23:59:59Z'))).toBe(true)
  expect(canStillSubmit(terms, Date.parse('2026-11-19T00:00:00Z'))).toBe(false)
})
