/** The calendar link on the profile: created, copied, and reset after a confirmation. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CalendarFeed } from './calendar-feed.tsx'

const addressOf = (token: string) => ({
  url: `https://lms.example/api/calendar/${token}.ics`,
  createdAt: '2026-11-20T12:00:00Z',
  lastReadAt: null as string | null,
})

function show(role: 'USER' | 'ADMIN', first: ReturnType<typeof addressOf> | null) {
  signInAs(role)
  let address = first
  const called = fakeApi({
    calendar: {
      getCalendarAddress: async () => ({ address }),
      resetCalendarAddress: async () => ({ address: (address = addressOf('new')) }),
    },
  })
  renderAt(<CalendarFeed />)
  return called
}
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Calendar address' })

test('a link is created on request, and can be copied', async () => {
  const user = userEvent.setup()
  show('USER', null)
  await user.click(await screen.findByRole('button', { name: 'Create calendar link' }))
  expect((await field()).value).toBe('https://lms.example/api/calendar/new.ics')
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await navigator.clipboard.readText()).toBe('https://lms.example/api/calendar/new.ics')
})

test('it says when a calendar last read it', async () => {
  show('USER', { ...addressOf('old'), lastReadAt: '2025-09-08T09:00:00Z' })
  expect(await screen.findByText('Last read by a calendar: 8 Sep 2025')).toBeDefined()
})

test('a reset asks for confirmation, because calendars stop updating', async () => {
  const called = show('USER', addressOf('old'))
  expect((await field()).value).toContain('old')
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep the address' }))
  expect(called.some(({ name }) => name === 'calendar.resetCalendarAddress')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Make a new address' }))
  await waitFor(async () => expect((await field()).value).toContain('new'))
})

test('after a reset the question is gone: a second one would end the address just made', async () => {
  show('USER', addressOf('old'))
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Make a new address' }))
  await screen.findByText('You have a new calendar link')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make a new address' })).toBeNull())
})

test('admins, who belong to no course, are offered none', () => {
  const called = show('ADMIN', null)
  expect(screen.queryByText('Calendar')).toBeNull()
  expect(called).toEqual([])
})
