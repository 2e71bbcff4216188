/** Where signing in and out lead, demo accounts, and the name of the school. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi, FakeProblem, signInAs, signInOptionsWith, type Fakes } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { useSchoolName, useSignOut } from './api.ts'
import { LoginScreen } from './login-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const user = ownUser({ email: 'ana.li@harbour.example' })
const Here = () => (useLocation().pathname === '/auth/login' ? <LoginScreen /> : null)
function open(address: string, auth: Fakes['auth'] = {}) {
  const called = fakeApi({
    auth: { getSignInOptions: async () => signInOptionsWith({}), login: async () => ({ token: 'session', user }), ...auth },
  })
  return { ...renderAt(<Here />, address), sent: () => called.find(({ name }) => name === 'auth.login')?.request.body }
}

test('signing in leads to the page that was wanted; spaces around the email are not sent', async () => {
  const { router, sent } = open('/auth/login?next=%2Fprofile%3Ftab%3Dsessions')
  await userEvent.type(await screen.findByLabelText('Email'), ' ana.li@harbour.example ')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your password')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(sent()).toBeUndefined()
  expect(document.title).toBe('Sign in - LMS')
  await userEvent.type(screen.getByLabelText('Password'), ' quiet desk{Enter}')
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/profile', search: '?tab=sessions' }))
  expect(sent()).toEqual({ email: 'ana.li@harbour.example', password: ' quiet desk' })
})

test('someone who is signed in already does not see the sign-in page', async () => {
  signInAs('USER')
  const { router } = open('/auth/login')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('demo accounts are offered by role, each signs in with one click, and one at a time', async () => {
  const demoAccounts = (['ADMIN', 'USER', 'TRAINER'] as const).map((role) => ({
    role,
    email: `${role}@demo.example`,
    password: `${role} pass`,
  }))
  const { sent } = open('/auth/login', {
    getSignInOptions: async () => signInOptionsWith({ demoAccounts, schoolName: 'Harbour School' }),
    login: () => new Promise(() => undefined),
  })
  expect(await screen.findByRole('heading', { name: 'Demo mode: look around as' })).toBeDefined()
  expect(screen.getByText('Harbour School')).toBeDefined()
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: /^(Student|Trainer|Admin)$/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Student', 'Trainer', 'Admin'])
  await userEvent.click(screen.getByRole('button', { name: 'Trainer' }))
  await waitFor(() => expect(sent()).toEqual({ email: 'TRAINER@demo.example', password: 'TRAINER pass' }))
  expect(buttons.map((button) => button.disabled)).toEqual([true, true, true])
})

test('signing out ends the session here at once and on the server, also if that cannot be reached', async () => {
  signInAs('USER')
  const called = fakeApi({ auth: { logout: () => Promise.reject(new FakeProblem(503, 'unavailable')) } })
  function Leave() {
    const signOut = useSignOut()
    return (
      <button type="button" onClick={signOut}>
        Leave
      </button>
    )
  }
  const { router } = renderAt(<Leave />, '/profile')
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'))
  expect([useSession.getState().token, useSession.getState().user]).toEqual([null, null])
  await waitFor(() => expect(called.map(({ name }) => name)).toContain('auth.logout'))
})

test('the name of the school is asked for once, then known on this device; without one it is absent', async () => {
  let asked = 0
  const known = async (schoolName: string | null) => {
    fakeApi({ auth: { getSignInOptions: async () => ((asked += 1), signInOptionsWith({ schoolName })) } })
    const client = new QueryClient()
    const { result } = renderHook(() => useSchoolName(), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    })
    await act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
    return result
  }
  const first = await known('Harbour School')
  await waitFor(() => expect(first.current).toBe('Harbour School'))
  expect((await known('Other')).current).toBe('Harbour School')
  expect(asked).toBe(1)
  localStorage.clear()
  const none = await known(null)
  await waitFor(() => expect(localStorage.getItem('school-name')).toBe(''))
  expect(none.current).toBeNull()
  expect((await known('Later')).current).toBeNull()
  expect(asked).toBe(2)
})

test('an invitation opened by someone who is signed in says whose account the device is on, and offers no sign-in', async () => {
  const me = signInAs('USER')
  fakeApi({ auth: { getSignInOptions: async () => signInOptionsWith({}) } })
  renderAt(<ResetPasswordScreen />, '/auth/reset-password?invitation=inv&email=new%40harbour.example')
  expect(await screen.findByText(`You are signed in as ${me.name}`)).toBeDefined()
  expect(screen.getByText('new@harbour.example')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

test('resetting the password of the account on this device ends its session here; that of another one does not', async () => {
  const steps = (email: string) => ({
    getSignInOptions: async () => signInOptionsWith({}),
    resetPassword: async () => undefined,
    login: () => Promise.reject(new FakeProblem(503, 'unavailable', email)),
  })
  const reset = async (email: string) => {
    fakeApi({ auth: steps(email) })
    sessionStorage.setItem('password-reset', JSON.stringify({ step: 'password', email, token: 'temporary', codeUntil: Date.now() + 9e5 }))
    const view = renderAt(<ResetPasswordScreen />, '/auth/reset-password')
    await userEvent.type(await screen.findByLabelText('New password'), 'quiet desk 21{Enter}')
    await waitFor(() => expect(view.router.state.location.pathname).not.toBe('/auth/reset-password'))
    view.unmount()
  }
  signInAs('USER')
  await reset('someone.else@harbour.example')
  expect(useSession.getState().token).toBe('token')
  await reset('Ana.Li@harbour.example')
  expect(useSession.getState().token).toBeNull()
})
