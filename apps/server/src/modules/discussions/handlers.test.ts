/** Creating a discussion, who can read it, and deleting it and its comments. */

import { beforeEach, expect, test } from 'vitest'
import { testApp, type As } from '#test/app.ts'
import { openDiscussion, read, say } from '#test/discussion.ts'

const app = await testApp()
const { given, as, clock } = app
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

test('saving a discussion without a change does not mark it as edited', async () => {
  const { course, student } = await given.course()
  const author = await as(student)
  const params = { courseId: course.id }
  const body = { title: 'Accents', content: '<p>Broken</p>' }
  const { id } = await author.discussions.createDiscussion({ params, body })
  clock.set('2026-11-20T14:00:00Z')
  const at = { ...params, discussionId: id }
  await expect(author.discussions.updateDiscussion({ params: at, body })).resolves.toMatchObject({ editedAt: null, isReplied: false })
  await expect(author.discussions.updateDiscussion({ params: at, body: { title: 'Accents!' } })).resolves.toMatchObject({
    editedAt: expect.any(String),
  })
})

test('a discussion is created, gets replies, and moves up', async () => {
  const { course, student, trainer } = await given.course()
  const [studentClient, trainerClient] = [await as(student), await as(trainer)]
  const begin = (who: As, title: string) =>
    who.discussions.createDiscussion({ params: { courseId: course.id }, body: { title, content: '<p>Why?</p><script>alert(1)</script>' } })
  const first = await begin(studentClient, 'First')
  expect(first).toMatchObject({
    courseId: course.id,
    title: 'First',
    content: '<p>Why?</p>',
    author: { id: student.id, role: 'STUDENT' },
    commentCount: 0,
    pinned: false,
  })
  clock.set('2026-11-20T12:01:00Z')
  const second = await begin(await as('ADMIN'), 'Second')
  expect(second.author?.role).toBe('ADMIN')
  const titles = async (search?: string) =>
    (await studentClient.discussions.listDiscussions({ params: { courseId: course.id }, query: { search } })).items.map(
      ({ title }) => title,
    )
  await expect(titles()).resolves.toEqual(['Second', 'First'])
  clock.set('2026-11-20T12:02:00Z')
  const comment = await say(trainerClient, { courseId: course.id, discussionId: first.id }, 'Because')
  expect(comment).toMatchObject({
    content: 'Because',
    author: { id: trainer.id, role: 'TRAINER' },
    parentId: null,
    replyTo: null,
    deleted: false,
  })
  await expect(titles()).resolves.toEqual(['First', 'Second'])
  await expect(titles('SEC')).resolves.toEqual(['Second'])
  const seen = await studentClient.discussions.getDiscussion({ params: { courseId: course.id, discussionId: first.id } })
  expect(seen).toMatchObject({ commentCount: 1, lastActivityAt: '2026-11-20T12:02:00.000Z' })
})

test('pinned discussions come first', async () => {
  const { course, trainer } = await given.course()
  await given.discussion({ courseId: course.id, title: 'New', lastActivityAt: '2026-11-20T12:00:00Z' })
  await given.discussion({ courseId: course.id, title: 'Pinned', pinned: true, lastActivityAt: '2026-01-01T12:00:00Z' })
  const { items } = await (await as(trainer)).discussions.listDiscussions({ params: { courseId: course.id } })
  expect(items.map(({ title, author }) => [title, author?.role])).toEqual([
    ['Pinned', null],
    ['New', null],
  ])
})

test('users outside the course can neither read nor write', async () => {
  const { params, course } = await openDiscussion(app)
  for (const role of ['USER', 'TRAINER'] as const) {
    const client = await as(role)
    await expect(read(client, params)).rejects.toBeProblem('forbidden')
    await expect(say(client, params)).rejects.toBeProblem('forbidden')
    await expect(client.discussions.listDiscussions({ params: { courseId: course.id } })).rejects.toBeProblem('forbidden')
    await expect(client.discussions.removeDiscussion({ params: { id: params.discussionId } })).rejects.toBeProblem('not-found')
  }
})

test('a deleted comment leaves a tombstone while it has replies', async () => {
  const { params, authorClient, otherClient } = await openDiscussion(app)
  const top = await say(authorClient, params, 'Secret')
  const reply = await say(otherClient, params, 'Reply', top.id)
  const deeper = await say(otherClient, params, 'Deeper', reply.id)
  const remove = (who: As, commentId: string) => who.discussions.removeComment({ params: { discussionId: params.discussionId, commentId } })
  const count = async () => (await authorClient.discussions.getDiscussion({ params })).commentCount
  await remove(authorClient, top.id)
  await remove(otherClient, reply.id)
  await expect(count()).resolves.toBe(1)
  const tombstone = { content: '', author: null, deleted: true, replyTo: null }
  await expect(read(authorClient, params)).resolves.toMatchObject({
    items: [{ ...tombstone, replyCount: 2, replies: [tombstone, { content: 'Deeper', deleted: false, replyTo: null }] }],
  })
  await expect(say(otherClient, params, 'x', top.id)).rejects.toBeProblem('validation-failed', ['/parentId'])
  await expect(remove(authorClient, top.id)).rejects.toBeProblem('not-found')
  await remove(otherClient, deeper.id)
  await expect(read(authorClient, params)).resolves.toMatchObject({ items: [], total: 0 })
  await expect(count()).resolves.toBe(0)
  await expect(authorClient.discussions.getDiscussion({ params })).resolves.toMatchObject({
    lastActivityAt: (await authorClient.discussions.getDiscussion({ params })).createdAt,
  })
})

test('comments can be deleted by their authors and by staff', async () => {
  const { params, authorClient, otherClient, trainerClient } = await openDiscussion(app)
  const { id } = await say(authorClient, params)
  const request = { params: { discussionId: params.discussionId, commentId: id } }
  await expect(otherClient.discussions.removeComment(request)).rejects.toBeProblem('forbidden')
  for (const role of ['USER', 'TRAINER'] as const)
    await expect((await as(role)).discussions.removeComment(request)).rejects.toBeProblem('not-found')
  await expect(trainerClient.discussions.removeComment(request)).resolves.toBeUndefined()
})

test('authors can delete a discussion while nobody else has replied, staff at any time', async () => {
  const { params, authorClient, otherClient, trainerClient } = await openDiscussion(app)
  const request = { params: { id: params.discussionId } }
  await expect(otherClient.discussions.removeDiscussion(request)).rejects.toBeProblem('forbidden')
  await say(authorClient, params)
  const { id } = await say(otherClient, params)
  await expect(authorClient.discussions.removeDiscussion(request)).rejects.toBeProblem('conflict')
  await otherClient.discussions.removeComment({ params: { discussionId: params.discussionId, commentId: id } })
  await expect(authorClient.discussions.removeDiscussion(request)).resolves.toBeUndefined()
  await expect(read(authorClient, params)).rejects.toBeProblem('not-found')
  const { discussion: second } = await given.discussion({ courseId: params.courseId, authorId: authorClient.user.id })
  await say(otherClient, { ...params, discussionId: second.id })
  await expect(trainerClient.discussions.removeDiscussion({ params: { id: second.id } })).resolves.toBeUndefined()
})
