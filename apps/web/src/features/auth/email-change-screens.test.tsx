/** The two links about a change of address: opening them changes nothing, and each says what has become of the address. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, type Fakes } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { ConfirmEmailScreen, StopEmailChangeScreen } from './email-change-screens.tsx'

const ended = () =>
  Promise.reject(new FakeProblem(422, 'validation-failed', 'Ended', [{ pointer: '/token', detail: 'This link was used.' }]))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function open(Screen: typeof ConfirmEmailScreen, users: NonNullable<Fakes['users']>) {
  const called = fakeApi({ users })
  renderAt(<Screen />, '/auth/x?token=abc&email=ana%40new.example')
  return () => called.filter(({ name }) => name.startsWith('users.')).map(({ request }) => request.body)
}

test('the new address is confirmed by the button', async () => {
  const sent = open(ConfirmEmailScreen, { confirmEmailChange: async () => ({ email: 'ana@new.example' }) })
  expect(screen.getByText('You will sign in with ana@new.example.')).toBeDefined()
  expect(sent()).toEqual([])
  await press('Confirm this address')
  await screen.findByRole('heading', { name: 'Address confirmed' })
  expect(sent()).toEqual([{ token: 'abc' }])
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined()
})

test('a link that has ended, and an address that was taken, say so', async () => {
  open(ConfirmEmailScreen, { confirmEmailChange: ended })
  await press('Confirm this address')
  await screen.findByRole('heading', { name: 'This link does not work' })
  expect(screen.getByText('This link was used. Nothing was changed.')).toBeDefined()
})

test('an address that was taken can be tried again', async () => {
  open(ConfirmEmailScreen, {
    confirmEmailChange: () => Promise.reject(new FakeProblem(409, 'email-taken', 'This address has an account already.')),
  })
  await press('Confirm this address')
  expect((await screen.findByRole('alert')).textContent).toContain('This address has an account already.')
  expect(screen.getByRole('button', { name: 'Confirm this address' })).toBeDefined()
})

test.each([
  [true, 'Your address was restored', 'Choose a new password'],
  [false, 'Your address was not changed', 'Sign in'],
])('the old address is kept; changed before: %s', async (isReverted, heading, onward) => {
  open(StopEmailChangeScreen, { stopEmailChange: async () => ({ email: 'ana@harbour.example', isReverted }) })
  await press('Keep my address')
  await screen.findByRole('heading', { name: heading })
  expect(screen.getByRole('link', { name: onward })).toBeDefined()
})
