/** The library: what each kind of media can have done to it, deleting, empty previews, paging, and where uploads go; seen in Adelaide. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { FakeProblem } from '#test/fake-api.ts'
import { all, cleaning, course, emptied, id, type Item, open, orphan, place, shown, tileOf, week, weeks } from '#test/media-library.tsx'

const live: Item = {
  ...cleaning,
  id: id(5),
  title: 'Q&A',
  type: 'LIVE',
  startsAt: '2026-11-12T14:00:00Z',
  durationSeconds: null,
  url: null,
}
const linked: Item = { ...cleaning, id: id(6), title: 'Elsewhere', url: 'https://video.example/1', size: null, hasCaptions: false }

test('the menu has what fits: a file can be deleted, a missing recording added, a link copied', async () => {
  const user = userEvent.setup()
  const { called } = open(
    [cleaning, linked, { ...live, size: null }],
    undefined,
    {},
    { removeMediaFile: async () => ({ ...shown, id: id(1), title: '', type: 'RECORDED' }) },
  )
  expect(within(await tileOf('Q&A')).getByText(/^Live, Fri 13 Nov, 00:30$/)).toBeDefined()
  const itemsOf = async (title: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${title}` }))
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  }
  expect(await itemsOf('Q&A')).toEqual(['Preview', 'Where it is used', 'Edit', 'Add a recording', 'Copy link', 'Delete the session'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(await itemsOf('Elsewhere')).not.toContain('Delete the file')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await itemsOf(cleaning.title)
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(location.origin + paths.media.to(place))
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await itemsOf(cleaning.title)
  await user.click(screen.getByRole('menuitem', { name: 'Delete the file' }))
  await user.click(await screen.findByRole('button', { name: 'Delete the file' }))
  expect(await screen.findByText('The file of Cleaning a dataset is deleted')).toBeDefined()
  const { params, body } = called.find(({ name }) => name === 'media.removeMediaFile')!.request
  expect([params, body]).toEqual([{ mediaId: cleaning.id }, { url: null }])
})

test.each([
  [cleaning, 'recording', /^The recording leaves its week.*is kept in the export\. This cannot be undone\.$/],
  [orphan, 'recording', /^The recording is deleted with.*is kept\. This cannot be undone\.$/],
  [live, 'session', /^The session leaves its week.*everybody in the course gets an email\.$/],
])('deleting %j says what is deleted with it', async (item, kind, words) => {
  open([item])
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${item.title}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: `Delete the ${kind}` }))
  expect(await screen.findByText(words)).toBeDefined()
})

test.each([
  [live, 'No recording was added to this session.'],
  [emptied, 'Its file was deleted.'],
])('a preview of %j says that there is nothing to play', async (item, words) => {
  open(
    [item],
    undefined,
    {},
    { getLibraryMedia: async () => ({ ...shown, id: item.id, title: item.title, type: item.type, url: null, playbackUrl: null }) },
  )
  await userEvent.click(await screen.findByRole('button', { name: `Preview ${item.title}` }))
  expect(await screen.findByText(words)).toBeDefined()
})

test('a page after the last one becomes the last one, and changing the view stays on the page', async () => {
  const { router } = open(
    [],
    '/media/all-media?page=9',
    {},
    {
      listMedia: async ({ query } = {}) => ({
        items: query?.page === '2' ? [cleaning] : [],
        page: Number(query?.page),
        limit: 24,
        total: 25,
        storageUsed: 0,
      }),
    },
  )
  await tileOf(cleaning.title)
  expect(router.state.location.search).toBe('?page=2')
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
  await waitFor(() => expect(router.state.location.search).toContain('view=table'))
  expect(router.state.location.search).toContain('page=2')
})

test('a search that finds nothing is not an empty library, and a list that fails can be loaded again', async () => {
  open([], '/media/all-media?search=xyz')
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeDefined()
  expect(screen.getByText('0 items match')).toBeDefined()
  cleanup()
  let isDown = true
  open(
    [],
    undefined,
    {},
    {
      listMedia: async () => {
        if (isDown) throw new FakeProblem(503, 'unavailable', 'The database does not answer.')
        return { items: [cleaning], page: 1, limit: 24, total: 1, storageUsed: 0 }
      },
    },
  )
  expect(await screen.findByText('The media could not be loaded')).toBeDefined()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await tileOf(cleaning.title)
  expect(screen.getByText('1 item')).toBeDefined()
})

test('an upload goes to the last week of the filtered course, or to another; a course without weeks is named', async () => {
  const first = { ...weeks[0]!, id: id(91), number: 1, title: 'Week 1' }
  const show = (shownWeeks: typeof weeks) =>
    open(all, `/media/all-media?course=${course.id}`, {}, {}, { getCourse: async () => ({ ...course, weeks: shownWeeks }) })
  show([first, weeks[0]!])
  await userEvent.click(await screen.findByRole('button', { name: 'Upload' }))
  const target = async () => (await screen.findByRole('link', { name: 'Choose recordings' })).getAttribute('href')
  expect(await target()).toBe(paths.mediaNew.to({ courseId: course.id, weekId: week.id }))
  const field = screen.getByRole('combobox', { name: 'Week' })
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Week 1', 'Week 6: Cleaning'])
  await userEvent.selectOptions(field, 'Week 1')
  expect(await target()).toBe(paths.mediaNew.to({ courseId: course.id, weekId: first.id }))
  cleanup()
  show([])
  await userEvent.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('It has no weeks yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'on the course’s page' })).toBeDefined()
})
