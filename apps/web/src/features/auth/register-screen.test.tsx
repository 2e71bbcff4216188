/** Registration: the password rules, the page that follows, and closed registration. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, signInOptionsWith, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { LoginScreen } from './login-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'

const rest = { profileImageUrl: null, timeZone: null, status: 'ACTIVE', createdAt: '2026-09-02T10:00:00Z', lastSeenAt: null } as const

/** A server that accepts every registration. */
function acceptRegistrations(): void {
  const user = { ...signInAs('USER'), preferences: {} }
  useSession.getState().signOut('person')
  fakeApi({
    auth: {
      getSignInOptions: () => Promise.resolve(signInOptionsWith({})),
      register: () => Promise.resolve({ token: 'session', user: { ...user, ...rest } }),
    },
  })
}

const open = (registration: 'open' | 'closed') =>
  fakeApi({ auth: { getSignInOptions: () => Promise.resolve(signInOptionsWith({ registration })) } })

beforeEach(() => {
  localStorage.clear()
  useSession.getState().signOut('person')
})

test('closed registration shows whom to ask and a way back instead of the form', async () => {
  open('closed')
  renderAt(<RegisterScreen />, '/auth/register')
  await screen.findByText('Accounts are by invitation only')
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login')
})

test('closed registration has no link on the sign-in page', async () => {
  open('closed')
  renderAt(<LoginScreen />, '/auth/login')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})

test('open registration shows the form and the link', async () => {
  open('open')
  const { unmount } = renderAt(<LoginScreen />, '/auth/login')
  expect(await screen.findByRole('link', { name: 'Create an account' })).toBeTruthy()
  unmount()
  renderAt(<RegisterScreen />, '/auth/register')
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy()
})

test('somebody who came by a join link registers with it, so that a class behind one address is not limited', async () => {
  const sent: unknown[] = []
  acceptRegistrations()
  fakeApi({
    auth: { register: ({ body }) => (sent.push(body), Promise.reject(new FakeProblem(409, 'email-taken'))) },
    joinLinks: { findJoinCourse: async () => ({ title: 'Data Journalism' }) },
  })
  renderAt(<RegisterScreen />, '/auth/register?next=%2Fjoin%2FABCDEFGH')
  expect(await screen.findByText('To join Data Journalism')).toBeTruthy()
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ana Li')
  await user.type(screen.getByRole('textbox', { name: /Email/ }), 'ana@example.org')
  await user.type(screen.getByLabelText('Password', { exact: true }), 'a quiet desk')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ joinToken: 'ABCDEFGH' })]))
})

/** The screen only at its own path, as in the router. */
const Here = () => (useLocation().pathname === '/auth/register' ? <RegisterScreen /> : null)
const course = '0198f6a0-0000-7000-8000-0000000000c1'
const rules = () => within(screen.getByRole('list')).getAllByRole('listitem')
const states = () => rules().map((rule) => rule.dataset['state'])

test('the rules of the password are ticked while typing, described by the field, and not announced at each key', async () => {
  open('open')
  renderAt(<RegisterScreen />, '/auth/register')
  const field = await screen.findByLabelText('Password')
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.some((id) => document.getElementById(id)?.contains(screen.getByRole('list')))).toBe(true)
  expect(screen.getByRole('list').closest('[aria-live], [role=status], [role=alert]')).toBeNull()
  await userEvent.type(field, 'passwor')
  expect(states()).toEqual(['open', 'open', 'open'])
  await userEvent.type(field, 'd')
  await waitFor(() => expect(states()).toEqual(['met', 'broken', 'met']))
  expect(rules()[1]?.textContent).toContain('not met')
  await enter(field, ' of mine')
  expect(states()).toEqual(['met', 'met', 'met'])
})

test('a link for a course leads there after registration, and the link to sign in keeps it', async () => {
  acceptRegistrations()
  const { router } = renderAt(<Here />, `/auth/register?course=${course}`)
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(`/auth/login?course=${course}`)
  await enter(screen.getByLabelText('Name'), 'Ana Li')
  await enter(screen.getByLabelText('Email'), 'ana.li@harbour.example')
  await enter(screen.getByLabelText('Password'), 'quiet desk 21', '{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/courses-details/${course}`))
})

test('there is no form until it is known whether registration is open; if that cannot be loaded, there is one', async () => {
  let fail = () => {}
  fakeApi({ auth: { getSignInOptions: () => new Promise((_, reject) => (fail = () => reject(new FakeProblem(503, 'unavailable')))) } })
  renderAt(<RegisterScreen />, '/auth/register')
  await screen.findByText('Loading')
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  fail()
  await screen.findByRole('button', { name: 'Create account' })
})

const text = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
/** Both pages at their paths. */
const Both = () => (useLocation().pathname === '/auth/login' ? <LoginScreen /> : <RegisterScreen />)

test('a typed email is carried over between the two pages, both ways, and the latest one counts', async () => {
  open('open')
  renderAt(<Both />, '/auth/login')
  await enter(await text('Email'), 'ana@harbour.example')
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }))
  await screen.findByRole('button', { name: 'Create account' })
  expect((await text('Email')).value).toBe('ana@harbour.example')
  await userEvent.type(await text('Email'), '.org')
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect((await text('Email')).value).toBe('ana@harbour.example.org')
  await userEvent.clear(await text('Email'))
  await enter(await text('Email'), 'bo@harbour.example')
  await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  await screen.findByRole('heading', { name: 'Create an account' })
  expect((await text('Email')).value).toBe('bo@harbour.example')
})

test('an email that has an account leads to sign-in with it; name and email survive a reload, the password does not', async () => {
  fakeApi({
    auth: {
      getSignInOptions: () => Promise.resolve(signInOptionsWith({})),
      register: () => Promise.reject(new FakeProblem(409, 'email-taken')),
    },
  })
  const first = renderAt(<Both />, '/auth/register')
  await enter(await text('Name'), 'Ana Li')
  await enter(await text('Email'), 'ana@harbour.example')
  await enter(await text('Password'), 'quiet desk 21')
  first.unmount()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('quiet desk')

  renderAt(<Both />, '/auth/register')
  expect([(await text('Name')).value, (await text('Email')).value, (await text('Password')).value]).toEqual([
    'Ana Li',
    'ana@harbour.example',
    '',
  ])
  await enter(await text('Password'), 'quiet desk 21', '{Enter}')
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in instead' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect((await text('Email')).value).toBe('ana@harbour.example')
})

test('after registration nothing of the form is left on the device', async () => {
  acceptRegistrations()
  const { router } = renderAt(<Here />, '/auth/register')
  await enter(await text('Name'), 'Ana Li')
  await enter(await text('Email'), 'ana@harbour.example')
  await enter(await text('Password'), 'quiet desk 21', '{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})
