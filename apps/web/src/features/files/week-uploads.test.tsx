/** Uploads on their way are rows in their week, and only there. */

import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { makeUpload, target } from '#test/upload-page.ts'
import { uploads } from './uploads/use-uploads.ts'
import { WeekUploads } from './week-uploads.tsx'

test('a week lists what is on its way to it, until it is there', async () => {
  signInAs('TRAINER')
  const ownerId = useSession.getState().user!.id
  const of = (id: string, facts: Parameters<typeof makeUpload>[0]) => ({ ...makeUpload(facts), id, ownerId })
  renderAt(
    <>
      <section aria-label="One">
        <WeekUploads weekId={target.weekId} />
      </section>
      <section aria-label="Other">
        <WeekUploads weekId="other" />
      </section>
    </>,
  )
  expect(screen.queryByRole('list')).toBeNull()
  const list = (id: string, facts: Parameters<typeof makeUpload>[0]) =>
    act(() => uploads.store.setState({ userId: ownerId, uploads: [of(id, facts)] }))
  list('1', {})
  const rows = await within(screen.getByRole('region', { name: 'One' })).findByRole('list', { name: 'On their way to this week' })
  expect(rows.textContent).toContain('lecture.mp4')
  expect(within(screen.getByRole('region', { name: 'Other' })).queryByRole('list')).toBeNull()
  list('1', { state: 'done' })
  expect(screen.queryByRole('list')).toBeNull()
  list('2', { target: { ...target, mediaId: 'm' } })
  expect(screen.queryByRole('list')).toBeNull()
})
