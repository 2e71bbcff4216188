/** The cues of a transcript by keyboard: one stop, arrows between them. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { CueList } from './transcript.tsx'

const cues = ['One', 'Two', 'Three', 'Four'].map((text, index) => ({ start: index * 2, end: index * 2 + 2, text }))

function show(search = '') {
  const video = { current: document.createElement('video') }
  renderAt(
    <>
      <CueList cues={cues} video={video} search={search} />
      <button type="button">Download</button>
    </>,
  )
  return video.current
}

const focused = (): string => document.activeElement?.textContent ?? ''

test('the list is one tab stop, at the current cue; the next tab stop is after the list', async () => {
  const video = show()
  video.currentTime = 4.5
  video.dispatchEvent(new Event('timeupdate'))
  expect(await screen.findByRole('button', { current: true })).toBeDefined()
  await userEvent.tab()
  expect(focused()).toContain('Three')
  await userEvent.tab()
  expect(focused()).toBe('Download')
})

test('arrows, Home and End go from cue to cue, Enter plays from there', async () => {
  const video = show()
  await userEvent.tab()
  expect(focused()).toContain('One')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toContain('Three')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toContain('Two')
  await userEvent.keyboard('{End}{ArrowDown}')
  expect(focused()).toContain('Four')
  await userEvent.keyboard('{Home}{ArrowUp}')
  expect(focused()).toContain('One')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(video.currentTime).toBe(2)
})

test('search results have a tab stop, too', async () => {
  show('t')
  await userEvent.tab()
  expect(focused()).toContain('Two')
  await userEvent.keyboard('{End}')
  expect(focused()).toContain('Three')
  expect(screen.getAllByRole('button', { name: /T/ })).toHaveLength(2)
})
