/** Shown instead of a screen of a week that did not load. */
import { useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { LoadingScreen } from '#ui/page.tsx'
import { ErrorPage } from '#ui/load-failed.tsx'

type Props = { error: unknown; retry: () => void; isRetrying: boolean; what?: string }

export function WeekProblem({ error, retry, isRetrying, what = 'week' }: Props) {
  const { courseId = '' } = useParams()
  if (!error) return <LoadingScreen />
  return (
    <ErrorPage
      error={error}
      what={what}
      onRetry={retry}
      isRetrying={isRetrying}
      to={paths.course.to({ courseId })}
      toLabel="Go to the course"
    />
  )
}
