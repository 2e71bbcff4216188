/** Decisions about meetings at Zoom: who gets one, and when a failure is tried again. Pure. */
import type { ZoomOptions } from '@lms/contract/zoom-options'
import type { FieldError } from '@lms/contract/problems'
import { zoomPasscode } from '@lms/contract/zoom-passcode'

interface Wish {
  type: 'RECORDED' | 'LIVE'
  /** Undefined: not touched. */
  zoomOptions: ZoomOptions | null | undefined
  /** The link that the meeting of before put in; undefined where there is no such meeting. */
  madeLink: string | null | undefined
  hasZoom: boolean
  now: Date
}

/**
 * A session whose link nobody pasted gets a meeting. The made link sent back is no pasted one. For what is over, none is
 * made any more.
 */
export function isMadeByZoom({ type, zoomOptions, madeLink, hasZoom, now }: Wish): boolean {
  if (type !== 'LIVE') return false
  if (!zoomOptions) return madeLink !== undefined
  const { joinUrl, startsAt, durationMinutes } = zoomOptions
  if (madeLink !== undefined) return joinUrl === null || joinUrl === madeLink
  return hasZoom && joinUrl === null && Date.parse(startsAt) + durationMinutes * 60_000 > now.getTime()
}

/** What Zoom would not take. */
export const validateMeeting = ({ passcode }: ZoomOptions): FieldError[] =>
  passcode === null || zoomPasscode.test(passcode)
    ? []
    : [{ pointer: '/zoomOptions/passcode', detail: 'Zoom takes at most 10 letters without accents, digits or @ - _ *' }]

/** Milliseconds until the next try: 10 s, twice as long each time, an hour at most; never sooner than Zoom wants (seconds). */
export const retryDelay = (attempts: number, retryAfter = 0): number =>
  Math.max(Math.min(10_000 * 2 ** (attempts - 1), 3_600_000), retryAfter * 1000)

/** A meeting is of no use after the session; its deletion is given a week. */
export function isPermanent(session: { startsAt: string; durationMinutes: number }, isWanted: boolean, now: Date): boolean {
  const end = Date.parse(session.startsAt) + session.durationMinutes * 60_000
  return now.getTime() > end + (isWanted ? 0 : 7 * 86_400_000)
}
