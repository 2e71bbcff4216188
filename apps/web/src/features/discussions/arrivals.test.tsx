/** Replies that come while a discussion is read: they are counted, nothing moves, and “Show” leads to them. */

import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Comment } from '@lms/contract/discussions'
import { useSession } from '#lib/session.ts'
import { discussion, findEditor, show } from '#test/discussion-page.tsx'
import { enter } from '#test/enter.ts'
import { signInAs } from '#test/fake-api.ts'
import { idOf, makeComment, makeReply } from '#test/fixtures.ts'

const commentPage = (items: Comment[], facts: { previous?: string; next?: string } = {}) => ({
  items,
  page: 1,
  limit: 20,
  total: items.length,
  previous: null,
  next: null,
  ...facts,
})
const saying = (number: number, facts: Partial<Comment> = {}) =>
  makeComment({ id: idOf(number), content: `<p>Comment ${number}</p>`, ...facts })
const shownInOrder = () => [...document.querySelectorAll('[data-comment]')].map((one) => /Comment \d+/.exec(one.textContent)?.[0])

test('replies that arrive later are counted, and shown when asked for', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  let items = [saying(41)]
  show({
    getDiscussion: async () => ({ ...discussion, commentCount: items.length }),
    listComments: async () => commentPage(items),
  })
  await screen.findByText('Comment 41')
  items = [saying(41), saying(42), saying(43)]
  await vi.advanceTimersByTimeAsync(30_000)
  const button = await screen.findByRole('button', { name: '2 new replies. Show' })
  expect(shownInOrder()).toEqual(['Comment 41'])
  button.click()
  await screen.findByText('Comment 43')
  await waitFor(() => expect(screen.queryByRole('button', { name: /new repl/ })).toBeNull())
})

test.each([
  ['after half a minute', () => vi.advanceTimersByTimeAsync(30_000)],
  ['after a visit to another tab, when the list is loaded again', () => fireEvent(window, new Event('visibilitychange'))],
])('“Show” leads to what has come, though it belongs to a later page: %s', async (_, ask) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  let [commentCount, lastActivityAt] = [3, '2026-11-20T10:00:00.000Z']
  const late = saying(70, { createdAt: '2026-11-21T10:00:00.000Z' })
  show({
    getDiscussion: async () => ({ ...discussion, commentCount, lastActivityAt }),
    listComments: async ({ query }) =>
      query?.around ? commentPage([saying(69), late], { previous: idOf(69) }) : commentPage([saying(1), saying(2)], { next: idOf(2) }),
  })
  await screen.findByText('Comment 2')
  commentCount = 4
  lastActivityAt = late.createdAt
  await ask()
  await userEvent.click(await screen.findByRole('button', { name: '1 new reply. Show' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Comment 70'))
})

test('a reply on a page that is not loaded is announced, also after the list was loaded again; your own is not', async () => {
  let commentCount = 3
  signInAs('USER')
  const me = { id: useSession.getState().user!.id, name: 'Ana Li', role: 'STUDENT' as const, profileImageUrl: null }
  const asked = show({
    getDiscussion: async () => ({ ...discussion, commentCount }),
    listComments: async () => commentPage([saying(1), saying(2)], { next: idOf(2) }),
    createComment: async () => {
      commentCount += 1
      return makeReply({ id: idOf(71), parentId: null, replyTo: null, author: me, content: '<p>Mine</p>' })
    },
  })
  const lists = () => asked.callsOf('listComments').length
  await screen.findByText('Comment 2')
  await enter(await findEditor(), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(lists()).toBe(2))
  await screen.findByText('Mine')
  expect(screen.queryByRole('button', { name: /new repl/ })).toBeNull()
  commentCount += 1
  // As after coming back from another tab.
  fireEvent(window, new Event('visibilitychange'))
  await screen.findByRole('button', { name: '1 new reply. Show' })
  expect(lists()).toBe(3)
})
