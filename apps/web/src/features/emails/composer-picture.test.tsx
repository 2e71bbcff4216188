/** While a picture is added to an email, the composer says why it does not close. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { openComposer } from './composer-store.ts'
import { ComposerHost } from './late-parts.tsx'

test('it stays open and says so; once nothing is added any more it closes', async () => {
  signInAs('TRAINER')
  fakeApi({ courses: { getCourse: async () => makeCourse('TRAINER') } })
  const picture = Promise.withResolvers<ImageBitmap>()
  vi.stubGlobal('createImageBitmap', () => picture.promise)
  openComposer({ courseId, sendTo: [] })
  renderAt(<ComposerHost />)
  await screen.findByRole('button', { name: 'Add picture' })
  const file = new File(['x'], 'chart.png', { type: 'image/png' })
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await userEvent.click(screen.getByRole('button', { name: 'Close, keep the draft' }))
  expect(await screen.findByText('A picture is being added. Close the email when it is there.')).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
  picture.reject(new Error('no'))
  await screen.findByText(/cannot read the picture/)
  await userEvent.click(screen.getByRole('button', { name: 'Close, keep the draft' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
