/** A forgotten password in three steps, and the first password of an invitation. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, signInOptionsWith, type Fakes } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const email = 'ana.li@harbour.example'
const password = 'quiet desk 21'
const user = ownUser({ email })

const works = {
  getSignInOptions: () => Promise.resolve(signInOptionsWith({})),
  generateOtp: () => Promise.resolve({ expiresInSeconds: 600 }),
  verifyOtp: () => Promise.resolve({ token: 'temporary', expiresAt: '2099-01-01T00:00:00Z' }),
  resetPassword: () => Promise.resolve(undefined),
}
const fake = (auth: Fakes['auth'] = {}) => fakeApi({ auth: { ...works, ...auth } })
/** Without the request that every public page sends first. */
const sent = (called: ReturnType<typeof fake>) => called.filter(({ name }) => name !== 'auth.getSignInOptions')
/** The screen only at its own path, as in the router. */
const Here = () => (useLocation().pathname === '/auth/reset-password' ? <ResetPasswordScreen /> : null)
const open = (search = '') => renderAt(<Here />, `/auth/reset-password${search}`)
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function toCode() {
  await userEvent.type(await field('Email'), `${email}{Enter}`)
  return field('Code')
}
async function toPassword() {
  await enter(await toCode(), '123456')
  return field('New password')
}

beforeEach(() => useSession.getState().signOut('person'))
afterEach(() => void vi.restoreAllMocks())

