/** Attendance. */
import { read, write } from '#lib/calls.ts'

export const weekAttendanceQuery = read('attendance', 'getCourseAttendance')
export const videoAttendanceQuery = read('attendance', 'checkVideoAttendance')
export const useMarkLiveAttendance = write('attendance', 'markLiveAttendance', {
  invalidates: ['attendance', 'courses', 'calendar'],
  errors: 'inline',
})
export const useMarkBulkAttendance = write('attendance', 'markBulkAttendance', { invalidates: ['attendance', 'courses'], errors: 'inline' })
