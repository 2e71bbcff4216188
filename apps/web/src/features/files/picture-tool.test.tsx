/** Pictures in a text: added with the button of the editor, pasted or dropped, and reported if that fails. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { MessageInput } from '#features/emails/message-input.tsx'
import { ApiProblem } from '#lib/api.ts'
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
  const choose = () => userEvent.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, picture)
  return { choose, sent, canvas, texts }
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
  await waitFor(() => expect(texts.at(-1)).toContain('<img data-key="image/1.jpg" src="blob:chart" alt="chart.png">'))
  expect(texts.at(-1)).toContain('<p>Look</p>')
  expect(button().hasAttribute('data-loading')).toBe(false)
})

test('a picture that was not stored leaves the text as it is, is reported, and can be added again', async () => {
  const { choose, texts } = open(() => Promise.reject(new ApiProblem('too-large', { status: 413, detail: 'Your storage is full.' })))
  await choose()
  expect(await screen.findByText('Your storage is full. The picture was not saved.')).toBeDefined()
  expect(texts).toEqual([])
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
