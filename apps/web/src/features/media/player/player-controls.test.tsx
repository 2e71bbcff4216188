/** The player in use: the speed chosen before, keys for sound and captions, and starting by tap. */

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useSession } from '#lib/session.ts'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { readPreferences } from './commands.ts'
import { PlayerControls } from './player-controls.tsx'

const captions = [{ key: 'English', language: 'en', label: 'English', default: true, url: '' }]

function show() {
  const box = document.createElement('div')
  const video = document.createElement('video')
  Object.defineProperty(video, 'textTracks', { value: [] })
  box.append(video)
  const { container } = renderAt(<PlayerControls video={video} box={box} media={{ title: 'Lecture', captions }} />)
  // The controls are in the box, as on the page.
  document.body.append(box)
  box.append(container)
  screen.getByRole('button', { name: 'Play' }).focus()
  return video
}

test('a video plays at the speed that was chosen for another one', () => {
  const user = signInAs('USER')
  useSession.getState().setUser({ ...user, preferences: { playbackRate: 1.5 } })
  expect(show().playbackRate).toBe(1.5)
})

test('louder, while the sound is off, begins at silence', async () => {
  signInAs('USER')
  const video = show()
  await userEvent.keyboard('m')
  expect(video.muted).toBe(true)
  await userEvent.keyboard('{ArrowUp}')
  expect([video.volume, video.muted]).toEqual([0.05, false])
})

test('one key turns captions off and on again, and the choice is remembered', async () => {
  signInAs('USER')
  show()
  await userEvent.keyboard('c')
  await screen.findByText('Captions off')
  expect(readPreferences().captions).toBe('off')
  await userEvent.keyboard('c')
  await screen.findByText('Captions: English')
  expect(readPreferences().captions).toBe('en')
})

test('a tap starts a video; while it plays, a tap only shows the controls, and a click pauses', () => {
  signInAs('USER')
  const video = show()
  let isPaused = true
  Object.defineProperty(video, 'paused', { get: () => isPaused })
  video.play = vi.fn<() => Promise<void>>(async () => void (isPaused = false))
  video.pause = vi.fn<() => void>(() => void (isPaused = true))
  const press = (pointerType: string) => act(() => void video.dispatchEvent(new PointerEvent('click', { pointerType, bubbles: true })))
  press('touch')
  expect(isPaused).toBe(false)
  press('touch')
  expect(isPaused).toBe(false)
  press('mouse')
  expect(isPaused).toBe(true)
})
