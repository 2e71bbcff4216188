/** Changing an email address: what is asked of the server, what waits, and what refuses. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { EmailChange } from '@lms/contract/users'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, signInAs, type Fakes } from '#test/fake-api.ts'
import { userDetails } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { EmailChangeSection } from './email-change.tsx'

const omar = userDetails({ name: 'Omar Haddad', email: 'omar@harbour.example', version: 3 })
const waiting = { email: 'omar@new.example', expiresAt: '2026-11-26T00:00:00Z', error: null }

function open(users: Fakes['users'] = {}, { status = 'ACTIVE' as const, pending = null as EmailChange['pending'] } = {}) {
  signInAs('ADMIN')
  let state: EmailChange = { email: omar.email, pending }
  const called = fakeApi({
    users: {
      getEmailChange: async () => state,
      changeEmail: async ({ body }) => (state = { ...state, pending: { ...waiting, email: body.email } }),
      cancelEmailChange: async () => void (state = { ...state, pending: null }),
      ...users,
    },
  })
  renderAt(<EmailChangeSection person={{ ...omar, status }} />)
  return called
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'New email address' })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Change email address' }))

test('a new address waits for its confirmation, and can be given up; the focus goes to the field', async () => {
  const called = open()
  await enter(field(), 'omar@new.example')
  await send()
  await screen.findByText('Link sent to omar@new.example')
  expect(called.find(({ name }) => name === 'users.changeEmail')?.request).toMatchObject({
    params: { id: omar.id },
    body: { email: 'omar@new.example', version: 3, pending: null },
  })
  await screen.findByText('omar@new.example is not confirmed yet')
  expect(field().value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Keep omar@harbour.example' }))
  await screen.findByText('omar@harbour.example kept')
  expect(document.activeElement).toBe(field())
})

test('what is no address, or the same one, is said at the field; a taken one above it', async () => {
  open({ changeEmail: () => Promise.reject(new FakeProblem(409, 'email-taken', 'This address has an account already.')) })
  await enter(field(), 'omar')
  await send()
  expect(screen.getByText('Enter an address such as ana.li@harbour.example')).toBeDefined()
  await userEvent.clear(field())
  await enter(field(), 'OMAR@harbour.example')
  await send()
  expect(screen.getByText('This is already the address')).toBeDefined()
  await userEvent.clear(field())
  await enter(field(), 'ana@harbour.example')
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('This address has an account already.')
})

test('a link that could not be delivered says why', async () => {
  open({}, { pending: { ...waiting, error: 'No such user' } })
  await screen.findByText('The link could not be delivered to omar@new.example')
  expect(screen.getByText('The mail server says: “No such user”')).toBeDefined()
})
