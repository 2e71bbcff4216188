/** The library: what its tiles and rows say, its filters, a quick look, where uploads go, and what is unfinished. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { all, cleaning, course, id, open, orphan, place, tileOf, week } from '#test/media-library.tsx'

const lastQuery = ({ called }: ReturnType<typeof open>) => called.findLast(({ name }) => name === 'media.listMedia')?.request.query

test('a tile says what it is, how large, whether it has captions, where it is used and who added it', async () => {
  open()
  const tile = await tileOf('Cleaning a dataset')
  for (const text of ['Recording, 31 min, 120 MB', 'Data Journalism, week 6', 'Inês Carvalho, 12 Nov', 'Captions'])
    expect(within(tile).getByText(text)).toBeDefined()
  expect(tile.querySelector('img')?.getAttribute('src')).toBe('/files/still.webp')
  expect(within(tile).getByRole('link', { name: cleaning.title }).getAttribute('href')).toBe(paths.media.to(place))
  expect(within(await tileOf('Silent film')).getByText('No captions')).toBeDefined()
  expect(within(await tileOf('Left behind')).getByText('In no course')).toBeDefined()
  expect(within(await tileOf('Emptied')).queryByText('No captions')).toBeNull()
  expect(screen.getByText('4 items')).toBeDefined()
  expect(screen.getByText('3 GB of files stored')).toBeDefined()
})

test('a tile of a deleted course that can be restored says until when', async () => {
  open([{ ...orphan, restorable: { courseTitle: 'Joints', until: '2026-12-20T12:00:00Z' } }])
  expect(within(await tileOf('Left behind')).getByText('Joints, deleted, restorable until 20 Dec')).toBeDefined()
})

test('the table says the same', async () => {
  open(all, '/media/all-media?view=table')
  const row = (await screen.findByRole('rowheader', { name: /Cleaning a dataset/ })).closest('tr')!
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(0, 5).map(({ textContent }) => textContent?.trim())).toEqual([
    'Data Journalism, week 6',
    '120 MB',
    'Captions',
    'Inês Carvalho',
    '12 Nov',
  ])
  expect(within(screen.getByRole('rowheader', { name: /Emptied/ }).closest('tr')!).getByText('No file')).toBeDefined()
})

test('filters by kind, course, captions and use are sent to the server, and are in the URL', async () => {
  const rendered = open(all, `/media/all-media?type=RECORDED&course=${course.id}&captions=missing&use=unused`)
  await tileOf('Silent film')
  expect(lastQuery(rendered)).toMatchObject({ type: 'RECORDED', courseId: course.id, captions: 'false', unused: 'true', page: '1' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear Captions' }))
  await waitFor(() => expect(lastQuery(rendered)).not.toHaveProperty('captions'))
  expect(rendered.router.state.location.search).not.toContain('captions')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(Object.keys(lastQuery(rendered) ?? {}).toSorted()).toEqual(['limit', 'page']))
})

test('nothing without captions is good news; an invalid URL filters nothing', async () => {
  const rendered = open([], '/media/all-media?captions=missing&course=nonsense')
  expect(await screen.findByRole('heading', { name: 'All videos have captions' })).toBeDefined()
  expect(lastQuery(rendered)).not.toHaveProperty('courseId')
})

test('Space on a name opens a preview, also of media in no course', async () => {
  open()
  const tile = await tileOf('Cleaning a dataset')
  within(tile).getByRole('link', { name: cleaning.title }).focus()
  await userEvent.keyboard(' ')
  const dialog = await screen.findByRole('dialog', { name: cleaning.title })
  await waitFor(() => expect(dialog.querySelector('video')?.getAttribute('src')).toBe('/files/x.mp4'))
  expect(within(dialog).getByRole('link', { name: 'View in its week' })).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Preview Left behind' }))
  const left = await screen.findByRole('dialog', { name: 'Left behind' })
  await waitFor(() => expect(left.querySelector('video')).not.toBeNull())
  expect(within(left).queryByRole('link')).toBeNull()
})

test('a media item has its file replaced on its own page; one in no course can still be deleted', async () => {
  const { called } = open(all, undefined, {}, { removeLibraryMedia: async () => undefined })
  await tileOf('Cleaning a dataset')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Cleaning a dataset' }))
  const replace = await screen.findByRole('menuitem', { name: 'Replace the recording' })
  expect(replace.getAttribute('href')).toBe(`${paths.mediaEdit.to(place)}#file`)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Left behind' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete the recording' }))
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the recording' }))
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'media.removeLibraryMedia')?.request.params).toEqual({ mediaId: orphan.id }),
  )
})

test('an upload asks for its week, and the empty library offers it', async () => {
  open([])
  expect(await screen.findByRole('heading', { name: 'No media yet' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
  const dialog = await screen.findByRole('dialog', { name: 'Upload recordings' })
  expect(within(dialog).getByRole('button', { name: 'Choose recordings' })).toHaveProperty('disabled', true)
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Course' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Data Journalism' }))
  const go = await within(dialog).findByRole('link', { name: 'Choose recordings' })
  expect(go.getAttribute('href')).toBe(paths.mediaNew.to({ courseId: course.id, weekId: week.id }))
})

const other = {
  key: 'video/x/y.mp4',
  fileName: 'Lecture 6.mp4',
  fileType: 'video/mp4',
  size: 400 * 2 ** 20,
  owner: { id: id(50), name: 'Inês Carvalho' },
  createdAt: '2026-11-12T10:00:00Z',
  lastPartAt: '2026-11-12T11:00:00Z',
  isFinishing: false,
}
const mine = { ...other, key: 'video/x/z.mp4', uploadId: 'u', partSize: 1, confirmed: 2 ** 20, fileName: 'Started at home.mp4' }

test('unfinished uploads are listed first: one’s own, and those of others, which can be discarded', async () => {
  const page = { page: 1, limit: 50 }
  const others = [other, { ...other, key: 'k', fileName: null, owner: { id: id(51), name: 'Ana Li' }, isFinishing: true }]
  const { called } = open(all, undefined, {
    listUploads: async () => ({ ...page, items: [mine], total: 1 }),
    listOthersUploads: async () => ({ ...page, items: others, total: 2 }),
    removeFile: async () => undefined,
  })
  const own = await screen.findByRole('region', { name: /^Unfinished uploads ?1/ })
  expect(within(own).getByText('Started at home.mp4')).toBeDefined()
  expect(within(own).getByText('1 MB of 400 MB')).toBeDefined()
  const theirs = await screen.findByRole('region', { name: /^Unfinished uploads of others ?2/ })
  expect(within(theirs).getByText(/^Stopped, last part Thu 12 Nov/)).toBeDefined()
  expect(within(theirs).getByText('Being put together')).toBeDefined()
  expect(within(theirs).getAllByRole('button')).toHaveLength(1)
  await userEvent.click(within(theirs).getByRole('button', { name: 'Cancel the upload of Lecture 6.mp4' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the upload' }))
  await waitFor(() => expect(called.find(({ name }) => name === 'files.removeFile')?.request.query).toEqual({ fileKey: other.key }))
})
