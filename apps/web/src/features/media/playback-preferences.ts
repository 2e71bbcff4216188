/** How somebody likes videos to play: speed and captions, remembered from one to the next, on every device. */
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'

export type PlaybackPreferences = {
  /** 0.5 to 2 in steps of 0.25. */
  playbackRate: number
  /** The language of the captions, `off`, or null where nothing was chosen: then the video's own default counts. */
  captions: string | null
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export function readPreferences(): PlaybackPreferences {
  const stored = useSession.getState().user?.preferences
  return {
    playbackRate: rates.find((rate) => rate === stored?.playbackRate) ?? 1,
    captions: stored?.captions === null ? 'off' : (stored?.captions ?? null),
  }
}

export const savePlaybackPreferences = ({ playbackRate, captions }: Partial<PlaybackPreferences>): void =>
  choosePreferences({
    ...(playbackRate !== undefined && { playbackRate }),
    ...(captions && { captions: captions === 'off' ? null : captions }),
  })
