/** The weeks of a course: the current one, which need work, and their order. */

import type { ProgressItem } from '@lms/contract/progress-items'
import { findStartedWeek } from '@lms/contract/rules/course-state'
import type { WeekProgress } from '@lms/contract/weeks'
import type { Week } from '@lms/contract/weeks'
import { addDays } from '#lib/zoned-date-time.ts'

export type WeekKind = 'now' | 'work' | 'done' | 'ahead'

/** `done` of `total` required items. The current week is not this week in a break after it, nor after the last one. */
export type PlannedWeek = { week: Week; kind: WeekKind; isThisWeek: boolean; done: number; total: number; missing: number }

export type RunningWeek = {
  /** For the week line: null before the start, and for staff of a course without dates; above the last number when all is over. */
  nowNumber: number | null
  /** Progress in the current week, 0 to 1. */
  share: number
}

export type CoursePlan = RunningWeek & {
  /** By number: those that have started by their date; without any dates, those that are open. */
  started: Week[]
  /** In display order. For students the current week, then future ones, then past ones, latest first; for staff by number. */
  weeks: PlannedWeek[]
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

type Progress = Omit<WeekProgress, 'unlockAt'>

/** The last week that has started; without dates the first one with something left to do. */
function findNow(weeks: readonly Progress[], today: string, endsOn: string | null): number | null {
  const dated = weeks.filter(({ startsOn }) => startsOn !== null)
  const last = weeks.at(-1)?.number ?? 0
  if (dated.length === 0)
    return weeks.find(({ locked, done, total }) => !locked && done < total)?.number ?? (weeks.some(({ total }) => total > 0) ? last + 1 : 1)
  const now = findStartedWeek(dated, today)
  const from = now?.startsOn
  if (!now || !from) return null
  const isLast = weeks.every(({ number, startsOn }) => (startsOn === null ? number < now.number : startsOn <= from))
  const lastDay = [addDays(from, 6), isLast ? (endsOn ?? '') : ''].sort().at(-1) ?? ''
  // During a break between two weeks, the earlier one stays current.
  return isLast && today > lastDay ? last + 1 : now.number
}

/** The current week and its progress; `weeks` by number. */
export function getRunningWeek(weeks: readonly Progress[], today: string, endsOn: string | null = null): RunningWeek {
  const nowNumber = findNow(weeks, today, endsOn)
  const now = weeks.find(({ number }) => number === nowNumber)
  return { nowNumber, share: now?.total ? now.done / now.total : 0 }
}

function getKind(
  { week, done, total }: PlannedWeek,
  { nowNumber, today, isDated }: { nowNumber: number | null; today: string; isDated: boolean },
  isStaff: boolean,
  needsWork: (week: Week) => boolean,
): WeekKind {
  if (week.number === nowNumber) return 'now'
  const isAhead = week.startsOn ? week.startsOn > today : isDated && (nowNumber === null || week.number > nowNumber)
  if (week.locked || isAhead) return 'ahead'
  return (isStaff ? needsWork(week) : done < total) ? 'work' : 'done'
}

export function buildWeekPlan({ weeks, today, endsOn = null, progress, needsWork = () => false }: Facts): CoursePlan {
  const planned = weeks
    .map((week): PlannedWeek => {
      const items = progress?.filter(({ weekId, required }) => weekId === week.id && required) ?? []
      return {
        week,
        kind: 'ahead',
        isThisWeek: week.startsOn !== null && week.startsOn <= today && today <= addDays(week.startsOn, 6),
        done: items.filter(({ done }) => done).length,
        total: items.length,
        missing: items.filter(({ state }) => state === 'MISSING').length,
      }
    })
    .sort(byNumber)
  const facts = planned.map(({ week: { number, startsOn, locked }, done, total }) => ({ number, startsOn, locked, done, total }))
  const isDated = planned.some(({ week }) => week.startsOn !== null)
  // Without dates each student has a current week of their own, and staff none.
  const running = isDated || progress ? getRunningWeek(facts, today, endsOn) : { nowNumber: null, share: 0 }
  const { nowNumber } = running
  const named = planned.map((week) => ({
    ...week,
    kind: getKind(week, { nowNumber, today, isDated: isDated || progress !== undefined }, progress === undefined, needsWork),
  }))
  const hasStarted = ({ startsOn, number, locked }: Week): boolean => {
    if (!isDated) return !locked
    return startsOn ? startsOn <= today : nowNumber !== null && number <= nowNumber
  }
  const started = planned.map(({ week }) => week).filter(hasStarted)
  const of = (...kinds: WeekKind[]): PlannedWeek[] => named.filter(({ kind }) => kinds.includes(kind))
  return { ...running, started, weeks: progress ? [...of('now'), ...of('ahead'), ...of('work', 'done').reverse()] : named }
}

export type WeekGroup = { title: string; weeks: PlannedWeek[] }

/** The same weeks under the headings that students read. */
export function groupWeeks({ weeks }: CoursePlan): WeekGroup[] {
  const now = weeks.filter(({ kind }) => kind === 'now')
  const groups = [
    { title: now.some(({ isThisWeek }) => isThisWeek) ? 'This week' : 'Current week', weeks: now },
    { title: 'Ahead', weeks: weeks.filter(({ kind }) => kind === 'ahead') },
    { title: 'Earlier', weeks: weeks.filter(({ kind }) => kind === 'work' || kind === 'done') },
  ]
  return groups.filter((group) => group.weeks.length > 0)
}
