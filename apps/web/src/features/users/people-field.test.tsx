/** The trainers of a course: found by typing, distinguished by their emails, and kept if they are not on the first page. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { listedUser, userDetails } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { TrainersField } from './people-field.tsx'

const [tom, ana] = [
  { id: idOf(11), name: 'Tom Reyes', email: 'tom@harbour.example', role: 'TRAINER' as const },
  { id: idOf(12), name: 'Ana Li', email: 'ana@harbour.example', role: 'TRAINER' as const },
]
const zoe = { ...tom, id: idOf(13), name: 'Zoe Adu', email: 'zoe@harbour.example' }

function open(initial: string[], known: { id: string; name: string }[] = [], users: Fakes['users'] = {}) {
  signInAs('ADMIN')
  const changes: (readonly string[])[] = []
  const called = fakeApi({
    users: {
      listUsers: async ({ query = {} } = {}) => {
        const items = (query.search ? [zoe] : [ana, tom]).map(listedUser)
        return { items, page: 1, limit: 50, total: query.search ? 1 : 90 }
      },
      getUser: async () => userDetails(zoe),
      ...users,
    },
  })
  function Host() {
    const [value, setValue] = useState<readonly string[]>(initial)
    const change = (ids: string[]): void => {
      changes.push(ids)
      setValue(ids)
    }
    return <TrainersField value={value} known={known} onChange={change} error="Choose a trainer" />
  }
  renderAt(<Host />)
  return { changes, called }
}
const field = () => screen.getByRole('combobox', { name: 'Trainers' })

test('suspended trainers are not offered; one who teaches the course stays', async () => {
  const suspended = { ...tom, status: 'SUSPENDED' as const }
  open([zoe.id], [{ id: zoe.id, name: zoe.name }], {
    listUsers: async () => ({
      items: [ana, suspended, { ...zoe, status: 'SUSPENDED' as const }].map(listedUser),
      page: 1,
      limit: 50,
      total: 3,
    }),
  })
  await screen.findByText('Zoe Adu')
  await userEvent.click(field())
  await screen.findByRole('option', { name: /^Ana Li/ })
  expect(screen.queryByRole('option', { name: /^Tom Reyes/ })).toBeNull()
})

test('trainers are found by typing, shown with their emails, and added to those that were chosen', async () => {
  const { changes, called } = open([ana.id])
  await screen.findByText('Ana Li')
  await userEvent.click(field())
  expect(await screen.findByRole('option', { name: 'Tom Reyes, tom@harbour.example' })).toBeDefined()
  expect(screen.queryByRole('option', { name: /^Ana Li/ })).toBeNull()
  expect(screen.getAllByText('Type to search 88 more')).not.toHaveLength(0)
  await userEvent.type(field(), 'zoe')
  await userEvent.click(await screen.findByRole('option', { name: 'Zoe Adu, zoe@harbour.example' }))
  expect(changes).toEqual([[ana.id, zoe.id]])
  const asked = called.filter(({ name }) => name === 'users.listUsers').map(({ request }) => request.query)
  expect(asked).toEqual([
    { role: 'STAFF', limit: '50', sort: 'name' },
    { role: 'STAFF', limit: '50', sort: 'name', search: 'zoe' },
  ])
  expect(screen.getByText('Choose a trainer')).toBeDefined()
})

test('a chosen trainer who is not on the first page keeps the name, and is removed alone', async () => {
  const { changes, called } = open([zoe.id, tom.id])
  expect(await screen.findByText('Zoe Adu')).toBeDefined()
  expect(called.find(({ name }) => name === 'users.getUser')?.request.params).toEqual({ id: zoe.id })
  await userEvent.click(field())
  await userEvent.keyboard('{Backspace}')
  expect(changes).toEqual([[zoe.id]])
})

test('a name that is known is not asked for', async () => {
  const { called } = open([zoe.id], [zoe])
  expect(await screen.findByText('Zoe Adu')).toBeDefined()
  await waitFor(() => expect(called).toHaveLength(1))
  expect(called.map(({ name }) => name)).toEqual(['users.listUsers'])
})

test('a list that did not load says so, and is asked for again when it is opened; who was chosen stays', async () => {
  let isDown = true
  const { changes } = open([zoe.id], [zoe], {
    listUsers: () =>
      isDown
        ? Promise.reject(new FakeProblem(503, 'unavailable'))
        : Promise.resolve({ items: [listedUser(tom)], page: 1, limit: 50, total: 1 }),
  })
  expect(await screen.findByText(/^The list could not be loaded\. Open it again/)).toBeDefined()
  isDown = false
  await userEvent.click(field())
  await userEvent.click(await screen.findByRole('option', { name: /^Tom Reyes/ }))
  expect(changes).toEqual([[zoe.id, tom.id]])
  expect(screen.queryByText(/^The list could not be loaded/)).toBeNull()
})
