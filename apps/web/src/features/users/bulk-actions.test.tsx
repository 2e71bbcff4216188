/** Several people at once: one call per person, failures are named, and admins are left out if they cannot be enrolled. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import type { Role } from '@lms/contract/policy'
import type { ListedUser } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { CourseField } from '#features/courses/course-picker.tsx'
import { courseList } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { listedUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { BulkActions } from './bulk-actions.tsx'

const person = (name: string, role: Role): ListedUser =>
  listedUser({ id: name, name, email: `${name.toLowerCase()}@harbour.example`, role })
const people = [person('Ana', 'USER'), person('Ines', 'TRAINER'), person('Marta', 'ADMIN')]
const edited = { ...people[0]!, version: 1 }
const courses = courseList(['Data Journalism'])

const tooOften = new FakeProblem(429, 'rate-limited', 'Too often.', [], 1)

/** The selection, as the list stores it. */
function Chosen({ from, onClear }: { from: readonly ListedUser[]; onClear: () => void }) {
  const [chosen, setChosen] = useState(from)
  const drop = (done: readonly ListedUser[]): void => setChosen((now) => now.filter((one) => !done.includes(one)))
  return <BulkActions chosen={chosen} CourseField={CourseField} onClear={onClear} onDrop={drop} />
}

async function open(action: string, from: readonly ListedUser[] = people) {
  const onClear = vi.fn<() => void>()
  renderAt(<Chosen from={from} onClear={onClear} />)
  await userEvent.click(screen.getByRole('button', { name: action }))
  await screen.findByRole('dialog')
  return onClear
}

