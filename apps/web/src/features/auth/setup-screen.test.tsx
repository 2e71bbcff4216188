/** Set-up: every public page leads here until there is an administrator, and nothing typed is lost on the way. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, signInAs, signInOptionsWith, type Fakes } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { LoginScreen } from './login-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'
import { SetupScreen } from './setup-screen.tsx'

const rest = { profileImageUrl: null, timeZone: null, status: 'ACTIVE', createdAt: '2026-09-02T10:00:00Z', lastSeenAt: null } as const
const pages = { '/auth/login': LoginScreen, '/auth/register': RegisterScreen, '/auth/reset-password': ResetPasswordScreen }

function Here() {
  const { pathname } = useLocation()
  const Page = { ...pages, '/auth/setup': SetupScreen }[pathname]
  return Page ? <Page /> : <p>Elsewhere</p>
}

function fakes(setUp?: NonNullable<Fakes['auth']>['setUp'], needsSetup = true) {
  return fakeApi({
    auth: { getSignInOptions: () => Promise.resolve(signInOptionsWith({ needsSetup, registration: 'closed' })), ...(setUp && { setUp }) },
  })
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const values = () => ['School name', 'Your name', 'Email', 'Password', 'Set-up code'].map((label) => field(label).value)
const button = () => screen.getByRole('button', { name: 'Create administrator' })

async function fillIn() {
  await userEvent.type(await screen.findByLabelText('School name'), 'Harbour Adult College')
  await enter(field('Your name'), 'Marta Oliveira')
  await enter(field('Email'), 'marta@harbour.example')
  await enter(field('Password'), 'quiet desk 20')
  await enter(field('Set-up code'), '7kqf 29wp')
}
const filledIn = ['Harbour Adult College', 'Marta Oliveira', 'marta@harbour.example', 'quiet desk 20', '7KQF-29WP']

beforeEach(() => {
  localStorage.clear()
  useSession.getState().signOut('person')
})

test.each(Object.keys(pages))('%s leads to set-up while there is no administrator', async (address) => {
  fakes()
  const { router } = renderAt(<Here />, address)
  await screen.findByRole('heading', { name: 'Set up' })
  expect(router.state.location.pathname).toBe('/auth/setup')
})

test('the form and the printed code are sent; then the person is signed in, and a toast names the school', async () => {
  const user = { ...signInAs('SUPER_ADMIN'), preferences: {}, ...rest }
  useSession.getState().signOut('person')
  const called = fakes(() => Promise.resolve({ token: 'session', user }))
  const { router } = renderAt(<Here />, '/auth/setup')
  await fillIn()
  expect(values()).toEqual(filledIn)
  await userEvent.click(button())
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  const [schoolName, name, email, password, code] = filledIn
  expect(called.find((call) => call.name === 'auth.setUp')?.request.body).toEqual({ schoolName, name, email, password, code })
  expect(useSession.getState().token).toBe('session')
  await screen.findByText('Harbour Adult College is set up')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('missing input is reported at each field and in a summary, and nothing is sent', async () => {
  const called = fakes()
  renderAt(<Here />, '/auth/setup')
  await screen.findByLabelText('School name')
  await userEvent.click(button())
  const summary = await screen.findByRole('alert')
  for (const words of ['Enter the school name', 'Enter your name', 'Enter an email such as name@school.org', 'Enter the set-up code'])
    expect(summary.textContent).toContain(words)
  expect(called.some(({ name }) => name === 'auth.setUp')).toBe(false)
})

test('a wrong code shows at its field, and nothing typed is lost', async () => {
  const words = 'This code is wrong. Check the latest line in the server’s log.'
  fakes(() => Promise.reject(new FakeProblem(422, 'validation-failed', words, [{ pointer: '/code', detail: words }])))
  renderAt(<Here />, '/auth/setup')
  await fillIn()
  await userEvent.click(button())
  expect((await screen.findAllByText(words)).length).toBe(2)
  expect(field('Set-up code').getAttribute('aria-invalid')).toBe('true')
  expect(values()).toEqual(filledIn)
})

test('after too many attempts the page says when to try again', async () => {
  fakes(() => Promise.reject(new FakeProblem(429, 'rate-limited', 'Too many tries.', [], 600)))
  renderAt(<Here />, '/auth/setup')
  await fillIn()
  await userEvent.click(button())
  await screen.findByText(/^Too many tries\. Try again at \d\d:\d\d\.$/)
  expect(values()).toEqual(filledIn)
})

test('if someone else was faster, the page links to sign-in', async () => {
  fakes(() => Promise.reject(new FakeProblem(409, 'closed', 'Set-up is done. Sign in.')))
  const { router } = renderAt(<Here />, '/auth/setup')
  await fillIn()
  await userEvent.click(button())
  await screen.findByText('Set-up is done. Sign in.')
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(router.state.location.pathname).toBe('/auth/login')
})

test('names and email survive a reload, password and code do not', async () => {
  fakes()
  const first = renderAt(<Here />, '/auth/setup')
  await fillIn()
  first.unmount()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/quiet desk|7KQF/)
  renderAt(<Here />, '/auth/setup')
  await screen.findByLabelText('School name')
  expect(values()).toEqual([...filledIn.slice(0, 3), '', ''])
})
