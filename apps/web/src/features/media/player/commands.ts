/** Does to a video what keys and buttons ask for, and says in a few words what that was. */
import { savePlaybackPreferences, rates } from '../playback-preferences.ts'
import { seek } from '../seek.ts'

const clamp = (value: number, most: number): number => Math.min(Math.max(0, value), most)
const getDuration = ({ duration }: HTMLVideoElement): number => (Number.isFinite(duration) ? duration : 0)

export const togglePlay = (video: HTMLVideoElement): void => (video.paused ? void video.play().catch(() => undefined) : video.pause())

export function skip(video: HTMLVideoElement, by: number): string {
  seek(video, clamp(video.currentTime + by, getDuration(video)))
  return `${by > 0 ? '+' : '−'}${Math.abs(by)} s`
}

export const jump = (video: HTMLVideoElement, share: number): void => seek(video, share * getDuration(video))

export function setVolume(video: HTMLVideoElement, volume: number): string {
  // In steps of whole percent: sums of 0.05 drift.
  video.volume = clamp(Math.round(volume * 100) / 100, 1)
  video.muted = video.volume === 0
  return `Volume ${Math.round(video.volume * 100)}\u00a0%`
}

export function toggleMute(video: HTMLVideoElement): string {
  video.muted = !video.muted
  if (!video.muted && video.volume === 0) video.volume = 0.5
  return video.muted ? 'Sound off' : 'Sound on'
}

/** Of the default too: the next address that is loaded would start at it. */
export function applyRate(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}

export function setRate(video: HTMLVideoElement, rate: number): string {
  applyRate(video, rate)
  savePlaybackPreferences({ playbackRate: rate })
  return `Speed ${rate}×`
}

export function stepRate(video: HTMLVideoElement, by: 1 | -1): string {
  const at = rates.findIndex((rate) => rate >= video.playbackRate)
  return setRate(video, rates[clamp((at < 0 ? rates.length - 1 : at) + by, rates.length - 1)] ?? 1)
}

/** Phones of one maker let nothing but the video itself fill the screen. */
type WithOwnFullscreen = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export async function toggleFullscreen(box: HTMLElement, video: WithOwnFullscreen): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else if (document.fullscreenEnabled) await box.requestFullscreen({ navigationUI: 'hide' })
  else video.webkitEnterFullscreen?.()
}

/** Some browsers have no such thing, and some owners of a browser forbid it. */
export const hasPictureInPicture = (): boolean => document.pictureInPictureEnabled

export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement === video) await document.exitPictureInPicture()
  else await video.requestPictureInPicture()
}
