/** The keys of every page: going to pages of the menu, and the list of keys. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Role } from '@lms/contract/policy'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { listGoKeys } from './go-keys.ts'
import { ShellKeys } from './shell-keys.tsx'

const onKey = vi.fn<() => void>()
function Page() {
  useShortcuts({ a: onKey })
  return (
    <>
      <input aria-label="Field" />
      <ShellKeys />
    </>
  )
}

function open(role: Role, letterKeys = true, at = paths.people.to({ courseId: 'c1' })) {
  onKey.mockClear()
  const user = signInAs(role)
  if (!letterKeys) useSession.getState().setUser({ ...user, preferences: { letterKeys } })
  return renderAt(<Page />, at).router
}

test.each(['SUPER_ADMIN', 'ADMIN', 'TRAINER', 'USER'] as const)('%s has one letter a page', (role) => {
  const letters = listGoKeys(role).map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(letters.length)
})

test('G and a letter goes to a page of the menu, and the letter is no key of the page', async () => {
  const router = open('TRAINER')
  await userEvent.keyboard('ga')
  expect(router.state.location.pathname).toBe(paths.attendance.to())
  expect(onKey).not.toHaveBeenCalled()
})

test('the letter alone, in a field, or after another key, goes nowhere', async () => {
  const router = open('TRAINER')
  const here = router.state.location.pathname
  await userEvent.keyboard('a')
  await userEvent.keyboard('gxa')
  expect(onKey).toHaveBeenCalledTimes(2)
  await userEvent.type(screen.getByLabelText('Field'), 'ga')
  expect(router.state.location.pathname).toBe(here)
})

test('with letters turned off there is nothing to go by', async () => {
  const router = open('TRAINER', false)
  await userEvent.keyboard('ga?')
  expect(router.state.location.pathname).toBe(paths.people.to({ courseId: 'c1' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('? lists the keys of this screen first; the letters of the list then do nothing', async () => {
  const router = open('TRAINER')
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const actions = [...dialog.querySelectorAll('dt')].map(({ textContent }) => textContent)
  expect(actions.slice(0, 2)).toEqual(['To the rows', 'Select'])
  expect(actions).toContain('Go to Attendance')
  await userEvent.keyboard('ga')
  expect(router.state.location.pathname).toBe(paths.people.to({ courseId: 'c1' }))
})

test.each([
  ['TRAINER', 'Add to the week'],
  ['USER', 'Search or jump to'],
] as const)('? lists what the %s can do on the page of a course', async (role, first) => {
  open(role, true, paths.course.to({ courseId: 'c1' }))
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.querySelector('dt')!.textContent).toBe(first)
})
