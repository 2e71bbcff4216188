/** The user’s own name, time zone and password: errors are shown at their fields, and nothing has to be typed twice. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OwnUser } from '@lms/contract/users'
import { useSession } from '#lib/session.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, signInAs, type Fakes } from '#test/fake-api.ts'
import { ownUser, userDetails } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { ProfileForm, PasswordForm, ProfileScreen } from './profile-screen.tsx'

function Profile() {
  const me = useSession((session) => session.user)
  return me && <ProfileForm me={me} />
}

async function chooseTokyo() {
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  await userEvent.click(zone)
  await userEvent.type(zone, 'Tokyo')
  await userEvent.click(await screen.findByRole('option', { name: /^Asia\/Tokyo/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
}

test('name and time zone are saved together, and updated in the session', async () => {
  const me = signInAs('USER')
  const called = fakeApi({
    users: {
      updateMe: ({ body } = {}) => Promise.resolve(ownUser({ ...me, name: body?.name ?? me.name, timeZone: body?.timeZone ?? null })),
    },
  })
  renderAt(<Profile />)
  await enter(screen.getByRole('textbox', { name: 'Name' }), ' Wei ')
  await chooseTokyo()
  await screen.findByText('Your profile is saved')
  expect(called.map(({ request }) => request.body)).toEqual([{ name: 'Ana Li Wei', timeZone: 'Asia/Tokyo' }])
  expect(useSession.getState().user).toMatchObject({ name: 'Ana Li Wei', timeZone: 'Asia/Tokyo' })
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

test('a photo that is removed is gone from the profile and the session at once', async () => {
  const me = signInAs('USER')
  const profileImage = `image/${me.id}/0198f6a0-0000-7000-8000-000000000001.jpg`
  useSession.getState().setUser({ ...me, profileImage, profileImageUrl: 'https://files.example/ana.jpg' })
  const called = fakeApi({ users: { updateMe: async () => ownUser({ ...me, profileImage: null, profileImageUrl: null }) } })
  renderAt(<ProfileScreen />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Your photo is removed')
  expect(called.find(({ name }) => name === 'users.updateMe')?.request.body).toEqual({ profileImage: null })
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  expect(useSession.getState().user).toMatchObject({ profileImage: null, profileImageUrl: null })
})

test('single-key shortcuts can be switched off and on', async () => {
  signInAs('USER')
  fakeApi({ users: {} })
  renderAt(<ProfileScreen />)
  const keys = screen.getByRole<HTMLInputElement>('switch', { name: /^Single-key shortcuts/ })
  const stored = () => useSession.getState().user?.preferences?.letterKeys
  expect(keys.checked).toBe(true)
  await userEvent.click(keys)
  expect([keys.checked, stored()]).toEqual([false, false])
  await userEvent.click(keys)
  expect([keys.checked, stored()]).toEqual([true, true])
})

/** The page was left before the response came. */
async function savedAndLeft() {
  const me = signInAs('USER')
  const answered = Promise.withResolvers<OwnUser>()
  fakeApi({ users: { updateMe: () => answered.promise } })
  const view = renderAt(<Profile />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Wei')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  view.unmount()
  return { me, answer: () => answered.resolve(ownUser({ ...me, name: 'Ana Li Wei' })) }
}

test('a save that is answered after leaving the page updates the session and clears the draft', async () => {
  const { me, answer } = await savedAndLeft()
  const key = `draft:${me.id}:profile`
  expect(localStorage.getItem(key)).toContain('Ana Li Wei')
  answer()
  await waitFor(() => expect(useSession.getState().user?.name).toBe('Ana Li Wei'))
  expect(localStorage.getItem(key)).toBeNull()
})

test('a response that comes after another user has signed in changes nothing of theirs', async () => {
  const { me, answer } = await savedAndLeft()
  useSession.getState().signOut('person')
  const other = { ...me, id: '0198f6a0-0000-7000-8000-0000000000bb', name: 'Bo' }
  useSession.getState().setAuth('other', other)
  answer()
  await waitFor(() => expect(localStorage.getItem(`draft:${me.id}:profile`)).toBeNull())
  expect(useSession.getState().user).toEqual(other)
})

test('an error is shown at its field, and the input stays', async () => {
  signInAs('USER')
  const detail = 'This is not a time zone that is known here.'
  fakeApi({
    users: { updateMe: () => Promise.reject(new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/timeZone', detail }])) },
  })
  renderAt(<Profile />)
  await chooseTokyo()
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain(detail)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' }).value).toMatch(/^Asia\/Tokyo/)
})

const { courses: _courses, version: _version, ...me } = userDetails({})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }))
/** The error of a field. */
const getError = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

