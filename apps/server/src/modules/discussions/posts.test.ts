/** Locks, edits, mentions, answers and reading: who gets which notice, and what each reader sees. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { openDiscussion, read, say } from '#test/discussion.ts'

const app = await testApp()
const { given, as, clock, database } = app
const start = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => clock.set(new Date(start + seconds * 1000))
beforeEach(() => at(0))

const noticesOf = async (userId: string) =>
  (await database.db.select().from(notices).where(eq(notices.userId, userId)).orderBy(notices.id)).map(({ kind }) => kind)

test('in a locked discussion students cannot edit comments, staff can; after unlocking nobody is named as having locked it', async () => {
  const { params, authorClient, trainerClient } = await openDiscussion(app)
  const [own, theirs] = [await say(authorClient, params, 'Mine'), await say(trainerClient, params, 'Ours')]
  const moderate = (locked: boolean) => trainerClient.discussions.moderateDiscussion({ params, body: { locked } })
  await expect(moderate(true)).resolves.toMatchObject({ locked: true, lockedBy: expect.any(String) })
  const edit = (who: typeof authorClient, { id }: { id: string }) =>
    who.discussions.updateComment({ params: { ...params, commentId: id }, body: { content: 'Changed' } })
  await expect(edit(authorClient, own)).rejects.toBeProblem('closed')
  await expect(edit(trainerClient, theirs)).resolves.toBeUndefined()
  await expect(moderate(false)).resolves.toMatchObject({ locked: false, lockedBy: null })
})

test('an edit that changes nothing is not marked; only newly mentioned people hear of an edit; versions are listed newest first, to staff', async () => {
  const { params, course, authorClient, trainerClient, otherClient } = await openDiscussion(app)
  const second = await given.user({ role: 'USER', name: 'Second' })
  await given.member(course.id, second)
  const mention = (id: string) => `<span data-mention="${id}">@Somebody</span>`
  const first = `<p>${mention(otherClient.user.id)}</p>`
  const { id } = await say(authorClient, params, first)
  const edit = (content: string) => authorClient.discussions.updateComment({ params: { ...params, commentId: id }, body: { content } })
  const shown = async (who: typeof authorClient) => (await read(who, params)).items[0]!
  at(600)
  await edit(first)
  expect(await shown(trainerClient)).toMatchObject({ editedAt: null, versionCount: 0 })
  await edit(`<p>${mention(otherClient.user.id)} ${mention(second.id)}</p>`)
  expect([await noticesOf(otherClient.user.id), await noticesOf(second.id)]).toEqual([['MENTION'], ['MENTION']])
  at(1200)
  await edit('<p>Third</p>')
  expect([(await shown(trainerClient)).versionCount, (await shown(otherClient)).versionCount]).toEqual([2, 0])
  const { versions } = await trainerClient.discussions.listVersions({ params: { ...params, commentId: id } })
  expect(versions.map(({ createdAt }) => createdAt)).toEqual([
    '2026-11-20T12:20:00.000Z',
    '2026-11-20T12:10:00.000Z',
    '2026-11-20T12:00:00.000Z',
  ])
})

test('a mention added by an edit notifies, in first posts as in comments; removing a mention removes its unread notice', async () => {
  const { params, course, authorClient, otherClient } = await openDiscussion(app)
  const second = await given.user({ role: 'USER', name: 'Second' })
  await given.member(course.id, second)
  const mention = (id: string) => `<p><span data-mention="${id}">@Somebody</span></p>`
  const { id: commentId } = await say(authorClient, params, 'Comment')
  const edits = {
    discussion: (content: string) => authorClient.discussions.updateDiscussion({ params, body: { content } }),
    comment: (content: string) => authorClient.discussions.updateComment({ params: { ...params, commentId }, body: { content } }),
  }
  for (const edit of Object.values(edits)) {
    await database.db.delete(notices)
    await edit(mention(otherClient.user.id))
    expect([await noticesOf(otherClient.user.id), await noticesOf(second.id)]).toEqual([['MENTION'], []])
    await edit(mention(second.id))
    expect([await noticesOf(otherClient.user.id), await noticesOf(second.id)]).toEqual([[], ['MENTION']])
    await database.db.update(notices).set({ readAt: clock.now().toISOString() }).where(eq(notices.userId, second.id))
    await edit('<p>Nobody</p>')
    await edit(mention(second.id))
    expect(await noticesOf(second.id)).toEqual(['MENTION'])
  }
})

test('two members of one name come with the day they joined, and for staff with their address', async () => {
  const { params, course, authorClient, trainerClient } = await openDiscussion(app)
  for (const [email, name] of [
    ['ana.one@example.org', 'Ana Same'],
    ['ana.two@example.org', 'Ána Same'],
    ['only@example.org', 'Ana Samefeld'],
  ]) {
    const { id } = await given.user({ role: 'USER', name: name!, email: email! })
    await given.member(course.id, { id, role: 'USER' })
  }
  const find = async (who: typeof authorClient) =>
    (await who.discussions.searchMembers({ params: { courseId: params.courseId }, query: { name: 'ana same' } })).members.map(
      ({ name, joinedAt, email }) => [name, joinedAt !== null, email],
    )
  const joinedAt = true
  expect(await find(authorClient)).toEqual([
    ['Ana Same', joinedAt, null],
    ['Ána Same', joinedAt, null],
    ['Ana Samefeld', false, null],
  ])
  expect(await find(trainerClient)).toEqual([
    ['Ana Same', joinedAt, 'ana.one@example.org'],
    ['Ána Same', joinedAt, 'ana.two@example.org'],
    ['Ana Samefeld', false, null],
  ])
})

test('who is mentioned in a reply to them gets the mention only', async () => {
  const { params, authorClient, otherClient } = await openDiscussion(app)
  const { id } = await say(otherClient, params, 'Question')
  await say(authorClient, params, `<p><span data-mention="${otherClient.user.id}">@You</span> yes</p>`, id)
  expect(await noticesOf(otherClient.user.id)).toEqual(['MENTION'])
})

test('the same words may be posted in two discussions at once', async () => {
  const { params, authorClient } = await openDiscussion(app)
  const { discussion } = await given.discussion({ courseId: params.courseId, authorId: authorClient.user.id })
  await say(authorClient, params, 'Thank you')
  await expect(say(authorClient, { ...params, discussionId: discussion.id }, 'Thank you')).resolves.toMatchObject({ content: 'Thank you' })
  await expect(say(authorClient, params, 'Thank you')).rejects.toBeProblem('already-posted')
})

test('once the first reply of staff is deleted, that of an admin still answers the question', async () => {
  const { params, authorClient, trainerClient } = await openDiscussion(app)
  const admin = await as('ADMIN')
  const { id } = await say(trainerClient, params, 'First')
  await say(admin, params, 'Second')
  await trainerClient.discussions.removeComment({ params: { discussionId: params.discussionId, commentId: id } })
  await expect(authorClient.discussions.getDiscussion({ params })).resolves.toMatchObject({ answered: true })
})

test('a reply names nobody once the reply that it answers is deleted; pages before a comment can be continued after it', async () => {
  const { params, authorClient, otherClient } = await openDiscussion(app)
  const top = await say(authorClient, params, 'Top')
  const reply = await say(otherClient, params, 'Reply', top.id)
  const deeper = await say(authorClient, params, 'Deeper', reply.id)
  expect(deeper.replyTo).not.toBeNull()
  await otherClient.discussions.removeComment({ params: { discussionId: params.discussionId, commentId: reply.id } })
  const { items } = await read(authorClient, params)
  expect(items[0]!.replies.find(({ id }) => id === deeper.id)).toMatchObject({ replyTo: null })
  const rest: string[] = []
  for (const n of [1, 2, 3]) rest.push((await say(authorClient, params, `Text ${n}`)).id)
  const before = await authorClient.discussions.listComments({ params, query: { before: rest[2]!, limit: 2 } })
  expect([before.items.map(({ id }) => id), before.previous, before.next]).toEqual([[rest[0], rest[1]], rest[0], rest[1]])
})

test('members are found by each part of a double name, at most ten of them', async () => {
  const { params, course, authorClient } = await openDiscussion(app)
  for (let n = 0; n < 12; n++) await given.member(course.id, await given.user({ role: 'USER', name: `Zoe${n} Anders-Lindqvist` }))
  for (const name of ['zoe', 'lindq']) {
    const { members } = await authorClient.discussions.searchMembers({ params: { courseId: params.courseId }, query: { name } })
    expect(members).toHaveLength(10)
  }
})

test('one’s own comments are not new, comments from after a visit are, and reading all of a course leaves other courses alone', async () => {
  const { course, authorClient, otherClient } = await openDiscussion(app)
  const body = { title: 'New', content: 'Text' }
  const { id } = await authorClient.discussions.createDiscussion({ params: { courseId: course.id }, body })
  const params = { courseId: course.id, discussionId: id }
  const { course: second } = await given.course()
  await given.member(second.id, otherClient.user)
  const [createdAt, lastActivityAt] = ['2026-11-20T11:00:00Z', '2026-11-20T11:00:00Z']
  await given.discussion({ courseId: second.id, createdAt, lastActivityAt })
  const unread = async (courseId: string) => (await otherClient.discussions.countDiscussions({ params: { courseId } })).unread
  expect(await unread(second.id)).toBe(1)
  // Only the one that the course had before.
  const earlier = (await unread(course.id)) - 1
  at(60)
  await otherClient.discussions.markRead({ params, body: { until: '2026-11-20T13:00:00.000Z' } })
  expect(await unread(course.id)).toBe(earlier)
  at(120)
  await say(authorClient, params, 'After the visit')
  await say(otherClient, params, 'Mine')
  const seen = async () => (await otherClient.discussions.getDiscussion({ params })).newCount
  expect([await unread(course.id), await seen()]).toEqual([earlier + 1, 1])
  at(180)
  await otherClient.discussions.markAllRead({ params: { courseId: course.id }, body: { until: clock.now().toISOString() } })
  expect([await seen(), await unread(second.id)]).toEqual([0, 1])
})

test('a list names the last author; a search finds punctuation as typed, and shows the words around it', async () => {
  const { params, course, authorClient, otherClient, trainerClient } = await openDiscussion(app)
  await say(trainerClient, params, 'First')
  at(60)
  const text = `${'Something before it. '.repeat(10)}How do R&amp;D costs count? ${'Something after it. '.repeat(20)}`
  const { id } = await say(otherClient, params, `<p>${text}</p>`)
  const list = (query: object) => authorClient.discussions.listDiscussions({ params: { courseId: course.id }, query })
  const me = (await authorClient.discussions.getDiscussion({ params })).lastAuthor
  const [last] = await database.db.select().from(users).where(eq(users.id, otherClient.user.id))
  expect(me).toBe(last!.name)
  const { items } = await list({ search: 'r&d costs' })
  expect(items).toMatchObject([{ match: { commentId: id } }])
  expect(items[0]!.match!.excerpt).toMatch(/^… .*R&D costs count\? .* …$/)
})

test('discussions of one’s own are those that one started or wrote in, without deleted comments', async () => {
  const { params, course, authorClient, otherClient } = await openDiscussion(app)
  const mine = async (who: typeof authorClient) =>
    (await who.discussions.listDiscussions({ params: { courseId: course.id }, query: { filter: 'MINE' } })).total
  const { id } = await say(otherClient, params, 'Hello')
  expect([await mine(authorClient), await mine(otherClient)]).toEqual([1, 1])
  await otherClient.discussions.removeComment({ params: { discussionId: params.discussionId, commentId: id } })
  expect([await mine(authorClient), await mine(otherClient)]).toEqual([1, 0])
})
