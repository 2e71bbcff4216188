/** The dialog in which a round photo is placed: it stays open until the photo is saved or given up; and fields without it. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { ImageField } from './image-field.tsx'

const photo = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
const unsaved = 'This browser cannot save the picture. Try another one.'
const close = vi.fn<() => void>()

// What jsdom lacks: reading, drawing and saving a picture.
beforeEach(() => {
  close.mockClear()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 200, close }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
})

function show(facts: { hasImage?: boolean; isRound?: boolean } = {}) {
  signInAs('USER')
  fakeApi({})
  const onChange = vi.fn<(key: string | null) => void>()
  const { hasImage = false, isRound = true } = facts
  renderAt(
    <ImageField
      label="Photo"
      hasImage={hasImage}
      isRound={isRound}
      longest={512}
      onChange={onChange}
      renderPreview={() => <p>Preview</p>}
    />,
  )
  return onChange
}
const take = () => userEvent.upload(screen.getByLabelText('Photo', { selector: 'input' }), photo)

test('a photo that was not saved stays in its dialog, which says why; Cancel keeps the one before', async () => {
  const onChange = show()
  await take()
  const dialog = await screen.findByRole('dialog', { name: 'Place your photo' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use photo' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain(unsaved)
  expect(screen.getAllByText(unsaved)).toHaveLength(1)
  expect(close).not.toHaveBeenCalled()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(close).toHaveBeenCalledOnce()
  expect(screen.queryByText(unsaved)).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})

test('a click inside the dialog, also on the picture, leaves it open', async () => {
  show()
  await take()
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByText(/^Drag the picture/))
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('a picture of any shape has no dialog; what went wrong is said at the field', async () => {
  const onChange = show({ isRound: false })
  await take()
  expect(await screen.findByText(unsaved)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})

test('only a picture that is there can be removed', async () => {
  const onChange = show({ hasImage: true })
  expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(onChange.mock.calls).toEqual([[null]])
})

test('without a picture there is none to remove', () => {
  show()
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('keys move and zoom the part that is used, within the picture', async () => {
  const onUse = vi.fn<(cut: object) => void>()
  renderAt(
    <CropDialog
      picture={{ file: photo, size: { width: 400, height: 200 } }}
      onUse={onUse}
      onClose={() => undefined}
      isPending={false}
      error={undefined}
    />,
  )
  const used = async (): Promise<object> => {
    await userEvent.click(screen.getByRole('button', { name: 'Use photo' }))
    return onUse.mock.lastCall![0]
  }
  const part = await screen.findByRole('application')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Further away' }).disabled).toBe(true)
  expect(await used()).toEqual({ x: 100, y: 0, width: 200, height: 200 })
  part.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(await used()).toEqual({ x: 104, y: 0, width: 200, height: 200 })
  part.focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
  expect(await used()).toEqual({ x: 64, y: 0, width: 200, height: 200 })
  for (let n = 0; n < 4; n++) await userEvent.click(screen.getByRole('button', { name: 'Nearer' }))
  expect(await used()).toEqual({ x: 114, y: 50, width: 100, height: 100 })
  part.focus()
  await userEvent.keyboard('-')
  expect(await used()).toMatchObject({ width: 200 / 1.9 })
})