function open(updateMe: NonNullable<Fakes['users']>['updateMe']) {
  signInAs('USER')
  const called = fakeApi({ users: { ...(updateMe && { updateMe }) } })
  renderAt(<PasswordForm />)
  return called
}

test.each([
  ['/currentPassword', 'Current password', 'This is not your password.'],
  ['/newPassword', 'New password', 'Many people use this password.'],
])('a refusal of %s shows at its field and in the summary; both passwords stay', async (pointer, name, detail) => {
  open(() => Promise.reject(new FakeProblem(422, 'validation-failed', 'no', [{ pointer, detail }])))
  await enter(field('Current password'), 'quiet desk 20')
  await enter(field('New password'), 'quiet desk 21')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain(detail)
  expect(field(name).getAttribute('aria-invalid')).toBe('true')
  expect(getError(name)).toContain(detail)
  expect([field('Current password').value, field('New password').value]).toEqual(['quiet desk 20', 'quiet desk 21'])
})

test('errors that the browser can detect are reported before anything is sent', async () => {
  const called = open(() => Promise.reject(new Error('Not to be asked')))
  await enter(field('New password'), 'short')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('Enter the password that you use now')
  expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  expect(called.filter(({ name }) => name === 'users.updateMe')).toEqual([])
})

test.each([
  ['quiet desk 21', 'Your password is changed. Other devices are signed out.', ['', '']],
  ['another one 22', 'This is not your password.', ['quiet desk 20', 'quiet desk 21']],
])('where the answer was lost, signing in tells whether it was changed: the server knows %s', async (known, words, left) => {
  let calls = 0
  signInAs('USER')
  const called = fakeApi({
    users: {
      updateMe: () =>
        Promise.reject(
          calls++ === 0
            ? new FakeProblem(503, 'unavailable', 'The server did not answer.')
            : new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/currentPassword', detail: 'This is not your password.' }]),
        ),
    },
    auth: {
      login: ({ body: { password } }) =>
        password === known
          ? Promise.resolve({ token: 'second', user: { ...me, preferences: {} } })
          : Promise.reject(new FakeProblem(401, 'invalid-credentials')),
      logout: () => Promise.resolve(undefined),
    },
  })
  renderAt(<PasswordForm />)
  await enter(field('Current password'), 'quiet desk 20')
  await enter(field('New password'), 'quiet desk 21')
  await press()
  await waitFor(() => expect(document.body.textContent).toContain('The server did not answer.'))
  await press()
  await waitFor(() => expect(document.body.textContent).toContain(words))
  expect([field('Current password').value, field('New password').value]).toEqual(left)
  expect(useSession.getState().token).toBe('token')
  expect(called.filter(({ name }) => name === 'auth.login')).toHaveLength(1)
  if (left[0] === '') return
  // Checked only once: each of these sign-ins would count as a failed one.
  await press()
  await waitFor(() => expect(called.filter(({ name }) => name === 'users.updateMe')).toHaveLength(3))
  expect(called.filter(({ name }) => name === 'auth.login')).toHaveLength(1)
})

test('a rate limit is shown, at no particular field', async () => {
  open(() => Promise.reject(new FakeProblem(429, 'rate-limited', 'Too many tries. Try again in 42 seconds.', [], 42)))
  await enter(field('Current password'), 'quiet desk 20')
  await enter(field('New password'), 'quiet desk 21')
  await press()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Too many tries'))
})
