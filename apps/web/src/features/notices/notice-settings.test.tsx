/** Notice settings: every choice is saved at once, and one that was not can be sent again. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi, FakeProblem, signInAs, signInOptionsWith } from '#test/fake-api.ts'
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

test('the hour of the daily email is 07:00 unless another one is chosen, which is sent as a number', async () => {
  signInAs('USER')
  const called = fakeApi({ users: { updateMe: async () => ownUser({}) } })
  renderAt(<Settings />)
  const hour = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Hour of the daily email' })
  expect(hour().value).toBe('At 07:00')
  await userEvent.click(hour())
  expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(24)
  await userEvent.click(await screen.findByRole('option', { name: 'At 18:00' }))
  await screen.findByText(/^Saved/)
  expect(called.map(({ request }) => request.body)).toEqual([{ preferences: { dailyEmailHour: 18 } }])
  expect(hour().value).toBe('At 18:00')
})

test.each([
  ['America/New_York', 'In New York time'],
  [null, 'In the time zone of the course. Choose your own above.'],
])('the hour says whose time it is: %s', (timeZone, words) => {
  useSession.getState().setAuth('token', { ...signInAs('USER'), timeZone })
  fakeApi({})
  renderAt(<Settings />)
  expect(screen.getByText(words)).toBeDefined()
})

test('what was not saved is sent again by “Try again”, all of it', async () => {
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
  await screen.findByText(/Not saved/)
  await userEvent.click(within(choice('Replies')).getByRole('radio', { name: 'Never' }))
  await waitFor(() => expect(called).toHaveLength(2))
  await screen.findByText(/Not saved/)
  fails = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText(/^Saved/)
  expect(called.at(-1)?.request.body).toEqual({ preferences: { emailMentions: 'NOW', emailReplies: 'NEVER' } })
})

test.each([
  [true, 'Everything also appears under the bell. Daily is one email a day, sent only when something is new.'],
  [false, 'This server sends no email. Everything appears under the bell.'],
])('the page says whether this server sends email: %s', async (sendsEmail, words) => {
  signInAs('USER')
  fakeApi({ auth: { getSignInOptions: async () => signInOptionsWith({ sendsEmail }) } })
  renderAt(<Settings />)
  expect(await screen.findByText(words)).toBeDefined()
})

test('an address that names the settings leads to them', () => {
  signInAs('USER')
  fakeApi({})
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  renderAt(<Settings />, '/profile')
  expect(scrolled).not.toHaveBeenCalled()
  renderAt(<Settings />, '/profile#notices')
  expect((scrolled.mock.contexts[0] as Element).id).toBe('notices')
})
