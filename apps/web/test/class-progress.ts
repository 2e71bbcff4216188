/** The progress of a class as the server sends it. */

import type { StudentProgress } from '@lms/contract/courses'
import { defaultAtRiskLimits } from '@lms/contract/rules/at-risk'
import { idOf } from '#test/fixtures.ts'

export function studentRow(n: number, name: string, facts: Partial<StudentProgress> = {}): StudentProgress {
  const reasons = facts.reasons ?? []
  return {
    student: { id: idOf(n), name, profileImageUrl: null, email: `s${n}@harbour.example` },
    percentage: 50,
    completed: 2,
    total: 4,
    weeks: [{ number: 1, done: 2, total: 4, beforeJoining: false }],
    marks: 72.5,
    missing: 0,
    attendance: { percentage: 100, marked: 4, sessions: 4 },
    lastSeenAt: null,
    enrolledAt: '2026-10-01T00:00:00.000Z',
    atRisk: reasons.length > 0,
    ...facts,
    reasons,
  }
}

export const classOf = (items: StudentProgress[], total = items.length) => ({
  items,
  page: 1,
  limit: 50,
  total,
  atRisk: items.filter(({ atRisk }) => atRisk).length,
  limits: defaultAtRiskLimits,
})
