/** Assignments: a student's own work, or the work of the classes that staff teach. */

import { isStudentRole } from '@lms/contract/policy'
import { useSession } from '#lib/session.ts'
import { CourseAssignmentListScreen } from './course-assignment-list-screen.tsx'
import { MyAssignmentListScreen } from './my-assignment-list-screen.tsx'

export function AssignmentListScreen() {
  const role = useSession((session) => session.user?.role)
  return isStudentRole(role) ? <MyAssignmentListScreen /> : <CourseAssignmentListScreen />
}
