/** Assignments: a student's own work, or the work of the classes that staff teach. */

import { isStudentRole } from '@lms/contract/policy'
import { useSession } from '#lib/session.ts'
import { CourseAssignmentList } from './course-assignment-list.tsx'
import { MyAssignmentList } from './my-assignment-list.tsx'

export function AssignmentListScreen() {
  const role = useSession((session) => session.user?.role)
  return isStudentRole(role) ? <MyAssignmentList /> : <CourseAssignmentList />
}
