/** How each kind of file is shown; uploaded content never becomes part of the page. */

import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { FileView, type ViewedFile } from './file-view.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #seen: (entries: { isIntersecting: boolean }[]) => void
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen
      }
      observe = () => this.#seen([{ isIntersecting: true }])
      disconnect = () => undefined
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const show = (type: string, name: string, change: Partial<ViewedFile> = {}) => {
  const file = { key: crypto.randomUUID(), name, type, size: 100, url: '/files/x', ...change }
  return renderAt(<FileView file={file} name={name} />).container
}
const answerWith = (text: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(text, { status }))

test.each([
  ['image/png', 'img'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
])('%s is shown by %s; a broken file is reported', async (type, element) => {
  const shown = show(type, 'a').querySelector(element)!
  expect(shown.getAttribute('src')).toBe('/files/x')
  fireEvent.error(shown)
  expect(await screen.findByText('This file cannot be shown here. Download it to open it.')).toBeTruthy()
})

test('an uploaded HTML page is shown as text with line numbers', async () => {
  answerWith('<h1>Hello</h1>\n<script>alert(1)</script>\n')
  const container = show('text/x-source', 'index.html')
  const region = await screen.findByRole('region', { name: 'index.html' })
  expect(region.textContent).toBe('1\n2\n3<h1>Hello</h1>\n<script>alert(1)</script>\n')
  expect(container.querySelector('h1, script, iframe, object, embed')).toBeNull()
})

test('plain text has no line numbers', async () => {
  answerWith('Dear\r\nreader')
  show('text/plain', 'letter.txt')
  expect((await screen.findByRole('region', { name: 'letter.txt' })).textContent).toBe('Dear\nreader')
})

test('text that is long or does not load is offered as a download', async () => {
  show('text/plain', 'long.txt', { size: 1024 * 1024 + 1 })
  expect(screen.getByText('Too long to be shown here. Download it to read it.')).toBeTruthy()
  answerWith('gone', 403)
  show('text/plain', 'gone.txt')
  expect(await screen.findByText('This file cannot be shown here. Download it to open it.')).toBeTruthy()
})

test('files that browsers cannot show are not previewed', () => {
  expect(show('application/zip', 'a.zip').innerHTML.includes('/files/x')).toBe(false)
})
