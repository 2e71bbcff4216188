/** Ties a recorder to the page: sends every 15 seconds, and when the page is hidden or left. */
import type { VideoAttendance } from '@lms/contract/attendance'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { localStore } from '#lib/local-store.ts'
import { useSession } from '#lib/session.ts'
import { createRecorder, type Recorder, type Watch } from './watch-recorder.ts'

export type WatchPlace = { courseId: string; weekId: string; mediaId: string }

const everyMs = 15_000

type Unsent = Pick<VideoAttendance, 'ranges' | 'position'>

function readUnsent(name: string): Unsent | null {
  try {
    return JSON.parse(localStore.getItem(name) ?? 'null') as Unsent | null
  } catch {
    return null
  }
}

/** `saved` is what the server knew when the page opened; a later answer of it does not start anew. */
export function useWatch(place: WatchPlace, saved: VideoAttendance): { recorder: Recorder; watch: Watch } {
  const client = useQueryClient()
  const [userId] = useState(() => useSession.getState().user?.id ?? 'nobody')
  const [watch, setWatch] = useState<Watch | null>(null)
  const wasWatched = useRef(saved.watched)
  const [recorder] = useState(() => {
    const name = `watch:${userId}:${place.mediaId}`
    return createRecorder({
      saved,
      unsent: readUnsent(name),
      // The browser finishes the call after the page is gone.
      send: (report) => api.attendance.markVideoAttendance({ body: { ...place, ...report } }, { keepalive: true }),
      onChange: setWatch,
      keep: (unsent) => (unsent ? localStore.setItem(name, JSON.stringify(unsent)) : localStore.removeItem(name)),
    })
  })

  useEffect(() => {
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
      // Whoever comes back reads the place anew.
      void client.invalidateQueries({ queryKey: ['attendance', 'checkVideoAttendance'], refetchType: 'none' })
    }
  }, [recorder, client])

  const isWatched = watch?.watched ?? saved.watched
  useEffect(() => {
    if (!isWatched || wasWatched.current) return
    wasWatched.current = true
    void client.invalidateQueries({ queryKey: ['courses'] })
  }, [isWatched, client])

  return { recorder, watch: watch ?? recorder.current() }
}
