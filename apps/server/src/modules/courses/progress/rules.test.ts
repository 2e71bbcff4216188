/** Progress of a student and of a class: states, reasons, percentages, and what comes next. */

import { expect, test } from 'vitest'
import { classProgress, ownProgress, percentage, type CourseItem, type OwnItem } from '#modules/courses/progress/rules.ts'

const shared = { id: 'i1', weekId: 'w1', title: 'Joints', coverage: null, marks: null, maxMarks: null }
const own = (values: Partial<OwnItem> = {}): OwnItem => ({
  ...shared,
  type: 'RECORDED',
  joinedAt: null,
  done: false,
  required: true,
  nextRank: null,
  attendance: null,
  watched: false,
  position: 0,
  submission: null,
  attempt: 0,
  late: false,
  isMissing: false,
  isExcused: false,
  beforeJoining: false,
  ...values,
})

test('a percentage is rounded down, so that 100 means everything; of nothing it is 0', () => {
  expect([percentage(0, 0), percentage(199, 200), percentage(2, 3), percentage(3, 3)]).toEqual([0, 99, 66, 100])
})

const recorded = 'RECORDED' as const
const live = 'LIVE' as const
const assignment = 'ASSIGNMENT' as const

test.each<[Partial<OwnItem>, string, string]>([
  [{ type: recorded }, 'NOT_STARTED', 'Not started'],
  [{ type: recorded, position: 1 }, 'IN_PROGRESS', 'Watched in part'],
  [{ type: recorded, coverage: 0 }, 'NOT_STARTED', 'Not started'],
  [{ type: recorded, coverage: 0.459 }, 'IN_PROGRESS', 'Watched 45 % so far'],
  [{ type: recorded, watched: true }, 'WATCHED', 'Watched'],
  [{ type: recorded, watched: true, coverage: 0.999 }, 'WATCHED', 'Watched 99 %'],
  [{ type: recorded, watched: true, attendance: 'PRESENT' }, 'WATCHED', 'Watched'],
  [{ type: recorded, attendance: 'EXCUSED', required: false }, 'EXCUSED', 'Excused'],
  [{ type: recorded, attendance: 'EXCUSED', watched: true }, 'EXCUSED', 'Excused'],
  [{ type: recorded, attendance: 'LATE', done: true }, 'LATE', 'Came late'],
  [{ type: live, attendance: 'EXCUSED', required: false }, 'EXCUSED', 'Excused'],
  [{ type: live, attendance: 'PRESENT', watched: true }, 'PRESENT', 'Marked present'],
  [{ type: live, attendance: 'LATE' }, 'LATE', 'Came late'],
  [{ type: live, attendance: 'ABSENT', position: 5 }, 'ABSENT', 'Was absent'],
  [{ type: live, attendance: 'ABSENT', watched: true, done: true }, 'WATCHED', 'Made up by watching the recording'],
  [{ type: live, attendance: 'ABSENT', watched: true, done: false }, 'EXCUSED', 'Made up by watching the recording'],
  [{ type: live, watched: true }, 'WATCHED', 'Watched'],
  [{ type: live, attendance: 'EXCUSED', watched: true }, 'EXCUSED', 'Excused'],
  [{ type: live }, 'NOT_STARTED', 'Not marked'],
  [{ type: live, required: false }, 'NOT_STARTED', 'Not required: it ended without a recording, or before enrolment'],
  [{ type: assignment }, 'NOT_STARTED', 'Not started'],
  [{ type: assignment, submission: 'DRAFT' }, 'DRAFT', 'Draft saved, not submitted'],
  [{ type: assignment, submission: 'DRAFT', isMissing: true }, 'MISSING', 'Nothing submitted in time'],
  [{ type: assignment, isMissing: true }, 'MISSING', 'Nothing submitted in time'],
  [{ type: assignment, beforeJoining: true, required: false }, 'BEFORE_JOINING', 'Before enrolment'],
  [{ type: assignment, beforeJoining: true, submission: 'SUBMITTED', attempt: 1 }, 'SUBMITTED', 'Submitted'],
  [{ type: live, beforeJoining: true, required: false }, 'BEFORE_JOINING', 'Before enrolment'],
  [{ type: live, beforeJoining: true, watched: true }, 'WATCHED', 'Watched'],
  [{ type: assignment, submission: 'SUBMITTED', attempt: 1 }, 'SUBMITTED', 'Submitted'],
  [{ type: assignment, submission: 'SUBMITTED', attempt: 1, late: true }, 'SUBMITTED', 'Submitted late'],
  [{ type: assignment, submission: 'GRADED', attempt: 1, late: true }, 'GRADED', 'Submitted and graded'],
  [{ type: assignment, submission: 'RETURNED', attempt: 1 }, 'RETURNED', 'Returned for another attempt'],
  [{ type: assignment, isExcused: true, required: false }, 'EXCUSED', 'Excused'],
  [{ type: assignment, isExcused: true, submission: 'GRADED', attempt: 1 }, 'EXCUSED', 'Excused'],
])('%j is %s: %s', (values, state, reason) => {
  expect(ownProgress([own(values)]).items[0]).toMatchObject({ state, reason })
})

