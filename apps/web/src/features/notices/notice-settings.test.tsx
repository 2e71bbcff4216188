/** Notice settings: every choice is saved at once, and one that was not can be sent again. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { NoticeSettings } from './notice-settings.tsx'

function Settings() {
  const me = useSession(({ user }) => user)
  return me && <NoticeSettings me={me} />
}
const choice = (name: string) => screen.getByRole('radiogroup', { name })
const chosen = (name: string) => within(choice(name)).getByRole('radio', { checked: true })

test('each kind has its times; marks and sign-up decisions cannot be switched off', async () => {
  signInAs('USER')
  const called = fakeApi({ users: { updateMe: async () => ownUser({}) } })
  renderAt(<Settings />)
  expect(
    within(choice('Replies'))
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('value')),
  ).toEqual(['NOW', 'DAILY', 'NEVER'])
  for (const name of ['Marks and returned submissions', 'Sign-up decisions'])
    expect(within(choice(name)).queryByRole('radio', { name: 'Never' })).toBeNull()
  expect(chosen('Replies').getAttribute('value')).toBe('DAILY')
  expect(chosen('Sign-up decisions').getAttribute('value')).toBe('NOW')
  await userEvent.click(within(choice('Replies')).getByRole('radio', { name: 'Never' }))
  expect(chosen('Replies').getAttribute('value')).toBe('NEVER')
  await screen.findByText(/^Saved/)
  expect(called.map(({ request }) => request.body)).toEqual([{ preferences: { emailReplies: 'NEVER' } }])
})

test('a choice that was not saved stays, is reported, and is saved with the next one', async () => {
  signInAs('USER')
  let fails = true
  const called = fakeApi({
    users: {
      updateMe: async () => {
        if (fails) throw new FakeProblem(403, 'forbidden')
        return ownUser({})
      },
    },
  })
  renderAt(<Settings />)
  await userEvent.click(within(choice('Mentions')).getByRole('radio', { name: 'Now' }))
  expect(await screen.findByText(/Not saved/)).toBeDefined()
  expect(chosen('Mentions').getAttribute('value')).toBe('NOW')
  fails = false
  await userEvent.click(within(choice('Announcements')).getByRole('radio', { name: 'Never' }))
  await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull())
  expect(called.at(-1)?.request.body).toEqual({ preferences: { emailMentions: 'NOW', emailAnnouncements: 'NEVER' } })
})
