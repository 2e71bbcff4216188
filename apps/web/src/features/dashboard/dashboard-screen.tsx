/** The first page after signing in: for each role the answer to “what do I do next?”. */

import { isStudentRole, isTrainerRole } from '@lms/contract/policy'
import { useSession } from '#lib/session.ts'
import { AdminOverview } from './admin-overview.tsx'
import { StudentToday } from './student-today.tsx'
import { TrainerDesk } from './trainer-desk.tsx'

export function DashboardScreen() {
  const role = useSession((session) => session.user?.role)
  if (isStudentRole(role)) return <StudentToday />
  return isTrainerRole(role) ? <TrainerDesk /> : <AdminOverview />
}
