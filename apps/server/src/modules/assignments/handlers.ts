/** Not built yet. */
export { later as createAssignment, later as getAssignment, later as listCourseAssignments, later as listMyAssignments } from '#http/handler.ts'
