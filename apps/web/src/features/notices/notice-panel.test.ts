/** Notices under their headings, by age. */
import type { Notice } from '@lms/contract/notices'
import { expect, test } from 'vitest'
import { groupByAge } from './notice-panel.tsx'

const at = (createdAt: string): Notice => ({
  id: createdAt,
  kind: 'ANNOUNCEMENT',
  subject: { title: 'Bring data' },
  course: { id: 'c', title: 'Data Journalism' },
  actor: null,
  otherActors: 0,
  createdAt,
  isRead: false,
})
const titlesOn = (now: Date, ...times: Date[]) =>
  groupByAge(
    times.map((time) => at(time.toISOString())),
    now,
  ).map(({ title, items }) => [title, items.length])

test('notices are grouped into today, this week from Monday, and earlier; empty groups are left out', () => {
  const friday = new Date(2026, 10, 20, 12)
  const [morning, thursday, monday, sunday] = [20, 19, 16, 15].map((day) => new Date(2026, 10, day, 0, 30)) as [Date, Date, Date, Date]
  expect(titlesOn(friday, morning, thursday, monday, sunday)).toEqual([
    ['Today', 1],
    ['Earlier this week', 2],
    ['Earlier', 1],
  ])
  expect(titlesOn(new Date(2026, 10, 22, 12), monday, sunday)).toEqual([
    ['Earlier this week', 1],
    ['Earlier', 1],
  ])
  expect(titlesOn(friday)).toEqual([])
})
