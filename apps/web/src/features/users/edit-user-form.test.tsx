/** Two admins edit one person: input stays, the other's changes are shown, and nothing is overwritten without asking. */

import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { userDetails } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { userQuery } from './api.ts'
import { EditUserForm } from './edit-user-form.tsx'

const ana = userDetails({ version: 3 })
const { id } = ana

function Screen() {
  const { data } = useQuery(userQuery({ params: { id } }))
  return data ? <EditUserForm person={data} /> : null
}

/** A server on which someone else may make changes. */
function server() {
  const now = { person: ana }
  const called = fakeApi({
    users: {
      getUser: () => Promise.resolve(now.person),
      updateUser: ({ body }) => {
        const { version, name } = now.person
        if (body?.version !== version)
          return Promise.reject(new FakeProblem(409, 'version-conflict', 'Ana Li was changed by someone else.'))
        now.person = { ...now.person, name: body.name ?? name, version: version + 1 }
        return Promise.resolve(now.person)
      },
    },
  })
  const sent = () => called.filter(({ name }) => name === 'users.updateUser').map(({ request }) => request.body)
  return { now, sent }
}

async function openAndType(text: string) {
  signInAs('SUPER_ADMIN')
  const { now, sent } = server()
  const view = renderAt(<Screen />)
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await userEvent.type(name, text)
  return { now, sent, view }
}
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const nameNow = () => screen.getByLabelText<HTMLInputElement>('Name').value

test('the input stays next to the other’s changes; “Keep mine” sends it, without the fields that were not edited', async () => {
  const { now, sent } = await openAndType(' Wei')
  now.person = { ...ana, name: 'Anna Li', role: 'TRAINER', version: 4 }
  await save()
  const note = await screen.findByText('Anna Li was changed by someone else')
  const words = note.closest('[role=alert]')?.textContent
  expect(words).toContain('Name is now Anna Li; yours is Ana Li Wei')
  expect(words).toContain('Role is now Trainer')
  expect(nameNow()).toBe('Ana Li Wei')
  expect(document.activeElement).toBe(note.closest('[role=alert]'))
  // Nothing is sent before a decision.
  await save()
  expect(sent()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(screen.getByText('1 change')).toBeTruthy()
  await save()
  await screen.findByText('Ana Li Wei is saved')
  expect(sent()).toEqual([
    { name: 'Ana Li Wei', version: 3 },
    { name: 'Ana Li Wei', version: 4 },
  ])
  expect(now.person).toMatchObject({ name: 'Ana Li Wei', role: 'TRAINER' })
})

test('“Use these” replaces the input with the stored values', async () => {
  const { now } = await openAndType(' Wei')
  now.person = { ...ana, name: 'Anna Li', version: 4 }
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Use these' }))
  await waitFor(() => expect(nameNow()).toBe('Anna Li'))
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

test('an old draft shows what was changed since; without a draft the newest values are shown at once', async () => {
  const { now, view } = await openAndType(' Wei')
  view.unmount()
  now.person = { ...ana, role: 'TRAINER', version: 4 }
  const again = renderAt(<Screen />)
  await screen.findByText('Ana Li was changed by someone else')
  expect(nameNow()).toBe('Ana Li Wei')
  await userEvent.click(screen.getByRole('button', { name: 'Use these' }))
  again.unmount()
  now.person = { ...ana, name: 'Anna Li', version: 5 }
  renderAt(<Screen />)
  await waitFor(() => expect(nameNow()).toBe('Anna Li'))
  expect(screen.queryByText(/^Somebody changed Anna/)).toBeNull()
})

test('after leaving before the response and returning, one’s own change is not a conflict, and nothing is unsaved', async () => {
  const { now, view } = await openAndType(' Wei')
  view.unmount()
  // The response came too late for the page; someone else has changed the role since.
  now.person = { ...ana, name: 'Ana Li Wei', version: 4 }
  const again = renderAt(<Screen />)
  await waitFor(() => expect(nameNow()).toBe('Ana Li Wei'))
  expect(screen.queryByText(/^Somebody changed/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  await waitFor(() => expect(localStorage.getItem(`draft:0198f6a0-0000-7000-8000-0000000000aa:person:${id}`)).toBeNull())
  again.unmount()
})

test('a field that both changed in the same way needs no choice; one that only the other changed does', async () => {
  const { now, view } = await openAndType(' Wei')
  view.unmount()
  now.person = { ...ana, name: 'Ana Li Wei', role: 'TRAINER', version: 5 }
  renderAt(<Screen />)
  await waitFor(() => expect(nameNow()).toBe('Ana Li Wei'))
  // There is no input left to decide about.
  expect(screen.queryByText(/^Somebody changed/)).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Trainer/ }).checked).toBe(true)
})

test('a save that is answered after leaving the page clears the draft', async () => {
  signInAs('SUPER_ADMIN')
  const answered = Promise.withResolvers<typeof ana>()
  fakeApi({ users: { getUser: () => Promise.resolve(ana), updateUser: () => answered.promise } })
  const view = renderAt(<Screen />)
  await userEvent.type(await screen.findByLabelText<HTMLInputElement>('Name'), ' Wei')
  await save()
  view.unmount()
  const key = `draft:0198f6a0-0000-7000-8000-0000000000aa:person:${id}`
  expect(localStorage.getItem(key)).toContain('Ana Li Wei')
  answered.resolve({ ...ana, name: 'Ana Li Wei', version: 4 })
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
})

test('before a trainer becomes a student, the courses they teach are named', async () => {
  signInAs('SUPER_ADMIN')
  const taught = { id: 'c', title: 'Data Journalism', role: 'TRAINER', percentage: null, attendance: null } as const
  fakeApi({})
  renderAt(<EditUserForm person={userDetails({ role: 'TRAINER', courses: [taught] })} />)
  await userEvent.click(await screen.findByRole('radio', { name: /^Student/ }))
  const note = await screen.findByText(/Ana Li will leave Data Journalism, which they teach\./)
  expect(note.textContent).toContain('no other trainer')
})
