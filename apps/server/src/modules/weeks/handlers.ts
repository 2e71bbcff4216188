/** Not built yet. */
export { later as createWeek, later as getWeek, later as removeCourseWeek, later as removeWeek, later as updateWeek } from '#http/handler.ts'
