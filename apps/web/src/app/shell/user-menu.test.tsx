/** The user menu is no part of the first load. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
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