test('late is late work, and coming late', () => {
  const isLate = (values: Partial<OwnItem>) => ownProgress([own(values)]).items[0]!.late
  expect([{ late: true }, { attendance: 'LATE' as const }, { attendance: 'PRESENT' as const }, {}].map(isLate)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a mark is shown once it is given: for graded and returned work', () => {
  const markOf = (submission: OwnItem['submission']) =>
    ownProgress([own({ type: assignment, submission, attempt: 1, marks: 15, maxMarks: 20 })]).items[0]
  expect(markOf('SUBMITTED')).toMatchObject({ marks: null, maxMarks: 20 })
  expect(markOf('GRADED')).toMatchObject({ marks: 15 })
  expect(markOf('RETURNED')).toMatchObject({ marks: 15 })
})

test('progress counts what is done of what is required, and what comes next is the item of the lowest rank, the first of several', () => {
  const items = [
    own({ id: 'a', done: true }),
    own({ id: 'b', nextRank: 2 }),
    own({ id: 'c', type: live, weekId: 'w2', title: 'Glue', nextRank: 1 }),
    own({ id: 'd', nextRank: 1 }),
    own({ id: 'e', required: false }),
  ]
  const progress = ownProgress(items)
  expect(progress).toMatchObject({ percentage: 25, completed: 1, total: 4, next: { id: 'c', type: live, title: 'Glue', weekId: 'w2' } })
  expect(progress.items.map(({ id, done, required }) => [id, done, required])).toEqual([
    ['a', true, true],
    ['b', false, true],
    ['c', false, true],
    ['d', false, true],
    ['e', false, false],
  ])
  expect(ownProgress([own({ done: true })]).next).toBeNull()
  expect(ownProgress([])).toEqual({ percentage: 0, completed: 0, total: 0, next: null, items: [] })
})

const ofClass = (values: Partial<CourseItem> = {}): CourseItem => ({
  ...shared,
  type: 'RECORDED',
  students: 3,
  required: 3,
  done: 0,
  ...values,
})

test.each<[Partial<CourseItem>, object]>([
  [{ done: 0 }, { state: 'NOT_STARTED', done: false, required: true, reason: '0 of 3 students' }],
  [{ done: 1 }, { state: 'IN_PROGRESS', done: false, required: true, reason: '1 of 3 students' }],
  [{ done: 3 }, { state: 'WATCHED', done: true, required: true, reason: '3 of 3 students' }],
  [
    { done: 2, required: 2, type: live },
    { state: 'PRESENT', done: true, required: true, reason: '2 of 2 students' },
  ],
  [
    { done: 3, type: assignment },
    { state: 'SUBMITTED', done: true, required: true, reason: '3 of 3 students' },
  ],
  [{ required: 0 }, { state: 'NOT_STARTED', done: false, required: false, reason: 'Not required: it ended without a recording' }],
  [
    { students: 0, required: 0 },
    { state: 'NOT_STARTED', done: false, required: true, reason: '0 of 0 students' },
  ],
])('for a class, %j is %j', (values, expected) => expect(classProgress([ofClass(values)]).items[0]).toMatchObject(expected))

test('the progress of a class is the average of its students', () => {
  const items = [
    ofClass({ done: 3 }),
    ofClass({ done: 2, marks: 14.666, maxMarks: 20 }),
    ofClass({ required: 1 }),
    ofClass({ required: 0 }),
  ]
  const progress = classProgress(items)
  // 5 of 7 required; 5 done by 3 students are 1 each; three of the four are required of anybody.
  expect(progress).toMatchObject({ percentage: 71, completed: 1, total: 3, next: null })
  expect(progress.items.map(({ marks }) => marks)).toEqual([null, 14.67, null, null])
  expect(progress.items[0]).toMatchObject({ late: false, joinedAt: null, coverage: null })
  expect(classProgress([ofClass({ students: 0, required: 0 })])).toMatchObject({ percentage: 0, completed: 0, total: 1 })
  expect(classProgress([])).toEqual({ percentage: 0, completed: 0, total: 0, next: null, items: [] })
})
