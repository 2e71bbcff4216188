/** The state of a video element for rendering; and full screen when a phone is rotated. */

import { useEffect, useState } from 'react'

export type PlayerState = {
  isPaused: boolean
  isEnded: boolean
  /** Playing, but waiting for data. */
  isWaiting: boolean
  /** Seconds. */
  time: number
  /** Seconds; 0 while unknown. */
  duration: number
  /** Seconds up to which the current range is loaded. */
  loaded: number
  /** 0 to 1; 0 while muted. */
  volume: number
  rate: number
  hasPlayed: boolean
}

/* oxfmt-ignore */
const events = [
  'play', 'playing', 'pause', 'ended', 'waiting', 'canplay', 'timeupdate', 'seeking', 'seeked', 'durationchange', 'loadedmetadata',
  'progress', 'volumechange', 'ratechange', 'emptied',
]

function loadedAt({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++)
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime) return buffered.end(index)
  return currentTime
}

const read = (video: HTMLVideoElement): PlayerState => ({
  isPaused: video.paused,
  isEnded: video.ended,
  isWaiting: !video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !video.ended,
  time: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : 0,
  loaded: loadedAt(video),
  volume: video.muted ? 0 : video.volume,
  rate: video.playbackRate,
  hasPlayed: video.played.length > 0 || !video.paused,
})

export function usePlayer(video: HTMLVideoElement): PlayerState {
  const [state, setState] = useState(() => read(video))
  useEffect(() => {
    const update = (): void => setState(read(video))
    update()
    for (const event of events) video.addEventListener(event, update)
    return () => {
      for (const event of events) video.removeEventListener(event, update)
    }
  }, [video])
  return state
}

/** Whether an element fills the screen now. */
export function useIsFullscreen(box: HTMLElement): boolean {
  const [isFull, setFull] = useState(() => document.fullscreenElement === box)
  useEffect(() => {
    const update = (): void => setFull(document.fullscreenElement === box)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [box])
  return isFull
}

/** Whether the video plays in a small window over everything else; the browser has a button of its own to end that. */
export function useIsPictureInPicture(video: HTMLVideoElement): boolean {
  const [isOut, setOut] = useState(() => document.pictureInPictureElement === video)
  useEffect(() => {
    const enter = (): void => setOut(true)
    const leave = (): void => setOut(false)
    video.addEventListener('enterpictureinpicture', enter)
    video.addEventListener('leavepictureinpicture', leave)
    return () => {
      video.removeEventListener('enterpictureinpicture', enter)
      video.removeEventListener('leavepictureinpicture', leave)
    }
  }, [video])
  return isOut
}

/** Only on phones: tablets and windows have space next to the video. */
const onItsSide = '(orientation: landscape) and (max-height: 599.98px) and (pointer: coarse)'

export function useLandscape(box: HTMLElement, video: HTMLVideoElement): void {
  useEffect(() => {
    const side = window.matchMedia(onItsSide)
    /** Full screen that was started by the button is left by the button. */
    let isRotated = false
    const turn = (): void => {
      if (side.matches && !video.paused && document.fullscreenEnabled && !document.fullscreenElement) {
        // Browsers that require a click for it leave the page as it is.
        void box.requestFullscreen({ navigationUI: 'hide' }).then(
          () => void (isRotated = true),
          () => undefined,
        )
      } else if (!side.matches && isRotated) {
        isRotated = false
        if (document.fullscreenElement === box) void document.exitFullscreen().catch(() => undefined)
      }
    }
    side.addEventListener('change', turn)
    return () => side.removeEventListener('change', turn)
  }, [box, video])
}
