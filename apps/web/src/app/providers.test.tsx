/** Around every screen: the account is kept up to date, and the end of a session leaves nothing of it behind. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { Providers } from './providers.tsx'

const secret = ['marks', 'mine']
let client: QueryClient
function Page() {
  const own = useQueryClient()
  useEffect(() => void (client = own), [own])
  return <p>Page</p>
}
function open() {
  const view = render(
    <Providers>
      <Page />
    </Providers>,
  )
  client.setQueryData(secret, 'Only for Ana')
  return view
}

test('name and unread notices come from the server at the start; another person’s answer changes nothing', async () => {
  const me = signInAs('USER')
  fakeApi({ auth: { getSession: async () => ({ ...ownUser({ id: me.id, name: 'Ana Li-Berg' }), unreadNotices: 4 }) } })
  const { unmount } = open()
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(4))
  await waitFor(() => expect(useSession.getState().user?.name).toBe('Ana Li-Berg'))
  unmount()
  signInAs('USER')
  fakeApi({ auth: { getSession: async () => ({ ...ownUser({ name: 'Somebody' }), id: 'u9', unreadNotices: 1 }) } })
  open()
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(1))
  expect(useSession.getState().user?.name).toBe('Ana Li')
})

test('a session that the server ended is reported, one that the person ended is not; both leave no data', async () => {
  signInAs('USER')
  fakeApi({ auth: { getSession: () => Promise.reject(new FakeProblem(503, 'unavailable')) } })
  open()
  act(() => useSession.getState().signOut('person'))
  expect(client.getQueryData(secret)).toBeUndefined()
  expect(screen.queryByText('Your session ended. Sign in again.')).toBeNull()
  act(() => void signInAs('USER'))
  client.setQueryData(secret, 'Only for Ana')
  act(() => useSession.getState().signOut())
  expect(await screen.findByText('Your session ended. Sign in again.')).toBeDefined()
  expect(client.getQueryData(secret)).toBeUndefined()
})
