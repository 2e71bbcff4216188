/** Which captions are shown, and the words of this moment. They are drawn by us, because the browser's would lie under the controls. */
import type { Media } from '@lms/contract/media'
import { useEffect, useState } from 'react'
import { keepPreferences, readPreferences } from '../playback-preferences.ts'

type Captions = Media['captions']

export const off = 'off'

/** The track that a wish leads to: its language, the video's default where nothing was wished, none. */
export function chosenCaption(captions: Captions, wish: string | null): Captions[number] | undefined {
  if (wish === off) return undefined
  const own = wish === null ? undefined : (captions.find(({ language }) => language === wish) ?? captions[0])
  return own ?? captions.find((caption) => caption.default)
}

const plainText = (cue: TextTrackCue): string => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '')

const isAt = ({ startTime, endTime }: TextTrackCue, time: number): boolean => startTime <= time && time < endTime

export function useCaptions(video: HTMLVideoElement, captions: Captions) {
  const [wish, setWish] = useState(() => readPreferences().captions)
  const [words, setWords] = useState<readonly string[]>([])
  const chosen = chosenCaption(captions, wish)
  const at = chosen ? captions.indexOf(chosen) : -1

  useEffect(() => {
    const tracks = [...video.textTracks]
    // Hidden means loaded and followed, but drawn by nobody else.
    tracks.forEach((track, index) => (track.mode = index === at ? 'hidden' : 'disabled'))
    const track = tracks[at]
    const element = video.querySelectorAll('track')[at]
    // By the time itself: while a video has not begun, browsers count no cue as active.
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

  const choose = (language: string): string => {
    keepPreferences({ captions: language })
    setWish(language)
    return language === off ? 'Captions off' : `Captions: ${captions.find((caption) => caption.language === language)?.label ?? 'on'}`
  }
  const toggle = (): string => {
    const next = captions.find((caption) => caption.default) ?? captions[0]
    return chosen || !next ? choose(off) : choose(next.language)
  }
  return { chosen, words, choose, toggle }
}
