/** The courses that somebody opened last on this device. */

import { useEffect } from 'react'
import { localStore } from '#lib/local-store.ts'
import { useSession } from '#lib/session.ts'

const kept = 5
const nameFor = (userId: string): string => `recent-courses:${userId}`

/** Ids, the one opened last first. */
export const readRecentCourses = (userId: string): string[] => localStore.getItem(nameFor(userId))?.split(' ') ?? []

export function useRecentCourse(courseId: string): void {
  const userId = useSession((session) => session.user?.id)
  useEffect(() => {
    if (!userId) return
    const others = readRecentCourses(userId).filter((id) => id !== courseId)
    localStore.setItem(nameFor(userId), [courseId, ...others].slice(0, kept).join(' '))
  }, [userId, courseId])
}
