/** A discussion: replying, failed replies, and actions on comments. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Comment } from '@lms/contract/discussions'
import { useSession } from '#lib/session.ts'
import { answer, below, choose, comment, discussion, edit, findEditor, place, show } from '#test/discussion-page.tsx'
import { enter } from '#test/enter.ts'
import { FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf, makeComment, makeReply } from '#test/fixtures.ts'

test('a reply names whom it answers, goes to that comment, and is shown at once', async () => {
  const posted = makeReply({ id: idOf(32), content: '<p>Thank you.</p>', parentId: answer.id })
  let items = [comment]
  const { callsOf } = show({
    createComment: async () => {
      items = [{ ...comment, replies: [...comment.replies, posted], replyCount: comment.replyCount + 1 }]
      return posted
    },
    listComments: async () => ({ items, page: 1, limit: 20, total: 1, previous: null, next: null }),
  })
  await findEditor()
  await userEvent.click((await screen.findAllByRole('button', { name: 'Reply to Inês Carvalho' }))[1]!)
  const field = await findEditor('Reply to Inês Carvalho')
  await enter(field, 'Thank you.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(callsOf('createComment')[0]?.body).toEqual({ content: '<p>Thank you.</p>', parentId: answer.id }))
  expect((await findEditor()).textContent).toBe('')
  expect(await screen.findByText('Thank you.')).toBeTruthy()
  // It is also in the list that was loaded since.
  await waitFor(() => expect(callsOf('listComments').length).toBeGreaterThan(1))
  expect(screen.getAllByText('Thank you.')).toHaveLength(1)
})

test('a reply that was not posted keeps its text, says why, and is cleared once it is sent again', async () => {
  const user = userEvent.setup()
  let tries = 0
  show({
    createComment: async () => {
      if (++tries === 1) throw new FakeProblem(429, 'rate-limited', 'Comments are five seconds apart. Try again in 4 seconds.', [], 4)
      return makeReply({ id: idOf(32) })
    },
  })
  await enter(await findEditor(), 'Words')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not posted. Comments are five seconds apart. Try again in 4 seconds.')
  await user.click(within(alert).getByRole('button', { name: 'Copy text' }))
  expect(await navigator.clipboard.readText()).toBe('Words')
  expect((await findEditor()).textContent).toBe('Words')
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await findEditor()).textContent).toBe(''))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the same text twice leads to the first', async () => {
  show({
    createComment: async () => {
      throw Object.assign(new FakeProblem(409, 'already-posted', 'You posted this a minute ago.'), { current: { id: comment.id } })
    },
  })
  await enter(await findEditor(), 'Me too')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Go to your reply' }))
  expect(document.activeElement?.id).toBe(`c-${comment.id}`)
  expect((await findEditor()).textContent).toBe('')
})

test('a tombstone says who deleted, and its replies stay', async () => {
  const gone = { deleted: true, content: '', author: null, deletedAt: '2026-11-19T12:31:00.000Z' }
  show({}, [
    makeComment({ ...gone, id: idOf(30), replies: [answer], replyCount: 1 }),
    makeComment({ ...gone, id: idOf(33), deletedByStaff: true }),
  ])
  expect(await screen.findByText(/^Comment deleted by its author, .*1 reply is kept\.$/)).toBeTruthy()
  expect(screen.getByText(/^Comment deleted by staff/)).toBeTruthy()
  expect(screen.getByText('In the notebook, yes.')).toBeTruthy()
})

test('students change and delete what is their own; deleting can be undone', async () => {
  const { id } = (signInAs('USER'), useSession.getState().user!)
  const mine = makeComment({ id: idOf(33), author: { id, name: 'Ana Li', role: 'STUDENT', profileImageUrl: null } })
  const { callsOf } = show({ removeComment: async () => undefined, restoreComment: async () => undefined }, [comment, mine])
  await userEvent.click((await screen.findAllByRole('button', { name: 'More for the comment of Inês Carvalho' }))[0]!)
  expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeTruthy()
  for (const name of ['Edit', 'Delete']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await choose('More for the comment of Ana Li', 'Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(callsOf('restoreComment')[0]).toMatchObject({ params: { ...place, commentId: mine.id } }))
  expect(screen.queryByRole('button', { name: 'Mark as answer' })).toBeNull()
})

test('more replies of a branch are loaded on demand, after those shown', async () => {
  const [third, fourth] = [34, 35].map((end) => makeReply({ id: idOf(end), content: `<p>Reply ${end}</p>` })) as [
    typeof answer,
    typeof answer,
  ]
  const listComments: NonNullable<Fakes['discussions']>['listComments'] = async ({ query }) => ({
    items: query?.parentId
      ? [makeComment(query.after === answer.id ? third : fourth)]
      : [{ ...comment, replyCount: 3, next: answer.id, newReplies: 1 }],
    page: 1,
    limit: 20,
    total: 1,
    previous: null,
    next: query?.after === answer.id ? third.id : null,
  })
  show({ listComments })
  const fold = await screen.findByRole('button', { name: /2 more replies/ })
  expect(fold.textContent).toContain('1 new')
  await userEvent.click(fold)
  expect(await screen.findByText('Reply 34')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /1 more reply/ }))
  expect(await screen.findByText('Reply 35')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /more repl/ })).toBeNull()
})

test('staff mark an answer, and see earlier versions', async () => {
  const edited = { ...comment, editedAt: '2026-11-19T08:40:00.000Z', versionCount: 2 }
  const { callsOf } = show(
    {
      markAnswer: async () => undefined,
      listVersions: async () => ({
        versions: [
          { content: '<p>Now</p>', createdAt: edited.editedAt },
          { content: '<p>Before</p>', createdAt: edited.createdAt },
        ],
      }),
    },
    [edited],
    { role: 'TRAINER' },
  )
  await userEvent.click((await screen.findAllByRole('button', { name: 'Mark as answer' }))[0]!)
  await waitFor(() => expect(callsOf('markAnswer')[0]?.body).toEqual({ isAnswer: true }))
  await userEvent.click(screen.getByRole('button', { name: /edited .*2 earlier versions/ }))
  expect(await screen.findByText('Before')).toBeTruthy()
})

test('a locked discussion says who locked it, and has no field', async () => {
  show({ getDiscussion: async () => ({ ...discussion, locked: true, lockedBy: 'Inês Carvalho' }) })
  expect(await screen.findByText('Locked by Inês Carvalho. Nobody can reply.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull()
})

test('a link to a comment asks for the page around it and leads to it', async () => {
  const { callsOf } = show({}, [comment], { at: `?comment=${answer.id}` })
  await screen.findByText('In the notebook, yes.')
  await waitFor(() => expect(document.activeElement?.id).toBe(`c-${answer.id}`))
  expect(callsOf('listComments')[0]).toMatchObject({ query: { around: answer.id } })
})

/** What is on the page counts as read after a while, which no test spends waiting. */
const withFakeClock = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })

