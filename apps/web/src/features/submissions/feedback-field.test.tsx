/** The feedback and its saved comments: where they are inserted, how they are kept, and what is said when that fails. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { FeedbackField } from './feedback-field.tsx'

const commentsOf = (...texts: string[]) => texts.map((text, index) => ({ id: idOf(20 + index), text }))
const refuse = () => Promise.reject(new FakeProblem(409, 'conflict', 'You have 100 saved comments. Delete one first.'))

function Host({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial)
  return <FeedbackField value={value} error={undefined} onChange={setValue} />
}
function open(initial: string, texts: string[], savedComments: Fakes['savedComments'] = {}) {
  signInAs('TRAINER')
  const called = fakeApi({ savedComments: { listSavedComments: async () => ({ items: commentsOf(...texts) }), ...savedComments } })
  renderAt(<Host initial={initial} />)
  return (name: string) => called.filter((call) => call.name === `savedComments.${name}`).map(({ request }) => request)
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Feedback' })
const choose = async (of: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for “${of}”` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test.each([
  ['', 0, 'Name it.', 8],
  ['Good.', 5, 'Good. Name it.', 14],
  ['Good. ', 6, 'Good. Name it.', 14],
  ['Good.Next', 5, 'Good. Name it. Next', 14],
  ['Good.\nNext', 5, 'Good. Name it.\nNext', 14],
])('in “%s” at %i, a click makes it “%s”, and the caret is after the comment', async (initial, at, text, caret) => {
  open(initial, ['Name it.'])
  const comment = await screen.findByRole('button', { name: /^1\s?Name it\.$/ })
  field().focus()
  field().setSelectionRange(at, at)
  await userEvent.click(comment)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await waitFor(() => expect(field().selectionStart).toBe(caret))
  expect(field().value).toBe(text)
})

test('of many comments the first nine have numbers, and the others are shown on request', async () => {
  open(
    '',
    Array.from({ length: 11 }, (_, index) => `Comment ${index + 1}`),
  )
  const list = within(await screen.findByRole('list'))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(9))
  fireEvent.change(field(), { target: { value: '/' } })
  expect(screen.getByText('Press 1 to 9, or Esc')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 11' }))
  expect(list.getAllByRole('listitem')).toHaveLength(11)
  expect(list.getByRole('button', { name: 'Comment 10' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show all 11' })).toBeNull()
})

test.each<[string, string, boolean]>([
  ['new text', ' Well done. ', true],
  ['no text', ' ', false],
  ['a text that is saved already', 'Name it. ', false],
  ['a text of the longest length', 'x'.repeat(2000), true],
  ['a longer one', 'x'.repeat(2001), false],
])('%s can be saved: %s', async (_, text, isOffered) => {
  open(text, ['Name it.'])
  await screen.findByRole('button', { name: /^1/ })
  expect(screen.queryAllByRole('button', { name: 'Save this text' })).toHaveLength(isOffered ? 1 : 0)
})

test('a comment that is not saved, or not deleted, is reported; the feedback and the comment stay', async () => {
  const calls = open('Well done.', ['Name it.'], { createSavedComment: refuse, removeSavedComment: refuse })
  await userEvent.click(await screen.findByRole('button', { name: 'Save this text' }))
  expect(await screen.findByText('You have 100 saved comments. Delete one first.')).toBeDefined()
  expect([field().value, screen.queryByText('Comment saved')]).toEqual(['Well done.', null])
  expect(screen.getByRole('button', { name: 'Save this text' })).toHaveProperty('disabled', false)
  await choose('Name it.', 'Delete')
  await waitFor(() => expect(screen.getAllByText('You have 100 saved comments. Delete one first.')).toHaveLength(2))
  expect(calls('removeSavedComment').map(({ params }) => params)).toEqual([{ id: idOf(20) }])
  expect([screen.queryByText('Comment deleted'), screen.queryByRole('button', { name: /^1\s?Name it\.$/ })]).toEqual([
    null,
    expect.anything(),
  ])
})

test('a comment is changed only to a text that can be kept; a refusal is said in the dialog, which stays open', async () => {
  let isRefused = true
  const calls = open('', ['Name it.'], {
    updateSavedComment: ({ body }) => (isRefused ? refuse() : Promise.resolve({ id: idOf(20), text: body?.text ?? '' })),
  })
  await choose('Name it.', 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit saved comment' }))
  const text = dialog.getByRole('textbox', { name: 'Comment' })
  const save = async (value: string) => {
    fireEvent.change(text, { target: { value } })
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  }
  await save(' ')
  expect(dialog.getByText('Must not be empty')).toBeDefined()
  await save('x'.repeat(2001))
  expect(dialog.getByText('At most 2,000 characters')).toBeDefined()
  expect(calls('updateSavedComment')).toEqual([])
  await save('Name the source.')
  expect(await dialog.findByText('You have 100 saved comments. Delete one first.')).toBeDefined()
  isRefused = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('updateSavedComment')[1]).toMatchObject({ params: { id: idOf(20) }, body: { text: 'Name the source.' } })
})

test('comments that did not load are not said to be none, and a slash stays text', async () => {
  const calls = open('', [], { listSavedComments: () => Promise.reject(new FakeProblem(503, 'unavailable')) })
  await waitFor(() => expect(calls('listSavedComments').length).toBeGreaterThan(0))
  await userEvent.type(field(), '/1')
  expect(field().value).toBe('/1')
  expect(screen.queryByText(/^None yet\./)).toBeNull()
})
