import { expect, test } from 'vitest'
import { getAttendanceGoal, type AttendanceSoFar } from '#rules/attendance-goal.ts'

const soFar = (present: number, absent: number, facts: Partial<AttendanceSoFar> = {}): AttendanceSoFar => ({
  statuses: [...Array<'PRESENT'>(present).fill('PRESENT'), ...Array<'ABSENT'>(absent).fill('ABSENT')],
  recordings: 0,
  toCome: 0,
  madeUpAs: 'PRESENT',
  ...facts,
})

test('the fewest recordings, or the fewest sessions', () => {
  expect(getAttendanceGoal(soFar(7, 3, { recordings: 2, toCome: 5 }), 75)).toEqual({
    state: 'OPEN',
    ways: [
      { watch: 1, attend: 0, percentage: 80 },
      { watch: 0, attend: 2, percentage: 75 },
    ],
  })
})

test('excused absences leave the base instead of counting as present', () => {
  const one = soFar(7, 3, { recordings: 2, madeUpAs: 'EXCUSED' })
  expect(getAttendanceGoal(one, 75)).toEqual({ state: 'OPEN', ways: [{ watch: 1, attend: 0, percentage: 77 }] })
  expect(getAttendanceGoal(one, 80)).toEqual({ state: 'OPEN', ways: [{ watch: 2, attend: 0, percentage: 87 }] })
})

test('all recordings and some sessions, if neither is enough alone', () => {
  expect(getAttendanceGoal(soFar(2, 6, { recordings: 2, toCome: 6 }), 60)).toEqual({
    state: 'OPEN',
    ways: [{ watch: 2, attend: 2, percentage: 60 }],
  })
})

test('the most that is possible is enough', () => {
  expect(getAttendanceGoal(soFar(2, 6, { recordings: 2, toCome: 6 }), 71)).toEqual({
    state: 'OPEN',
    ways: [{ watch: 2, attend: 6, percentage: 71 }],
  })
})

test('both together are no way where one is enough', () => {
  const ways = [{ watch: 1, attend: 0, percentage: 80 }]
  expect(getAttendanceGoal(soFar(7, 3, { recordings: 2, toCome: 1 }), 75)).toEqual({ state: 'OPEN', ways })
})

test('reached, and out of reach with the most that is possible', () => {
  expect(getAttendanceGoal(soFar(3, 1), 75)).toEqual({ state: 'REACHED', most: 75 })
  expect(getAttendanceGoal(soFar(1, 3, { toCome: 2 }), 75)).toEqual({ state: 'OUT_OF_REACH', most: 50 })
})

test('late counts as present, excused sessions are left out, and before anything counts nobody is below', () => {
  expect(getAttendanceGoal({ ...soFar(0, 1, { toCome: 1 }), statuses: ['LATE', 'ABSENT', 'EXCUSED'] }, 60)).toEqual({
    state: 'OPEN',
    ways: [{ watch: 0, attend: 1, percentage: 66 }],
  })
  expect(getAttendanceGoal(soFar(0, 0, { toCome: 3 }), 75)).toEqual({ state: 'REACHED', most: 100 })
  const allExcused = soFar(0, 1, { recordings: 1, madeUpAs: 'EXCUSED' })
  expect(getAttendanceGoal(allExcused, 75)).toEqual({ state: 'OPEN', ways: [{ watch: 1, attend: 0, percentage: 100 }] })
})
