/** Where a course stands in its weeks: which one is now, which want work, and in what order they are shown. */
import type { ProgressItem } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { addDays } from '#lib/days.ts'

export type WeekKind = 'now' | 'work' | 'done' | 'ahead'

/** `done` of `total` required items. */
export type PlannedWeek = { week: Week; kind: WeekKind; done: number; total: number; missing: number }

export type CoursePlan = {
  /** In the order of the page: now, what needs work, done, ahead. */
  weeks: PlannedWeek[]
  /** For the week line: null before the start, above the last number when all is over. */
  nowNumber: number | null
  /** How much of the running week is done, 0 to 1. */
  share: number
}

type Facts = {
  weeks: readonly Week[]
  /** The day in the course's zone. */
  today: string
  endsOn?: string | null
  /** The caller's own items; none for staff. */
  progress?: readonly ProgressItem[]
  /** For staff: whether something in the week waits for them. */
  needsWork?: (week: Week) => boolean
}

const byNumber = (one: { week: Week }, other: { week: Week }): number => one.week.number - other.week.number

/** The last week that has begun; without dates the first one with something left to do. */
function findNow(weeks: readonly PlannedWeek[], today: string, endsOn: string | null): number | null {
  const dated = weeks.filter(({ week }) => week.startsOn !== null)
  const last = weeks.at(-1)?.week.number ?? 0
  if (dated.length === 0)
    return (
      weeks.find(({ week, done, total }) => !week.locked && done < total)?.week.number ??
      (weeks.some(({ total }) => total > 0) ? last + 1 : 1)
    )
  const begun = dated.filter(({ week }) => (week.startsOn ?? '') <= today)
  const now = begun.at(-1)?.week
  if (!now?.startsOn) return null
  const isLast = now.number === last
  const lastDay = [addDays(now.startsOn, 6), isLast ? (endsOn ?? '') : ''].sort().at(-1) ?? ''
  // Between two weeks lies a pause: the one before it is still the one to look at.
  return isLast && today > lastDay ? last + 1 : now.number
}

function kindOf(
  { week, done, total }: PlannedWeek,
  nowNumber: number | null,
  isStaff: boolean,
  needsWork: (week: Week) => boolean,
): WeekKind {
  if (week.number === nowNumber) return 'now'
  if (nowNumber === null || week.locked || week.number > nowNumber) return 'ahead'
  return (isStaff ? needsWork(week) : done < total) ? 'work' : 'done'
}

export function planOf({ weeks, today, endsOn = null, progress, needsWork = () => false }: Facts): CoursePlan {
  const planned = weeks
    .map((week): PlannedWeek => {
      const items = progress?.filter(({ weekId, required }) => weekId === week.id && required) ?? []
      return {
        week,
        kind: 'ahead',
        done: items.filter(({ done }) => done).length,
        total: items.length,
        missing: items.filter(({ state }) => state === 'MISSING').length,
      }
    })
    .sort(byNumber)
  const nowNumber = findNow(planned, today, endsOn)
  const named = planned.map((week) => ({ ...week, kind: kindOf(week, nowNumber, progress === undefined, needsWork) }))
  const of = (kind: WeekKind): PlannedWeek[] => named.filter((week) => week.kind === kind)
  const now = of('now')[0]
  return {
    weeks: [...of('now'), ...of('work').reverse(), ...of('done').reverse(), ...of('ahead')],
    nowNumber,
    share: now?.total ? now.done / now.total : 0,
  }
}
