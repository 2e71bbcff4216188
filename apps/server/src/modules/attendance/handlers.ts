/** Not built yet. */
export { later as checkVideoAttendance, later as exportAttendance, later as getCourseAttendance, later as markBulkAttendance, later as markLiveAttendance, later as markVideoAttendance } from '#http/handler.ts'
