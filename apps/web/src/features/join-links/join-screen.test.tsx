/** Opening a join link, or entering its code: one click to the course, or why not. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { JoinOffer } from '@lms/contract/join-links'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { EnterJoinCode } from './enter-join-code.tsx'
import { JoinScreen } from './join-screen.tsx'

const offerOf = (facts: Partial<JoinOffer> = {}): JoinOffer => ({
  course: {
    id: 'c1',
    title: 'Data Journalism',
    coverImageUrl: null,
    trainers: [{ id: 't1', name: 'Inês Carvalho', profileImageUrl: null }],
    description: '<p>From a table to a story.</p>',
    startsOn: '2027-01-11',
    endsOn: '2027-03-21',
  },
  isMember: false,
  blocker: null,
  ...facts,
})
const Here = () => <p>at {useLocation().pathname}</p>

beforeEach(() => signInAs('USER'))

function open(token: string, offer: () => JoinOffer, join?: () => Promise<never>) {
  const called = fakeApi({
    joinLinks: {
      findJoinOffer: async () => offer(),
      joinCourse: join ?? (async () => ({ courseId: 'c1', membership: { role: 'STUDENT', status: 'ACTIVE' } })),
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.join.pattern} element={<JoinScreen />} />
      <Route path="*" element={<Here />} />
    </Routes>,
    `/join/${token}`,
  )
  return called
}

test('one click enrols and leads to the course; a code may be typed in small letters', async () => {
  const called = open('ktfmwrph', offerOf)
  expect(await screen.findByText('Inês Carvalho')).toBeDefined()
  expect(screen.getByText('11 Jan to 21 Mar 2027')).toBeDefined()
  expect(screen.getByText('From a table to a story.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Join course' }))
  expect(await screen.findByText('at /courses/course/c1')).toBeDefined()
  expect(screen.getByText('You are enrolled in Data Journalism')).toBeDefined()
  expect(called.map(({ request }) => request.params['token'])).toEqual(['KTFMWRPH', 'KTFMWRPH'])
})

test('members of the course are taken there at once', async () => {
  open('KTFMWRPH', () => offerOf({ isMember: true }))
  expect(await screen.findByText('at /courses/course/c1')).toBeDefined()
})

test('the page says why joining is not possible, and has no button', async () => {
  open('KTFMWRPH', () => offerOf({ blocker: 'All seats are taken.' }))
  expect(await screen.findByText('All seats are taken.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Join course' })).toBeNull()
})

test('a link that does not work says so', async () => {
  open('KTFMWRPH', () => {
    throw new FakeProblem(404, 'not-found')
  })
  expect(await screen.findByRole('heading', { name: 'This join link does not work' })).toBeDefined()
})

test('a code is entered with or without its space; one that is too short is not sent', async () => {
  fakeApi({})
  renderAt(
    <>
      <EnterJoinCode />
      <Here />
    </>,
    '/courses',
  )
  await userEvent.click(screen.getByRole('button', { name: 'I have a code' }))
  const field = await screen.findByRole('textbox', { name: 'Code' })
  await userEvent.type(field, 'ktfm{Enter}')
  expect(await screen.findByText('The code has 8 letters.')).toBeDefined()
  await userEvent.type(field, ' wrph{Enter}')
  await waitFor(() => expect(screen.getByText('at /join/KTFMWRPH')).toBeDefined())
})

test('the page says who would be enrolled; a refusal is shown, and another attempt is possible', async () => {
  const called = open('q7Xm2aaaaaaaaaaaaaaaaa', offerOf, () =>
    Promise.reject(new FakeProblem(409, 'conflict', 'The last place has just been taken.')),
  )
  expect(await screen.findByText(/^You are signed in as ana\.li@harbour\.example\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Join course' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The last place has just been taken.')
  await userEvent.click(screen.getByRole('button', { name: 'Join course' }))
  await waitFor(() => expect(called.filter(({ name }) => name === 'joinLinks.joinCourse')).toHaveLength(2))
  // Only codes are the same in small letters.
  expect(called[0]?.request.params['token']).toBe('q7Xm2aaaaaaaaaaaaaaaaa')
})

test('a link that could not be loaded is not a broken link: it can be tried again', async () => {
  let isDown = true
  open('KTFMWRPH', () => {
    if (isDown) throw new FakeProblem(503, 'unavailable')
    return offerOf()
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('heading', { name: 'This join link does not work' })).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Join course' })).toBeDefined()
})
