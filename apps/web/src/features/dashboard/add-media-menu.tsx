/** “Add media” of a course from afar: a menu of its weeks, loaded on demand. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { courseQuery } from '#features/courses/api.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { AddMediaButton } from './add-media-button.tsx'

const load = () => import('./add-media-weeks.tsx')
const Weeks = lazy(async () => ({ default: (await load()).AddMediaWeeks }))

type Props = {
  course: {
    id: string
    title: string
    /** The number of the running week. */
    currentWeek: number | null
  }
}

export function AddMediaMenu({ course }: Props) {
  const client = useQueryClient()
  // With its weeks: a menu that grows after it has opened may no longer fit where it is.
  const { isWanted, trigger } = useOnDemand(() => Promise.all([load(), client.ensureQueryData(courseQuery({ params: { id: course.id } }))]))
  return (
    <Suspense>
      {isWanted ? <Weeks course={course} /> : <AddMediaButton to={course.title} aria-haspopup="menu" aria-expanded={false} {...trigger} />}
    </Suspense>
  )
}
