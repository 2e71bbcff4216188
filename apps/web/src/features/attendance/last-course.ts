/** The course whose attendance somebody used last on this device. */

import { useEffect, useState } from 'react'
import { localStore } from '#lib/local-store.ts'
import { useSession } from '#lib/session.ts'

const nameFor = (userId: string): string => `attendance-course:${userId}`

export function useRememberedCourse(courseId: string): void {
  const userId = useSession((session) => session.user?.id)
  useEffect(() => {
    if (userId) localStore.setItem(nameFor(userId), courseId)
  }, [userId, courseId])
}

/** `drop`: it is no longer there for them. */
export function useLastCourse() {
  const userId = useSession((session) => session.user?.id)
  const [lastCourse, setLast] = useState(() => (userId ? localStore.getItem(nameFor(userId)) : null))
  const drop = (): void => {
    if (userId) localStore.removeItem(nameFor(userId))
    setLast(null)
  }
  return { lastCourse, drop }
}
