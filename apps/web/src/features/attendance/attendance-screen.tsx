/** Attendance: one's own as a student, the class's for those who teach or run courses. */
import { useSession } from '#lib/session.ts'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { CourseAttendance } from './course-attendance.tsx'
import { CourseAttendanceMobile } from './course-attendance-mobile.tsx'
import { MyAttendance } from './my-attendance.tsx'
import { CourseFilter } from './course-filter.tsx'

export function AttendanceScreen() {
  const role = useSession((session) => session.user?.role)
  const isPhone = useIsPhone()
  if (role === 'USER') return <MyAttendance />
  const Class = isPhone ? CourseAttendanceMobile : CourseAttendance
  return <CourseFilter>{(facts) => <Class key={facts.course.id} {...facts} />}</CourseFilter>
}
