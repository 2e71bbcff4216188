/** The first page after signing in: for each role the answer to “what do I do next?”. */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Home } from '@lms/contract/home'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import { paths } from '#lib/paths.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { LoadingScreen } from '#ui/page.tsx'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { homeQuery } from './api.ts'
import { LearnerHome } from './learner-home.tsx'
import { TeacherHome } from './teacher-home.tsx'

/** For admins only. */
const SchoolHome = lazy(async () => ({ default: (await import('./school-home.tsx')).SchoolHome }))

/** When something that the page shows is over, begins or opens. */
const getMoments = ({ learner, teacher }: Home) => [
  ...[...(learner?.sessions ?? []), ...(teacher?.sessions ?? [])].map(getSessionEnd),
  ...(learner?.courses.items ?? []).flatMap(({ weekProgress = [] }) => weekProgress.map(({ unlockAt }) => unlockAt)),
  ...(learner?.work ?? []).flatMap(getEnds),
  ...(learner?.announcements ?? []).map(({ shownUntil }) => shownUntil),
]

export function DashboardScreen() {
  const home = useQuery(homeQuery())
  useRefetchAt(home, home.data ? getMoments(home.data) : [], ['home'])
  return (
    <QueryBoundary queries={[home]} what="page" to={paths.courses.to()} toLabel="Go to the courses">
      {([data]) => <HomeOfRole home={data} loadedAt={home.dataUpdatedAt} />}
    </QueryBoundary>
  )
}

function HomeOfRole({ home: { learner, teacher, school }, loadedAt }: { home: Home; loadedAt: number }) {
  if (learner) return <LearnerHome home={learner} loadedAt={loadedAt} />
  if (!school) return teacher && <TeacherHome home={teacher} />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <SchoolHome home={school} teacher={teacher} />
    </Suspense>
  )
}
