/** The states of a live session by time, the same for all screens; and opening its URL in a new tab. */

import { useState } from 'react'
import { getSessionEnd, getSessionStart, isJoinable, joinOpensBeforeMs } from '@lms/contract/rules/session-window'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatDuration } from '#lib/format-number.ts'

const minute = 60_000

export type LivePhase = 'scheduled' | 'soon' | 'live' | 'ended' | 'ready'

type Session = { startsAt: string | null; durationMinutes: number | null; hasRecording: boolean }

/** A session without a time counts as scheduled until it has a recording. A video attached before the start is no recording of it. */
export function livePhase(session: Session, now: number): LivePhase {
  const start = getSessionStart(session)
  if (now < start) return now >= start - joinOpensBeforeMs ? 'soon' : 'scheduled'
  if (now < getSessionEnd(session)) return 'live'
  if (session.hasRecording) return 'ready'
  return now >= getSessionEnd(session) ? 'ended' : 'scheduled'
}

type Planned = { published: boolean; locked: boolean; media: readonly (Session & { type: string })[] }

/** Whether deleting these weeks notifies members, which it does about visible future sessions. */
export const hasSessionsAhead = (weeks: readonly Planned[], now: number): boolean =>
  weeks.some(
    ({ published, locked, media }) => published && !locked && media.some((item) => item.type === 'LIVE' && getSessionStart(item) > now),
  )

/** Announced once to screen readers: that it starts in five minutes, and that it has started. */
export function diffPhase(startsAt: number, before: number, now: number): string | null {
  const passed = (at: number): boolean => before < at && now >= at
  if (passed(startsAt)) return 'The session has started.'
  return passed(startsAt - 5 * minute) ? 'The session starts in 5 minutes.' : null
}

type Shown = Session & { joinUrl: string | null; isBeingMade: boolean }

/** Milliseconds until a session is refetched: it may open, be moved, get its meeting or its recording. */
export function getRefetchInterval(session: Shown, now: number): number | false {
  if (session.isBeingMade) return 3000
  const phase = livePhase(session, now)
  // Each response has a new URL of the recording, which would restart it during playback.
  if (phase === 'ready') return false
  if (phase === 'scheduled') return Math.min(Math.max(getSessionStart(session) - joinOpensBeforeMs - now, 0) + 1000, 5 * minute)
  return isJoinable(session, now) && session.joinUrl === null ? minute / 4 : minute
}

export const isOpen = (phase: LivePhase): boolean => phase === 'soon' || phase === 'live'

/** “started 3 min ago”, “in 8 min”. */
export function formatStart(startsAt: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(startsAt)) / minute)
  if (minutes >= 0) return minutes === 0 ? 'just started' : `started ${formatDuration(minutes * 60)} ago`
  return `in ${formatDuration(-minutes * 60)}`
}

/** “3 h 20 min”, “8 min”, “45 s”: time until the start, or since. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`
  return `${Math.floor(hours / 24)} days`
}

/** The default session of a register: the last live one that has started, else the first of the week. */
export function defaultSession<S extends { type: string; startsAt: string | null }>(sessions: readonly S[], now: number): S | undefined {
  const live = sessions.filter(({ type }) => type === 'LIVE')
  const started = live.filter((session) => getSessionStart(session) <= now)
  return started.toSorted((one, other) => getSessionStart(one) - getSessionStart(other)).at(-1) ?? live[0] ?? sessions[0]
}

type Tab = {
  open: () => Promise<void>
  isPending: boolean
  /** The URL, if the browser blocked the new tab: to be shown as a link. */
  blocked: string | null
}

/** A new tab whose URL is requested on click: opened at once, or the browser would block it as a pop-up. */
export function useNewTab(ask: () => Promise<string>, onFailure: (sentence: string) => void): Tab {
  const [isPending, setPending] = useState(false)
  const [blocked, setBlocked] = useState<string | null>(null)
  const open = async (): Promise<void> => {
    const tab = window.open('', '_blank')
    setPending(true)
    try {
      const address = await ask()
      if (!tab) return setBlocked(address)
      // The opened site must not access this page.
      tab.opener = null
      tab.location.replace(address)
    } catch (error) {
      tab?.close()
      onFailure(error instanceof NoUrlError ? error.message : getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }
  return { open, isPending, blocked }
}

/** Thrown by `ask` if the server has no URL; the message is shown. */
export class NoUrlError extends Error {}