test('enrolling leaves admins out and says so; people who could not be enrolled are named', async () => {
  signInAs('SUPER_ADMIN')
  const called = fakeApi({
    courses: { listCourses: courses.find },
    users: {
      addUserToCourse: ({ params: { id } }) =>
        id === 'Ines' ? Promise.reject(new FakeProblem(409, 'conflict', 'Not now.')) : Promise.resolve({ passed: 0 }),
    },
  })
  const onClear = await open('Enrol in course')
  await screen.findByText('1 person left out')
  await userEvent.click(screen.getByRole('combobox', { name: 'Course' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Data Journalism' }))
  await userEvent.click(screen.getByRole('button', { name: 'Enrol 2 people' }))
  const note = await screen.findByText('1 person enrolled in Data Journalism, 1 person not')
  expect(note.closest('[role=alert]')?.textContent).toContain('Ines: Not now.')
  expect(called.filter(({ name }) => name === 'users.addUserToCourse').map(({ request }) => request.params)).toEqual([
    { id: 'Ana', courseId: courses.all[0]!.id },
    { id: 'Ines', courseId: courses.all[0]!.id },
  ])
  expect(onClear).not.toHaveBeenCalled()
  expect(screen.getByText('2 selected')).toBeTruthy()
})

test('refused people are named with the reason and stay selected: the same button tries them again', async () => {
  signInAs('SUPER_ADMIN')
  let isEdited = false
  const called = fakeApi({
    users: {
      updateUser: ({ params: { id } }) =>
        id === 'Ana' || isEdited ? Promise.resolve(edited) : Promise.reject(new FakeProblem(403, 'forbidden', 'Not yours to suspend.')),
    },
  })
  const onClear = await open('Suspend')
  await userEvent.click(screen.getByRole('button', { name: 'Suspend 3 people' }))
  await screen.findByText('1 person suspended, 2 people not')
  expect(screen.getAllByText(/Not yours to suspend/)).toHaveLength(2)
  expect(screen.getByText('2 selected')).toBeTruthy()
  isEdited = true
  await userEvent.click(screen.getByRole('button', { name: 'Suspend 2 people' }))
  await screen.findByText('2 people suspended')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called.map(({ request }) => request.params.id)).toEqual(['Ana', 'Ines', 'Marta', 'Ines', 'Marta'])
  expect(onClear).toHaveBeenCalledOnce()
})

test('without a connection it stops at the first person, and nobody is skipped', async () => {
  signInAs('SUPER_ADMIN')
  const called = fakeApi({ users: { removeUser: () => Promise.reject(new FakeProblem(0, 'offline', 'The server did not answer.')) } })
  await open('Delete')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await userEvent.click(screen.getByRole('button', { name: 'Delete 3 people' }))
  await screen.findByText('Nobody was deleted')
  expect(screen.getByText('2 people were not processed.')).toBeTruthy()
  expect(screen.getByText('3 selected')).toBeTruthy()
  expect(called).toEqual([])
})

test('invitations are sent again to people who have not accepted one; an action that applies to nobody is not offered', async () => {
  signInAs('ADMIN')
  const called = fakeApi({ users: { resendInvitation: () => Promise.resolve(undefined) } })
  await open('Send invitation', [people[0]!, { ...people[1]!, status: 'INVITED' }])
  await userEvent.click(screen.getByRole('button', { name: /^Invite / }))
  await screen.findByText('1 person invited')
  expect(called.map(({ request }) => request.params.id)).toEqual(['Ines'])
  expect(screen.queryByRole('button', { name: 'Let in again' })).toBeNull()
})

test('a new role goes to those who do not have it', async () => {
  signInAs('SUPER_ADMIN')
  const called = fakeApi({ users: { updateUser: () => Promise.resolve(edited) } })
  await open('Change role')
  await userEvent.click(screen.getByRole('radio', { name: 'Trainer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change 2 people' }))
  await waitFor(() => expect(called).toHaveLength(2))
  expect(called.map(({ request }) => [request.params.id, request.body])).toEqual([
    ['Ana', { role: 'TRAINER' }],
    ['Marta', { role: 'TRAINER' }],
  ])
})

test('at the rate limit it says so and waits; nobody is left out', async () => {
  signInAs('SUPER_ADMIN')
  let tries = 0
  const called = fakeApi({
    users: {
      updateUser: () => {
        tries++
        return tries === 2 ? Promise.reject(tooOften) : Promise.resolve(edited)
      },
    },
  })
  await open('Suspend')
  await userEvent.click(screen.getByRole('button', { name: 'Suspend 3 people' }))
  await screen.findByText(/This continues automatically/)
  expect(screen.getByText('1 of 3')).toBeTruthy()
  await screen.findByText('3 people suspended')
  expect(called.map(({ request }) => request.params.id)).toEqual(['Ana', 'Ines', 'Ines', 'Marta'])
})

test('a run can be stopped: finished people stay changed, the others are unchanged', async () => {
  signInAs('SUPER_ADMIN')
  let tries = 0
  const called = fakeApi({
    users: {
      removeUser: () => {
        tries++
        return tries > 1 ? Promise.reject(tooOften) : Promise.resolve(undefined)
      },
    },
  })
  const onClear = await open('Delete')
  await userEvent.click(screen.getByRole('button', { name: 'Delete 3 people' }))
  await screen.findByText(/This continues automatically/)
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByText('1 person deleted, 2 people not')
  expect(called).toHaveLength(2)
  expect(screen.getByText('2 selected')).toBeTruthy()
  expect(onClear).not.toHaveBeenCalled()
})

test('“Send email” opens the mail program with all addresses in Bcc', async () => {
  signInAs('ADMIN')
  await open('Send email')
  expect(screen.getByRole('link', { name: 'Open mail program' }).getAttribute('href')).toBe(
    'mailto:?bcc=ana%40harbour.example%2Cines%40harbour.example%2Cmarta%40harbour.example',
  )
})

test('an invitation whose answer was lost is sent again as the same request', async () => {
  signInAs('SUPER_ADMIN')
  const lost = new ApiProblem('offline', { status: 0, detail: 'The server did not answer.' })
  const send = vi.spyOn(api.users, 'resendInvitation').mockResolvedValue(undefined).mockRejectedValueOnce(lost)
  const invited = people.map((one) => ({ ...one, status: 'INVITED' as const }))
  await open('Send invitation', invited)
  await userEvent.click(screen.getByRole('button', { name: 'Invite 3 people' }))
  await screen.findByText('Nobody was invited')
  await userEvent.click(screen.getByRole('button', { name: 'Invite 3 people' }))
  await screen.findByText('3 people invited')
  const keys = send.mock.calls.map(([request, options]) => [request.params.id, options?.idempotencyKey])
  expect(keys.map(([id]) => id)).toEqual(['Ana', 'Ana', 'Ines', 'Marta'])
  expect(new Set(keys.map(([, key]) => key)).size).toBe(3)
  expect(keys[0]).toEqual(keys[1])
  send.mockRestore()
})
