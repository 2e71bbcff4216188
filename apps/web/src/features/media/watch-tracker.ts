/** Records the watched ranges of one video, and sends them: every 15 seconds by its caller, and whenever playback stops. */

import { watchedThreshold, isSameLength } from '@lms/contract/attendance-rules'
import {
  coverage,
  forSending,
  missingSeconds,
  watchedRange,
  type PlayerPosition,
  type TimeRanges,
  normalize,
  union,
} from './watched-ranges.ts'

/** Without position and ranges it only reports that playback starts, which starts the server's clock. */
export type WatchReport = {
  watched: boolean
  undo?: true
  position?: number
  positionAge?: number
  ranges?: [number, number][]
  /** Of the video that plays, as the server reported it before. */
  durationSeconds: number | null
}

/** Unsent progress, and when (in milliseconds, by this device's clock) the viewer was at the position. */
export type UnsentProgress = { ranges: TimeRanges; position: number; at: number; durationSeconds: number | null }
/** `replaced`: another video has replaced this one, so that nothing counts any more. */
type State = 'idle' | 'saved' | 'failed' | 'replaced'
export type Watch = { ranges: TimeRanges; position: number; watched: boolean; isSelfMarked: boolean; coverage: number; state: State }

/** Seconds that do not matter: the server rounds otherwise, and cuts at its own end of the video. */
const TOLERANCE_S = 0.5

/** Whether a response omits sent ranges: the server adds no more than could have been watched since its last report. */
export const isIncomplete = (sent: TimeRanges, { ranges, durationSeconds }: Pick<Saved, 'ranges' | 'durationSeconds'>): boolean =>
  missingSeconds(sent, ranges, durationSeconds) > TOLERANCE_S

/** By the server's duration: that of a player may differ a little. */
export const isOtherVideo = (before: Lengthy, after: Lengthy): boolean =>
  !!before.durationSeconds && !isSameLength(before.durationSeconds, after.durationSeconds)
type Lengthy = { durationSeconds: number | null }

type Saved = {
  ranges: TimeRanges
  position: number
  watched: boolean
  coverage: number
  durationSeconds: number | null
  source?: string | null
}

/** Side effects of a report. */
type Action = 'report' | 'claim' | 'undo'

type Options = {
  saved: Saved
  /** Unsent progress of an earlier visit. */
  unsent?: UnsentProgress | null
  send: (report: WatchReport) => Promise<Saved>
  onChange: (watch: Watch) => void
  /** Stores progress until the server is known to have it; null once it has all. */
  keep?: (unsent: UnsentProgress | null) => void
  /** Milliseconds since 1970, by this device's clock. */
  now: () => number
}

export type WatchTracker = ReturnType<typeof createWatchTracker>

export function createWatchTracker({ saved, unsent: stored = null, send, onChange, keep = () => undefined, now }: Options) {
  const { durationSeconds } = saved
  const unsent = stored && isOtherVideo(stored, saved) ? null : stored
  let duration = durationSeconds
  let last: PlayerPosition = null
  let placedAt = unsent?.at ?? now()
  let isChanged = unsent !== null
  /** The server's clock starts with the first report. */
  let isReported = saved.ranges.length > 0
  let sending: Promise<unknown> | null = null
  let watch: Watch = {
    ranges: unsent ? union(saved.ranges, unsent.ranges) : normalize(saved.ranges),
    position: unsent?.position ?? saved.position,
    watched: saved.watched,
    isSelfMarked: saved.source === 'SELF',
    coverage: saved.coverage,
    state: 'idle',
  }

  const set = (changes: Partial<Watch>): void => {
    watch = { ...watch, ...changes }
    onChange(watch)
  }
  const unsentNow = (): UnsentProgress => ({ ranges: watch.ranges, position: watch.position, at: placedAt, durationSeconds })
  /** The server's coverage, or the local one if it is higher. */
  const measured = (ranges: TimeRanges): number => Math.max(watch.coverage, coverage(ranges, duration))

  async function sendNow(action: Action): Promise<Saved> {
    isChanged = false
    const sent = unsentNow()
    const ranges = forSending(sent.ranges)
    // The page may be closed before the answer, or be back before the server has it.
    keep(sent)
    try {
      const answer = await send({
        watched: action === 'claim' || (action === 'report' && watch.coverage >= watchedThreshold),
        ...(action === 'undo' && { undo: true as const }),
        position: sent.position,
        positionAge: Math.max(0, now() - sent.at) / 1000,
        ranges,
        durationSeconds,
      })
      isReported = true
      if (isOtherVideo(saved, answer)) return onReplaced(answer)
      // Ranges that were not added are sent with the next round.
      isChanged ||= isIncomplete(ranges, answer)
      keep(isChanged ? unsentNow() : null)
      set({
        watched: (action !== 'undo' && watch.watched) || answer.watched,
        isSelfMarked: answer.source === 'SELF',
        coverage: Math.max(watch.coverage, answer.coverage),
        state: 'saved',
      })
      return answer
    } catch (error) {
      isChanged = true
      set({ state: 'failed' })
      throw error
    } finally {
      sending = null
    }
  }

  function onReplaced(answer: Saved): Saved {
    isChanged = false
    keep(null)
    set({ ranges: normalize(answer.ranges), watched: answer.watched, coverage: answer.coverage, state: 'replaced' })
    return answer
  }

  const start = (action: Action): Promise<Saved> => {
    const call = sendNow(action)
    sending = call.catch(() => undefined)
    return call
  }

  /** Sends new progress. A failure is not shown to the viewer: the next round retries. */
  async function flush(): Promise<void> {
    if (!isChanged) return
    // The page may be closing: progress made during the running call must not get lost.
    if (sending) return keep(unsentNow())
    await start('report').catch(() => undefined)
  }

  /** Reports the start of playback. If it does not arrive, the next start or report includes it. */
  function report(): void {
    if (isReported || sending) return
    if (isChanged) return void flush()
    isReported = true
    const sent = send({ watched: false, durationSeconds }).then(
      (answer) => void (isOtherVideo(saved, answer) && onReplaced(answer)),
      () => void (isReported = false),
    )
    sending = sent.finally(() => void (sending = null))
  }

  return {
    current: (): Watch => watch,
    /** The player found out how long the video is. The server's number wins. */
    setDuration: (seconds: number): void => {
      if (!duration && Number.isFinite(seconds) && seconds > 0) duration = seconds
    },
    /** Playback continues from here: the range before was not watched in one go. */
    begin: (place: number, at: number): void => {
      last = { place, at }
      report()
    },
    /** The video is at `place` while it plays. */
    read: (place: number, at: number, rate = 1): void => {
      const stretch = watchedRange(last, { place, at }, rate)
      last = { place, at }
      if (!stretch || watch.state === 'replaced') return
      isChanged = true
      placedAt = now()
      const ranges = union(watch.ranges, [stretch], duration ?? undefined)
      const wasEnough = watch.coverage >= watchedThreshold
      set({ ranges, position: place, coverage: measured(ranges) })
      if (!wasEnough && watch.coverage >= watchedThreshold && !watch.watched) void flush()
    },
    /** Paused, sought or left: the next reading starts a new range. */
    stop: (place?: number): void => {
      last = null
      if (place === undefined || place === watch.position || watch.state === 'replaced') return
      isChanged = true
      placedAt = now()
      set({ position: place })
    },
    flush,
    /** The viewer's own claim. The response says whether the course accepts it. */
    claim: async (): Promise<Saved> => {
      await sending
      return start('claim')
    },
    /** Takes the claim back. */
    undo: async (): Promise<Saved> => {
      await sending
      return start('undo')
    },
  }
}
