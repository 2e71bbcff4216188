/** Recordings that are dropped or pasted: those that can be used are passed on, the others are named. */

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { RecordingDrop } from './recording-drop.tsx'
import type { PickedFile } from './uploads/file-handles.ts'

beforeEach(() => void signInAs('TRAINER'))

const head = Uint8Array.from([0, 0, 0, 32, ...new TextEncoder().encode('ftypisom'), ...Array.from({ length: 40 }, () => 0)])
const video = (name: string) => new File([head], name)
const dataOf = (files: File[]) => ({ files, items: files.map(() => ({ kind: 'file' })) })

function open(props: Partial<Parameters<typeof RecordingDrop>[0]> = {}) {
  const onPicked = vi.fn<(picked: PickedFile[]) => void>()
  const view = renderAt(<RecordingDrop label="Choose recordings" onPicked={onPicked} {...props} />)
  const zone = screen.getByRole('button', { name: 'Choose recordings' }).parentElement!
  return { ...view, zone, names: () => onPicked.mock.calls.map(([picked]) => picked.map(({ file }) => file.name)) }
}
const paste = (target: Node, files: File[]) => fireEvent.paste(target, { clipboardData: dataOf(files) })

test('recordings are dropped together; what cannot be used is named, and the error of the form is shown again after it', async () => {
  const { zone, names } = open({ isMultiple: true, error: 'Choose the file of the recording' })
  expect(screen.getByText('Choose the file of the recording')).toBeDefined()
  // Otherwise the browser would open the file in place of the page.
  expect(fireEvent.dragOver(zone)).toBe(false)
  expect(fireEvent.drop(zone, { dataTransfer: dataOf([video('one.mp4'), new File(['x'], 'notes.exe'), video('two.mp4')]) })).toBe(false)
  await waitFor(() => expect(names()).toEqual([['one.mp4', 'two.mp4']]))
  expect(screen.getByText('notes.exe is of a type that is not accepted.')).toBeDefined()
  fireEvent.drop(zone, { dataTransfer: dataOf([video('three.mp4')]) })
  expect(await screen.findByText('Choose the file of the recording')).toBeDefined()
  expect(names()).toHaveLength(2)
})

test('where one recording is wanted, the first of several is taken', async () => {
  const { zone, names } = open()
  fireEvent.drop(zone, { dataTransfer: dataOf([video('one.mp4'), video('two.mp4')]) })
  await waitFor(() => expect(names()).toEqual([['one.mp4']]))
})

test('nothing is passed on if no file can be used', async () => {
  const { zone, names } = open()
  fireEvent.drop(zone, { dataTransfer: dataOf([new File([], 'empty.mp4')]) })
  expect(await screen.findByText('empty.mp4 is empty.')).toBeDefined()
  expect(names()).toEqual([])
})

test('a file pasted anywhere on the page is taken, a text is not, and nothing after the page was left', async () => {
  const { names, unmount } = open()
  paste(document.body, [])
  paste(document.body, [video('pasted.mp4')])
  await waitFor(() => expect(names()).toEqual([['pasted.mp4']]))
  unmount()
  paste(document.body, [video('late.mp4')])
  await Promise.resolve()
  expect(names()).toHaveLength(1)
})