test('new replies above a linked one are not marked as read before they were shown', async () => {
  withFakeClock()
  const times = { createdAt: '2026-11-18T12:00:00.000Z' }
  const some = [{ ...comment, ...times, replies: [] }]
  const unread = { ...discussion, readUntil: '2026-11-17T12:00:00.000Z', lastActivityAt: '2026-11-19T12:00:00.000Z' }
  const page = { items: some, page: 1, limit: 20, total: 1, next: null }
  const { callsOf } = show({ getDiscussion: async () => unread, listComments: async () => ({ ...page, previous: idOf(29) }) }, some, {
    at: `?comment=${comment.id}`,
  })
  await screen.findByRole('button', { name: 'Show earlier replies' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(callsOf('markRead')).toEqual([])
})

test("others' comments are marked as new, one's own are not", async () => {
  const createdAt = '2026-11-18T12:00:00.000Z'
  signInAs('USER')
  const { id, name } = useSession.getState().user!
  const own = makeReply({ ...answer, createdAt, author: { ...answer.author!, id, name } })
  show({ getDiscussion: async () => ({ ...discussion, readUntil: '2026-11-17T12:00:00.000Z' }) }, [
    { ...comment, createdAt, replies: [own] },
  ])
  await screen.findByText('In the notebook, yes.')
  expect(screen.getAllByText('New', { selector: 'span' })).toHaveLength(1)
})

test('everything shown is marked as read on all devices', async () => {
  withFakeClock()
  const unread = { ...discussion, readUntil: '2026-11-17T12:00:00.000Z', lastActivityAt: '2026-11-19T12:00:00.000Z' }
  const { callsOf } = show({ getDiscussion: async () => unread })
  await screen.findByText('In the notebook, yes.')
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(callsOf('markRead')[0]).toMatchObject({ body: { until: unread.lastActivityAt } }))
})

const hours = (hour: number): string => `2026-11-18T${hour}:00:00.000Z`
const newComment = (id: number, hour: number, facts: Partial<Comment> = {}): Comment =>
  makeComment({ id: idOf(id), createdAt: hours(hour), replies: [], content: `<p>Reply ${id}</p>`, ...facts })
const three = [newComment(51, 12), newComment(52, 13), newComment(53, 14)]
const pageOf = (items: Comment[], next: string | null = null) => ({ items, page: 1, limit: 20, total: items.length, previous: null, next })

test.each([
  ['all of it', three, [], null, '2026-11-19T12:00:00.000Z'],
  ['the last two are below the screen', three, [52, 53], null, hours(12)],
  ['more can be loaded', three, [], idOf(53), hours(14)],
  ['replies are folded', [newComment(51, 12, { newReplies: 3, replyCount: 3, next: idOf(60) }), three[1]!], [], null, hours(12)],
  ['nothing of it', three, [51, 52, 53], null, undefined],
])('only what was on the screen is read: %s', async (_what, items, hidden, next, until) => {
  withFakeClock()
  for (const id of hidden) below.add(idOf(id))
  const unread = { ...discussion, readUntil: '2026-11-17T12:00:00.000Z', lastActivityAt: '2026-11-19T12:00:00.000Z' }
  const { callsOf } = show({ getDiscussion: async () => unread, listComments: async () => pageOf(items, next) })
  await screen.findByText('Reply 52')
  await vi.advanceTimersByTimeAsync(10_000)
  below.clear()
  expect(callsOf('markRead').map(({ body }) => body)).toEqual(until === undefined ? [] : [{ until }])
})

test('the number of new replies is that of the list, also while not all are loaded', async () => {
  show({
    getDiscussion: async () => ({ ...discussion, newCount: 100, readUntil: '2026-11-17T12:00:00.000Z' }),
    listComments: async () => pageOf(three, idOf(53)),
  })
  expect(await screen.findByText('99+ new')).toBeTruthy()
})

test('a quote has neither the pictures nor the mentions of the comment', async () => {
  const content = `<p>See <span data-mention="${idOf(40)}">@Ana Li</span></p><img data-key="image/${idOf(41)}/${idOf(42)}.png" alt="">`
  const { callsOf } = show({ createComment: async () => makeReply({ id: idOf(32) }) }, [makeComment({ id: idOf(30), content })])
  await choose('More for the comment of Inês Carvalho', 'Quote')
  await userEvent.click(await screen.findByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(callsOf('createComment')).toHaveLength(1))
  const sent = (callsOf('createComment')[0]!.body as { content: string }).content
  expect(sent).toContain('<blockquote><p>See @Ana Li</p>')
  expect(sent).not.toMatch(/data-mention|<img/)
})

test('Escape leaves a comment that is being edited only while nothing was typed', async () => {
  const { id } = (signInAs('USER'), useSession.getState().user!)
  show({}, [makeComment({ id: idOf(33), content: '<p>Old</p>', author: { id, name: 'Ana Li', role: 'STUDENT', profileImageUrl: null } })])
  const more = 'More for the comment of Ana Li'
  await userEvent.type(await edit(more), '{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull())
  await enter(await edit(more), 'New words')
  expect(screen.queryByRole('textbox', { name: 'Write a reply' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect((await findEditor('Text')).textContent).toContain('New words')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await findEditor()
})

test('a discussion without a title is not posted, and none is posted twice', async () => {
  const saved = Promise.withResolvers<typeof discussion>()
  const { id } = (signInAs('USER'), useSession.getState().user!)
  const own = { ...discussion, author: { id, name: 'Ana Li', role: 'STUDENT' as const, profileImageUrl: null } }
  const { callsOf } = show({ getDiscussion: async () => own, updateDiscussion: () => saved.promise })
  await edit('More for this discussion')
  await userEvent.clear(screen.getByLabelText('Title'))
  await userEvent.keyboard('{Tab}')
  expect(screen.getByText('Enter a title')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(callsOf('updateDiscussion')).toHaveLength(0)
  await userEvent.type(screen.getByLabelText('Title'), 'Which file?')
  await userEvent.click(await findEditor('Text'))
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  expect(callsOf('updateDiscussion').map(({ body }) => body)).toMatchObject([{ title: 'Which file?' }])
  saved.resolve({ ...own, title: 'Which file?' })
  await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull())
})

test('a link to a reply that was deleted says so', async () => {
  show({}, [comment], { at: `?comment=${idOf(39)}` })
  expect(await screen.findByText('The reply that this link leads to was deleted.')).toBeTruthy()
})
