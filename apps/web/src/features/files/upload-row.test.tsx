/** One upload of a list: what it says in each state, and what can be done with it. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { makeUpload, MiB, target } from '#test/upload-page.ts'
import { UploadRow } from './upload-row.tsx'
import type { Upload } from './uploads/types.ts'
import { uploads } from './uploads/use-uploads.ts'

const work = { pause: vi.fn<(id: string) => void>(), resume: vi.fn<(id: string) => void>(), cancel: vi.fn<(id: string) => void>() }
const pick = vi.fn<(id: string, picked: { file: File }) => void>()

beforeEach(() => {
  signInAs('TRAINER')
  for (const mock of [...Object.values(work), pick]) mock.mockReset()
  vi.spyOn(uploads, 'pause').mockImplementation(work.pause)
  vi.spyOn(uploads, 'resume').mockImplementation(async (id) => work.resume(id))
  vi.spyOn(uploads, 'cancel').mockImplementation(work.cancel)
  vi.spyOn(uploads, 'pick').mockImplementation(async (id, picked) => pick(id, picked))
})

const show = (facts: Partial<Upload>, isBoxed = false) => renderAt(<UploadRow upload={makeUpload(facts)} isBoxed={isBoxed} />)
const buttons = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

const leave = 'Cancel the upload of lecture.mp4'
const pause = 'Pause lecture.mp4'
test.each<[Partial<Upload>, string | RegExp, string[]]>([
  [{ speed: 5 * MiB }, '50 MB of 100 MB, 5 MB/s', [pause, leave]],
  [{ bytes: 0 }, 'Waits for its turn', [pause, leave]],
  [{ state: 'waiting' }, 'Waits for its turn', [pause, leave]],
  [{ state: 'offline' }, 'Offline. It goes on when the connection is back.', [pause, leave]],
  [{ state: 'paused' }, 'Paused at 50 %', ['Resume lecture.mp4', leave]],
  [{ state: 'signed-out' }, 'Waiting for sign-in', [leave]],
  [{ state: 'finishing' }, 'Publishing', []],
  [{ state: 'failed', reason: 'The disk is full.' }, 'Stopped at 50 %. The disk is full.', ['Try lecture.mp4 again', leave]],
  [{ state: 'refused', reason: 'No video.' }, 'Refused. No video.', ['Remove lecture.mp4 from the list']],
  [{ state: 'not-resumable' }, /^It cannot be continued here/, ['Discard the upload of lecture.mp4']],
  [{ state: 'needs-file' }, 'It continues with what the server already has.', ['Pick the same file: lecture.mp4', leave]],
  [{ state: 'needs-file', isAsked: true }, 'The uploaded part is kept.', ['Pick the same file: lecture.mp4', leave]],
  [{ state: 'needs-file', isAsked: true, bytes: 0 }, 'Nothing is uploaded yet.', ['Pick the same file: lecture.mp4', leave]],
  [{ state: 'needs-file', reason: 'This is another file.' }, 'This is another file.', ['Pick the same file: lecture.mp4', leave]],
])('%j says %s', (facts, words, controls) => {
  show(facts)
  expect(screen.getByText(words)).toBeDefined()
  expect(buttons()).toEqual(controls)
  const hasBar = ['moving', 'finishing', 'offline', 'paused'].includes(facts.state ?? 'moving')
  expect(screen.queryAllByRole('progressbar', { name: 'Upload of lecture.mp4' })).toHaveLength(hasBar ? 1 : 0)
})

const place = { courseId: target.courseId, weekId: target.weekId }
test.each<[string, Partial<Upload>, string, string]>([
  ['published', { mediaId: 'm1' }, 'In week 3', paths.media.to({ ...place, mediaId: 'm1' })],
  ['not published', {}, 'Open', paths.mediaNew.to(place)],
  ['not saved', { target: { ...target, mediaId: 'm2' } }, 'Open', paths.mediaEdit.to({ ...place, mediaId: 'm2' })],
])('one that is complete and %s leads there; on its own form it only says that it is there', (words, facts, link, address) => {
  const done = { ...facts, state: 'done', bytes: 100 * MiB } as const
  const { unmount } = show(done)
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(address)
  expect(screen.queryAllByText(`Uploaded, ${words}.`)).toHaveLength(words === 'published' ? 0 : 1)
  unmount()
  show(done, true)
  expect(screen.getByText('Uploaded')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

test('it is paused, resumed and tried again with one click', async () => {
  const first = show({})
  await userEvent.click(screen.getByRole('button', { name: pause }))
  first.unmount()
  const second = show({ state: 'paused' })
  await userEvent.click(screen.getByRole('button', { name: 'Resume lecture.mp4' }))
  second.unmount()
  show({ state: 'failed', id: 'upload-2' })
  await userEvent.click(screen.getByRole('button', { name: 'Try lecture.mp4 again' }))
  expect([work.pause.mock.calls, work.resume.mock.calls]).toEqual([[['upload-1']], [['upload-1'], ['upload-2']]])
})

test.each<[string, Partial<Upload>, string, RegExp, string]>([
  ['much of it is uploaded', {}, leave, /^50 % of it is uploaded\. It would have to start again\.$/, 'Cancel the upload'],
  [
    'it is complete, but in no week',
    { state: 'done', bytes: MiB, size: MiB },
    'Delete lecture.mp4',
    /not in a week yet/,
    'Delete the file',
  ],
  ['it cannot go on', { state: 'not-resumable' }, 'Discard the upload of lecture.mp4', /uploaded part is deleted/, 'Discard upload'],
])('if %s, leaving it asks first', async (_, facts, button, question, confirm) => {
  show(facts)
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByText(question)).toBeDefined()
  expect(work.cancel).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: confirm }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(work.cancel.mock.calls).toEqual([['upload-1']])
})

test.each<[string, Partial<Upload>, string]>([
  ['little is uploaded', { bytes: 16 * MiB }, leave],
  ['it is published', { state: 'done', mediaId: 'm' }, 'Remove lecture.mp4 from the list'],
  ['it was refused', { state: 'refused' }, 'Remove lecture.mp4 from the list'],
])('if %s, leaving it loses nothing, and asks nothing', async (_, facts, button) => {
  show(facts)
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(work.cancel.mock.calls).toEqual([['upload-1']])
})

test('after a reload the same file is picked, or read again where the browser may', async () => {
  const { container, unmount } = show({ state: 'needs-file' })
  expect(screen.getByText('Resume lecture.mp4')).toBeDefined()
  expect(screen.getByText('(50 %)')).toBeDefined()
  const file = new File(['x'], 'lecture.mp4', { type: 'video/mp4' })
  await userEvent.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, file)
  expect(pick.mock.calls.map(([id, picked]) => [id, picked.file.name])).toEqual([['upload-1', 'lecture.mp4']])
  unmount()
  show({ state: 'needs-file', handle: {} as NonNullable<Upload['handle']> })
  expect(screen.getByText(/^The browser asks before it reads the file again\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Resume lecture.mp4' }))
  expect(work.resume).toHaveBeenCalledWith('upload-1')
})
