/** The tray of uploads on every page: what it sums up, where it stays away, and what is said when a file is delivered. */

import { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import { type Upload } from '#features/files/uploads/types.ts'
import { uploads } from '#features/files/uploads/use-uploads.ts'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { makeUpload, MiB, showUploads, target } from '#test/upload-page.ts'
import { UploadTraySlot } from './upload-tray-slot.tsx'

function open(all: Upload[], address = '/', role: 'TRAINER' | 'ADMIN' = 'TRAINER') {
  signInAs(role)
  showUploads(all)
  return renderAt(<UploadTraySlot />, address)
}
const isShown = (): boolean => screen.queryByRole('region', { name: 'Uploads' }) !== null
const place = { courseId: target.courseId, weekId: target.weekId }
const replacing = { ...target, mediaId: 'm' }

test.each<[string, string, Partial<Upload>, 'TRAINER' | 'ADMIN', boolean]>([
  ['any page', '/profile', {}, 'TRAINER', true],
  ['the page where it is named', paths.mediaNew.to(place), {}, 'TRAINER', false],
  ['that page once it is published', paths.mediaNew.to(place), { isWanted: true }, 'TRAINER', true],
  ['the page of another week', paths.mediaNew.to({ ...place, weekId: 'other' }), {}, 'TRAINER', true],
  ['the page of the recording that it replaces', paths.mediaEdit.to({ ...place, mediaId: 'm' }), { target: replacing }, 'TRAINER', false],
  ['the library, which lists it', paths.allMedia.to(), {}, 'ADMIN', false],
  ['the library once it is complete', paths.allMedia.to(), { state: 'done' }, 'ADMIN', true],
  ['any page of somebody else', '/', { ownerId: 'other' }, 'TRAINER', false],
])('on %s', (_, address, facts, role, shown) => {
  open([makeUpload(facts)], address, role)
  expect(isShown()).toBe(shown)
})

test('the tray is folded to one bar with the progress of all, and unfolded again', async () => {
  open([makeUpload({}), makeUpload({ id: 'two', name: 'two.mp4', bytes: 100 * MiB, state: 'done' })])
  const fold = screen.getByRole('button', { name: 'Uploads in full', expanded: true })
  expect(screen.getByRole('heading', { name: 'Uploading 2 of 2' })).toBeDefined()
  expect(screen.getAllByRole('group')).toHaveLength(2)
  await userEvent.click(fold)
  expect(screen.queryByRole('group')).toBeNull()
  expect(screen.getByRole('heading').textContent).toMatch(/^Uploading 2 of 2\s75\s%$/)
  expect(screen.getByRole('progressbar', { name: 'All uploads' })).toBeDefined()
  await userEvent.click(fold)
  expect(screen.queryByRole('progressbar', { name: 'All uploads' })).toBeNull()
})

test('on a phone the tray is folded at first, and the page leaves room for it', () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe = () => this.#tell()
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  const { unmount } = open([makeUpload({})])
  expect(screen.getByRole('button', { name: 'Uploads in full', expanded: false })).toBeDefined()
  const room = () => document.documentElement.style.getPropertyValue('--tray-space')
  expect(room()).toBe('16px')
  unmount()
  expect(room()).toBe('')
})

test('several are paused, resumed and cleared together, each only where it fits', async () => {
  const pause = vi.spyOn(uploads, 'pause').mockReturnValue()
  const resume = vi.spyOn(uploads, 'resume').mockResolvedValue()
  const cancel = vi.spyOn(uploads, 'cancel').mockReturnValue()
  open([
    makeUpload({ id: 'moving' }),
    makeUpload({ id: 'finishing', state: 'finishing' }),
    makeUpload({ id: 'paused', state: 'paused' }),
    makeUpload({ id: 'failed', state: 'failed' }),
    makeUpload({ id: 'published', state: 'done', mediaId: 'm' }),
    makeUpload({ id: 'complete', state: 'done' }),
  ])
  for (const name of ['Pause all', 'Resume all', 'Clear uploaded']) await userEvent.click(screen.getByRole('button', { name }))
  const ids = (spy: { mock: { calls: unknown[][] } }) => spy.mock.calls.map(([id]) => id)
  expect([ids(pause), ids(resume), ids(cancel)]).toEqual([['moving'], ['paused', 'failed'], ['published']])
  cancel.mockRestore()
})

test('one alone has no actions for all; news of it are announced, also where the tray stays away', () => {
  open([makeUpload({})], paths.mediaNew.to(place))
  expect(screen.getByRole('status').textContent).toBe('lecture.mp4: 50 percent uploaded')
  act(() => uploads.store.setState({ uploads: [makeUpload({ state: 'failed', reason: 'The disk is full.', isWanted: true })] }))
  expect(screen.getByRole('status').textContent).toBe('The upload of lecture.mp4 stopped. The disk is full.')
  expect(isShown()).toBe(true)
  expect(screen.queryByRole('button', { name: 'Resume all' })).toBeNull()
})

test.each<[string, Partial<Upload>, string]>([
  ['A new recording', {}, 'Lecture is in week 3'],
  ['A new file', { target: replacing }, 'Lecture has its new file'],
])('%s that was delivered is reported, with a link', async (_, facts, words) => {
  let deliver = (_upload: Upload): void => undefined
  vi.spyOn(uploads, 'onDelivered').mockImplementation((listener) => {
    deliver = listener
    return () => undefined
  })
  const { router } = open([])
  const stale = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  act(() => deliver(makeUpload({ ...facts, state: 'done', mediaId: 'm9' })))
  expect(await screen.findByText(words)).toBeDefined()
  expect(stale.mock.calls.flatMap(([filters]) => filters?.queryKey)).toEqual(['media', 'weeks', 'courses', 'files'])
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.media.to({ ...place, mediaId: 'm9' })))
})
