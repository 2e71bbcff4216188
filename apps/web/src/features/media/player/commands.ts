/** The commands of the player: shortcuts, effects and labels. Speed and captions are remembered. */

import { pluralize } from '#lib/pluralize.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import { seek } from '../use-resume.ts'

export type Command =
  | { do: 'play' | 'mute' | 'fullscreen' | 'picture' | 'captions' | 'help' | 'note' }
  /** Seconds forward or, below 0, back. */
  | { do: 'skip'; by: number }
  /** Share of the whole, 0 to 1. */
  | { do: 'jump'; to: number }
  /** Share of full volume, up or down. */
  | { do: 'volume'; by: number }
  /** Steps of 0.25. */
  | { do: 'rate'; by: 1 | -1 }

const commands: Readonly<Record<string, Command>> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  j: { do: 'skip', by: -10 },
  l: { do: 'skip', by: 10 },
  ArrowLeft: { do: 'skip', by: -5 },
  ArrowRight: { do: 'skip', by: 5 },
  ArrowUp: { do: 'volume', by: 0.05 },
  ArrowDown: { do: 'volume', by: -0.05 },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  p: { do: 'picture' },
  c: { do: 'captions' },
  '<': { do: 'rate', by: -1 },
  '>': { do: 'rate', by: 1 },
  Home: { do: 'jump', to: 0 },
  End: { do: 'jump', to: 1 },
  '?': { do: 'help' },
}

/** For the list of shortcuts: the label, and the keys. */
export const keyTable: readonly (readonly [action: string, keys: readonly string[]])[] = [
  ['Play or pause', ['Space', 'K']],
  ['10 seconds back or forward', ['J', 'L']],
  ['5 seconds back or forward', ['←', '→']],
  ['Louder or quieter', ['↑', '↓']],
  ['Sound off or on', ['M']],
  ['Captions on or off', ['C']],
  ['Slower or faster', ['<', '>']],
  ['Full screen', ['F']],
  ['Picture in picture', ['P']],
  ['To 0 % … 90 %', ['0', '…', '9']],
  ['To the start or the end', ['Home', 'End']],
  ['Write a note at this place', ['Shift', 'N']],
  ['This list', ['?']],
]

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Undefined for keys of the browser and unused ones. */
export function getCommand({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (shiftKey && key.toLowerCase() === 'n') return { do: 'note' }
  if (/^\d$/.test(key)) return { do: 'jump', to: Number(key) / 10 }
  const name = key.length === 1 ? key.toLowerCase() : key
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** A field handles its own keys, and a button the two that press it. */
export function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('textarea, select, [contenteditable], input:not([type=range])')) return true
  return target.matches('button, a') && (key === ' ' || key === 'Enter')
}

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

/** Sets the default too: loading the next URL resets the rate to it. */
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

/** On iPhones only the video element itself can go full screen. */
type WithOwnFullscreen = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export async function toggleFullscreen(box: HTMLElement, video: WithOwnFullscreen): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else if (document.fullscreenEnabled) await box.requestFullscreen({ navigationUI: 'hide' })
  else video.webkitEnterFullscreen?.()
}

/** Not supported by some browsers, and turned off by some users. */
export const hasPictureInPicture = (): boolean => document.pictureInPictureEnabled

export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement === video) await document.exitPictureInPicture()
  else await video.requestPictureInPicture()
}

type PlaybackPreferences = {
  /** 0.5 to 2 in steps of 0.25. */
  playbackRate: number
  /** The language of the captions, `off`, or null if never chosen: then the video's default applies. */
  captions: string | null
  /** While captions are off, the language chosen before: turned on again, it is back, also with another video. */
  captionLanguage: string | null
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export function readPreferences(): PlaybackPreferences {
  const stored = useSession.getState().user?.preferences
  return {
    playbackRate: rates.find((rate) => rate === stored?.playbackRate) ?? 1,
    captions: stored?.captions === null ? 'off' : (stored?.captions ?? null),
    captionLanguage: stored?.captionLanguage ?? null,
  }
}

export const savePlaybackPreferences = ({ playbackRate, captions, captionLanguage }: Partial<PlaybackPreferences>): void =>
  choosePreferences({
    ...(playbackRate !== undefined && { playbackRate }),
    ...(captions && { captions: captions === 'off' ? null : captions }),
    ...(captionLanguage && { captionLanguage }),
  })

/** “4 minutes 12”, “1 hour 2 minutes 9”; below a minute “12 seconds”. */
function formatSpokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  if (whole < 60) return pluralize(rest, 'second')
  const long = [hours > 0 && pluralize(hours, 'hour'), (minutes > 0 || hours > 0) && pluralize(minutes, 'minute'), rest > 0 && String(rest)]
  return long.filter(Boolean).join(' ')
}

const spokenLength = (seconds: number): string =>
  seconds < 60 ? pluralize(Math.floor(seconds), 'second') : pluralize(Math.floor(seconds / 60), 'minute')

/** “4 minutes 12 of 31 minutes”. */
export const spokenPlace = (time: number, duration: number): string =>
  duration > 0 ? `${formatSpokenTime(time)} of ${spokenLength(duration)}` : formatSpokenTime(time)
