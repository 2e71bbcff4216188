/** Picture in picture: offered if the browser supports it, by button and key; its state is right however it ends. */

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { PlayerControls } from './player-controls.tsx'

/** What jsdom lacks, as in browsers: one video at a time, and each change fires an event on that video. */
let isOffered = true
let out: HTMLVideoElement | null = null
const enter = (video: HTMLVideoElement): void => {
  out = video
  video.dispatchEvent(new Event('enterpictureinpicture'))
}
const leave = (): void => {
  const video = out
  out = null
  video?.dispatchEvent(new Event('leavepictureinpicture'))
}

beforeEach(() => {
  isOffered = true
  out = null
  Object.defineProperty(document, 'pictureInPictureEnabled', { configurable: true, get: () => isOffered })
  Object.defineProperty(document, 'pictureInPictureElement', { configurable: true, get: () => out })
  Object.assign(document, { exitPictureInPicture: async () => leave() })
  Object.assign(HTMLVideoElement.prototype, {
    async requestPictureInPicture(this: HTMLVideoElement) {
      enter(this)
    },
  })
})
afterEach(() => {
  for (const name of ['pictureInPictureEnabled', 'pictureInPictureElement', 'exitPictureInPicture']) Reflect.deleteProperty(document, name)
  Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestPictureInPicture')
})

function show() {
  const box = document.createElement('div')
  const video = document.createElement('video')
  box.append(video)
  const { container } = renderAt(<PlayerControls video={video} box={box} media={{ title: 'Lecture', captions: [] }} />)
  // The controls are in the box, as on the page.
  document.body.append(box)
  box.append(container)
  return { box, video }
}
const offer = () => screen.queryByRole('button', { name: 'Picture in picture' })
const wayBack = () => screen.queryByRole('button', { name: 'Leave picture in picture' })

test('the button starts and ends it', async () => {
  const { video } = show()
  await userEvent.click(offer()!)
  expect(out).toBe(video)
  expect(offer()).toBeNull()
  await userEvent.click(wayBack()!)
  expect(out).toBeNull()
  expect(offer()).not.toBeNull()
})

test('so does the key', async () => {
  const { video } = show()
  screen.getByRole('button', { name: 'Play' }).focus()
  await userEvent.keyboard('p')
  expect(out).toBe(video)
  await userEvent.keyboard('p')
  expect(out).toBeNull()
})

test('ending it with the browser’s own button is noticed', async () => {
  show()
  await userEvent.click(offer()!)
  act(leave)
  expect(wayBack()).toBeNull()
  expect(offer()).not.toBeNull()
})

test('controls that are loaded later show it', () => {
  const video = document.createElement('video')
  out = video
  renderAt(<PlayerControls video={video} box={document.createElement('div')} media={{ title: 'Lecture', captions: [] }} />)
  expect(wayBack()).not.toBeNull()
})

test('if the browser refuses, nothing changes', async () => {
  const { video } = show()
  video.requestPictureInPicture = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await userEvent.click(offer()!)
  expect(offer()).not.toBeNull()
})

test('without browser support there is no button, and the key says so', async () => {
  isOffered = false
  const ask = vi.spyOn(HTMLVideoElement.prototype, 'requestPictureInPicture')
  show()
  expect(offer()).toBeNull()
  screen.getByRole('button', { name: 'Play' }).focus()
  await userEvent.keyboard('p')
  expect(screen.getByText('This browser has no picture in picture')).toBeDefined()
  expect(ask).not.toHaveBeenCalled()
})
