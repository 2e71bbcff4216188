/** The public exports of this feature; its API calls are in api.ts. */
export { useWeek, useWeekCrumbs, WeekProblem } from './use-week.tsx'
export { AddWeek, DeleteWeek, DeletedWeeks, WeekMenu } from './week-actions.tsx'
export { EmptyWeek, WeekBlock } from './week-block.tsx'
export { type ItemKind, listWeekItems, WeekItemRow } from './week-item.tsx'
export { type CoursePlan, type PlannedWeek, groupWeeks, buildWeekPlan, getRunningWeek, type RunningWeek } from './week-plan.ts'
export { WeekProgress, WeekSquare } from './week-progress.tsx'
