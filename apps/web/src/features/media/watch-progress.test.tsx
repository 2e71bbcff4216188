/** Watch progress is sent every 15 seconds, on pause, at the end, and when the page is hidden or left. */

import { act } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VideoAttendance } from '@lms/contract/attendance'
import { useSession } from '#lib/session.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { readUnsentProgress } from './offline-watch-progress.ts'
import { useWatchStats, useWatchProgress } from './watch-progress.tsx'

const id = (n: number) => `0198f6a0-0000-7000-8000-00000000000${n}`
const place = { courseId: id(1), weekId: id(2), mediaId: id(3) }
const saved: VideoAttendance = {
  watched: false,
  watchedAt: null,
  coverage: 0,
  position: 0,
  savedAt: null,
  durationSeconds: 1000,
  ranges: [],
  source: null,
}

function Player() {
  const video = useRef<HTMLVideoElement>(null)
  const watching = useWatchProgress(place, saved)
  useWatchStats(video, watching?.recorder)
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is played
  return <video ref={video} />
}

/** A page with a player, and what it sent: jsdom plays nothing, so the test sets the position of the video. */
async function page() {
  signInAs('USER')
  const called = fakeApi({ attendance: { markVideoAttendance: async ({ body }) => ({ ...saved, ranges: body.ranges ?? [] }) } })
  const answer = fetch
  const outlived: (boolean | undefined)[] = []
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    outlived.push(init.keepalive)
    return answer(input, init)
  })
  const { container, unmount } = renderAt(<Player />)
  const video = container.querySelector('video')!
  const player = { currentTime: 0, paused: true, seeking: false, ended: false, duration: 1000 }
  for (const name of Object.keys(player) as (keyof typeof player)[]) Object.defineProperty(video, name, { get: () => player[name] })
  const tell = (event: string): boolean => video.dispatchEvent(new Event(event))
  const wait = (seconds: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1000)))
  const play = async (seconds: number): Promise<void> => {
    player.paused = false
    tell('play')
    for (let second = 0; second < seconds; second++) {
      await wait(1)
      player.currentTime += 1
      tell('timeupdate')
    }
  }
  const stop = (event: 'pause' | 'ended'): void => {
    player.paused = true
    player.ended = event === 'ended'
    tell(event)
  }
  /** The progress sent after the report of the start. */
  const sent = () => called.slice(1).map(({ request }) => request.body as { position: number; ranges: [number, number][] })
  return { called, sent, outlived, wait, play, stop, unmount }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the start is reported at once, and then every 15 seconds what was watched', async () => {
  const { called, sent, play, wait } = await page()
  await play(0)
  expect(called.map(({ request }) => request.body)).toEqual([{ ...place, watched: false, durationSeconds: 1000 }])
  await play(14)
  expect(sent()).toEqual([])
  await play(2)
  expect(sent()).toMatchObject([{ position: 14, ranges: [[0, 14]] }])
  await play(15)
  expect(sent()).toMatchObject([{ position: 14 }, { position: 29, ranges: [[0, 29]] }])
  await wait(15)
  expect(sent().at(-1)).toMatchObject({ position: 31 })
  // Nobody watches: nothing is sent.
  await wait(120)
  expect(sent()).toHaveLength(3)
})

test.each(['pause', 'ended'] as const)('%s sends what was watched at once', async (event) => {
  const { sent, play, stop, wait } = await page()
  await play(7)
  expect(sent()).toEqual([])
  stop(event)
  await wait(0)
  expect(sent()).toMatchObject([{ position: 7, ranges: [[0, 7]] }])
})

const leave = {
  'hiding the page': () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    state.mockRestore()
  },
  'leaving the page': () => void window.dispatchEvent(new Event('pagehide')),
  'going to another screen': (unmount: () => void) => unmount(),
}

test.each(Object.entries(leave))('%s sends what was watched, and the request outlives the page', async (_, go) => {
  const { sent, outlived, play, wait, unmount } = await page()
  await play(7)
  expect(sent()).toEqual([])
  go(unmount)
  // No timer runs any more in a closed page.
  await wait(0)
  expect(sent()).toMatchObject([{ position: 7, ranges: [[0, 7]] }])
  expect(outlived).toEqual([true, true])
})

test('coming back to the page sends nothing', async () => {
  const { sent, play, wait } = await page()
  await play(7)
  document.dispatchEvent(new Event('visibilitychange'))
  await wait(0)
  expect(sent()).toEqual([])
})

test('an unmounted screen sends nothing more', async () => {
  const { called, play, wait, unmount } = await page()
  await play(7)
  unmount()
  await wait(60)
  expect(called).toHaveLength(2)
})

test('what one user watched is never sent for another who has signed in since', async () => {
  const { called, play, wait, unmount } = await page()
  await play(7)
  const { user, setAuth } = useSession.getState()
  setAuth('other', { ...user!, id: 'somebody-else' })
  await wait(20)
  unmount()
  await wait(0)
  expect(called).toHaveLength(1)
  expect(readUnsentProgress(user!.id, place.mediaId)).toMatchObject({ ranges: [[0, 7]] })
})
