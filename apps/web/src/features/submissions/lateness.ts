/** How lateness and its cost are written. */
import type { Assignment } from '@lms/contract/assignments'
import { getEffectiveTime, getLateDeduction, getTimePast } from '@lms/contract/rules/late-policy'
import type { Submission } from '@lms/contract/submissions'
import { markText } from './marks.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** “3 h”, “2 days”: how much later than due. */
export function formatLateBy(dueAt: string, submittedAt: string): string {
  const late = Math.max(0, getTimePast(dueAt, Date.parse(submittedAt)))
  if (late < hour) return `${Math.max(1, Math.ceil(late / minute))} min`
  if (late < 2 * day) return `${Math.floor(late / hour)} h`
  return `${Math.floor(late / day)} days`
}

type Terms = Pick<Assignment, 'dueAt' | 'latePolicy' | 'maxMarks'>

/** “Submit now: 10 % off, at most 18 of 20”; undefined while lateness costs nothing. */
export function formatLateCost({ dueAt, latePolicy, maxMarks }: Terms, submission: Submission | null, now: number): string | undefined {
  const effectiveSubmittedAt = getEffectiveTime(submission, new Date(now).toISOString())
  const off = getLateDeduction(latePolicy, { marks: maxMarks, maxMarks, dueAt, effectiveSubmittedAt })
  if (off === 0) return undefined
  return `Submit now: ${markText((100 * off) / maxMarks)}\u00a0% off, at most ${markText(maxMarks - off)} of ${markText(maxMarks)}`
}
