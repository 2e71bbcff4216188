/** Notices under their headings, by age. */

import { expect, onTestFinished, test, vi } from 'vitest'
import type { Notice } from '@lms/contract/notices'
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
    now.getTime(),
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

test('a week begins at midnight, also when the clocks have changed on one of its days', () => {
  // In Cairo, on Friday 24 April.
  vi.stubEnv('TZ', 'Africa/Cairo')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [saturday, monday, sunday] = [new Date(2026, 3, 25, 12), new Date(2026, 3, 20, 0, 30), new Date(2026, 3, 19, 23, 30)]
  expect(titlesOn(saturday, monday, sunday)).toEqual([
    ['Earlier this week', 1],
    ['Earlier', 1],
  ])
})
