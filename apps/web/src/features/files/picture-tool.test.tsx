/** Pictures in a text: added with the button of the editor, pasted or dropped, and reported if that fails. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { MessageInput } from '#features/emails/message-input.tsx'
import { enter } from '#test/enter.ts'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import * as files from './use-file-uploads.ts'

const picture = new File(['x'], 'chart.png', { type: 'image/png' })

function open(store: () => Promise<{ key: string }>, size = { width: 2080, height: 100 }) {
  signInAs('TRAINER')
  const canvas = vi.fn<(...args: unknown[]) => void>()
  vi.stubGlobal('createImageBitmap', async () => ({ ...size, close: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: canvas, fillRect: () => undefined } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) => done(new Blob(['x'], { type: type ?? '' })))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:chart')
  const sent = vi.spyOn(files, 'uploadFile').mockImplementation(store)
  const texts: string[] = []
  function Host() {
    const [value, setValue] = useState('<p>Look</p>')
    const change = (html: string): void => {
      texts.push(html)
      setValue(html)
    }
    return <MessageInput label="Message" value={value} onChange={change} />
  }
  const { container } = renderAt(<Host />)
  const field = screen.getByRole('textbox', { name: 'Message' })
  /** Tiptap's own, for the selection: jsdom has no layout to click into. */
  const { editor } = field as unknown as { editor: Editor }
  const choose = () => userEvent.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, picture)
  return { choose, sent, canvas, texts, field, editor }
}
const button = () => screen.getByRole('button', { name: 'Add picture' })

test('a picture is made small enough for emails, and is in the text under its key; the button waits for it', async () => {
  const stored = Promise.withResolvers<{ key: string }>()
  const { choose, sent, canvas, texts } = open(() => stored.promise)
  await choose()
  await waitFor(() => expect(sent.mock.calls.map(([file]) => file.name)).toEqual(['picture.jpg']))
  expect(canvas.mock.calls[0]?.slice(1)).toEqual([0, 0, 2080, 100, 0, 0, 1040, 50])
  expect(button().hasAttribute('data-loading')).toBe(true)
  await act(async () => stored.resolve({ key: 'image/1.jpg' }))
  await waitFor(() => expect(texts.at(-1)).toContain('<img data-key="image/1.jpg" src="blob:chart" alt="">'))
  expect(texts.at(-1)).toContain('<p>Look</p>')
  expect(button().hasAttribute('data-loading')).toBe(false)
})

test('a picture that was not stored leaves the text as it is, is reported, and can be added again', async () => {
  const { choose, texts } = open(() => Promise.reject(new ApiProblem('too-large', { status: 413, detail: 'Your storage is full.' })))
  await choose()
  expect(await screen.findByText('Your storage is full. The picture was not saved.')).toBeDefined()
  expect(texts.filter((text) => text !== '<p>Look</p>')).toEqual([])
  expect(screen.queryByText('Adding picture …')).toBeNull()
  expect(button().hasAttribute('data-loading')).toBe(false)
})

const carrying = (file: File, text = '') => ({
  files: [file],
  items: [],
  types: ['Files'],
  getData: (type: string) => (type === 'text/plain' ? text : ''),
})

test.each([
  ['pasted', (field: HTMLElement) => fireEvent.paste(field, { clipboardData: carrying(picture) })],
  ['dropped', (field: HTMLElement) => fireEvent.drop(field, { dataTransfer: carrying(picture) })],
])('a picture that is %s is added as with the button', async (_, put) => {
  document.elementFromPoint = () => null
  const { texts } = open(async () => ({ key: 'image/1.jpg' }))
  // False: the browser does nothing of its own, such as opening the file.
  expect(put(screen.getByRole('textbox', { name: 'Message' }))).toBe(false)
  await waitFor(() => expect(texts.at(-1)).toContain('<img data-key="image/1.jpg"'))
})

test('other files are refused in words; text that comes with a picture is pasted as text', async () => {
  const { sent } = open(async () => ({ key: 'image/1.jpg' }))
  const field = screen.getByRole('textbox', { name: 'Message' })
  fireEvent.paste(field, { clipboardData: carrying(new File(['x'], 'essay.pdf', { type: 'application/pdf' })) })
  expect(await screen.findByText('Only pictures can be put into a text.')).toBeDefined()
  fireEvent.paste(field, { clipboardData: carrying(picture, 'Ana 17') })
  expect(sent).not.toHaveBeenCalled()
})

test('who writes on behind a picture keeps it: the caret is in the paragraph behind it', async () => {
  const { choose, texts, field, editor } = open(async () => ({ key: 'image/1.jpg' }))
  act(() => void editor.commands.focus('end'))
  await choose()
  await waitFor(() => expect(texts.at(-1)).toContain('<img'))
  await enter(field, 'And more')
  expect(texts.at(-1)).toBe('<p>Look</p><img data-key="image/1.jpg" src="blob:chart" alt=""><p>And more</p>')
})

test('a picture that arrives late goes to its place, and takes neither the caret nor what is selected', async () => {
  const stored = Promise.withResolvers<{ key: string }>()
  const { choose, texts, field, editor } = open(() => stored.promise)
  act(() => void editor.commands.setTextSelection(3))
  await choose()
  expect(await screen.findByText('Adding picture …')).toBeDefined()
  await enter(field, 'XY')
  act(() => void editor.commands.selectAll())
  await act(async () => stored.resolve({ key: 'image/1.jpg' }))
  await waitFor(() => expect(texts.at(-1)).toBe('<p>Lo</p><img data-key="image/1.jpg" src="blob:chart" alt=""><p>okXY</p>'))
  expect(editor.state.selection.empty).toBe(false)
  expect(screen.queryByText('Adding picture …')).toBeNull()
})

test('a picture whose place was deleted since is not added elsewhere, and a message says so', async () => {
  const stored = Promise.withResolvers<{ key: string }>()
  const { choose, texts, editor } = open(() => stored.promise)
  await choose()
  await screen.findByText('Adding picture …')
  act(() => void editor.commands.setContent('<p>Something else</p>', { emitUpdate: true }))
  await act(async () => stored.resolve({ key: 'image/1.jpg' }))
  expect(await screen.findByText('The picture was not added: the text around its place was deleted.')).toBeDefined()
  expect(texts.at(-1)).toBe('<p>Something else</p>')
})

test('a selected picture has a field for its description, which is empty at first', async () => {
  const { choose, texts, editor } = open(async () => ({ key: 'image/1.jpg' }))
  await choose()
  await waitFor(() => expect(texts.at(-1)).toContain('<img'))
  expect(screen.queryByRole('textbox', { name: 'Description of the picture' })).toBeNull()
  let at = -1
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'picture') at = position
  })
  act(() => void editor.commands.setNodeSelection(at))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Description of the picture' }), 'Rents by year')
  expect(texts.at(-1)).toContain('alt="Rents by year"')
})

test('with the whole text selected a picture goes behind it', async () => {
  const { choose, texts, editor } = open(async () => ({ key: 'image/1.jpg' }))
  act(() => void editor.commands.selectAll())
  await choose()
  await waitFor(() => expect(texts.at(-1)).toBe('<p>Look</p><img data-key="image/1.jpg" src="blob:chart" alt="">'))
})
