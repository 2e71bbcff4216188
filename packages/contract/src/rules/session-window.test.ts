/** When students can join a live session. */

import { expect, test } from 'vitest'
import { getSessionEnd, getSessionStart, isJoinable } from '#rules/session-window.ts'

const session = { startsAt: '2026-11-20T14:00:00Z', durationMinutes: 60 }

test('students can join from a quarter of an hour before the start until half an hour after the end', () => {
  const may = (at: string): boolean => isJoinable(session, Date.parse(`2026-11-20T${at}Z`))
  expect(['13:44:59', '13:45:00', '15:30:00', '15:30:01'].map(may)).toEqual([false, true, true, false])
})

test('a session without a length takes an hour; one without a time has no end and cannot be joined', () => {
  expect(getSessionEnd({ ...session, durationMinutes: null })).toBe(Date.parse('2026-11-20T15:00:00Z'))
  expect(getSessionEnd({ ...session, startsAt: null })).toBeNaN()
  expect(isJoinable({ ...session, startsAt: null }, 0)).toBe(false)
})

test('the start and the end are instants', () => {
  const inNewYork = { startsAt: '2026-11-20T09:00:00-05:00', durationMinutes: 90 }
  expect([getSessionStart(inNewYork), getSessionEnd(inNewYork)].map((at) => new Date(at).toISOString())).toEqual([
    '2026-11-20T14:00:00.000Z',
    '2026-11-20T15:30:00.000Z',
  ])
  expect(getSessionStart({ startsAt: null })).toBeNaN()
})
