/** What a screen shows reads its notices, once. */

import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useNavBadges } from '#lib/navigation.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { useReadNotices } from './api.ts'

const loadedAt = Date.now()

function Shown({ about }: { about: string[] }) {
  useReadNotices(about, loadedAt)
  return null
}

test('notices about what is shown are read after a while, and asked for again only when the bell has another number', async () => {
  signInAs('USER')
  useNavBadges.setState({ notices: 3 })
  const called = fakeApi({ notices: { updateNotices: async () => ({ unread: 2 }) } })
  renderAt(<Shown about={['a1', 'a2']} />)
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(2), { timeout: 20_000 })
  expect(called.map(({ request }) => request.body)).toMatchObject([{ about: ['a1', 'a2'] }])
  useNavBadges.setState({ notices: 4 })
  await waitFor(() => expect(called).toHaveLength(2), { timeout: 20_000 })
})

test('a bell without a number, or nothing shown, asks for nothing', async () => {
  signInAs('USER')
  const called = fakeApi({ notices: { updateNotices: async () => ({ unread: 0 }) } })
  const { unmount } = renderAt(<Shown about={['a1']} />)
  unmount()
  useNavBadges.setState({ notices: 3 })
  renderAt(<Shown about={[]} />)
  // Longer than the pause before reading.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(called).toEqual([])
})
