/** The line of weeks says in words where the course is. */

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { WeekProgress } from './week-progress.tsx'

test.each([
  [null, '10 weeks'],
  [6, 'Week 6 of 10'],
  [11, 'All 10 weeks are over'],
])('now in week %s', (now, name) => {
  renderAt(<WeekProgress total={10} now={now} share={0.4} />)
  expect(screen.getByRole('img', { name })).toBeTruthy()
})

test('a week in which nothing was done is drawn like those ahead', () => {
  renderAt(<WeekProgress total={5} now={4} isDone={(week) => week === 2} />)
  const kinds = [...screen.getByRole('img').children].map(({ className }) => className)
  expect(kinds[0]).toBe(kinds[4])
  expect(kinds[2]).toBe(kinds[4])
  expect(kinds[1]).not.toBe(kinds[4])
})
