/** The transcript: its cues by keyboard (one stop, arrows between them), its languages, search, following and file. */

import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { foundCases, missedCases } from '@lms/contract/rules/search-cases'
import { makeMedia } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { CueList, Transcript } from './transcript.tsx'

const cues = ['One', 'Two', 'Three', 'Four'].map((text, index) => ({ start: index * 2, end: index * 2 + 2, text }))

function show(search = '', said = cues) {
  const video = { current: document.createElement('video') }
  renderAt(
    <>
      <CueList cues={said} video={video} search={search} />
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

const caption = (key: string, label: string, isDefault: boolean) => ({
  key,
  label,
  language: key,
  default: isDefault,
  url: `/files/${key}.vtt`,
})
const files: Record<string, string> = {
  '/files/en.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nClean first\n\n01:05.000 --> 01:09.000\nThen count',
  '/files/pt.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nLimpar primeiro',
}
function open(captions = [caption('en', 'English', false), caption('pt', 'Português', true)]) {
  vi.stubGlobal('fetch', async (url: string) => new Response(files[url] ?? '', { status: files[url] ? 200 : 404 }))
  const video = { current: document.createElement('video') }
  const media = makeMedia({ title: 'Cleaning', captions })
  return renderAt(<Transcript media={media} video={video} captionsPath={undefined} />)
}

test('the default language is shown first, and another can be chosen; a single one leaves no choice', async () => {
  const { unmount } = open()
  expect(await screen.findByText('Limpar primeiro')).toBeDefined()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language of the transcript' }), 'English')
  expect(await screen.findByText('Clean first')).toBeDefined()
  expect(screen.getByText('1:05')).toBeDefined()
  unmount()
  open([caption('en', 'English', false)])
  expect(await screen.findByText('Clean first')).toBeDefined()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('a search marks the words in what is said, in either case, and says when nobody says them', async () => {
  open([caption('en', 'English', true)])
  await screen.findByText('Clean first')
  const field = screen.getByRole('searchbox', { name: 'Search transcript' })
  await userEvent.type(field, 'COUNT')
  await waitFor(() => expect(screen.queryByText('Clean first')).toBeNull())
  expect(screen.getByText('count').tagName).toBe('MARK')
  await userEvent.clear(field)
  await userEvent.type(field, 'zebra')
  expect(await screen.findByText('“zebra” is not said.')).toBeDefined()
})

test('the file has each line with its time; captions that do not load or are empty say so', async () => {
  let saved: Blob | undefined
  let name = ''
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => ((saved = blob), 'blob:file')
      static override revokeObjectURL = () => undefined
    },
  )
  const { unmount } = open([caption('en', 'English', true)])
  await userEvent.click(await screen.findByRole('button', { name: 'Download the transcript' }))
  expect([name, await saved?.text()]).toEqual(['Cleaning.txt', 'Cleaning\n\n0:00  Clean first\n1:05  Then count\n'])
  unmount()
  open([caption('xx', 'Lost', true)])
  expect(await screen.findByText('The transcript could not be loaded')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download the transcript' })).toBeNull()
})

test('a reader who scrolls is not moved any more, until they want to follow again', async () => {
  const video = show()
  video.currentTime = 4.5
  video.dispatchEvent(new Event('timeupdate'))
  await screen.findByRole('button', { current: true })
  const list = screen.getByRole('list', { name: 'Transcript' })
  list.scrollTop = 1
  fireEvent.scroll(list)
  expect(screen.queryByRole('button', { name: 'Follow again' })).toBeNull()
  list.scrollTop = 90
  fireEvent.scroll(list)
  await userEvent.click(screen.getByRole('button', { name: 'Follow again' }))
  expect(screen.queryByRole('button', { name: 'Follow again' })).toBeNull()
  expect(list.scrollTop).toBe(0)
})

test.each(foundCases)('the search finds “%s” by “%s”, and marks it', (text, search) => {
  show(search, [{ start: 0, end: 2, text }])
  expect(document.querySelectorAll('mark').length).toBeGreaterThan(0)
})
test.each(missedCases)('the search does not find “%s” by “%s”', (text, search) => {
  show(search, [{ start: 0, end: 2, text }])
  expect(screen.queryByRole('listitem')).toBeNull()
})
