/** Private notes on the page of a recording: written under the player, listed, edited, deleted and brought back. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MediaNote } from '@lms/contract/media'
import { FakeProblem, type Fakes } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { media, show } from '#test/media-page.tsx'

const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})

const noteOf = (number: number, at: number, text: string, createdAt: string): MediaNote => ({
  id: idOf(number),
  at,
  text,
  createdAt,
  updatedAt: createdAt,
})
const stored = [
  noteOf(1, 5, 'First **bold** word', '2026-11-12T10:00:00.000Z'),
  noteOf(2, 65, 'Second', '2026-11-14T10:00:00.000Z'),
  noteOf(3, 130, 'Third', '2026-11-13T10:00:00.000Z'),
]

function open(notes: MediaNote[] = stored, more: Fakes['media'] = {}) {
  let all = notes
  const called = show(
    'STUDENT',
    media,
    {},
    {
      listNotes: async () => ({ items: all, page: 1, limit: 100, total: all.length }),
      createNote: async ({ body }) => {
        const made = { ...noteOf(0, body.at, body.text, '2026-11-20T10:00:00.000Z'), id: body.id ?? idOf(9) }
        all = [...all.filter(({ id }) => id !== made.id), made]
        return made
      },
      updateNote: async ({ params, body = {} }) => ({ ...all.find(({ id }) => id === params.id)!, text: body.text ?? '' }),
      removeNote: async ({ params }) => void (all = all.filter(({ id }) => id !== params.id)),
      ...more,
    },
  )
  const calls = (name: string) => called.filter((call) => call.name === `media.${name}`).map(({ request }) => request)
  return { calls }
}
const newest = async () =>
  within(await screen.findByRole('list', { name: 'Newest notes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Note at/ })

test('the two newest are under the player, all of them by their place in their tab', async () => {
  open()
  expect(await newest()).toEqual([expect.stringContaining('Second'), expect.stringContaining('Third')])
  await userEvent.click(screen.getByRole('tab', { name: 'My notes' }))
  const list = within(await screen.findByRole('list', { name: 'My notes' }))
  expect(list.getAllByRole('button', { name: /^Go to/ }).map(({ textContent }) => textContent)).toEqual(['0:05', '1:05', '2:10'])
  expect(list.getByText('bold').tagName).toBe('STRONG')
  const player = screen.getByLabelText<HTMLVideoElement>(media.title)
  await userEvent.click(list.getByRole('button', { name: 'Go to 1:05' }))
  expect(player.currentTime).toBe(65)
})

test('a note belongs to the second at which typing began, is added by Ctrl+Enter, and the box is free for the next', async () => {
  const { calls } = open([])
  const field = await box()
  const player = screen.getByLabelText<HTMLVideoElement>(media.title)
  player.currentTime = 42.5
  await userEvent.type(field, 'Ask')
  player.currentTime = 90
  await userEvent.type(field, ' Ana{Control>}{Enter}{/Control}')
  await waitFor(() => expect(field.value).toBe(''))
  expect(calls('createNote').at(-1)?.body).toMatchObject({ at: 42.5, text: 'Ask Ana' })
  expect(new Set(calls('createNote').map(({ body }) => (body as { id: string }).id)).size).toBe(1)
  expect(await newest()).toEqual([expect.stringContaining('Ask Ana')])
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  expect(document.activeElement).toBe(field)
})

test('a note that is not saved stays in the box, with the reason', async () => {
  open([], { createNote: () => Promise.reject(new FakeProblem(409, 'conflict', 'You have 300 notes here.')) })
  const field = await box()
  await userEvent.type(field, 'One more{Control>}{Enter}{/Control}')
  expect(await screen.findByText('You have 300 notes here.')).toBeDefined()
  expect(field.value).toBe('One more')
})

test('a note is edited in place; an empty one is not saved, and Escape leaves', async () => {
  const { calls } = open([stored[1]!])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the note at 1:05' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note at 1:05' })
  expect(document.activeElement).toBe(field)
  await userEvent.clear(field)
  expect(screen.getByText('An empty note is not saved. Delete it instead.')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the note at 1:05' }))
  expect(calls('updateNote')).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: 'Note at 1:05' }), '{Control>}a{/Control}Changed{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Note at 1:05' })).toBeNull())
  expect(calls('updateNote').at(-1)).toMatchObject({ params: { id: idOf(2) }, body: { text: 'Changed' } })
  expect(await newest()).toEqual([expect.stringContaining('Changed')])
})

test('a deleted note can be brought back as it was', async () => {
  const { calls } = open([stored[1]!])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the note at 1:05' }))
  expect(await screen.findByText('Note deleted')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Newest notes' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await newest()).toEqual([expect.stringContaining('Second')])
  expect(calls('createNote').at(-1)?.body).toEqual({ id: idOf(2), at: 65, text: 'Second' })
})

test('without notes the tab says what they are, and if they do not load it says that', async () => {
  const { calls } = open([])
  await userEvent.click(await screen.findByRole('tab', { name: 'My notes' }))
  expect(await screen.findByText(/^No notes yet\. Each belongs to a place in the video, and only you can read it\.$/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download as Markdown' })).toBeNull()
  expect(calls('listNotes')[0]?.query).toEqual({ page: '1', limit: '100' })
})
