/** Ties a recorder to the page: sends every 15 seconds, and when the page is hidden or left. */
import type { VideoAttendance } from '@lms/contract/attendance'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { useSessionGuard } from '#lib/use-autosave.ts'
import { atNewestPlace, saveUnsentProgress, readUnsentProgress, type WatchPlace } from './offline-watch-progress.ts'
import { createWatchTracker, type WatchTracker, type Watch } from './watch-tracker.ts'

const everyMs = 15_000

/** For when the server does not answer: what is watched until then is added to what it knows. */
const unknownAttendance: VideoAttendance = {
  watched: false,
  watchedAt: null,
  coverage: 0,
  position: 0,
  savedAt: null,
  durationSeconds: null,
  ranges: [],
  source: null,
}

type Watching = { recorder: WatchTracker; watch: Watch }

/** A recorder once it is known what the server knew when the page opened; a later answer of it does not restart it. */
function useRecorder(place: WatchPlace, saved: VideoAttendance | 'unknown' | undefined): Watching | undefined {
  const [userId] = useState(() => useSession.getState().user?.id ?? 'nobody')
  const opener = useSessionGuard()
  const [watch, setWatch] = useState<Watch | null>(null)
  const [recorder, setRecorder] = useState<WatchTracker | null>(null)
  if (saved && !recorder) {
    const known = saved === 'unknown' ? unknownAttendance : saved
    setRecorder(
      createWatchTracker({
        saved: known,
        unsent: atNewestPlace(readUnsentProgress(userId, place.mediaId), known),
        // The browser finishes the call after the page is closed.
        send: (report) => opener.send(() => api.attendance.markVideoAttendance({ body: { ...place, ...report } }, { keepalive: true })),
        onChange: setWatch,
        keep: (unsent) => saveUnsentProgress(userId, place, unsent),
      }),
    )
  }
  return recorder ? { recorder, watch: watch ?? recorder.current() } : undefined
}

export function useWatchProgress(place: WatchPlace, saved: VideoAttendance | 'unknown' | undefined): Watching | undefined {
  const client = useQueryClient()
  const watching = useRecorder(place, saved)
  const recorder = watching?.recorder
  /** Null until it is known; then whether it was watched before this visit. */
  const wasWatched = useRef<boolean | null>(null)

  useEffect(() => {
    if (!recorder) return undefined
    const flush = (): void => void recorder.flush()
    const onHide = (): void => void (document.visibilityState === 'hidden' && recorder.flush())
    const timer = setInterval(flush, everyMs)
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', flush)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', flush)
      flush()
      // Coming back, the place is read again.
      void client.invalidateQueries({ queryKey: ['attendance', 'checkVideoAttendance'], refetchType: 'none' })
    }
  }, [recorder, client])

  const isWatched = watching?.watch.watched
  useEffect(() => {
    if (isWatched === undefined) return
    if (wasWatched.current !== null && isWatched !== wasWatched.current) void client.invalidateQueries({ queryKey: ['courses'] })
    wasWatched.current = isWatched
  }, [isWatched, client])

  return watching
}
