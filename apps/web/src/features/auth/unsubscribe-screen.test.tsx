/** Stopping the emails of a course by the link in their footer. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FakeProblem, fakeApi, type Fakes } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { UnsubscribeScreen } from './unsubscribe-screen.tsx'

function open(address: string, courseEmails: Fakes['courseEmails'] = {}) {
  let isStopped = false
  const called = fakeApi({
    courseEmails: {
      getSubscription: async () => ({ courseTitle: 'Data Journalism', isStopped }),
      setSubscription: async ({ body }) => ({ courseTitle: 'Data Journalism', isStopped: (isStopped = body.isStopped) }),
      ...courseEmails,
    },
  })
  renderAt(<UnsubscribeScreen />, address)
  return called.filter.bind(called)
}

test('opening the page changes nothing; the button stops the emails, and starts them again', async () => {
  const calls = open('/auth/unsubscribe?token=abc')
  const sent = () => calls(({ name }) => name === 'courseEmails.setSubscription').map(({ request }) => request.body)
  const stop = await screen.findByRole('button', { name: 'Stop emails from Data Journalism' })
  expect(screen.getByRole('heading', { name: 'Stop emails from this course?' })).toBeDefined()
  expect(calls(({ name }) => name === 'courseEmails.getSubscription')[0]?.request.query).toEqual({ token: 'abc' })
  expect(sent()).toEqual([])
  await userEvent.click(stop)
  await userEvent.click(await screen.findByRole('button', { name: 'Get emails again' }))
  expect(await screen.findByRole('button', { name: 'Stop emails from Data Journalism' })).toBeDefined()
  expect(sent()).toEqual([
    { token: 'abc', isStopped: true },
    { token: 'abc', isStopped: false },
  ])
})

test('once they are stopped, the page says what is still sent; a failure changes nothing', async () => {
  const down = () => Promise.reject(new FakeProblem(503, 'unavailable', 'The database does not answer.'))
  open('/auth/unsubscribe?token=abc', { getSubscription: async () => ({ courseTitle: 'Joints', isStopped: true }), setSubscription: down })
  expect(await screen.findByRole('heading', { name: 'Emails stopped' })).toBeDefined()
  expect(
    screen.getByText('You no longer get emails from Joints, except about marks, sign-ups and live sessions that are moved or cancelled.'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Get emails again' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.')
  expect(screen.getByRole('heading', { name: 'Emails stopped' })).toBeDefined()
})

test.each([
  ['without a token', '/auth/unsubscribe'],
  ['that the server does not know', '/auth/unsubscribe?token=old'],
])('a link %s does not work, and leads to the profile in words', async (_, address) => {
  open(address, { getSubscription: () => Promise.reject(new FakeProblem(404, 'not-found')) })
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined()
  expect(screen.getByText(/You can also stop emails on your profile\./)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a page that did not load can be loaded again', async () => {
  let isDown = true
  open('/auth/unsubscribe?token=abc', {
    getSubscription: () =>
      isDown ? Promise.reject(new FakeProblem(503, 'unavailable')) : Promise.resolve({ courseTitle: 'Joints', isStopped: false }),
  })
  expect(await screen.findByText('This page could not be loaded')).toBeDefined()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Stop emails from Joints' })).toBeDefined()
})
