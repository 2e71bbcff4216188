/** The first page after signing in: for each role the answer to “what do I do next?”. */

import { useSession } from '#lib/session.ts'
import { AdminOverview } from './admin-overview.tsx'
import { StudentToday } from './student-today.tsx'
import { TrainerDesk } from './trainer-desk.tsx'

export function DashboardScreen() {
  const role = useSession((session) => session.user?.role)
  if (role === 'USER') return <StudentToday />
  return role === 'TRAINER' ? <TrainerDesk /> : <AdminOverview />
}
