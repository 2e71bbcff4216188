/** Comments and their replies: where they belong, and how they are paged. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { openDiscussion, read, say } from '#test/discussion.ts'

const app = await testApp()
const { given, statements, clock } = app
clock.set('2026-11-20T12:00:00Z')

test('replies are shown at one level, and name the author they reply to', async () => {
  const { params, authorClient, trainerClient, otherClient, trainer } = await openDiscussion(app)
  const top = await say(authorClient, params, 'Top')
  const reply = await say(trainerClient, params, 'Reply', top.id)
  const deeper = await say(otherClient, params, 'Deeper', reply.id)
  const name = (await read(authorClient, params)).items[0]!.replies[0]!.author!.name
  expect(deeper).toMatchObject({ parentId: reply.id, replyTo: name })
  await expect(read(authorClient, params)).resolves.toMatchObject({
    total: 1,
    items: [
      {
        id: top.id,
        replyCount: 2,
        replies: [
          { id: reply.id, parentId: top.id, replyTo: null, author: { id: trainer.id, role: 'TRAINER' } },
          { id: deeper.id, replyTo: name, author: { role: 'STUDENT' } },
        ],
      },
    ],
  })
})

test('twenty parallel comments are all stored', async () => {
  const { params, authorClient } = await openDiscussion(app)
  await Promise.all(Array.from({ length: 20 }, (_, n) => say(authorClient, params, `Text ${n}`)))
  await expect(authorClient.discussions.getDiscussion({ params })).resolves.toMatchObject({ commentCount: 20 })
  await expect(read(authorClient, params)).resolves.toMatchObject({ total: 20 })
})

test('a comment belongs to one discussion of one course', async () => {
  const { params, authorClient } = await openDiscussion(app)
  const { discussion: sibling } = await given.discussion({ courseId: params.courseId, authorId: authorClient.user.id })
  const elsewhere = await given.comment({ discussionId: sibling.id, authorId: authorClient.user.id })
  await expect(say(authorClient, params, 'x', elsewhere.id)).rejects.toBeProblem('validation-failed', ['/parentId'])
  await expect(say(authorClient, params, 'x', crypto.randomUUID())).rejects.toBeProblem('validation-failed', ['/parentId'])
  await expect(
    authorClient.discussions.removeComment({ params: { discussionId: params.discussionId, commentId: elsewhere.id } }),
  ).rejects.toBeProblem('not-found')
  const { course } = await given.course()
  await given.member(course.id, authorClient.user)
  const wrong = { ...params, courseId: course.id }
  await expect(say(authorClient, wrong)).rejects.toBeProblem('not-found')
  await expect(read(authorClient, wrong)).rejects.toBeProblem('not-found')
  await expect(authorClient.discussions.getDiscussion({ params: wrong })).rejects.toBeProblem('not-found')
})

test('replies by others since the last visit are new, one’s own are not', async () => {
  const { params, authorClient, trainerClient } = await openDiscussion(app)
  const { id: root } = await say(authorClient, params, 'A question')
  const newReplies = async () => (await read(trainerClient, params)).items.find(({ id }) => id === root)!.newReplies
  const { createdAt: until } = await say(authorClient, params, 'More about it', root)
  await trainerClient.discussions.markRead({ params, body: { until } })
  expect(await newReplies()).toBe(0)
  clock.set(new Date(clock.now().getTime() + 1000))
  await say(authorClient, params, 'And this', root)
  await say(trainerClient, params, 'An answer', root)
  expect(await newReplies()).toBe(1)
})

test('a comment of another course cannot be a parent, even for someone who knows its id', async () => {
  const { params, authorClient } = await openDiscussion(app)
  const other = await openDiscussion(app)
  await given.member(other.course.id, authorClient.user)
  const foreign = await say(authorClient, other.params)
  await expect(say(authorClient, params, 'x', foreign.id)).rejects.toBeProblem('validation-failed', ['/parentId'])
  await expect(read(authorClient, params)).resolves.toMatchObject({ total: 0 })
  await expect(read(authorClient, other.params)).resolves.toMatchObject({ total: 1 })
})

test('blank comments are rejected, and so are comments in a locked discussion', async () => {
  const { params, authorClient, trainerClient } = await openDiscussion(app)
  await expect(say(authorClient, params, ' \u200b\n')).rejects.toBeProblem('validation-failed', ['/content'])
  const { discussion: locked } = await given.discussion({ courseId: params.courseId, authorId: authorClient.user.id, locked: true })
  await expect(say(trainerClient, { ...params, discussionId: locked.id })).rejects.toBeProblem('closed')
})

test('comments and replies are paged after the last one, whatever is added or deleted in between', async () => {
  const { params, authorClient, discussion } = await openDiscussion(app)
  const own = { discussionId: discussion.id, authorId: authorClient.user.id }
  const add = async (count: number, place = {}) => {
    const added = []
    for (let n = 0; n < count; n++) added.push(await given.comment({ ...own, ...place }))
    // Ids rise with time, but not within a millisecond.
    return added.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
  const tops = await add(5)
  const replies = await add(3, { rootId: tops[0]!.id, parentId: tops[0]!.id })
  const list = (query: { after?: string; parentId?: string; limit?: number }) => authorClient.discussions.listComments({ params, query })
  const first = await list({ limit: 2 })
  expect(first).toMatchObject({ total: 5, next: tops[1]!.id })
  await authorClient.discussions.removeComment({ params: { discussionId: discussion.id, commentId: tops[1]!.id } })
  const second = await list({ limit: 2, after: first.next! })
  expect(second.items.map(({ id }) => id)).toEqual([tops[2]!.id, tops[3]!.id])
  expect(second).toMatchObject({ total: 4, next: tops[3]!.id })
  await expect(list({ limit: 2, after: second.next! })).resolves.toMatchObject({ items: [{ id: tops[4]!.id }], next: null })
  const some = await list({ parentId: tops[0]!.id, limit: 2 })
  expect([some.items.map(({ id }) => id), some.total, some.next]).toEqual([[replies[0]!.id, replies[1]!.id], 3, replies[1]!.id])
  await expect(list({ parentId: tops[0]!.id, after: some.next! })).resolves.toMatchObject({ items: [{ id: replies[2]!.id }], next: null })
  const elsewhere = await openDiscussion(app)
  await expect(
    elsewhere.authorClient.discussions.listComments({ params: elsewhere.params, query: { parentId: tops[0]!.id } }),
  ).resolves.toMatchObject({ items: [], total: 0 })
})

test('long threads are paged, with the same number of statements for any length', async () => {
  const { params, authorClient, discussion } = await openDiscussion(app)
  const own = { discussionId: discussion.id, authorId: authorClient.user.id }
  const first = await given.comment(own)
  await given.comment({ ...own, rootId: first.id, parentId: first.id })
  const list = (query: { page?: number; limit?: number } = {}) => authorClient.discussions.listComments({ params, query })
  const few = await statements(() => list())
  for (let i = 0; i < 12; i++) await given.comment({ ...own, content: `Top ${i}` })
  for (let i = 0; i < 104; i++) await given.comment({ ...own, rootId: first.id, parentId: first.id, content: `Reply ${i}` })
  expect(await statements(() => list())).toBe(few)
  const { items, total } = await list({ limit: 2 })
  expect([total, items.length, items[0]!.id, items[0]!.replyCount, items[0]!.replies.length]).toEqual([13, 2, first.id, 105, 2])
  const pages = await Promise.all([1, 2, 3].map((page) => list({ limit: 5, page })))
  expect(new Set(pages.flatMap((page) => page.items.map(({ id }) => id))).size).toBe(13)
  const one = await statements(() => authorClient.discussions.listDiscussions({ params }))
  for (let i = 0; i < 5; i++) await given.discussion({ courseId: params.courseId })
  expect(await statements(() => authorClient.discussions.listDiscussions({ params }))).toBe(one)
})
