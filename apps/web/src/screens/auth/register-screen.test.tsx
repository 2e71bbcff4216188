/** Registration that is closed: both pages say so, and offer nothing that the server would refuse. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { LoginScreen } from './login-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'

const open = (registration: 'open' | 'closed') =>
  fakeApi({ auth: { getSignInOptions: () => Promise.resolve({ registration, demoAccounts: [] }) } })

beforeEach(() => useSession.getState().signOut('person'))

test('closed: no form, but whom to ask and the way back', async () => {
  open('closed')
  renderAt(<RegisterScreen />, '/auth/register')
  await screen.findByText('Accounts are made by invitation')
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login')
})

test('closed: the sign-in page has no link to it', async () => {
  open('closed')
  renderAt(<LoginScreen />, '/auth/login')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})

test('open: both are there', async () => {
  open('open')
  const { unmount } = renderAt(<LoginScreen />, '/auth/login')
  expect(await screen.findByRole('link', { name: 'Create an account' })).toBeTruthy()
  unmount()
  renderAt(<RegisterScreen />, '/auth/register')
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy()
})
