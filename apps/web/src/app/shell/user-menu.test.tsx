/** The user menu comes after the first load: who is quicker than it loses no click. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { UserMenu } from './user-menu.tsx'

test('a click before the menu is loaded opens it as soon as it is; a menu that nobody asked for stays shut', async () => {
  signInAs('USER')
  const { unmount } = renderAt(<UserMenu />)
  const early = screen.getByRole('button')
  await userEvent.click(early)
  await screen.findByRole('menuitem', { name: 'Your Profile' })
  expect(early.isConnected, 'the button that was clicked stood there before the menu').toBe(false)
  unmount()
  renderAt(<UserMenu />)
  expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('menuitem')).toBeNull()
})
