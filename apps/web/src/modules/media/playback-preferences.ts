/** How somebody likes videos to play: speed and captions, remembered from one to the next, on every device. */
import type { Preferences } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'

export type PlaybackPreferences = {
  /** 0.5 to 2 in steps of 0.25. */
  playbackRate: number
  /** The language of the captions, `off`, or null where nothing was chosen: then the video's own default counts. */
  captions: string | null
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export function readPreferences(): PlaybackPreferences {
  const kept = useSession.getState().user?.preferences
  return {
    playbackRate: rates.find((rate) => rate === kept?.playbackRate) ?? 1,
    captions: kept?.captions === null ? 'off' : (kept?.captions ?? null),
  }
}

/** Milliseconds without another choice, after which the server is told: who looks for a speed presses the key many times. */
const settled = 1000

let waiting: { timer: ReturnType<typeof setTimeout>; userId: string; preferences: Preferences } | undefined

/** Known here at once. That the server cannot be told is no reason to disturb whoever watches: this device remembers. */
export function keepPreferences({ playbackRate, captions }: Partial<PlaybackPreferences>): void {
  const { user, setUser } = useSession.getState()
  if (!user) return
  const chosen: Preferences = {
    ...(playbackRate !== undefined && { playbackRate }),
    ...(captions && { captions: captions === 'off' ? null : captions }),
  }
  setUser({ ...user, preferences: { ...user.preferences, ...chosen } })
  clearTimeout(waiting?.timer)
  const preferences = { ...(waiting?.userId === user.id && waiting.preferences), ...chosen }
  waiting = { timer: setTimeout(tell, settled), userId: user.id, preferences }
}

function tell(): void {
  const told = waiting
  waiting = undefined
  if (told && useSession.getState().user?.id === told.userId)
    api.users.updateMe({ body: { preferences: told.preferences } }).catch(() => undefined)
}
