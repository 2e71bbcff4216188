import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { memberships } from '#db/schema/courses.ts'

const { given, as, clock, database, statements } = await testApp()
clock.set('2026-11-20T12:00:00Z')

async function openDiscussion(values: Parameters<typeof given.discussion>[0] = {}) {
  const home = await given.discussion(values)
  const params = { courseId: home.course.id, discussionId: home.discussion.id }
  const [authorClient, trainerClient] = [await as(home.student), await as(home.trainer)]
  const other = await given.student()
  await given.member(home.course.id, other)
  return { ...home, params, authorClient, trainerClient, otherClient: await as(other) }
}
type Client = Awaited<ReturnType<typeof as>>
const say = (who: Client, params: { courseId: string; discussionId: string }, content = 'Text', parentId?: string) =>
  who.discussions.createComment({ params, body: { content, parentId } })
const read = (who: Client, params: { courseId: string; discussionId: string }) => who.discussions.listComments({ params })

test('a discussion begins, is answered, and moves up', async () => {
  const { course, student, trainer } = await given.course()
  const [studentClient, trainerClient] = [await as(student), await as(trainer)]
  const begin = (who: Client, title: string) =>
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
  clock.set('2026-11-20T12:00:00Z')
})

test('a question is unanswered until staff reply, in whichever of the trainer’s courses, the longest waiting first', async () => {
  const { course, trainer, student } = await given.course()
  const { course: second } = await given.course()
  await given.member(second.id, trainer)
  const me = await as(trainer)
  const titles = async (query = {}) => {
    const { items, total } = await me.discussions.listUnanswered({ query })
    return [total, ...items.map(({ title }) => title)]
  }
  const begin = async (who: Client, courseId: string, title: string) => {
    const { id } = await who.discussions.createDiscussion({ params: { courseId }, body: { title, content: '?' } })
    return { courseId, discussionId: id }
  }
  const [first, classmate] = [await as(student), await as(await given.student())]
  await given.member(course.id, classmate.user)
  await given.member(second.id, student)
  clock.set('2026-11-18T12:00:00Z')
  const newer = await begin(first, second.id, 'Newer')
  clock.set('2026-11-17T12:00:00Z')
  const older = await begin(first, course.id, 'Older')
  await begin(me, course.id, 'By staff')
  clock.set('2026-11-20T12:00:00Z')
  const { course: other } = await given.course()
  await begin(await as('ADMIN'), other.id, 'Elsewhere')
  const { id: meToo } = await say(classmate, older, 'Me too')
  expect(await titles()).toEqual([2, 'Older', 'Newer'])
  expect(await titles({ limit: 1, page: 2 })).toEqual([2, 'Newer'])
  // A reply to a reply answers too.
  const { id: reply } = await say(me, older, 'Like this', meToo)
  expect(await titles()).toEqual([1, 'Newer'])
  await me.discussions.removeComment({ params: { ...older, commentId: reply } })
  await say(await as('ADMIN'), newer, 'Like that')
  expect(await titles()).toEqual([1, 'Older'])
  await expect(first.discussions.listUnanswered()).rejects.toBeProblem('forbidden')
})

test('a question stays answered while any reply by staff is left, and when the trainer who replied leaves the course', async () => {
  const { course, params, trainer, authorClient, trainerClient } = await openDiscussion()
  const second = await given.trainer()
  await given.member(course.id, second)
  const secondClient = await as(second)
  const isUnanswered = async () => (await secondClient.discussions.listUnanswered()).total === 1
  await say(authorClient, params, 'Anybody?')
  expect(await isUnanswered()).toBe(true)
  const { id: firstReply } = await say(trainerClient, params)
  const { id: secondReply } = await say(secondClient, params)
  await authorClient.discussions.removeComment({ params: { ...params, commentId: (await say(authorClient, params, 'Thanks')).id } })
  expect(await isUnanswered()).toBe(false)
  await trainerClient.discussions.removeComment({ params: { ...params, commentId: firstReply } })
  expect(await isUnanswered()).toBe(false)
  await say(trainerClient, params)
  await secondClient.discussions.removeComment({ params: { ...params, commentId: secondReply } })
  await database.db.delete(memberships).where(eq(memberships.userId, trainer.id))
  expect(await isUnanswered()).toBe(false)
})

