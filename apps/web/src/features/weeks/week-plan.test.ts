/** The order of a course page follows from dates and from what is done. */

import { describe, expect, test } from 'vitest'
import type { ProgressItem } from '@lms/contract/progress-items'
import type { Week } from '@lms/contract/weeks'
import { groupWeeks, buildWeekPlan } from './week-plan.ts'

const week = (number: number, startsOn: string | null = null, facts: Partial<Week> = {}): Week => ({
  id: `w${number}`,
  courseId: 'c',
  number,
  title: `Week ${number}`,
  description: '',
  startsOn,
  unlockAt: null,
  published: true,
  locked: false,
  version: 0,
  media: [],
  assignments: [],
  ...facts,
})
const item = (weekNumber: number, title: string, state: ProgressItem['state']): ProgressItem => ({
  id: title,
  type: 'RECORDED',
  weekId: `w${weekNumber}`,
  title,
  required: true,
  done: ['WATCHED', 'GRADED', 'PRESENT'].includes(state),
  reason: '',
  state,
  late: false,
  coverage: null,
  joinedAt: null,
  marks: null,
  maxMarks: null,
})
const dated = [week(1, '2026-11-02'), week(2, '2026-11-09'), week(3, '2026-11-16'), week(4, '2026-11-23'), week(5, '2026-11-30')]
const kinds = (plan: ReturnType<typeof buildWeekPlan>): string[] => plan.weeks.map(({ week: { number }, kind }) => `${number} ${kind}`)

test('where dates do not follow the numbers, this week is the one that started last, and those that started before it are earlier', () => {
  const weeks = [week(1, '2026-11-23'), week(2, '2026-11-30'), week(3, '2026-11-09'), week(4, '2026-11-16')]
  const plan = buildWeekPlan({ weeks, today: '2026-11-26', progress: [] })
  expect(plan.nowNumber).toBe(1)
  expect(kinds(plan)).toEqual(['1 now', '2 ahead', '4 done', '3 done'])
})

describe('with dates', () => {
  const progress = [item(1, 'a', 'WATCHED'), item(2, 'b', 'MISSING'), item(3, 'c', 'IN_PROGRESS'), item(3, 'd', 'WATCHED')]

  test('for students this week first, then ahead ascending, then earlier descending, under these headings', () => {
    const plan = buildWeekPlan({ weeks: dated, today: '2026-11-20', progress })
    expect(kinds(plan)).toEqual(['3 now', '4 ahead', '5 ahead', '2 work', '1 done'])
    expect(plan).toMatchObject({ nowNumber: 3, share: 0.5 })
    expect(plan.weeks.find(({ kind }) => kind === 'work')).toMatchObject({ missing: 1, done: 0, total: 1 })
    const groups = groupWeeks(plan).map(({ title, weeks }) => [title, ...weeks.map(({ week: { number } }) => number)])
    expect(groups).toEqual([
      ['This week', 3],
      ['Ahead', 4, 5],
      ['Earlier', 2, 1],
    ])
  })
  test('before the start everything is ahead, after the end everything is earlier', () => {
    const titles = (today: string) => groupWeeks(buildWeekPlan({ weeks: dated, today, progress })).map(({ title }) => title)
    expect(titles('2026-11-01')).toEqual(['Ahead'])
    expect(titles('2026-12-07')).toEqual(['Earlier'])
  })
  test.each([
    ['before the start nothing is now', '2026-11-01', null],
    ['on the first day', '2026-11-02', 1],
    ['on the last day of a week', '2026-11-15', 2],
    ['on the last day of the last week', '2026-12-06', 5],
    ['after it all is over', '2026-12-07', 6],
  ])('%s', (_, today, nowNumber) => expect(buildWeekPlan({ weeks: dated, today, progress }).nowNumber).toBe(nowNumber))

  test('a last week lasts until the course ends', () =>
    expect(buildWeekPlan({ weeks: dated, today: '2026-12-18', endsOn: '2026-12-20', progress }).nowNumber).toBe(5))
  test.each([
    ['in a break after it', '2026-11-20', null],
    ['after the last week, until the course ends', '2026-12-18', '2026-12-20'],
  ])('the current week is not called this week %s', (_, today, endsOn) => {
    const plan = buildWeekPlan({ weeks: [week(1, '2026-11-02'), week(2, '2026-11-30')], today, endsOn, progress })
    const now = plan.weeks.find(({ kind }) => kind === 'now')!
    expect([now.week.number, now.isThisWeek]).toEqual([plan.nowNumber, false])
    expect(groupWeeks(plan)[0]!.title).toBe('Current week')
  })
})

describe('without dates', () => {
  const weeks = [week(1), week(2), week(3, null, { locked: true })]

  test('the first week with something left is now', () =>
    expect(kinds(buildWeekPlan({ weeks, today: '2026-11-20', progress: [item(1, 'a', 'WATCHED'), item(2, 'b', 'NOT_STARTED')] }))).toEqual([
      '2 now',
      '3 ahead',
      '1 done',
    ]))
  test('a course with everything done is over', () =>
    expect(buildWeekPlan({ weeks, today: '2026-11-20', progress: [item(1, 'a', 'WATCHED')] }).nowNumber).toBe(4))
  test('an empty course starts with its first week', () =>
    expect(buildWeekPlan({ weeks, today: '2026-11-20', progress: [] }).nowNumber).toBe(1))
})

test('without dates staff have no current week: every open week has started', () => {
  const weeks = [week(1), week(2), week(3, null, { locked: true })]
  const plan = buildWeekPlan({ weeks, today: '2026-11-20', needsWork: ({ number }) => number === 2 })
  expect(plan.nowNumber).toBeNull()
  expect(plan.started.map(({ number }) => number)).toEqual([1, 2])
  expect(kinds(plan)).toEqual(['1 done', '2 work', '3 ahead'])
})

test('weeks have started by their dates, in whatever order, and those without a date by number', () => {
  const started = (weeks: Week[]) => buildWeekPlan({ weeks, today: '2026-11-26' }).started.map(({ number }) => number)
  expect(started([week(1, '2026-11-23'), week(2, '2026-11-30'), week(3, '2026-11-09')])).toEqual([1, 3])
  expect(started([week(1), week(2, '2026-11-16'), week(3), week(4, '2026-11-30')])).toEqual([1, 2])
})

test('for staff the weeks ascend, and those with submissions to grade need work', () =>
  expect(kinds(buildWeekPlan({ weeks: dated, today: '2026-11-20', needsWork: ({ number }) => number === 1 }))).toEqual([
    '1 work',
    '2 done',
    '3 now',
    '4 ahead',
    '5 ahead',
  ]))

test('optional items neither count nor keep a week open', () => {
  const progress = [item(1, 'a', 'WATCHED'), { ...item(1, 'ended session', 'NOT_STARTED'), required: false }]
  expect(buildWeekPlan({ weeks: dated, today: '2026-11-20', progress }).weeks.find(({ week: { number } }) => number === 1)).toMatchObject({
    kind: 'done',
    done: 1,
    total: 1,
  })
})
