/** The join link on the course page: created in one click, copied in one, reset after a confirmation, switched off and on. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { JoinLink } from '@lms/contract/join-links'
import { fakeApi, FakeProblem, type Fakes, signInAs, signInOptionsWith } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { JoinLinkCard } from './join-link-card.tsx'

const linkOf = (facts: Partial<JoinLink> = {}): JoinLink => ({
  url: 'https://lms.example/join/q7Xm2aaaaaaaaaaaaaaaaa',
  code: 'KTFMWRPH',
  isActive: true,
  isOpenToNewPeople: true,
  ...facts,
})

function show(first: JoinLink | null, others: Fakes = {}) {
  signInAs('TRAINER')
  let link = first
  const called = fakeApi({
    ...others,
    joinLinks: {
      getJoinLink: async () => ({ link }),
      resetJoinLink: async () => ({ link: (link = linkOf({ url: 'https://lms.example/join/new', code: 'NEWCDEFG' })) }),
      updateJoinLink: async ({ body }) => ({ link: (link = { ...link!, isActive: body.isActive }) }),
    },
  })
  renderAt(<JoinLinkCard courseId="c1" />)
  return called
}

test('a link is made in one click, and copied in one', async () => {
  const user = userEvent.setup()
  show(null)
  await user.click(await screen.findByRole('button', { name: 'Create join link' }))
  expect(await screen.findByText('NEWC DEFG')).toBeDefined()
  expect(screen.getByText('Anyone who opens it and signs in can enrol.')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Join link' }).value).toBe('lms.example/join/new')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('https://lms.example/join/new')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
})

test('a reset asks first; a link that was switched off is the same when switched on again', async () => {
  const called = show(linkOf())
  expect(await screen.findByText('KTFM WRPH')).toBeDefined()
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'More about the join link' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Reset link')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep link' }))
  expect(called.some(({ name }) => name === 'joinLinks.resetJoinLink')).toBe(false)
  await choose('Switch off')
  expect(await screen.findByText('The join link is off.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Switch on' }))
  expect(await screen.findByText('KTFM WRPH')).toBeDefined()
  await choose('Reset link')
  await userEvent.click(await screen.findByRole('button', { name: 'Reset link' }))
  await waitFor(() => expect(screen.getByText('NEWC DEFG')).toBeDefined())
  expect(await screen.findByText('There is a new join link')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called.filter(({ name }) => name === 'joinLinks.updateJoinLink').map(({ request }) => request.body)).toEqual([
    { isActive: false },
    { isActive: true },
  ])
})

test('the code is shown large, and where nobody can register the card says so', async () => {
  show(linkOf({ isOpenToNewPeople: false }))
  expect(await screen.findByText('Only people with an account can use it.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show large' }))
  const dialog = await screen.findByRole('dialog', { name: 'Join code' })
  expect(dialog.textContent).toContain('KTFM WRPH')
  expect(dialog.textContent).toContain('lms.example/join/')
  within(dialog).getByRole('img', { name: 'QR code of the join link' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show large' })))
})

test.each([true, false])('where links open only on the server, the card says so: %s', async (hasLocalLinks) => {
  show(linkOf(), { auth: { getSignInOptions: async () => signInOptionsWith({ hasLocalLinks }) } })
  await screen.findByRole('button', { name: 'Copy' })
  const words = 'Links open only on the machine that LMS runs on. For all others, set PUBLIC_URL on the server.'
  if (hasLocalLinks) await screen.findByText(words)
  expect(screen.queryAllByText(words)).toHaveLength(hasLocalLinks ? 1 : 0)
})

test('after a reset the old address is no longer shown as copied; a link that is off has no menu', async () => {
  const user = userEvent.setup()
  show(linkOf())
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  await user.click(screen.getByRole('button', { name: 'More about the join link' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reset link' }))
  await user.click(await screen.findByRole('button', { name: 'Reset link' }))
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeDefined()
  cleanup()
  show(linkOf({ isActive: false }))
  expect(await screen.findByRole('button', { name: 'Switch on' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'More about the join link' })).toBeNull()
  expect(screen.queryByText('KTFM WRPH')).toBeNull()
})

test('a link that did not load says so, and offers none to create', async () => {
  signInAs('TRAINER')
  fakeApi({ joinLinks: { getJoinLink: () => Promise.reject(new FakeProblem(503, 'unavailable')) } })
  renderAt(<JoinLinkCard courseId="c1" />)
  expect(await screen.findByText('The join link could not be loaded')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Create join link' })).toBeNull()
})
