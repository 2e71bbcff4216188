/** Unsent watch progress: stored on this device per user, and sent when possible. */

import type { VideoAttendance } from '@lms/contract/attendance'
import { isDefinitive } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { localStore } from '#lib/local-store.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { unsentName } from './api.ts'
import { isOtherVideo, isIncomplete, type UnsentProgress } from './watch-tracker.ts'

export type WatchPlace = { courseId: string; weekId: string; mediaId: string }

type StoredProgress = Record<string, { place: WatchPlace; unsent: UnsentProgress }>

function readAll(userId: string): StoredProgress {
  try {
    return JSON.parse(localStore.getItem(unsentName(userId)) ?? '{}') as StoredProgress
  } catch {
    return {}
  }
}

export const readUnsentProgress = (userId: string, mediaId: string): UnsentProgress | null => readAll(userId)[mediaId]?.unsent ?? null

/** `null`: all of it has arrived. */
export function saveUnsentProgress(userId: string, place: WatchPlace, unsent: UnsentProgress | null): void {
  const { [place.mediaId]: _former, ...others } = readAll(userId)
  const all: StoredProgress = unsent ? { ...others, [place.mediaId]: { place, unsent } } : others
  if (Object.keys(all).length > 0) localStore.setItem(unsentName(userId), JSON.stringify(all))
  else localStore.removeItem(unsentName(userId))
}

/** The stored progress with the newer of the two positions: it may have been watched on another device since. */
export function atNewestPlace(
  stored: UnsentProgress | null,
  { position, savedAt }: Pick<VideoAttendance, 'position' | 'savedAt'>,
): UnsentProgress | null {
  if (!stored || savedAt === null) return stored
  // Compares ages, because the clocks of device and server may differ.
  const isOlder = Date.now() - stored.at > serverNow() - Date.parse(savedAt)
  return isOlder ? { ...stored, position, at: Date.now() } : stored
}

/** Sends the progress of earlier visits. What the server rejects for good is dropped; the rest waits. */
export async function sendUnsentProgress(): Promise<void> {
  const userId = useSession.getState().user?.id
  if (!userId) return
  for (const { place, unsent } of Object.values(readAll(userId))) {
    try {
      const { position, ranges, at, durationSeconds } = unsent
      const positionAge = Math.max(0, Date.now() - at) / 1000
      const answer = await api.attendance.markVideoAttendance({
        body: { ...place, watched: false, position, positionAge, ranges: ranges.map(([from, to]) => [from, to]), durationSeconds },
      })
      // The server adds no more than could have been watched since its last report: the rest is sent next time, unless the video was replaced.
      if (isOtherVideo(unsent, answer) || !isIncomplete(ranges, answer)) saveUnsentProgress(userId, place, null)
    } catch (error) {
      if (!isDefinitive(error)) return
      saveUnsentProgress(userId, place, null)
    }
  }
}
