/** Above the work that is graded: the way to the next student, and who else is grading. The viewer is in Adelaide. */

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { idOf, makeSubmission } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { GradingHead, OtherGraders } from './grading-head.tsx'

const neighbours = { previous: null, next: '/submissions/next', place: '1 of 2 to grade' } as never

test('the arrows lead to the students before and after; at an end the arrow stays, and does nothing', () => {
  renderAt(<GradingHead submission={makeSubmission()} neighbours={neighbours} isHidden={false} />)
  expect(screen.getByRole('link', { name: 'Next student (J)' }).getAttribute('href')).toBe('/submissions/next')
  expect(screen.queryByRole('link', { name: 'Previous student (K)' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Previous student (K)' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('1 of 2 to grade')).toBeDefined()
})

const graderOf = (n: number, name: string) => ({
  submissionId: idOf(6),
  grader: { id: idOf(n), name, profileImageUrl: null },
  since: '2026-11-20T14:02:00.000Z',
})

test.each([
  [['Inês Carvalho'], 'Inês is grading this'],
  [['Inês Carvalho', 'Tom Reyes'], 'Inês and Tom are grading this'],
])('%j are named, with the way on if there is one', (names, words) => {
  const graders = names.map((name, index) => graderOf(40 + index, name))
  const { unmount } = renderAt(<OtherGraders graders={graders} next="/submissions/next" />)
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.getByText('00:32')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to next' }).getAttribute('href')).toBe('/submissions/next')
  unmount()
  renderAt(<OtherGraders graders={graders} next={null} />)
  expect(screen.queryByRole('link')).toBeNull()
})

test('without other graders nothing is said', () => {
  renderAt(<OtherGraders graders={[]} next="/submissions/next" />)
  expect(screen.getByRole('status').textContent).toBe('')
})
