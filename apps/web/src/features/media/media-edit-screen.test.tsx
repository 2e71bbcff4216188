/** Editing a recording or a session: what is sent, what follows, and deleting. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Media } from '@lms/contract/media'
import { paths } from '#lib/paths.ts'
import { type Upload } from '#features/files/uploads/types.ts'
import { uploads } from '#features/files/uploads/use-uploads.ts'
import { enter } from '#test/enter.ts'
import { FakeProblem, fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeMedia, makeWeek, weekId } from '#test/fixtures.ts'
import { minutes, zoom } from '#test/media-page.tsx'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { makeUpload, showUploads, target } from '#test/upload-page.ts'
import { MediaEditScreen } from './media-edit-screen.tsx'

const stored = makeMedia({ url: 'video/0198f6a0-0000-7000-8000-000000000000/x.mp4', playbackUrl: '/files/x.mp4' })
const session = makeMedia({ type: 'LIVE', title: 'Q&A', url: null, playbackUrl: null, zoomOptions: { ...zoom, startsAt: minutes(600) } })
const week = paths.week.to({ courseId, weekId })

function open(
  media: Media = stored,
  { fakes = {}, running = [], role = 'TRAINER' }: { fakes?: Fakes['media']; running?: Upload[]; role?: 'TRAINER' | 'STUDENT' } = {},
) {
  signInAs(role === 'TRAINER' ? 'TRAINER' : 'USER')
  showUploads(running)
  let current = media
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(role) },
    weeks: { getWeek: async () => makeWeek() },
    // Never answered.
    files: { presignUpload: () => new Promise(() => undefined) },
    media: {
      getMedia: async () => current,
      getMediaOptions: async () => ({ zoom: false }),
      getViewers: async () => ({ started: 3, watched: 1, unwatched: 0 }),
      getOtherUses: async () => ({ items: [], hidden: 1 }),
      updateMedia: async ({ body }) => (current = { ...media, title: (body as { title: string }).title }),
      ...fakes,
    },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.mediaEdit.pattern} element={<ScreenWithData of={MediaEditScreen} />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.mediaEdit.to({ courseId, weekId, mediaId: media.id }),
  )
  const find = (name: string) => called.find((call) => call.name === `media.${name}`)?.request
  return { called, router, find }
}
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

test('a new title is saved as it is meant; only then nothing is left to save', async () => {
  const { find } = open()
  await userEvent.type(await title(), ' again ')
  await save()
  expect(await screen.findByText('Cleaning a messy dataset again is saved')).toBeDefined()
  expect(find('updateMedia')?.body).toEqual({ title: 'Cleaning a messy dataset again', notes: '' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
  expect((await title()).value).toBe('Cleaning a messy dataset again')
  expect(screen.getByText('4 started, 1 finished')).toBeDefined()
  expect(screen.getByText('One week in courses of others')).toBeDefined()
})

test('a refusal is shown, and what was typed stays', async () => {
  open(stored, { fakes: { updateMedia: () => Promise.reject(new FakeProblem(503, 'unavailable', 'The store does not answer.')) } })
  await userEvent.type(await title(), '!')
  await save()
  expect((await screen.findAllByText(/The store does not answer\./)).length).toBeGreaterThan(0)
  expect((await title()).value).toBe('Cleaning a messy dataset!')
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDefined()
})

test('saving waits for files that are still uploading', async () => {
  const { called } = open()
  await userEvent.type(await title(), '!')
  const field = document.querySelector<HTMLInputElement>('#attachments input[type=file]')!
  await userEvent.upload(field, new File(['%PDF-1.7'], 'slides.pdf', { type: 'application/pdf' }))
  await save()
  expect((await screen.findAllByText('Wait until the files are uploaded, or remove them')).length).toBeGreaterThan(0)
  expect(called.some(({ name }) => name === 'media.updateMedia')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel slides.pdf' }))
  await save()
  await screen.findByText('Cleaning a messy dataset! is saved')
})

test('students cannot edit', async () => {
  open(stored, { role: 'STUDENT' })
  expect(await screen.findByText(/^Trainers edit the courses that they teach\./)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('another link in the place of one asks what becomes of those in the middle of it, and sends the answer', async () => {
  const { find } = open(stored)
  await userEvent.click(await screen.findByRole('radio', { name: /^A link/ }))
  await enter(screen.getByRole('textbox', { name: 'Address of the recording' }), 'https://example.org/new')
  expect(await screen.findByText('3 people started watching this recording')).toBeDefined()
  expect(screen.getByText(/^They start again from the beginning\./)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'The same, corrected: they go on' }))
  expect(screen.getByText(/^They continue where they stopped\./)).toBeDefined()
  await save()
  await screen.findByText('Cleaning a messy dataset is saved')
  expect(find('updateMedia')?.body).toMatchObject({ url: 'https://example.org/new', durationSeconds: null, watching: 'KEEP' })
})

test('moving a session says who gets an email; for one that is over it does not', async () => {
  open(session)
  const length = await screen.findByRole('textbox', { name: 'Length in minutes' })
  const news = 'Everybody in the course gets an email with the new time.'
  expect(screen.queryByText(news)).toBeNull()
  await userEvent.type(length, '0')
  expect(await screen.findByText(news)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Edit live session' })).toBeDefined()
})

test('a session that was held is changed without an email', async () => {
  open({ ...session, zoomOptions: { ...zoom, startsAt: minutes(-600) } })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Length in minutes' }), '0')
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeDefined()
  expect(screen.queryByText(/gets an email/)).toBeNull()
})

test('a new file that is still uploading is saved at once, and follows', async () => {
  const publish = vi.spyOn(uploads, 'publish').mockReturnValue()
  const setTarget = vi.spyOn(uploads, 'setTarget').mockReturnValue()
  const upload = makeUpload({ target: { ...target, mediaId: stored.id }, facts: { durationSeconds: 1865, thumbnail: null } })
  const { find } = open(stored, { running: [upload] })
  expect(await screen.findByText('You can save now and leave: the file is added when its upload finishes.')).toBeDefined()
  await userEvent.click(await screen.findByRole('radio', { name: 'Another recording: they start again' }))
  expect(setTarget).toHaveBeenLastCalledWith(upload.id, { watching: 'RESTART' })
  expect(publish).not.toHaveBeenCalled()
  await save()
  expect(await screen.findByText('Cleaning a messy dataset is saved. The file follows when it is uploaded')).toBeDefined()
  expect(publish).toHaveBeenCalledWith(upload.id)
  expect(setTarget).toHaveBeenLastCalledWith(upload.id, { title: 'Cleaning a messy dataset' })
  expect(find('updateMedia')?.body).not.toHaveProperty('url')
})

test('the file is replaced on request, which can be undone', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Replace' }))
  expect(screen.getByRole('button', { name: 'Choose a recording' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Keep the file' }))
  expect(screen.queryByRole('button', { name: 'Choose a recording' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Cleaning a messy dataset' }).getAttribute('href')).toBe('/files/x.mp4')
})

test('a link to the file opens the page there, ready for another one', async () => {
  window.history.replaceState(null, '', '#file')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  open()
  await screen.findByRole('button', { name: 'Choose a recording' })
  expect(document.activeElement?.id).toBe('file')
})

test('a file that was refused stays named while another takes its place', async () => {
  const publish = vi.spyOn(uploads, 'publish').mockReturnValue()
  const own = { ...target, mediaId: stored.id }
  open(stored, {
    running: [
      makeUpload({ id: 'bad', name: 'bad.mp4', target: own, state: 'refused', reason: 'No video.' }),
      makeUpload({ id: 'good', name: 'good.mp4', target: own, state: 'done', bytes: 100 * 2 ** 20, isStored: true }),
    ],
  })
  expect(await screen.findByText('Refused. No video.')).toBeDefined()
  await save()
  expect(await screen.findByText('Cleaning a messy dataset is saved')).toBeDefined()
  expect(publish.mock.calls).toEqual([['good']])
})

test('the file alone is deleted from here, and the form then asks for another', async () => {
  const { find, router } = open(stored, { fakes: { removeMediaFile: async () => ({ ...stored, url: null, playbackUrl: null }) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the file' }))
  await userEvent.click((await screen.findAllByRole('button', { name: 'Delete the file' })).at(-1)!)
  expect(await screen.findByText('The file of Cleaning a messy dataset is deleted')).toBeDefined()
  expect(find('removeMediaFile')?.body).toEqual({ url: null })
  expect(await screen.findByRole('button', { name: /Choose a recording/ })).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toContain('/edit')
})

test('deleting it leads to its week; a linked recording has no file to delete', async () => {
  const { find, router } = open(makeMedia(), { fakes: { removeMedia: async () => undefined } })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the recording' }))
  expect(screen.queryByRole('button', { name: 'Delete the file' })).toBeNull()
  await userEvent.click((await screen.findAllByRole('button', { name: 'Delete the recording' })).at(-1)!)
  await waitFor(() => expect(router.state.location.pathname).toBe(week))
  expect(find('removeMedia')?.params).toEqual({ courseId, mediaId: makeMedia().id })
})
