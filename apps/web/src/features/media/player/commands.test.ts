/** The player's shortcuts, which leave fields and buttons their keys; positions as spoken text; speed and captions are remembered per user. */

import { expect, test, afterEach } from 'vitest'
import { useSession } from '#lib/session.ts'
import { signInAs } from '#test/fake-api.ts'
import {
  getCommand,
  isTakenBy,
  keyTable,
  savePlaybackPreferences,
  readPreferences,
  setVolume,
  spokenPlace,
  stepRate,
  toggleMute,
} from './commands.ts'

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, more: Partial<typeof none> = {}) => getCommand({ ...none, key, ...more })

test.each([
  [' ', { do: 'play' }],
  ['k', { do: 'play' }],
  ['K', { do: 'play' }],
  ['j', { do: 'skip', by: -10 }],
  ['l', { do: 'skip', by: 10 }],
  ['ArrowLeft', { do: 'skip', by: -5 }],
  ['ArrowRight', { do: 'skip', by: 5 }],
  ['ArrowUp', { do: 'volume', by: 0.05 }],
  ['m', { do: 'mute' }],
  ['f', { do: 'fullscreen' }],
  ['p', { do: 'picture' }],
  ['c', { do: 'captions' }],
  ['<', { do: 'rate', by: -1 }],
  ['>', { do: 'rate', by: 1 }],
  ['0', { do: 'jump', to: 0 }],
  ['7', { do: 'jump', to: 0.7 }],
  ['Home', { do: 'jump', to: 0 }],
  ['End', { do: 'jump', to: 1 }],
  ['?', { do: 'help' }],
] as const)('%j', (key, command) => expect(press(key)).toEqual(command))

test('Shift+N writes a note, n alone does nothing', () => {
  expect(press('N', { shiftKey: true })).toEqual({ do: 'note' })
  expect(press('n')).toBeUndefined()
})

test.each(['Tab', 'Escape', 'Enter', 'x', 'F5', 'toString'])('%s is not a shortcut', (key) => expect(press(key)).toBeUndefined())

test('the browser’s shortcuts are left alone', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) expect(press('f', { [modifier]: true })).toBeUndefined()
})

test('fields and buttons keep their own keys', () => {
  const made = (tag: string, type?: string): HTMLElement => Object.assign(document.createElement(tag), type ? { type } : {})
  expect(isTakenBy(made('textarea'), 'k')).toBe(true)
  expect(isTakenBy(made('select'), 'ArrowUp')).toBe(true)
  expect(isTakenBy(made('button'), ' ')).toBe(true)
  expect(isTakenBy(made('button'), 'k')).toBe(false)
  expect(isTakenBy(made('input', 'range'), 'ArrowLeft')).toBe(false)
  expect(isTakenBy(made('video'), ' ')).toBe(false)
})

test('the list names each action once', () => expect(new Set(keyTable.map(([action]) => action)).size).toBe(keyTable.length))

afterEach(() => localStorage.clear())

test('speed and captions are saved separately, and per user', () => {
  signInAs('USER')
  expect(readPreferences()).toEqual({ playbackRate: 1, captions: null, captionLanguage: null })
  savePlaybackPreferences({ playbackRate: 1.5 })
  savePlaybackPreferences({ captions: 'de' })
  expect(readPreferences()).toEqual({ playbackRate: 1.5, captions: 'de', captionLanguage: null })
  savePlaybackPreferences({ captions: 'off', captionLanguage: 'de' })
  expect(readPreferences()).toEqual({ playbackRate: 1.5, captions: 'off', captionLanguage: 'de' })
  useSession.getState().signOut()
  expect(readPreferences()).toEqual({ playbackRate: 1, captions: null, captionLanguage: null })
})

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [1.75, 1, 2],
  [2, 1, 2],
  [0.5, -1, 0.5],
] as const)('from speed %d, one step of %d leads to %d, which is remembered', (from, by, to) => {
  signInAs('USER')
  const video = document.createElement('video')
  video.playbackRate = from
  expect(stepRate(video, by)).toBe(`Speed ${to}×`)
  expect(video.playbackRate).toBe(to)
  expect(readPreferences().playbackRate).toBe(to)
})

test('louder can be heard, also while the sound is off; down to nothing is off', () => {
  const video = document.createElement('video')
  video.muted = true
  expect(setVolume(video, 0.05)).toBe('Volume 5\u00a0%')
  expect([video.volume, video.muted]).toEqual([0.05, false])
  setVolume(video, -0.05)
  expect([video.volume, video.muted]).toEqual([0, true])
  // Turned on again, it must be heard.
  expect(toggleMute(video)).toBe('Sound on')
  expect([video.volume, video.muted]).toEqual([0.5, false])
})

test.each([
  [252, 1865, '4 minutes 12 of 31 minutes'],
  [60, 1865, '1 minute of 31 minutes'],
  [61, 90, '1 minute 1 of 1 minute'],
  [0, 1865, '0 seconds of 31 minutes'],
  [1, 15, '1 second of 15 seconds'],
  [3729, 7260, '1 hour 2 minutes 9 of 121 minutes'],
  [3600, 7200, '1 hour 0 minutes of 120 minutes'],
  [12, 0, '12 seconds'],
])('%d of %d', (time, duration, words) => expect(spokenPlace(time, duration)).toBe(words))
