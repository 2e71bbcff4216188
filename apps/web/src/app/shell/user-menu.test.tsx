/** The user menu is no part of the first load. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { version } from '@lms/contract/version'
import { useSession } from '#lib/session.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { GradeButton } from '#test/grade-button.tsx'
import { ownUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { UserMenu } from './user-menu.tsx'

test('the menu is loaded when it is asked for, opens at once, and leaves the focus on its button', async () => {
  signInAs('USER')
  renderAt(<UserMenu />)
  const button = screen.getByRole('button', { expanded: false })
  expect(screen.queryByRole('menuitem')).toBeNull()
  await userEvent.click(button)
  await screen.findByRole('menuitem', { name: 'Your Profile' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { expanded: false }))
})

test('the colours are chosen in the menu, and kept with the account', async () => {
  const me = signInAs('USER')
  const called = fakeApi({ users: { updateMe: async () => ownUser({ id: me.id }) } })
  renderAt(<UserMenu />)
  await userEvent.click(screen.getByRole('button', { expanded: false }))
  expect((await screen.findByRole('menuitem', { name: 'Your Profile' })).getAttribute('href')).toBe('/profile')
  expect(screen.getByText(`LMS ${version}`)).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(useSession.getState().user?.preferences).toEqual({ theme: 'DARK' })
  await waitFor(() => expect(called.map(({ request }) => request.body)).toEqual([{ preferences: { theme: 'DARK' } }]))
})

test('on a phone, following the menu closes what it is in', async () => {
  signInAs('USER')
  const onGo = vi.fn<() => void>()
  renderAt(<UserMenu onGo={onGo} />)
  await userEvent.click(screen.getByRole('button', { expanded: false }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Your Profile' }))
  expect(onGo).toHaveBeenCalledOnce()
})

test('signing out while marks are still being saved asks first', async () => {
  signInAs('TRAINER')
  fakeApi({ submissions: { gradeSubmission: () => new Promise(() => {}) } })
  renderAt(
    <>
      <GradeButton />
      <UserMenu />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Grade' }))
  await userEvent.click(screen.getByRole('button', { expanded: false }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('dialog', { name: 'Sign out while marks are being saved?' })).toBeTruthy()
})
