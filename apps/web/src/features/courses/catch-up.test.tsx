/** What a student at risk is asked to do. */

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { course, given, show } from '#test/course-page.tsx'
import { signInAs } from '#test/fake-api.ts'
import { formatCatchUp } from './catch-up.tsx'

test.each([
  [2, 1, 'Watch two, submit one'],
  [1, 0, 'Watch one'],
  [0, 12, 'Submit 12'],
  [0, 0, 'Catch up'],
])('%i to watch, %i to submit: %s', (toWatch, toSubmit, words) => expect(formatCatchUp(toWatch, toSubmit)).toBe(words))

test('a student at risk reads the reasons as steps, and what to submit; others read nothing of it', async () => {
  signInAs('USER')
  given({
    getCourse: async () => course,
    getProgress: async () => ({
      percentage: 0,
      completed: 0,
      total: 1,
      next: null,
      items: [
        {
          id: 'a1',
          type: 'ASSIGNMENT',
          weekId: course.weeks![0]!.id,
          title: 'Essay',
          required: true,
          done: false,
          reason: '',
          state: 'MISSING',
          late: false,
          coverage: null,
          joinedAt: null,
          marks: null,
          maxMarks: 20,
        },
      ],
      reasons: [{ kind: 'MISSING', count: 2 }],
    }),
  })
  show()
  const section = await screen.findByRole('region', { name: 'Submit one' })
  expect(within(section).getByText('Submit 2 missing assignments.')).toBeTruthy()
  expect(within(section).getByRole('link', { name: /Essay/ }).getAttribute('href')).toContain('/a1')
})
