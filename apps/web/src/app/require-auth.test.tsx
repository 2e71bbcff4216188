/** The guard of a screen: what a screen holds belongs to one user. */
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { renderAt } from '#test/render.tsx'
import { RequireAuth } from './require-auth.tsx'
import type { Screen } from './screens.ts'

const ana = { id: 'u1', name: 'Ana Li', email: 'a@b.example', role: 'USER', profileImage: null } as const

/** Keeps who opened it, as recorders, drafts and notes do. */
function Opened() {
  const [by] = useState(() => useSession.getState().user?.name ?? 'nobody')
  return <p>Opened by {by}</p>
}
const at = (allow: Screen['allow']): Screen => ({ path: '/', allow, load: () => Promise.resolve(Opened) })

test('a person who signs in over another one, as in another tab, starts fresh and sends nothing of theirs', async () => {
  useSession.getState().setAuth('one', ana)
  renderAt(<RequireAuth screen={at('signed-in')} />)
  await screen.findByText('Opened by Ana Li')
  act(() => useSession.getState().setAuth('two', { ...ana, id: 'u2', name: 'Ben Ode' }))
  await waitFor(() => expect(document.body.textContent).toContain('Opened by Ben Ode'))
})

test('a page for anybody stays while somebody signs in on it: what follows the sign-in is its own', async () => {
  useSession.getState().signOut('person')
  renderAt(<RequireAuth screen={at('anyone')} />)
  await screen.findByText('Opened by nobody')
  act(() => useSession.getState().setAuth('one', ana))
  expect(document.body.textContent).toContain('Opened by nobody')
})
