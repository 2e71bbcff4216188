/** A picture of a form: chosen, cropped, sent, removed; and pictures of drafts, whose addresses have expired. */

// Loaded before the first test, which would wait for it otherwise.
import './crop-dialog.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readDraft, saveDraft } from '#lib/stored-drafts.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { useFreshPictures } from './fresh-pictures.ts'
import { ImageField } from './image-field.tsx'

const drawn = vi.fn<(...args: unknown[]) => void>()
const stored: string[] = []

/** jsdom neither reads nor draws pictures, and the store is elsewhere. */
class Put extends EventTarget {
  upload = new EventTarget()
  status = 200
  response = new Blob()
  getAllResponseHeaders = () => 'etag: "1"\r\n'
  open = (_method: string, url: string) => void stored.push(url)
  setRequestHeader = () => undefined
  abort = () => undefined
  send = () => setTimeout(() => this.dispatchEvent(new Event('load')))
}

beforeEach(() => {
  drawn.mockReset()
  stored.length = 0
  vi.stubGlobal('XMLHttpRequest', Put)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) => done(new Blob(['x'], { type: type ?? '' })))
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:chosen'
      static override revokeObjectURL = () => undefined
    },
  )
})

function open({ isRound = false, size = { width: 400, height: 200 }, hasImage = false, isRefused = false } = {}) {
  const close = vi.fn<() => void>()
  vi.stubGlobal('createImageBitmap', async () => ({ ...size, close }))
  signInAs('USER')
  const called = fakeApi({
    files: {
      presignUpload: () =>
        isRefused
          ? Promise.reject(new FakeProblem(413, 'too-large', 'Your storage is full.'))
          : Promise.resolve({ key: 'image/1.webp', url: '/store/1', headers: {}, expiresAt: '2099-01-01T00:00:00.000Z' }),
    },
  })
  const onChange = vi.fn<(key: string | null) => void>()
  function Host() {
    const [has, setHas] = useState(hasImage)
    return (
      <ImageField
        label="Cover"
        longest={100}
        isRound={isRound}
        hasImage={has}
        onChange={(key) => {
          onChange(key)
          setHas(key !== null)
        }}
        renderPreview={(url) => <p>{url ?? 'no preview'}</p>}
      />
    )
  }
  renderAt(<Host />)
  const choose = () =>
    userEvent.upload(
      screen.getByLabelText<HTMLInputElement>('Cover', { selector: 'input' }),
      new File(['x'], 'me.png', { type: 'image/png' }),
    )
  return { called, onChange, choose, close }
}
const area = () => drawn.mock.calls.at(-1)?.slice(1)

test('a picture is made as small as needed, sent, shown, and can be removed', async () => {
  const { called, onChange, choose, close } = open()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  await choose()
  expect(await screen.findByText('blob:chosen')).toBeDefined()
  expect(area()).toEqual([0, 0, 400, 200, 0, 0, 100, 50])
  expect(called[0]?.request.query).toEqual({ fileType: 'image/webp', fileName: 'picture.webp', size: '1' })
  expect([stored, onChange.mock.calls]).toEqual([['/store/1'], [['image/1.webp']]])
  expect(close).toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Replace' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(onChange).toHaveBeenLastCalledWith(null)
  expect(screen.getByText('no preview')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeDefined()
})

test.each([
  ['too many pixels', { size: { width: 8001, height: 5000 } }, 'The picture has more than 40 megapixels. Make it smaller first.'],
  ['that the server refuses', { isRefused: true }, 'Your storage is full. The picture was not saved.'],
])('a picture %s is not used, and the reason is shown', async (_, facts, words) => {
  const { onChange, choose } = open(facts)
  await choose()
  expect(await screen.findByText(words)).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
})

test('a file that the browser cannot read says which kinds it can', async () => {
  const { onChange, choose } = open()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no')))
  await choose()
  expect(await screen.findByText(/^This browser cannot read the picture\. Save it as JPEG or PNG/)).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
})

test('the part of a round photo is chosen by keyboard; only that part is drawn', async () => {
  const { onChange, choose } = open({ isRound: true })
  await choose()
  const frame = await screen.findByRole('application', { name: 'Part of the picture that is used' })
  expect(onChange).not.toHaveBeenCalled()
  frame.focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowLeft}')
  await userEvent.click(screen.getByRole('button', { name: 'Use photo' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('image/1.webp'))
  // The side is 200, so a large step is 20 to the right, and a small one 4 back.
  expect(area()?.map((number) => Math.round(number as number))).toEqual([116, 0, 200, 200, 0, 0, 100, 100])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('zooming has its limits, and a photo that is not used is not sent', async () => {
  const { onChange, choose, called, close } = open({ isRound: true })
  await choose()
  const [away, near] = [await screen.findByRole('button', { name: 'Further away' }), screen.getByRole('button', { name: 'Nearer' })]
  expect(away).toHaveProperty('disabled', true)
  await userEvent.click(near)
  expect(screen.getByRole('slider', { name: 'Zoom' }).getAttribute('aria-valuenow')).toBe('1.25')
  expect(away).toHaveProperty('disabled', false)
  screen.getByRole('application').focus()
  await userEvent.keyboard('--')
  expect(Number(screen.getByRole('slider', { name: 'Zoom' }).getAttribute('aria-valuenow'))).toBeCloseTo(1.05)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(close).toHaveBeenCalled()
  expect([called, onChange.mock.calls]).toEqual([[], []])
})

const key = 'image/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.png'
const html = `<p>Look</p><img data-key="${key}" src="/expired">`

function Editor() {
  const isReady = useFreshPictures('post', 'content')
  return isReady ? <p>{readDraft<{ content: string }>(signedIn.id, 'post')?.value.content ?? 'empty'}</p> : <p>Waiting</p>
}
let signedIn = { id: '' }

test.each([
  ['get new addresses before the draft is opened', async () => ({ items: [{ key, url: '/files/new' }] }), 'src="/files/new"'],
  ['stay as they are if the server has no answer', () => Promise.reject(new FakeProblem(503, 'unavailable')), 'src="/expired"'],
])('pictures of a stored draft %s', async (_, getImageUrls, words) => {
  signedIn = signInAs('USER')
  saveDraft(signedIn.id, 'post', { content: html, title: 'Kept' }, '2026-11-12T10:00:00.000Z')
  const called = fakeApi({ files: { getImageUrls } })
  renderAt(<Editor />)
  expect(screen.getByText('Waiting')).toBeDefined()
  expect((await screen.findByText(/Look/)).textContent).toContain(words)
  expect(called[0]?.request.body).toEqual({ keys: [key] })
  expect(readDraft(signedIn.id, 'post')).toMatchObject({ value: { title: 'Kept' }, savedAt: '2026-11-12T10:00:00.000Z' })
})

test('a draft without pictures is opened at once', () => {
  signedIn = signInAs('USER')
  const called = fakeApi({})
  renderAt(<Editor />)
  expect(screen.getByText('empty')).toBeDefined()
  expect(called).toEqual([])
})
