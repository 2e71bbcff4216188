import { renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useControls } from './video-player.tsx'

const videoIn = (state: 'NETWORK_EMPTY' | 'NETWORK_LOADING') => {
  const video = document.createElement('video')
  Object.defineProperty(video, 'networkState', { value: video[state] })
  return { current: video }
}

test('a video that began to load before the page listened gets its controls too', async () => {
  const { result } = renderHook(() => useControls(videoIn('NETWORK_LOADING'), 'https://video.example/a.mp4'))
  await waitFor(() => expect(result.current.Controls).not.toBeNull())
  expect(result.current.player?.tagName).toBe('VIDEO')
})

test('the code of the controls is not fetched before the video begins', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const video = videoIn('NETWORK_EMPTY')
  const { result } = renderHook(() => useControls(video, 'https://video.example/a.mp4'))
  vi.advanceTimersByTime(10_000)
  expect(result.current.Controls).toBeNull()
})
