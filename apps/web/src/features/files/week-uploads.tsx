/** The uploads of this browser that are on their way to a week; loaded once there is any upload. */

import { lazy, Suspense } from 'react'
import { useUploadsStarted } from './uploads/upload-store.ts'

const UploadsOfWeek = lazy(async () => ({ default: (await import('./uploads-of-week.tsx')).UploadsOfWeek }))

export function WeekUploads({ weekId }: { weekId: string }) {
  const isStarted = useUploadsStarted((state) => state.isStarted)
  if (!isStarted) return null
  return (
    <Suspense>
      <UploadsOfWeek weekId={weekId} />
    </Suspense>
  )
}
