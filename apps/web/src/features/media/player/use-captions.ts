/** Which captions are shown, and the words of this moment. They are drawn by us, because the browser's would lie under the controls. */
import type { Media } from '@lms/contract/media'
import { useEffect, useState } from 'react'
import { savePlaybackPreferences, readPreferences } from '../playback-preferences.ts'

type Captions = Media['captions']

export const captionsOff = 'off'

/** The track that a wish leads to: one in its language, the video's default where nothing was wished or is there, none. */
export function chosenCaption(captions: Captions, wish: string | null): Captions[number] | undefined {
  if (wish === captionsOff) return undefined
  const defaults = captions.filter((caption) => caption.default)
  return [...defaults, ...captions].find(({ language }) => language === wish) ?? defaults[0]
}

const plainText = (cue: TextTrackCue): string => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '')

const isAt = ({ startTime, endTime }: TextTrackCue, time: number): boolean => startTime <= time && time < endTime

export function useCaptions(video: HTMLVideoElement, captions: Captions) {
  const [wish, setWish] = useState(() => readPreferences().captions)
  /** Of this video, where two are in one language; for the others the language is remembered. */
  const [key, setKey] = useState<string | null>(null)
  const [words, setWords] = useState<readonly string[]>([])
  const chosen = captions.find((caption) => caption.key === key) ?? chosenCaption(captions, wish)
  const at = chosen ? captions.indexOf(chosen) : -1

  useEffect(() => {
    const tracks = [...video.textTracks]
    // Hidden means loaded and followed, but drawn by nobody else.
    tracks.forEach((track, index) => (track.mode = index === at ? 'hidden' : 'disabled'))
    const track = tracks[at]
    const element = video.querySelectorAll('track')[at]
    // By the time: before a video starts, browsers count no cue as active.
    const follow = (): void => setWords([...(track?.cues ?? [])].filter((cue) => isAt(cue, video.currentTime)).map(plainText))
    follow()
    track?.addEventListener('cuechange', follow)
    element?.addEventListener('load', follow)
    video.addEventListener('seeked', follow)
    // Where the phone's own player fills the screen, it draws the captions.
    const onOwn = (): void => void (track && (track.mode = 'showing'))
    const onBack = (): void => void (track && (track.mode = 'hidden'))
    video.addEventListener('webkitbeginfullscreen', onOwn)
    video.addEventListener('webkitendfullscreen', onBack)
    return () => {
      track?.removeEventListener('cuechange', follow)
      element?.removeEventListener('load', follow)
      video.removeEventListener('seeked', follow)
      video.removeEventListener('webkitbeginfullscreen', onOwn)
      video.removeEventListener('webkitendfullscreen', onBack)
    }
  }, [video, at])

  /** By the key of the captions, or `off`. */
  const choose = (which: string): string => {
    const next = captions.find((caption) => caption.key === which)
    savePlaybackPreferences({ captions: next?.language ?? captionsOff })
    setWish(next?.language ?? captionsOff)
    setKey(next?.key ?? null)
    return next ? `Captions: ${next.label}` : 'Captions off'
  }
  const toggle = (): string => {
    const next = captions.find((caption) => caption.default) ?? captions[0]
    return chosen || !next ? choose(captionsOff) : choose(next.key)
  }
  return { chosen, words, choose, toggle }
}
