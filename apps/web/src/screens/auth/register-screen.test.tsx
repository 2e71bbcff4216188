/** Registration: what a password must be, where one lands; and where it is closed, both pages say so. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { LoginScreen } from './login-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'

const rest = { profileImageUrl: null, timeZone: null, status: 'ACTIVE', createdAt: '2026-09-02T10:00:00Z', lastSeenAt: null } as const

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

/** The screen at its own address alone, as the router has it. */
const Here = () => (useLocation().pathname === '/auth/register' ? <RegisterScreen /> : null)
const course = '0198f6a0-0000-7000-8000-0000000000c1'
const rules = () => within(screen.getByRole('list')).getAllByRole('listitem')
const states = () => rules().map((rule) => rule.dataset['state'])

test('the rules of the password are ticked while one types, told with the field, and not at each key', async () => {
  open('open')
  renderAt(<RegisterScreen />, '/auth/register')
  const field = await screen.findByLabelText('Password')
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.some((id) => document.getElementById(id)?.contains(screen.getByRole('list')))).toBe(true)
  expect(screen.getByRole('list').closest('[aria-live], [role=status], [role=alert]')).toBeNull()
  await userEvent.type(field, 'passwor')
  expect(states()).toEqual(['open', 'open', 'open'])
  await userEvent.type(field, 'd')
  await waitFor(() => expect(states()).toEqual(['kept', 'broken', 'kept']))
  expect(rules()[1]?.textContent).toContain('not kept')
  await userEvent.type(field, ' of mine')
  expect(states()).toEqual(['kept', 'kept', 'kept'])
})

test('a link that names a course leads there once the account is made, and along to sign in', async () => {
  const user = { ...signInAs('USER'), preferences: {} }
  useSession.getState().signOut('person')
  fakeApi({
    auth: {
      getSignInOptions: () => Promise.resolve({ registration: 'open', demoAccounts: [] }),
      register: () => Promise.resolve({ token: 'session', user: { ...user, ...rest } }),
    },
  })
  const { router } = renderAt(<Here />, `/auth/register?course=${course}`)
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(`/auth/login?course=${course}`)
  await userEvent.type(screen.getByLabelText('Name'), 'Ana Li')
  await userEvent.type(screen.getByLabelText('Email'), 'ana.li@harbour.example')
  await userEvent.type(screen.getByLabelText('Password'), 'quiet desk 21{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/courses-details/${course}`))
})
