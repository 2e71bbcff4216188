/** The post that starts a discussion: what its author and staff may do with it, and what comes after. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Discussion } from '@lms/contract/discussions'
import { paths } from '#lib/paths.ts'
import { choose, discussion, edit, findEditor, place, show } from '#test/discussion-page.tsx'
import { FakeProblem, signInAs } from '#test/fake-api.ts'

const more = 'More for this discussion'
const listItems = async (): Promise<string[]> => {
  await userEvent.click(await screen.findByRole('button', { name: more }))
  await screen.findByRole('menuitem', { name: 'Copy link' })
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}
const own = (facts: Partial<Discussion> = {}): Discussion => {
  const { id, name } = signInAs('USER')
  return { ...discussion, author: { id, name, role: 'STUDENT', profileImageUrl: null }, ...facts }
}

test.each([
  ['a student, another’s', 'USER', discussion, ['Copy link']],
  ['a student, their own', 'USER', own(), ['Copy link', 'Edit', 'Delete discussion']],
  ['a student, their own, to which others have replied', 'USER', own({ isReplied: true }), ['Copy link', 'Edit']],
  ['a student, their own, locked', 'USER', own({ locked: true }), ['Copy link', 'Delete discussion']],
  ['a trainer, another’s', 'TRAINER', discussion, ['Copy link', 'Pin', 'Lock', 'Delete discussion']],
  [
    'a trainer, pinned and locked',
    'TRAINER',
    { ...discussion, pinned: true, locked: true },
    ['Copy link', 'Unpin', 'Unlock', 'Delete discussion'],
  ],
] as const)('what the menu offers: %s', async (_, role, one, items) => {
  show({ getDiscussion: async () => one }, [], { role })
  expect(await listItems()).toEqual(items)
})

test.each([
  ['Pin', {}, { pinned: true }],
  ['Unpin', { pinned: true }, { pinned: false }],
  ['Lock', {}, { locked: true }],
  ['Unlock', { locked: true }, { locked: false }],
])('%s is sent alone, and the discussion is shown as it is then', async (item, before, body) => {
  let now: Discussion = { ...discussion, ...before }
  const { callsOf } = show(
    { getDiscussion: async () => now, moderateDiscussion: async ({ body }) => (now = { ...now, ...(body as Partial<Discussion>) }) },
    [],
    {
      role: 'TRAINER',
    },
  )
  await choose(more, item)
  await waitFor(() => expect(callsOf('moderateDiscussion')).toEqual([{ params: place, query: {}, body }]))
  const isOn = Object.values(body)[0]
  const badge = 'pinned' in body ? 'Pinned' : 'Locked'
  await waitFor(() => expect(screen.queryAllByText(badge)).toHaveLength(isOn ? 1 : 0))
})

test('staff unlock from the note; the field for replies is there again', async () => {
  let now: Discussion = { ...discussion, locked: true, lockedBy: 'Tom Reed' }
  const { callsOf } = show(
    { getDiscussion: async () => now, moderateDiscussion: async ({ body }) => (now = { ...now, ...(body as Partial<Discussion>) }) },
    [],
    {
      role: 'TRAINER',
    },
  )
  expect(await screen.findByText('Locked by Tom Reed. Nobody can reply.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await findEditor()
  expect(callsOf('moderateDiscussion')[0]?.body).toEqual({ locked: false })
})

test.each([
  [0, 'Nobody has replied to it yet.'],
  [1, 'The discussion and its 1 reply are deleted.'],
  [12, 'The discussion and its 12 replies are deleted.'],
])('deleting a discussion with %i replies asks first, and leads to the list', async (commentCount, words) => {
  const { callsOf, router } = show({ getDiscussion: async () => own({ commentCount }), removeDiscussion: async () => undefined }, [])
  await choose(more, 'Delete discussion')
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Which deflator?”?' })
  expect(within(dialog).getByText(words)).toBeTruthy()
  expect(callsOf('removeDiscussion')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete discussion' }))
  expect(await screen.findByText('All discussions')).toBeTruthy()
  expect(screen.getByText('Discussion deleted')).toBeTruthy()
  expect(callsOf('removeDiscussion')).toMatchObject([{ params: { id: discussion.id } }])
  expect(router.state.historyAction).toBe('REPLACE')
})

test('a discussion that is kept, or was not deleted, stays', async () => {
  const { callsOf, router } = show(
    {
      getDiscussion: async () => own(),
      removeDiscussion: async () => {
        throw new FakeProblem(403, 'forbidden', 'You may not delete it.')
      },
    },
    [],
  )
  await choose(more, 'Delete discussion')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }))
  expect(callsOf('removeDiscussion')).toEqual([])
  await choose(more, 'Delete discussion')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete discussion' }))
  expect(await screen.findByText('You may not delete it.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe(paths.discussion.to(place))
})

test('a change that was refused stays in the field, which says why; a saved one is shown with its time', async () => {
  let now = own()
  let isRefused = true
  show(
    {
      getDiscussion: async () => now,
      updateDiscussion: async ({ body }) => {
        if (isRefused) throw new FakeProblem(409, 'conflict', 'Somebody locked it.')
        return (now = { ...now, ...(body as Partial<Discussion>), editedAt: '2025-11-19T08:40:00.000Z' })
      },
    },
    [],
  )
  await edit(more)
  await userEvent.type(screen.getByLabelText('Title'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Not saved.*Somebody locked it\./)
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Which deflator?!')
  isRefused = false
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'Which deflator?!' })).toBeTruthy()
  expect(screen.queryByLabelText('Title')).toBeNull()
  expect(screen.getByText(/· edited .*2025/)).toBeTruthy()
})

test('a discussion that does not exist leads to the list', async () => {
  show({
    getDiscussion: async () => {
      throw new FakeProblem(404, 'not-found')
    },
  })
  expect(await screen.findByText('This discussion was removed or never existed')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the discussions' }).getAttribute('href')).toBe(paths.discussions.to(place))
})
