/** Requests that work only once, and did, although the response was lost: a retry does not report a failure. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, signInOptionsWith, FakeProblem, type Fakes } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { RegisterScreen } from './register-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const email = 'ana.li@harbour.example'
const password = 'quiet desk 21'
const user = ownUser({ email })
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  useSession.getState().signOut('person')
})

/** The first response is lost; later ones are the server's error for a request that it has already carried out. */
function lostOnce(refusal: () => FakeProblem) {
  let calls = 0
  return () => Promise.reject(calls++ === 0 ? new FakeProblem(503, 'unavailable', 'The server did not answer.') : refusal())
}
/** A server that knows the new password. */
const login = ({ body }: { body: { email: string; password: string } }) =>
  body.password === password ? Promise.resolve({ token: 'session', user }) : Promise.reject(new FakeProblem(401, 'invalid-credentials'))

const fake = (auth: Fakes['auth']) =>
  fakeApi({
    auth: {
      getSignInOptions: () => Promise.resolve(signInOptionsWith({})),
      generateOtp: () => Promise.resolve({ expiresInSeconds: 600 }),
      verifyOtp: () => Promise.resolve({ token: 'temporary', expiresAt: '2099-01-01T00:00:00Z' }),
      logout: () => Promise.resolve(undefined),
      login,
      ...auth,
    },
  })
const Here = () => (useLocation().pathname === '/auth/reset-password' ? <ResetPasswordScreen /> : null)
const Register = () => (useLocation().pathname === '/auth/register' ? <RegisterScreen /> : null)
const text = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const expectWords = (words: string) => waitFor(() => expect(document.body.textContent).toContain(words))
const isAt = (router: ReturnType<typeof renderAt>['router'], path: string) =>
  waitFor(() => expect(router.state.location.pathname).toBe(path))

const registering = async () => {
  const { router } = renderAt(<Register />, '/auth/register')
  await userEvent.type(await text('Name'), 'Ana Li')
  await userEvent.type(await text('Email'), email)
  await enter(await text('Password'), password, '{Enter}')
  return router
}

test('an account that was created is signed in to', async () => {
  fake({ register: lostOnce(() => new FakeProblem(409, 'email-taken')) })
  const router = await registering()
  await expectWords('The server did not answer.')
  await press('Create account')
  await isAt(router, '/')
  expect(useSession.getState().token).toBe('session')
})

test('someone else’s email is still taken, and no password is tried unless a response was lost', async () => {
  const called = fake({ register: () => Promise.reject(new FakeProblem(409, 'email-taken')) })
  await registering()
  await expectWords('This address has an account already.')
  await press('Create account')
  expect(called.some(({ name }) => name === 'auth.login')).toBe(false)
})

test('after a lost response the sign-in is tried once: repeated attempts do not lock the account', async () => {
  const called = fake({
    register: lostOnce(() => new FakeProblem(409, 'email-taken')),
    login: () => Promise.reject(new FakeProblem(401, 'invalid-credentials')),
  })
  await registering()
  await expectWords('The server did not answer.')
  for (const _ of [1, 2, 3]) {
    await press('Create account')
    await expectWords('This address has an account already.')
  }
  await waitFor(() => expect(called.filter(({ name }) => name === 'auth.register')).toHaveLength(4))
  expect(called.filter(({ name }) => name === 'auth.login')).toHaveLength(1)
})

test('an accepted invitation signs the person in', async () => {
  fake({ acceptInvitation: lostOnce(() => new FakeProblem(422, 'validation-failed', 'Used', [{ pointer: '/token', detail: 'Used' }])) })
  const { router } = renderAt(<Here />, `/auth/reset-password?invitation=inv&email=${encodeURIComponent(email)}`)
  await enter(await text('New password'), password, '{Enter}')
  await expectWords('The server did not answer.')
  await press('Save and sign in')
  await isAt(router, '/')
  expect(useSession.getState().token).toBe('session')
})

const resetting = async () => {
  const { router } = renderAt(<Here />, '/auth/reset-password')
  await enter(await text('Email'), email, '{Enter}')
  await enter(await text('Code'), '123456')
  await text('New password')
  return router
}

test('a password that was reset signs the user in, and leaves no second session', async () => {
  const called = fake({ resetPassword: lostOnce(() => new FakeProblem(401, 'unauthenticated')) })
  const router = await resetting()
  await enter(await text('New password'), password, '{Enter}')
  await expectWords('The server did not answer.')
  await press('Save the new password')
  await isAt(router, '/')
  const names = called.map(({ name }) => name).filter((name) => /reset|login|logout/.test(name))
  expect(names).toEqual(['auth.resetPassword', 'auth.resetPassword', 'auth.login', 'auth.logout', 'auth.login'])
})

test('if another password was typed in between, the page does not claim that the old one is still valid', async () => {
  fake({ resetPassword: lostOnce(() => new FakeProblem(401, 'unauthenticated')) })
  await resetting()
  await enter(await text('New password'), password, '{Enter}')
  await expectWords('The server did not answer.')
  await enter(await text('New password'), ' and more', '{Enter}')
  await expectWords('Your new password may already be saved.')
  expect(document.body.textContent).not.toContain('as it was')
})

test('after a lost response the page says that a code works once', async () => {
  fake({ verifyOtp: lostOnce(() => new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/otp', detail: 'Wrong' }])) })
  renderAt(<Here />, '/auth/reset-password')
  await enter(await text('Email'), email, '{Enter}')
  await enter(await text('Code'), '123456')
  await expectWords('The server did not answer.')
  await press('Continue')
  await expectWords('We did not get an answer to your last attempt, and each code works once.')
  await userEvent.clear(await text('Code'))
  await enter(await text('Code'), '123457')
  expect(await screen.findByText('This code is not right. 3 attempts left.')).toBeTruthy()
})
