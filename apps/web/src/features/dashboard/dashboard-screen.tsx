/** The first page after signing in: for each role the answer to “what do I do next?”. */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Home } from '@lms/contract/home'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import { paths } from '#lib/paths.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { ErrorPage } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/page.tsx'
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
  if (home.isError && !home.data)
    return <ErrorPage what="page" error={home.error} onRetry={() => void home.refetch()} to={paths.courses.to()} toLabel="Courses" />
  if (!home.data) return <LoadingScreen />
  const { learner, teacher, school } = home.data
  if (learner) return <LearnerHome home={learner} loadedAt={home.dataUpdatedAt} />
  if (school)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SchoolHome home={school} teacher={teacher} />
      </Suspense>
    )
  return teacher && <TeacherHome home={teacher} />
}
