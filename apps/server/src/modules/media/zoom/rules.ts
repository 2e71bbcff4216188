/** Decisions about Zoom meetings: which sessions get one, and when a failure is retried. Pure. */

import type { FieldError } from '@lms/contract/problems'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import type { ZoomOptions } from '@lms/contract/zoom-options'
import { zoomPasscode } from '@lms/contract/zoom-passcode'

interface ZoomChange {
  type: 'RECORDED' | 'LIVE'
  /** Undefined: unchanged. */
  zoomOptions: ZoomOptions | null | undefined
  /** The link of the previous meeting; undefined if there is none. */
  madeLink: string | null | undefined
  hasZoom: boolean
  now: Date
}

/**
 * A session without a pasted link gets a meeting. A generated link that is sent back does not count as pasted. Sessions that are
 * over get none.
 */
export function isMadeByZoom({ type, zoomOptions, madeLink, hasZoom, now }: ZoomChange): boolean {
  if (type !== 'LIVE') return false
  if (!zoomOptions) return madeLink !== undefined
  const { joinUrl } = zoomOptions
  if (madeLink !== undefined) return joinUrl === null || joinUrl === madeLink
  return hasZoom && joinUrl === null && getSessionEnd(zoomOptions) > now.getTime()
}

/** Zoom rejected the request. */
export const validateMeeting = ({ passcode }: ZoomOptions): FieldError[] =>
  passcode === null || zoomPasscode.test(passcode)
    ? []
    : [{ pointer: '/zoomOptions/passcode', detail: 'Zoom takes at most 10 letters without accents, digits or @ - _ *' }]

/** Milliseconds until the next attempt: 10 s, doubled each time, one hour at most; never sooner than Zoom asks (seconds). */
export const retryDelay = (attempts: number, retryAfter = 0): number =>
  Math.max(Math.min(10_000 * 2 ** (attempts - 1), 3_600_000), retryAfter * 1000)

/** A meeting is useless after the session; its deletion is retried for a week. */
export function isPermanent(session: { startsAt: string; durationMinutes: number | null }, isWanted: boolean, now: Date): boolean {
  return now.getTime() > getSessionEnd(session) + (isWanted ? 0 : 7 * 86_400_000)
}
