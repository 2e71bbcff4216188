/** The public exports of this feature; its API calls are in api.ts. */
export { type AttendanceCell, type RecordedStatus, AttendancePicker, AttendanceStatus, attendanceLabels } from './attendance-status.tsx'