test('pages of unanswered questions put those of all courses in order, and leave out what needs no answer', async () => {
  const trainer = await given.trainer()
  const me = await as(trainer)
  const day = (n: number) => ({ createdAt: `2026-11-${String(n).padStart(2, '0')}T12:00:00Z`, title: `Day ${n}` })
  for (const first of [1, 2, 3]) {
    const { course, student } = await given.course()
    await given.member(course.id, trainer)
    const asked = { courseId: course.id, authorId: student.id }
    for (let n = first; n <= 30; n += 3) await given.discussion({ ...asked, ...day(n) })
    await given.discussion({ ...asked, locked: true })
    await given.discussion({ ...asked, deletedAt: '2026-11-20T12:00:00Z' })
    await given.discussion({ ...asked, authorId: (await given.student()).id })
  }
  const titles = async (page: number, limit: number) => {
    const { items, total } = await me.discussions.listUnanswered({ query: { page, limit } })
    expect(total).toBe(30)
    return items.map(({ title }) => title)
  }
  const days = Array.from({ length: 30 }, (_, n) => `Day ${n + 1}`)
  expect(await titles(1, 20)).toEqual(days.slice(0, 20))
  expect(await titles(2, 20)).toEqual(days.slice(20))
  expect(await titles(5, 7)).toEqual(days.slice(28))
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

test('replies stand at one level, and say whom they answer', async () => {
  const { params, authorClient, trainerClient, otherClient, trainer } = await openDiscussion()
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

test('twenty parallel comments are twenty', async () => {
  const { params, authorClient } = await openDiscussion()
  await Promise.all(Array.from({ length: 20 }, (_, n) => say(authorClient, params, `Text ${n}`)))
  await expect(authorClient.discussions.getDiscussion({ params })).resolves.toMatchObject({ commentCount: 20 })
  await expect(read(authorClient, params)).resolves.toMatchObject({ total: 20 })
})

test('a comment belongs to one discussion of one course', async () => {
  const { params, authorClient } = await openDiscussion()
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

test('case 43: a comment of another course cannot be a parent, even for someone who knows its id', async () => {
  const { params, authorClient } = await openDiscussion()
  const other = await openDiscussion()
  await given.member(other.course.id, authorClient.user)
  const foreign = await say(authorClient, other.params)
  await expect(say(authorClient, params, 'x', foreign.id)).rejects.toBeProblem('validation-failed', ['/parentId'])
  await expect(read(authorClient, params)).resolves.toMatchObject({ total: 0 })
  await expect(read(authorClient, other.params)).resolves.toMatchObject({ total: 1 })
})

test('who is not of the course reads and writes nothing', async () => {
  const { params, course } = await openDiscussion()
  for (const role of ['USER', 'TRAINER'] as const) {
    const client = await as(role)
    await expect(read(client, params)).rejects.toBeProblem('forbidden')
    await expect(say(client, params)).rejects.toBeProblem('forbidden')
    await expect(client.discussions.listDiscussions({ params: { courseId: course.id } })).rejects.toBeProblem('forbidden')
    await expect(client.discussions.removeDiscussion({ params: { id: params.discussionId } })).rejects.toBeProblem('not-found')
  }
})

test('blanks are no comment, and a locked discussion takes none', async () => {
  const { params, authorClient, trainerClient } = await openDiscussion()
  await expect(say(authorClient, params, ' \u200b\n')).rejects.toBeProblem('validation-failed', ['/content'])
  const { discussion: locked } = await given.discussion({ courseId: params.courseId, authorId: authorClient.user.id, locked: true })
  await expect(say(trainerClient, { ...params, discussionId: locked.id })).rejects.toBeProblem('closed')
})

test('a deleted comment leaves a tombstone while it has replies', async () => {
  const { params, authorClient, otherClient } = await openDiscussion()
  const top = await say(authorClient, params, 'Secret')
  const reply = await say(otherClient, params, 'Reply', top.id)
  const deeper = await say(otherClient, params, 'Deeper', reply.id)
  const remove = (who: Client, commentId: string) =>
    who.discussions.removeComment({ params: { discussionId: params.discussionId, commentId } })
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

test('comments are deleted by their authors and by staff', async () => {
  const { params, authorClient, otherClient, trainerClient } = await openDiscussion()
  const { id } = await say(authorClient, params)
  const request = { params: { discussionId: params.discussionId, commentId: id } }
  await expect(otherClient.discussions.removeComment(request)).rejects.toBeProblem('forbidden')
  for (const role of ['USER', 'TRAINER'] as const)
    await expect((await as(role)).discussions.removeComment(request)).rejects.toBeProblem('not-found')
  await expect(trainerClient.discussions.removeComment(request)).resolves.toBeUndefined()
})

test('authors delete a discussion while nobody else has answered, staff at any time', async () => {
  const { params, authorClient, otherClient, trainerClient } = await openDiscussion()
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

test('comments and replies go on from the last one, whatever is added or deleted meanwhile', async () => {
  const { params, authorClient, discussion } = await openDiscussion()
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
  const elsewhere = await openDiscussion()
  await expect(
    elsewhere.authorClient.discussions.listComments({ params: elsewhere.params, query: { parentId: tops[0]!.id } }),
  ).resolves.toMatchObject({ items: [], total: 0 })
})

test('long threads come in pages and in pieces, with as many statements for few as for many', async () => {
  const { params, authorClient, discussion } = await openDiscussion()
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
