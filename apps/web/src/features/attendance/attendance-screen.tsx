/** Attendance: one's own as a student, the class's for those who teach or run courses. */
import { useSession } from '#lib/session.ts'
import { useIsPhone } from '#ui/screen-size.ts'
import { CourseAttendance } from './class-attendance.tsx'
import { CourseAttendanceMobile } from './class-attendance-phone.tsx'
import { MyAttendance } from './own-attendance.tsx'
import { CourseFilter } from './with-course.tsx'

export function AttendanceScreen() {
  const role = useSession((session) => session.user?.role)
  const isPhone = useIsPhone()
  if (role === 'USER') return <MyAttendance />
  const Class = isPhone ? CourseAttendanceMobile : CourseAttendance
  return <CourseFilter>{(facts) => <Class key={facts.course.id} {...facts} />}</CourseFilter>
}
