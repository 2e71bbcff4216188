/** Attendance: one's own as a student, the class's for those who teach or run courses. */
import { useSession } from '#lib/session.ts'
import { useIsPhone } from '#ui/screen-size.ts'
import { ClassAttendance } from './class-attendance.tsx'
import { ClassAttendancePhone } from './class-attendance-phone.tsx'
import { OwnAttendance } from './own-attendance.tsx'
import { WithCourse } from './with-course.tsx'

export function AttendanceScreen() {
  const role = useSession((session) => session.user?.role)
  const isPhone = useIsPhone()
  if (role === 'USER') return <OwnAttendance />
  const Class = isPhone ? ClassAttendancePhone : ClassAttendance
  return <WithCourse>{(facts) => <Class key={facts.course.id} {...facts} />}</WithCourse>
}
