/** “Add media” of a course from afar: a menu of its weeks, loaded on demand. */
import { lazy, Suspense } from 'react'
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
  const { isWanted, trigger } = useOnDemand(load)
  return (
    <Suspense>
      {isWanted ? <Weeks course={course} /> : <AddMediaButton to={course.title} aria-haspopup="menu" aria-expanded={false} {...trigger} />}
    </Suspense>
  )
}
