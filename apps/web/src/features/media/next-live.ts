/** Which live session of a course matters now: the one that is on, else the next one. */
import type { MediaSummary } from '@lms/contract/media'
import type { Week } from '@lms/contract/weeks'
import { endOf, startOf } from '#lib/live-session.ts'

export type LiveInWeek = { media: MediaSummary & { startsAt: string }; week: Week }

/** All sessions with a time, in order. */
export function sessionsOf(weeks: readonly Week[]): LiveInWeek[] {
  const all = weeks.flatMap((week) =>
    week.media
      .filter(({ type, startsAt }) => type === 'LIVE' && startsAt !== null)
      .map((media) => ({ media: media as LiveInWeek['media'], week })),
  )
  return all.sort((one, other) => startOf(one.media) - startOf(other.media))
}

export const nextLive = (weeks: readonly Week[], now: number): LiveInWeek | undefined =>
  sessionsOf(weeks).find(({ media }) => endOf(media) > now)
