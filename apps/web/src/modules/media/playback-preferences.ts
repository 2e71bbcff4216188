/** How somebody likes videos to play: speed and captions, remembered from one to the next. The one place that knows where it is kept. */
import { localStore } from '#lib/local-store.ts'
import { useSession } from '#lib/session.ts'

export type PlaybackPreferences = {
  /** 0.5 to 2 in steps of 0.25. */
  playbackRate: number
  /** The language of the captions, `off`, or null where nothing was chosen: then the video's own default counts. */
  captions: string | null
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const nothingChosen: PlaybackPreferences = { playbackRate: 1, captions: null }

const nameOf = (): string => `playback:${useSession.getState().user?.id ?? 'nobody'}`

export function readPreferences(): PlaybackPreferences {
  try {
    const kept = JSON.parse(localStore.getItem(nameOf()) ?? '{}') as Partial<PlaybackPreferences>
    return {
      playbackRate: rates.find((rate) => rate === kept.playbackRate) ?? nothingChosen.playbackRate,
      captions: typeof kept.captions === 'string' ? kept.captions : null,
    }
  } catch {
    return nothingChosen
  }
}

export const keepPreferences = (changes: Partial<PlaybackPreferences>): void =>
  localStore.setItem(nameOf(), JSON.stringify({ ...readPreferences(), ...changes }))
