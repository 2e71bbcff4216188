/** What other features may use of this one, besides its calls in api.ts. */
export { useWeek, useWeekCrumbs, WeekProblem } from './use-week.tsx'
export { AddWeek, DeleteWeek, DeletedWeeks, WeekMenu } from './week-actions.tsx'
export { EmptyWeek, WeekBlock } from './week-block.tsx'
export { type ItemKind, listWeekItems, WeekItemRow } from './week-item.tsx'
export { type CoursePlan, type PlannedWeek, groupWeeks, buildWeekPlan, getRunningWeek } from './week-plan.ts'
