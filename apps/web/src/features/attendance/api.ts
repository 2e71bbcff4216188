/** Attendance. */
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'

export const weekAttendanceQuery = apiQuery('attendance', 'getCourseAttendance')
export const videoAttendanceQuery = apiQuery('attendance', 'checkVideoAttendance')
export const useMarkLiveAttendance = apiMutation('attendance', 'markLiveAttendance', {
  invalidates: ['attendance', 'courses', 'calendar'],
  errors: 'inline',
})
export const useMarkBulkAttendance = apiMutation('attendance', 'markBulkAttendance', {
  invalidates: ['attendance', 'courses', 'calendar'],
  errors: 'inline',
})
