/** Inviting again: offered for who is invited, and done at once. */
import type { User } from '@lms/contract/users'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { useUserDeeds } from './user-deeds.tsx'
import { UserMenu } from './user-menu.tsx'

const person: User = {
  id: 'u',
  name: 'Omar Haddad',
  email: 'omar@harbour.example',
  role: 'USER',
  profileImage: null,
  profileImageUrl: null,
  status: 'INVITED',
  timeZone: null,
  createdAt: '2026-11-20T00:00:00Z',
  lastSeenAt: null,
}

function Menu({ of }: { of: User }) {
  const deeds = useUserDeeds()
  return <UserMenu person={of} onDeed={deeds.ask} />
}

async function open(of = person) {
  renderAt(<Menu of={of} />)
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Omar Haddad' }))
  await screen.findByRole('menuitem', { name: 'View' })
}
const invite = () => screen.queryByRole('menuitem', { name: 'Send an invitation' })

test('an invitation goes out again', async () => {
  signInAs('ADMIN')
  const called = fakeApi({ users: { resendInvitation: () => Promise.resolve(undefined) } })
  await open()
  await userEvent.click(invite()!)
  await screen.findByText(/A new invitation is on its way to omar@harbour.example/)
  expect(called[0]?.request.params).toEqual({ id: 'u' })
})

test('a refusal is told', async () => {
  signInAs('ADMIN')
  fakeApi({ users: { resendInvitation: () => Promise.reject(new FakeProblem(409, 'conflict', 'Omar has a password already.')) } })
  await open()
  await userEvent.click(invite()!)
  expect(await screen.findByText('Omar has a password already.')).toBeTruthy()
})

test('nobody who has a password is invited again', async () => {
  signInAs('ADMIN')
  await open({ ...person, status: 'ACTIVE' })
  expect(invite()).toBeNull()
})
