/** Inviting again is offered for invited users, and done at once. Deleting says first what is deleted with the user. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { User, UserDetails } from '@lms/contract/users'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { userDetails } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { useUserActions, UserActionsMenu } from './user-actions.tsx'

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
  const actions = useUserActions()
  return (
    <>
      <UserActionsMenu person={of} onAction={actions.ask} />
      {actions.dialog}
    </>
  )
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
  await screen.findByText(/^Invitation sent to omar@harbour.example/)
  expect(called[0]?.request.params).toEqual({ id: 'u' })
})

test('an error is shown', async () => {
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

const taught = (...titles: string[]): UserDetails['courses'] =>
  titles.map((title) => ({ id: title, title, role: 'TRAINER', percentage: null, attendance: null }))

test.each([
  ['TRAINER', taught('Data Journalism', 'Photography'), 'leaves 2 courses they teach: Data Journalism, Photography. Courses with no other'],
  ['USER', taught('Photography'), 'leaves Photography, which they take. Work, marks'],
  ['TRAINER', [], 'is in no course. Work, marks and posts stay without the name'],
] as const)('who deletes a %s reads first which courses are left, and what stays', async (role, courses, words) => {
  signInAs('ADMIN')
  fakeApi({ users: { getUser: () => Promise.resolve(userDetails({ ...person, role, courses: [...courses] })) } })
  await open({ ...person, role })
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Omar Haddad?' })
  await within(dialog).findByText((text) => text.includes(words))
  expect(dialog.textContent).toContain('the address omar@harbour.example is free again')
  expect(dialog.textContent).toContain('This cannot be undone. Suspending keeps the account')
})

test('a person already deleted by a request whose response was lost counts as deleted', async () => {
  signInAs('ADMIN')
  let calls = 0
  fakeApi({
    users: {
      getUser: () => Promise.resolve(userDetails({ ...person, courses: [] })),
      removeUser: () =>
        Promise.reject(calls++ === 0 ? new FakeProblem(503, 'unavailable', 'Down') : new FakeProblem(404, 'not-found', 'Gone')),
    },
  })
  await open()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Omar Haddad?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete Omar Haddad' }))
  await screen.findByText('Down')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete Omar Haddad' }))
  await screen.findByText('Omar Haddad is deleted')
  expect(screen.queryByRole('dialog')).toBeNull()
})
