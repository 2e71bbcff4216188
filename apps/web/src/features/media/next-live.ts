/** Which live session of a course matters now: the one that is on, else the next one. */
import type { MediaSummary } from '@lms/contract/media'
import type { Week } from '@lms/contract/weeks'
import { getSessionEnd, getSessionStart } from '#lib/live-session.ts'

export type LiveInWeek = { media: MediaSummary & { startsAt: string }; week: Week }

/** All sessions with a time, in order. */
export function listLiveSessions(weeks: readonly Week[]): LiveInWeek[] {
  const all = weeks.flatMap((week) =>
    week.media
      .filter(({ type, startsAt }) => type === 'LIVE' && startsAt !== null)
      .map((media) => ({ media: media as LiveInWeek['media'], week })),
  )
  return all.sort((one, other) => getSessionStart(one.media) - getSessionStart(other.media))
}

export const nextLive = (weeks: readonly Week[], now: number): LiveInWeek | undefined =>
  listLiveSessions(weeks).find(({ media }) => getSessionEnd(media) > now)
