/** How lateness is written. */
import { getTimePast } from '@lms/contract/rules/late-policy'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** “3 h”, “2 days”: how much later than due. */
export function formatLateBy(dueAt: string, submittedAt: string): string {
  const late = Math.max(0, getTimePast(dueAt, Date.parse(submittedAt)))
  if (late < hour) return `${Math.max(1, Math.ceil(late / minute))} min`
  if (late < 2 * day) return `${Math.floor(late / hour)} h`
  return `${Math.floor(late / day)} days`
}
