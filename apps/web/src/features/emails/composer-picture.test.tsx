/** While a picture is added to an email, the composer says why it does not close. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { openComposer } from './composer-store.ts'
import { ComposerHost } from './index.ts'

// An upload that takes its time: jsdom has no canvas, on which pictures are made smaller.
vi.mock('./message-input.tsx', () => ({
  MessageInput: ({ onAdding }: { onAdding: (isAdding: boolean) => void }) => (
    <>
      <button onClick={() => onAdding(true)}>Begin</button>
      <button onClick={() => onAdding(false)}>End</button>
    </>
  ),
}))

test('it stays open and says so; once the picture is there it closes', async () => {
  signInAs('TRAINER')
  fakeApi({ courses: { getCourse: async () => makeCourse('TRAINER') } })
  openComposer({ courseId, sendTo: [] })
  renderAt(<ComposerHost />)
  await userEvent.click(await screen.findByRole('button', { name: 'Begin' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close, keep the draft' }))
  expect(await screen.findByText('A picture is being added. Close the email when it is there.')).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'End' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close, keep the draft' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
