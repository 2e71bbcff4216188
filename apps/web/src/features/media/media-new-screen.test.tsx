/** Adding media: a trainer sees uploads started in another browser, and can discard them. */

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { courseList } from '#test/courses.ts'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { media } from '#test/media-page.tsx'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MediaNewScreen } from './media-new-screen.tsx'

const course = { ...courseList(['Data Journalism']).all[0]!, membership: { role: 'TRAINER', status: 'ACTIVE' } as const }
const week: Week = {
  id: '0198f6a0-0000-7000-9000-000000000001',
  courseId: course.id,
  number: 6,
  title: 'Cleaning',
  description: '',
  startsOn: null,
  unlockAt: null,
  published: true,
  locked: false,
  version: 0,
  media: [],
  assignments: [],
}
const started = {
  key: `video/${course.id}/${course.id}.mp4`,
  uploadId: 'u',
  fileName: 'Started at home.mp4',
  fileType: 'video/mp4',
  size: 400 * 2 ** 20,
  partSize: 2 ** 23,
  confirmed: 2 ** 23,
  createdAt: '2026-11-12T10:00:00Z',
}

const address = paths.mediaNew.to({ courseId: course.id, weekId: week.id })
const routes = (
  <Routes>
    <Route path={paths.mediaNew.pattern} element={<ScreenWithData of={MediaNewScreen} />} />
    <Route path="*" element={<p>Elsewhere</p>} />
  </Routes>
)

test('an upload started in another browser is listed, and can be discarded', async () => {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => course },
    weeks: { getWeek: async () => week },
    media: { getMediaOptions: async () => ({ zoom: false }) },
    files: {
      listUploads: async () => ({ items: [started], page: 1, limit: 100, total: 1 }),
      abortMultipart: async () => undefined,
    },
  })
  renderAt(routes, address)
  const unfinished = await screen.findByRole('region', { name: /^Unfinished uploads ?1/ })
  expect(within(unfinished).getByText('8 MB of 400 MB')).toBeDefined()
  expect(within(unfinished).getByText(/It can be continued there, or discarded here/)).toBeDefined()
  await userEvent.click(within(unfinished).getByRole('button', { name: 'Discard the upload of Started at home.mp4' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard upload' }))
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'files.abortMultipart')?.request.query).toEqual({ key: started.key, uploadId: 'u' }),
  )
})

let turn = 0
/** A link that can be published; the answer comes when the test says so. */
async function written() {
  // Toasts outlive a test.
  const name = `Rates ${(turn += 1)}`
  signInAs('TRAINER')
  const answer = Promise.withResolvers<undefined>()
  const called = fakeApi({
    courses: { getCourse: async () => course },
    weeks: { getWeek: async () => week },
    files: { presignUpload: () => new Promise(() => undefined) },
    media: {
      getMediaOptions: async () => ({ zoom: false }),
      createMedia: async () => {
        await answer.promise
        return { ...media, title: name }
      },
    },
  })
  const { router, container } = renderAt(routes, `${address}?kind=link`)
  const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  await userEvent.type(await title(), name)
  await userEvent.type(screen.getByRole('textbox', { name: /^Address|^Link/ }), 'https://example.org/rates')
  const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  const made = () => called.filter((call) => call.name === 'media.createMedia')
  return { name, answer, router, container, title, publish, made, back: () => act(() => router.navigate(`${address}?kind=link`)) }
}

async function publishedAndLeft() {
  const page = await written()
  await page.publish()
  await act(() => page.router.navigate('/elsewhere'))
  expect(screen.getByText('Elsewhere')).toBeDefined()
  return page
}

test('publishing waits for other files that are still uploading', async () => {
  const { name, container, publish, made, answer } = await written()
  const field = container.querySelector<HTMLInputElement>('#attachments input[type=file]')!
  await userEvent.upload(field, new File(['%PDF-1.7'], 'slides.pdf', { type: 'application/pdf' }))
  await publish()
  expect((await screen.findAllByText('Wait until the files are uploaded, or remove them')).length).toBeGreaterThan(0)
  expect(made()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel slides.pdf' }))
  await publish()
  answer.resolve(undefined)
  await screen.findByText(`${name} is in week 6`)
  expect(made().map(({ request }) => request.body)).toMatchObject([{ title: name, url: 'https://example.org/rates' }])
})

test('leaving before the response: a toast reports it, the current page stays, and the form is empty', async () => {
  const { name, answer, router, title, made, back } = await publishedAndLeft()
  answer.resolve(undefined)
  await screen.findByText(`${name} is in week 6`)
  expect(router.state.location.pathname).toBe('/elsewhere')
  await back()
  expect((await title()).value).toBe('')
  expect(made()).toHaveLength(1)
})

test('returning before the response: the form is emptied, and nothing is created twice', async () => {
  const { name, answer, router, title, made, back } = await publishedAndLeft()
  await back()
  expect((await title()).value).toBe(name)
  answer.resolve(undefined)
  await screen.findByText(`${name} is in week 6`)
  await waitFor(async () => expect((await title()).value).toBe(''))
  expect([router.state.location.pathname, made().length]).toEqual([address, 1])
})

test('after leaving, a failure is reported too, and the input is still there', async () => {
  const { name, answer, title, back } = await publishedAndLeft()
  answer.reject(new FakeProblem(503, 'unavailable', 'The store does not answer.'))
  await screen.findByText(/^What you sent from the previous page was not saved\. The store does not answer\./)
  await back()
  expect((await title()).value).toBe(name)
})
