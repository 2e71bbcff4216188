/** The grid of several weeks, and the keys in it. */

import { expect, test } from 'vitest'
import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import type { Week } from '@lms/contract/weeks'
import { getNextCell } from '#lib/keyboard-shortcuts.ts'
import { makeAttendanceRecord } from '#test/fixtures.ts'
import { buildGrid, columnRate, getEvidence } from './attendance-records.ts'

const week = (number: number): Week => ({
  id: `w${number}`,
  courseId: 'c',
  number,
  title: '',
  description: '',
  startsOn: null,
  unlockAt: null,
  published: true,
  locked: false,
  version: 0,
  media: [],
  assignments: [],
})
const sheet = (sessionId: string, marks: Record<string, 'PRESENT' | 'ABSENT'>): AttendanceSheet => ({
  sessions: [
    { id: sessionId, title: sessionId, type: 'LIVE', startsAt: null, durationMinutes: null, held: true, isMarked: false, closed: null },
  ],
  settings: { madeUpAs: 'EXCUSED', needed: null },
  students: ['ana', 'omar'].map((id) => ({
    user: { id, name: id, profileImageUrl: null },
    entries: marks[id]
      ? {
          [sessionId]: {
            status: marks[id],
            source: 'STAFF' as const,
            remark: null,
            markedBy: null,
            markedAt: null,
            coverage: null,
            joinedAt: null,
            minutes: null,
            watchedAt: null,
            matchedByName: false,
            objection: null,
          },
        }
      : {},
    percentage: null,
    beforeJoining: [],
  })),
  page: 1,
  limit: 100,
  total: 2,
})

test('a rate counts sessions that were held, those marked already, and none from before joining', () => {
  const planned = (id: string, marks: Parameters<typeof sheet>[1]) => {
    const own = sheet(id, marks)
    return { ...own, sessions: own.sessions.map((session) => ({ ...session, held: false, isMarked: false, closed: null })) }
  }
  const early = sheet('s4', { ana: 'PRESENT' })
  const sheets = [
    { week: week(1), sheet: sheet('s1', { ana: 'PRESENT' }) },
    { week: week(2), sheet: planned('s2', {}) },
    { week: week(3), sheet: planned('s3', { ana: 'ABSENT' }) },
    { week: week(4), sheet: { ...early, students: early.students.map((student) => ({ ...student, beforeJoining: ['s4'] })) } },
  ]
  const grid = buildGrid(sheets)
  expect(grid.rows.map(({ rate }) => rate)).toEqual([
    { percentage: 66, marked: 3, sessions: 3 },
    { percentage: null, marked: 0, sessions: 2 },
  ])
  expect(columnRate(grid, 's4')).toEqual({ percentage: 100, marked: 1, sessions: 1 })
})

test('weeks are side by side, one row per student, with both rates', () => {
  const sheets = [
    { week: week(1), sheet: sheet('s1', { ana: 'PRESENT', omar: 'ABSENT' }) },
    { week: week(2), sheet: sheet('s2', { ana: 'ABSENT' }) },
  ]
  const grid = buildGrid(sheets)
  expect(grid.columns.map(({ session, isFirst }) => [session.id, isFirst])).toEqual([
    ['s1', true],
    ['s2', true],
  ])
  expect(grid.rows.map(({ user, rate }) => [user.id, rate])).toEqual([
    ['ana', { percentage: 50, marked: 2, sessions: 2 }],
    ['omar', { percentage: 0, marked: 1, sessions: 2 }],
  ])
  expect(columnRate(grid, 's1')).toEqual({ percentage: 50, marked: 2, sessions: 2 })
  expect(columnRate(grid, 's2')).toEqual({ percentage: 0, marked: 1, sessions: 2 })
})

test.each([
  ['ArrowRight', false, { row: 1, column: 2 }],
  ['ArrowLeft', false, { row: 1, column: 0 }],
  ['ArrowUp', false, { row: 0, column: 1 }],
  ['ArrowDown', false, { row: 2, column: 1 }],
  ['Home', false, { row: 1, column: 0 }],
  ['End', false, { row: 1, column: 2 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 2, column: 2 }],
  ['PageDown', false, { row: 2, column: 1 }],
  ['x', false, undefined],
])('%s (ctrl %s) from the middle of 3 × 3', (key, isCtrl, to) => {
  expect(getNextCell(key, isCtrl, { row: 1, column: 1 }, 3, 3)).toEqual(to)
})

test('arrows stop at the edges', () => {
  expect(getNextCell('ArrowUp', false, { row: 0, column: 0 }, 3, 3)).toEqual({ row: 0, column: 0 })
  expect(getNextCell('ArrowRight', false, { row: 2, column: 2 }, 3, 3)).toEqual({ row: 2, column: 2 })
})

test.each<[string, Partial<AttendanceSession>, string, string]>([
  ['before it starts', {}, '2026-11-20T13:59:00Z', 'Not started yet'],
  ['without a time', { startsAt: null }, '2026-11-20T13:59:00Z', 'Not started yet'],
  ['of four hours, while it runs', { durationMinutes: 240 }, '2026-11-20T17:50:00Z', 'Not joined yet'],
  ['of half an hour, once it is over', { durationMinutes: 30 }, '2026-11-20T14:30:00Z', 'Not marked'],
  ['a recording of a week ahead', { type: 'RECORDED', startsAt: null, held: false }, '2026-11-20T15:30:00Z', 'Not started yet'],
  ['a recording of an open week', { type: 'RECORDED', startsAt: null }, '2026-11-20T15:30:00Z', 'Not marked'],
])('evidence without a mark, of a session %s', (_, facts, now, words) => {
  const session = {
    id: 's1',
    title: 'Q&A',
    type: 'LIVE' as const,
    startsAt: '2026-11-20T14:00:00Z',
    durationMinutes: null,
    held: true,
    isMarked: false,
    closed: null,
    ...facts,
  }
  expect(getEvidence({ entries: {}, beforeJoining: [] }, session, Date.parse(now))).toBe(words)
})

const watched = { watchedAt: '2026-11-22T10:00:00Z' }
test.each([
  ['an absence', makeAttendanceRecord('ABSENT'), 'Marked by staff'],
  [
    'an absence, watched',
    makeAttendanceRecord('ABSENT', { ...watched, coverage: 0.92 }),
    'Marked by staff, 92\u00A0% watched, made up by watching',
  ],
  [
    'a closed register, watched',
    makeAttendanceRecord('ABSENT', { ...watched, source: 'REGISTER' }),
    'By closing the register, made up by watching',
  ],
  ['an excuse, watched', makeAttendanceRecord('EXCUSED', watched), 'Marked by staff'],
])('evidence of %s', (_, record, words) => {
  const session = sheet('s1', {}).sessions[0]!
  expect(getEvidence({ entries: { s1: record }, beforeJoining: [] }, session, Date.parse('2026-11-25'))).toBe(words)
})
