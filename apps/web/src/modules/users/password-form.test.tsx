/** One's own password: what is refused stands at its field, and nothing is typed twice for it. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { PasswordForm } from './password-form.tsx'

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }))
/** What a field is said to be wrong with. */
const faultOf = (name: string) =>
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
])('a refusal of %s is told at its field and in the summary; both passwords stay', async (pointer, name, detail) => {
  open(() => Promise.reject(new FakeProblem(422, 'invalid', 'no', [{ pointer, detail }])))
  await userEvent.type(field('Current password'), 'quiet desk 20')
  await userEvent.type(field('New password'), 'quiet desk 21')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain(detail)
  expect(field(name).getAttribute('aria-invalid')).toBe('true')
  expect(faultOf(name)).toContain(detail)
  expect([field('Current password').value, field('New password').value]).toEqual(['quiet desk 20', 'quiet desk 21'])
})

test('what the browser can know is told before anything is sent', async () => {
  const called = open(() => Promise.reject(new Error('Not to be asked')))
  await userEvent.type(field('New password'), 'short')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('Enter the password that you use now')
  expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  expect(called.filter(({ name }) => name === 'users.updateMe')).toEqual([])
})

test('a limit of tries belongs to no field and is told', async () => {
  open(() => Promise.reject(new FakeProblem(429, 'rate-limited', 'Too many tries. Try again in 42 seconds.', [], 42)))
  await userEvent.type(field('Current password'), 'quiet desk 20')
  await userEvent.type(field('New password'), 'quiet desk 21')
  await press()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Too many tries'))
})
