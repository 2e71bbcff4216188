/** New recordings of a week: they are named while they upload, and published together. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import { type Upload } from '#features/files/uploads/types.ts'
import { uploads } from '#features/files/uploads/use-uploads.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeWeek, pageWith, weekId } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { makeUpload, showUploads, target as anyTarget } from '#test/upload-page.ts'
import { MediaNewScreen } from './media-new-screen.tsx'

const target = { ...anyTarget, courseId, weekId }
const first = makeUpload({ id: 'one', name: 'one.mp4', target: { ...target, title: ' One ' } })
const second = makeUpload({ id: 'two', name: 'two.mp4', target: { ...target, title: 'Two' } })
const week = paths.week.to({ courseId, weekId })

function open(running: Upload[]) {
  signInAs('TRAINER')
  showUploads(running)
  const publish = vi.spyOn(uploads, 'publish').mockReturnValue()
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    weeks: { getWeek: async () => makeWeek() },
    media: { getMediaOptions: async () => ({ zoom: false }) },
    files: { listUploads: async () => pageWith([]) },
  })
  const { router, container } = renderAt(
    <Routes>
      <Route path={paths.mediaNew.pattern} element={<ScreenWithData of={MediaNewScreen} />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.mediaNew.to({ courseId, weekId }),
  )
  return { router, container, publish }
}
const titleOf = (id: string) => uploads.store.getState().uploads.find((upload) => upload.id === id)?.target?.title

test('several are published together, also while they upload; the page leads to the week', async () => {
  const other = makeUpload({ id: 'three', target: { ...target, weekId: 'other' } })
  const replacement = makeUpload({ id: 'four', target: { ...target, mediaId: 'm' } })
  const { router, publish } = open([first, second, other, replacement, makeUpload({ id: 'five', target, isWanted: true })])
  const list = await screen.findByRole('list', { name: 'New recordings' })
  expect(
    within(list)
      .getAllByRole('textbox')
      .map((field) => (field as HTMLInputElement).value),
  ).toEqual([' One ', 'Two'])
  expect(screen.getByText('You can publish now and leave: it appears when the upload finishes.')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'Title of two.mp4' }), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Publish 2 recordings' }))
  expect(await screen.findByText('They will be published when the uploads finish')).toBeDefined()
  expect(publish.mock.calls.map(([id]) => id)).toEqual(['one', 'two'])
  expect([titleOf('one'), titleOf('two')]).toEqual(['One', 'Two!'])
  await waitFor(() => expect(router.state.location.pathname).toBe(week))
})

test('nothing is published without a title, nor without a file', async () => {
  const { router, publish } = open([{ ...first, target: { ...target, title: ' ' } }])
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  expect((await screen.findAllByText('Enter a title')).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }))
  expect(publish).not.toHaveBeenCalled()
  uploads.store.setState({ uploads: [] })
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect((await screen.findAllByText('Choose the file of the recording')).length).toBeGreaterThan(0)
  expect(document.activeElement?.id).toBe('file')
  expect(router.state.location.pathname).toBe(paths.mediaNew.to({ courseId, weekId }))
})

test('a refused file holds nothing else up, but the page stays until it is dealt with', async () => {
  const refused = makeUpload({ id: 'bad', name: 'bad.mp4', target, state: 'refused' })
  const { router, publish } = open([{ ...first, state: 'done', isStored: true }, refused])
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  expect((await screen.findAllByText('bad.mp4 was refused. Choose another file, or remove it from the list.')).length).toBeGreaterThan(0)
  expect(publish.mock.calls).toEqual([['one']])
  expect(screen.queryByText(/published when/)).toBeNull()
  expect(router.state.location.pathname).not.toBe(week)
})

test('a chosen file starts with a title from its name, for this week; one of a wrong type is named', async () => {
  const add = vi.spyOn(uploads, 'add').mockResolvedValue('x')
  const { container } = open([])
  await screen.findByRole('button', { name: /Choose recordings/ })
  const field = container.querySelector<HTMLInputElement>('#file input[type=file]')!
  const head = Uint8Array.from([0, 0, 0, 32, ...new TextEncoder().encode('ftypisom'), ...Array.from({ length: 40 }, () => 0)])
  await userEvent.upload(field, [new File([head], 'rates_and-prices.mp4'), new File(['x'], 'notes.exe')], { applyAccept: false })
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1))
  expect(add.mock.calls[0]![1]).toEqual({
    courseId,
    weekId,
    weekNumber: 6,
    mediaId: null,
    title: 'Rates and prices',
    notes: '',
    captions: [],
  })
  expect(await screen.findByText('notes.exe is of a type that is not accepted.')).toBeDefined()
})

test('one alone is open; of several, each opens on request, and stays open with something in it', async () => {
  open([first, { ...second, target: { ...target, title: 'Two', notes: '<p>Read this</p>' } }])
  const list = await screen.findByRole('list', { name: 'New recordings' })
  expect(within(list).queryByRole('button', { name: 'Notes, files and captions of two.mp4' })).toBeNull()
  const more = within(list).getByRole('button', { name: 'Notes, files and captions of one.mp4' })
  const before = within(list).getAllByText('Captions').length
  await userEvent.click(more)
  expect(within(list).getAllByText('Captions').length).toBe(before + 1)
})
