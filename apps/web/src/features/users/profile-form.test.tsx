/** One's own name and time zone. */
import type { OwnUser } from '@lms/contract/users'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { ProfileForm } from './profile-form.tsx'

function Profile() {
  const me = useSession((session) => session.user)
  return me && <ProfileForm me={me} />
}

async function chooseTokyo() {
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  await userEvent.click(zone)
  await userEvent.type(zone, 'Tokyo')
  await userEvent.click(await screen.findByRole('option', { name: /^Asia\/Tokyo/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
}

test('name and time zone are saved together, and the session knows them', async () => {
  const me = signInAs('USER')
  const called = fakeApi({
    users: {
      updateMe: ({ body } = {}) => Promise.resolve(ownUser({ ...me, name: body?.name ?? me.name, timeZone: body?.timeZone ?? null })),
    },
  })
  renderAt(<Profile />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Wei ')
  await chooseTokyo()
  await screen.findByText('Your profile is saved')
  expect(called.map(({ request }) => request.body)).toEqual([{ name: 'Ana Li Wei', timeZone: 'Asia/Tokyo' }])
  expect(useSession.getState().user).toMatchObject({ name: 'Ana Li Wei', timeZone: 'Asia/Tokyo' })
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

/** Their page was left before the answer came. */
async function savedAndLeft() {
  const me = signInAs('USER')
  const answered = Promise.withResolvers<OwnUser>()
  fakeApi({ users: { updateMe: () => answered.promise } })
  const view = renderAt(<Profile />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Wei')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  view.unmount()
  return { me, answer: () => answered.resolve(ownUser({ ...me, name: 'Ana Li Wei' })) }
}

test('a save that is answered after leaving the page updates the session and clears the draft', async () => {
  const { me, answer } = await savedAndLeft()
  const key = `draft:${me.id}:profile`
  expect(localStorage.getItem(key)).toContain('Ana Li Wei')
  answer()
  await waitFor(() => expect(useSession.getState().user?.name).toBe('Ana Li Wei'))
  expect(localStorage.getItem(key)).toBeNull()
})

test('an answer that comes when somebody else has signed in changes nothing of theirs', async () => {
  const { me, answer } = await savedAndLeft()
  useSession.getState().signOut('person')
  const other = { ...me, id: '0198f6a0-0000-7000-8000-0000000000bb', name: 'Bo' }
  useSession.getState().setAuth('other', other)
  answer()
  await waitFor(() => expect(localStorage.getItem(`draft:${me.id}:profile`)).toBeNull())
  expect(useSession.getState().user).toEqual(other)
})

test('a refusal shows at its field, and what was typed stays', async () => {
  signInAs('USER')
  const detail = 'This is not a time zone that is known here.'
  fakeApi({
    users: { updateMe: () => Promise.reject(new FakeProblem(422, 'validation-failed', 'no', [{ pointer: '/timeZone', detail }])) },
  })
  renderAt(<Profile />)
  await chooseTokyo()
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain(detail)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' }).value).toMatch(/^Asia\/Tokyo/)
})
