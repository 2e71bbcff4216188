/** The head of a week on the course page: its dates and its state, for students and for staff. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makeWeek, weekVideo } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { WeekBlock } from './week-block.tsx'
import type { PlannedWeek } from './week-plan.ts'

const planned = (facts: Partial<PlannedWeek> = {}, week: Partial<PlannedWeek['week']> = {}) =>
  ({ week: makeWeek({ title: 'Cleaning', ...week }), kind: 'past', done: 0, total: 0, missing: 0, ...facts }) as PlannedWeek
const dated = { startsOn: '2026-01-05' }

test.each([
  ['not published, a student', planned({}, { published: false }), {}, 'Not open yet'],
  ['not published, staff', planned({}, { published: false }), { isStaff: true }, 'Not published'],
  ['locked', planned({ total: 2 }, { locked: true }), {}, 'Locked'],
  ['to open', planned({ total: 2 }, { locked: true, unlockAt: '2026-12-03T12:00:00.000Z' }), {}, /^Opens .*3 Dec/],
  ['to grade', planned({}, { media: [weekVideo] }), { isStaff: true, waiting: 3 }, '3 to grade'],
  ['empty, staff', planned(), { isStaff: true }, 'Empty'],
  ['something missing', planned({ done: 1, total: 3, missing: 1 }), {}, '1 missing'],
  ['in progress', planned({ kind: 'now', done: 1, total: 3 }), {}, '1 of 3'],
  ['done', planned({ done: 3, total: 3 }), {}, 'Done'],
] as const)('the state of a week: %s', (_, week, facts, words) => {
  renderAt(
    <WeekBlock planned={week} isOpenFirst {...facts}>
      <p>The items</p>
    </WeekBlock>,
  )
  expect(screen.getByText(words)).toBeTruthy()
})

test.each([
  ['nothing is required', planned({ total: 0 })],
  ['it is still ahead', planned({ kind: 'ahead', total: 3 })],
  ['a student, and it is empty', planned()],
] as const)('a week has no state if %s', (_, week) => {
  renderAt(
    <WeekBlock planned={week} isOpenFirst>
      <p>The items</p>
    </WeekBlock>,
  )
  expect(screen.getByRole('button').textContent).toBe('6Cleaning')
})

test('the running week says so beside its dates; its items open and close', async () => {
  renderAt(
    <WeekBlock planned={planned({ kind: 'now', isThisWeek: true }, dated)} isOpenFirst={false}>
      <p>The items</p>
    </WeekBlock>,
  )
  const toggle = screen.getByRole('button', { name: /Cleaning/ })
  expect(screen.getByText('5 to 11 January, this week')).toBeTruthy()
  expect(screen.getByText('The items').closest('[hidden]')).not.toBeNull()
  await userEvent.click(toggle)
  expect([toggle.getAttribute('aria-expanded'), screen.getByText('The items').closest('[hidden]')]).toEqual(['true', null])
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
})
