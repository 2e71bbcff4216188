import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listOf } from '#test/home.ts'
import { renderAt } from '#test/render.tsx'
import { Unanswered } from './to-grade.tsx'

const now = Date.parse('2026-11-20T12:00:00Z')
const question = (id: string, courseId: string, createdAt: string) => ({
  id,
  courseId,
  courseTitle: `Course ${courseId}`,
  title: `Question ${id}`,
  author: { id: 'u', name: 'Priya Nair', profileImageUrl: null, role: 'STUDENT' as const },
  pinned: false,
  locked: false,
  commentCount: 1,
  createdAt,
  lastActivityAt: createdAt,
})
const open = (items: ReturnType<typeof question>[], total = items.length) => {
  renderAt(<Unanswered unanswered={listOf(items, total)} now={now} />)
}

test('the server’s order and total are shown, with the course if there are several', async () => {
  open([question('1', 'a', '2026-11-18T12:00:00Z'), question('2', 'b', '2026-11-20T10:00:00Z')], 12)
  expect(await screen.findByText('12')).toBeTruthy()
  expect(screen.getAllByText(/^Question/).map(({ textContent }) => textContent)).toEqual(['Question 1', 'Question 2'])
  expect(screen.getByText('Priya Nair · Course b')).toBeTruthy()
  expect(screen.getByText('2 days')).toBeTruthy()
  expect(screen.queryByText('Open forum')).toBeNull()
})

test('with a single course, its forum is one click away', async () => {
  open([question('1', 'a', '2026-11-18T12:00:00Z')])
  expect((await screen.findByText('Open forum')).getAttribute('href')).toBe('/courses/course/a/discussion-forum?filter=unanswered')
})