test('email, code and password sign the user in', async () => {
  const called = fake({ login: () => Promise.resolve({ token: 'session', user }) })
  const { router } = open()
  const code = await toCode()
  expect([code.autocomplete, code.inputMode, document.activeElement]).toEqual(['one-time-code', 'numeric', code])
  expect(screen.getByText('a***@harbour.example')).toBeTruthy()
  expect(screen.getByText(/^Resend in 0:\d\d$/).closest('[aria-live], [role=status]')).toBeNull()
  await userEvent.click(code)
  await userEvent.paste('123 456')
  await enter(await field('New password'), password, '{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(useSession.getState().token).toBe('session')
  expect(sent(called).map(({ name, request }) => [name, request.body])).toEqual([
    ['auth.generateOtp', { email }],
    ['auth.verifyOtp', { email, otp: '123456' }],
    ['auth.resetPassword', { email, password }],
    ['auth.login', { email, password }],
  ])
  expect(sessionStorage.getItem('password-reset')).toBeNull()
})

test('after a reset the user returns to the page they wanted', async () => {
  fake({ login: () => Promise.resolve({ token: 'session', user }) })
  const { router } = open('?next=%2Fassignments%3Fstatus%3Dopen')
  expect((await screen.findByRole('link', { name: 'Back to sign in' })).getAttribute('href')).toBe(
    '/auth/login?next=%2Fassignments%3Fstatus%3Dopen',
  )
  await enter(await toPassword(), password, '{Enter}')
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/assignments', search: '?status=open' }))
})

test('if signing in fails, the sign-in page has the email filled in', async () => {
  fake({ login: () => Promise.reject(new FakeProblem(429, 'rate-limited')) })
  const { router } = open()
  await enter(await toPassword(), password, '{Enter}')
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/auth/login', state: { email } }))
})

test('the link in the mail leads to the code, and the email is removed from the URL', async () => {
  const called = fake()
  const { router } = open(`?email=${encodeURIComponent(email)}`)
  await enter(await field('Code'), '123456')
  expect(sent(called)[0]?.request.body).toEqual({ email, otp: '123456' })
  expect(router.state.location.search).toBe('')
})

test('without a mail server no email is promised', async () => {
  fake({ getSignInOptions: () => Promise.resolve(signInOptionsWith({ sendsEmail: false })) })
  open()
  await screen.findByText(/^This site does not send email\./)
  await enter(await field('Email'), email, '{Enter}')
  expect(await screen.findByText(/an administrator finds the code/)).toBeTruthy()
})

test('a wrong code keeps the step and is selected', async () => {
  fake({ verifyOtp: () => Promise.reject(new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/otp', detail: 'Wrong' }])) })
  open()
  const code = await toCode()
  await enter(code, '111111')
  expect((await screen.findByRole('alert')).textContent).toContain('This code is not right')
  expect([document.activeElement, code.value, code.selectionStart, code.selectionEnd]).toEqual([code, '111111', 0, 6])
})

const wrong = () => Promise.reject(new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/otp', detail: 'Wrong' }]))
const typeCode = async (code: string) => {
  await userEvent.clear(await field('Code'))
  await userEvent.type(await field('Code'), code)
}

test('wrong attempts are counted, also across a reload; after the fifth the next code is one click away', async () => {
  const called = fake({ verifyOtp: wrong })
  const first = open()
  await toCode()
  await typeCode('111111')
  await screen.findByText('This code is not right. 4 attempts left.')
  await typeCode('111112')
  await screen.findByText('This code is not right. 3 attempts left.')
  first.unmount()
  open()
  await typeCode('111113')
  await screen.findByText('This code is not right. 2 attempts left.')
  await typeCode('111114')
  await screen.findByText('This code is not right. 1 attempt left.')
  await typeCode('111115')
  const ended = await screen.findByRole('alert')
  expect([ended.textContent, document.activeElement]).toEqual(['This code has expired.It was entered wrong five times.', ended])
  expect(screen.queryByLabelText('Code')).toBeNull()
  // The wait after the last code is not over.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send a new code in 0:\d\d$/ }).disabled).toBe(true)

  const later = Date.now() + 31_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new code' }))
  await typeCode('222222')
  await screen.findByText('This code is not right. 4 attempts left.')
  expect(called.filter(({ name }) => name === 'auth.generateOtp')).toHaveLength(2)
})

test('attempts from other devices count too: the server says how many are left', async () => {
  let left = 4
  const refuse = () =>
    Promise.reject(
      Object.assign(new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/otp', detail: 'Wrong' }]), { triesLeft: left }),
    )
  fake({ verifyOtp: refuse })
  const first = open()
  await toCode()
  await typeCode('111111')
  await screen.findByText('This code is not right. 4 attempts left.')
  left = 1
  await typeCode('111112')
  await screen.findByText('This code is not right. 1 attempt left.')
  left = 0
  await typeCode('111113')
  expect((await screen.findByRole('alert')).textContent).toBe('This code has expired.It was entered wrong five times.')
  first.unmount()
  open()
  expect(await screen.findByText('This code has expired.')).toBeTruthy()
})

test('after its ten minutes a code has expired', async () => {
  const called = fake()
  const first = open()
  await toCode()
  first.unmount()
  const later = Date.now() + 600_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('This code has expired.Codes work for 10 minutes.')
  await press('Send a new code')
  await screen.findByText(/A new code was sent/)
  expect(document.activeElement).toBe(await field('Code'))
  expect(sent(called).map(({ name }) => name)).toEqual(['auth.generateOtp', 'auth.generateOtp'])
})

test('a rate limit or a server error does not use up an attempt', async () => {
  fake({ verifyOtp: () => Promise.reject(new FakeProblem(503, 'unavailable', 'Not now')) })
  open()
  await toCode()
  await typeCode('111111')
  await screen.findByRole('alert')
  expect(sessionStorage.getItem('password-reset')).toContain('"wrong":0')
})

test('Back leads to the email, which is still filled in', async () => {
  fake()
  const { router } = open()
  await toCode()
  await router.navigate(-1)
  expect((await field('Email')).value).toBe(email)
  await router.navigate(1)
  expect(await field('Code')).toBeTruthy()
})

test('a reload keeps the step, and the temporary token apart from the session', async () => {
  const called = fake()
  const first = open()
  await toPassword()
  expect(sessionStorage.getItem('password-reset')).toContain('temporary')
  expect(JSON.stringify({ ...localStorage })).not.toContain('temporary')
  first.unmount()
  open()
  await enter(await field('New password'), password, '{Enter}')
  await waitFor(() => expect(sent(called).map(({ name }) => name)).toContain('auth.resetPassword'))
})

test('the temporary token is sent with the last call; if it has expired, the first step says so, and nobody is signed out', async () => {
  fake()
  useSession.getState().setAuth('session', user)
  const reset = vi.spyOn(api.auth, 'resetPassword').mockRejectedValue(new ApiProblem('unauthenticated', { status: 401, detail: 'Ended' }))
  open()
  await enter(await toPassword(), password, '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('This reset has expired')
  expect((await field('Email')).value).toBe(email)
  expect(reset).toHaveBeenCalledWith({ body: { email, password } }, { token: 'temporary' })
  expect(useSession.getState().isAuthenticated).toBe(true)
})

test('a refused password is reported at its field', async () => {
  fake({
    resetPassword: () => Promise.reject(new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/password', detail: 'Too common' }])),
  })
  open()
  await enter(await toPassword(), 'password')
  await press('Save the new password')
  await screen.findAllByText('Too common')
  expect((await field('New password')).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(await field('New password'))
})

test('an invalid email or a short password is reported at its field, which gets the focus, and is not sent', async () => {
  const called = fake()
  open()
  await enter(await field('Email'), 'ana.li')
  await press('Send the code')
  expect(screen.getByText('Enter an email such as ana.li@harbour.example')).toBeTruthy()
  expect(document.activeElement).toBe(await field('Email'))
  await userEvent.clear(await field('Email'))
  await enter(await toPassword(), 'short')
  await press('Save the new password')
  expect(document.activeElement).toBe(await field('New password'))
  expect(sent(called).map(({ name }) => name)).toEqual(['auth.generateOtp', 'auth.verifyOtp'])
})

test('too many codes: how long to wait', async () => {
  vi.spyOn(api.auth, 'generateOtp').mockRejectedValue(new ApiProblem('rate-limited', { status: 429, detail: 'no', retryAfter: 840 }))
  open()
  await enter(await field('Email'), email, '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries. Try again in 14 min.')
})

test('another code can be asked for once the wait is over', async () => {
  const called = fake()
  open()
  await toCode()
  const later = Date.now() + 31_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new code' }))
  await screen.findByText(/A new code was sent/)
  expect(called.filter(({ name }) => name === 'auth.generateOtp')).toHaveLength(2)
  expect(document.activeElement).toBe(await field('Code'))
})

test('choosing the password of an invitation signs in and leads to the dashboard', async () => {
  const called = fake({ acceptInvitation: () => Promise.resolve({ token: 'session', user }) })
  const { router } = open(`?invitation=inv&email=${encodeURIComponent(email)}`)
  expect(screen.getByRole('heading', { name: 'Choose your password' })).toBeTruthy()
  await userEvent.type(await field('New password'), password)
  await press('Save and sign in')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(sent(called)[0]?.request.body).toEqual({ token: 'inv', password })
  expect(useSession.getState().token).toBe('session')
})

test.each([
  ['', 'Choose a password with a code', ''],
  [`&email=${encodeURIComponent(email)}`, `Send a code to ${email}`, email],
])('an invitation that has ended%s leads to a code, with the address if it is known', async (search, words, known) => {
  fake({ acceptInvitation: () => Promise.reject(new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/token', detail: 'Used' }])) })
  const { router } = open(`?invitation=inv${search}`)
  await enter(await field('New password'), password, '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('ask the person who invited you')
  expect(screen.queryByLabelText('New password')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: words }))
  expect((await field('Email')).value).toBe(known)
  expect(router.state.location.search).toBe('')
})
