/** From a discussion to the next unread one of all courses: by key, after a reply, and what is said when none is left. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { discussion, findEditor, place, show as showPage } from '#test/discussion-page.tsx'
import { enter } from '#test/enter.ts'
import { idOf, makeComment, makeMyDiscussion, makeReply } from '#test/fixtures.ts'
import { useWalk } from './next-unread.ts'

const other = makeMyDiscussion({ id: idOf(71), title: 'Accents', group: 'UNANSWERED', unread: true, courseTitle: 'Market Research' })
const here = makeMyDiscussion({ id: discussion.id, unread: true, group: 'UNREAD' })
const before = '2026-11-20T09:00:00.000Z'
const fresh = makeComment({ id: idOf(41), createdAt: '2026-11-24T09:00:00.000Z', content: '<p>A later post</p>' })
const opened = { ...discussion, newCount: 1, unread: true, readUntil: before, lastActivityAt: fresh.createdAt }

const show = (unread = [other, here], options: Parameters<typeof showPage>[2] = { role: 'TRAINER' }) =>
  showPage(
    {
      getDiscussion: async () => opened,
      createComment: async ({ body }) => makeReply({ id: idOf(99), content: body.content, createdAt: new Date().toISOString() }),
    },
    [makeComment({ id: idOf(40), createdAt: before }), fresh],
    { ...options, unread },
  )

const reply = async (words: string) => {
  await enter(await findEditor(), words)
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
}

test('n goes to the new comment, then to the next unread discussion; what was on the screen is marked as read at once', async () => {
  const { router, callsOf } = show()
  await screen.findByText('A later post')
  await userEvent.keyboard('n')
  expect(document.activeElement?.id).toBe(`c-${fresh.id}`)
  await userEvent.keyboard('n')
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.discussion.to({ ...place, discussionId: other.id })))
  expect(callsOf('markRead')).toMatchObject([{ body: { until: fresh.createdAt } }])
  expect(useWalk.getState()).toMatchObject({ visited: [other.id] })
})

test('after a reply it has the focus, and in the place of the field a bar leads to the next one', async () => {
  const { router } = show()
  await reply('Like this')
  expect(await screen.findByText('Reply posted. 1 unread')).toBeTruthy()
  expect(screen.getByText(/^Next:/).textContent).toBe('Next: Accents, Market Research')
  await waitFor(() => expect(document.activeElement?.id).toBe(`c-${idOf(99)}`))
  await userEvent.keyboard('n')
  await waitFor(() => expect(router.state.location.pathname).toContain(other.id))
})

test('answering another comment brings the field back', async () => {
  show()
  await reply('Like this')
  await screen.findByText('Reply posted. 1 unread')
  await userEvent.click(screen.getAllByRole('button', { name: /^Reply to/ })[0]!)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
  expect(screen.queryByText(/^Reply posted/)).toBeNull()
})

test('closing the bar brings the field back with the focus in it', async () => {
  show()
  await reply('Like this')
  await userEvent.click(await screen.findByRole('button', { name: 'Close, and write another reply' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
})

test('after the last one the bar says how many were answered, and leads back to the list with its filters', async () => {
  useWalk.setState({ list: '/discussions?filter=unread', answered: [idOf(1), idOf(2)] })
  show([here])
  await reply('Like this')
  expect(await screen.findByText('Nothing unread. 3 answered.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Discussions' }).getAttribute('href')).toBe('/discussions?filter=unread')
  expect(screen.queryByRole('button', { name: /^Next unread/ })).toBeNull()
})

test('n with nothing left says so, with the focus on the way back', async () => {
  show([])
  await screen.findByText('A later post')
  await userEvent.keyboard('nn')
  expect(await screen.findByText('Nothing unread.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Back to Discussions' })))
})

test('a question that waits for an answer begins in the field, another one at what is new', async () => {
  useWalk.setState({ arriving: 'REPLY' })
  show()
  const field = await findEditor()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(useWalk.getState().arriving).toBeNull()
})

test('a discussion that is only unread begins at the first new comment', async () => {
  useWalk.setState({ arriving: 'NEW' })
  show()
  await waitFor(() => expect(document.activeElement?.id).toBe(`c-${fresh.id}`))
})

test('u leads back to the list that one came from', async () => {
  useWalk.setState({ list: '/discussions?filter=mine' })
  const { router } = show()
  await screen.findByText('A later post')
  await userEvent.keyboard('u')
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/discussions?filter=mine'))
})
