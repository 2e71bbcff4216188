/** Signing in: one neutral message, the password cleared, the focus where it helps. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, signInOptionsWith } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { LoginForm, LoginScreen } from './login-screen.tsx'

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

const { matchMedia } = window

beforeEach(() => {
  vi.restoreAllMocks()
  useSession.getState().signOut('person')
})

test('a wrong login keeps the email, clears the password and shows one neutral message', async () => {
  vi.spyOn(api.auth, 'login').mockRejectedValue(new ApiProblem('invalid-credentials', { status: 401, detail: 'No such account' }))
  renderAt(<LoginForm canRegister />, '/auth/login')
  await userEvent.type(email(), 'ana.li@harbour.example')
  await enter(password(), 'wrong', '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Email or password is not right')
  expect([email().value, password().value]).toEqual(['ana.li@harbour.example', ''])
  expect(document.activeElement).toBe(password())
})

test('a server that does not answer is not reported as a wrong password', async () => {
  vi.spyOn(api.auth, 'login').mockRejectedValue(new ApiProblem('offline', { status: 0, detail: 'The server did not answer.' }))
  renderAt(<LoginForm canRegister />, '/auth/login')
  await enter(email(), 'ana.li@harbour.example')
  await enter(password(), 'quiet desk', '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('The server did not answer.')
  expect(password().value).toBe('quiet desk')
})

test('after too many attempts the waiting time is counted down, and announced once', async () => {
  vi.spyOn(api.auth, 'login').mockRejectedValue(new ApiProblem('rate-limited', { status: 429, detail: 'no', retryAfter: 42 }))
  renderAt(<LoginForm canRegister />, '/auth/login')
  await enter(email(), 'ana.li@harbour.example')
  await enter(password(), 'quiet desk', '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries. Try again in 42 s.')
  expect(screen.getByText('Too many tries. Try again in 0:42.').closest('[role=alert]')).toBeNull()
  const soon = Date.now() + 42_000
  vi.spyOn(Date, 'now').mockImplementation(() => soon)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('You can try again now.'))
})

test('the links for a forgotten password and a new account keep the page to return to', () => {
  renderAt(<LoginForm canRegister />, '/auth/login?next=%2Fprofile')
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/auth/register?next=%2Fprofile')
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/auth/reset-password?next=%2Fprofile')
})

test('empty fields are reported, and nothing is sent', async () => {
  const login = vi.spyOn(api.auth, 'login')
  renderAt(<LoginForm canRegister />, '/auth/login')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByText('Enter your email')).toBeTruthy()
  expect(document.activeElement).toBe(email())
  expect(login).not.toHaveBeenCalled()
})

test('password managers recognise the fields', () => {
  renderAt(<LoginForm canRegister={false} />, '/auth/login')
  expect([email().autocomplete, password().autocomplete]).toEqual(['username', 'current-password'])
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
})

test.each([
  ['a computer', true, 'email'],
  ['a phone, whose keyboard would cover the page', false, null],
])('the first field has the focus on %s', (_, isFine, focused) => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: isFine && query.includes('pointer: fine'),
  }))
  renderAt(<LoginForm canRegister />, '/auth/login')
  expect(document.activeElement?.getAttribute('name') ?? null).toBe(focused)
})

test.each([
  ['its course', async () => ({ title: 'Data Journalism' }), ['To join Data Journalism']],
  ['no draft', async () => ({ title: null }), []],
  ['nothing if it does not work', () => Promise.reject(new FakeProblem(404, 'not-found')), []],
])('who comes by a join link reads %s', async (_, findJoinCourse, words) => {
  const called = fakeApi({ auth: { getSignInOptions: async () => signInOptionsWith({}) }, joinLinks: { findJoinCourse } })
  renderAt(<LoginScreen />, '/auth/login?next=%2Fjoin%2FABCDEFGH')
  await waitFor(() => expect(called.map(({ name }) => name)).toContain('joinLinks.findJoinCourse'))
  for (const text of words) expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryAllByText(/^To join/)).toHaveLength(words.length)
  expect(called.find(({ name }) => name === 'joinLinks.findJoinCourse')?.request.params).toEqual({ token: 'ABCDEFGH' })
})
