/** The list of discussions, unread posts, and the contents of posts. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { comments } from '#db/schema/discussions.ts'
import { findIsUsed } from '#modules/files/queries.ts'
import { testApp } from '#test/app.ts'
import { sample } from '#test/files.ts'

const { given, as, app, clock, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')
const minutes = (count: number) => clock.set(new Date(clock.now().getTime() + count * 60_000).toISOString())

type Client = Awaited<ReturnType<typeof as>>
async function openForum() {
  const { course, student, trainer } = await given.course()
  const params = { courseId: course.id }
  const other = await given.student()
  await given.member(course.id, other)
  const [me, classmate, staff] = [await as(student), await as(other), await as(trainer)]
  const begin = async (who: Client, title: string, content = '<p>Text</p>') => {
    minutes(1)
    return { ...params, discussionId: (await who.discussions.createDiscussion({ params, body: { title, content } })).id }
  }
  const say = (who: Client, where: { courseId: string; discussionId: string }, content: string, parentId?: string) => {
    minutes(1)
    return who.discussions.createComment({ params: where, body: { content, ...(parentId && { parentId }) } })
  }
  const list = async (who: Client, query: { filter?: 'ALL' | 'UNANSWERED' | 'UNREAD' | 'MINE'; search?: string } = {}) =>
    (await who.discussions.listDiscussions({ params, query })).items
  return { course, params, me, classmate, staff, begin, say, list, names: { me: student.name, classmate: other.name, staff: trainer.name } }
}

test('the list can be filtered by unanswered by staff, unread, and taking part', async () => {
  const { params, me, classmate, staff, begin, say, list } = await openForum()
  const first = await begin(me, 'First')
  const second = await begin(classmate, 'Second')
  const third = await begin(classmate, 'Third')
  await begin(staff, 'Notice')
  await say(staff, third, 'Like this')
  await say(me, second, 'Me too')
  const titles = async (who: Client, filter: 'UNANSWERED' | 'UNREAD' | 'MINE') => (await list(who, { filter })).map(({ title }) => title)
  expect(await titles(staff, 'UNANSWERED')).toEqual(['First', 'Second'])
  expect(await titles(me, 'MINE')).toEqual(['Second', 'First'])
  expect(await titles(me, 'UNREAD')).toEqual(['Second', 'Third', 'Notice'])
  const counts = await me.discussions.countDiscussions({ params })
  expect(counts).toMatchObject({ all: 4, unanswered: 2, unread: 3, mine: 2 })
  expect(counts.oldestUnansweredAt).toBe((await me.discussions.getDiscussion({ params: first })).createdAt)
  const { shownAt } = await me.discussions.listDiscussions({ params })
  await me.discussions.markAllRead({ params, body: { until: shownAt } })
  expect(await titles(me, 'UNREAD')).toEqual([])
  expect(await me.discussions.countDiscussions({ params })).toMatchObject({ unread: 0 })
  expect(await staff.discussions.countDiscussions({ params })).toMatchObject({ unread: 3 })
})

test('“mark all as read” leaves what came after the list was shown', async () => {
  const { params, me, classmate, begin, say, list } = await openForum()
  const first = await begin(classmate, 'First')
  await begin(classmate, 'Second')
  const { shownAt } = await me.discussions.listDiscussions({ params })
  await say(classmate, first, 'Not seen yet')
  await begin(classmate, 'Third')
  minutes(1)
  await me.discussions.markAllRead({ params, body: { until: shownAt } })
  const unread = await list(me, { filter: 'UNREAD' })
  expect(unread.map(({ title, newCount }) => [title, newCount])).toEqual([
    ['Third', 0],
    ['First', 1],
  ])
})

test('a post read on one device is read on all, and stays read', async () => {
  const { params, me, classmate, begin, say, list, names } = await openForum()
  const where = await begin(me, 'Mine')
  const seen = await say(classmate, where, 'Seen')
  await me.discussions.markRead({ params: where, body: { until: seen.createdAt } })
  await say(classmate, where, 'New')
  await say(me, where, 'My own is not new')
  const secondDevice = await as(me.user)
  expect(await list(secondDevice)).toMatchObject([
    { title: 'Mine', newCount: 1, unread: true, readUntil: seen.createdAt, lastAuthor: names.me },
  ])
  await secondDevice.discussions.markRead({ params: where, body: { until: '2199-01-01T00:00:00Z' } })
  await me.discussions.markRead({ params: where, body: { until: seen.createdAt } })
  expect(await me.discussions.getDiscussion({ params: where })).toMatchObject({
    newCount: 0,
    unread: false,
    readUntil: clock.now().toISOString(),
  })
  await say(classmate, where, 'Written after the clock of the browser')
  expect(await me.discussions.countDiscussions({ params })).toMatchObject({ unread: 1 })
})

test('search finds words in titles, texts and comments, and shows the comment', async () => {
  const { me, classmate, begin, say, list, names } = await openForum()
  const wages = await begin(me, 'Which deflator?', '<p>Wages before <strong>2005</strong></p>')
  await begin(me, 'Accents', '<p>strongest</p>')
  const { id } = await say(classmate, wages, '<p>The statistics office has a <em>chained</em> series &amp; a list</p>')
  const search = async (words: string) => (await list(me, { search: words })).map(({ title, match }) => [title, match?.excerpt ?? null])
  expect(await search('DEFLAT')).toEqual([['Which deflator?', null]])
  expect(await search('wages 2005')).toEqual([['Which deflator?', null]])
  expect(await search('chained ser')).toEqual([['Which deflator?', 'The statistics office has a chained series & a list']])
  expect((await list(me, { search: 'chained' }))[0]!.match).toMatchObject({ commentId: id, author: names.classmate })
  // Tags are no words, and signs alone find nothing.
  expect(await search('strong')).toEqual([['Accents', null]])
  expect(await search('wages, 2005')).toEqual([['Which deflator?', null]])
  for (const nothing of ['em', '!!', "'", 'x & ) |', 'chained OR']) expect(await search(nothing)).toEqual([])
  await classmate.discussions.removeComment({ params: { discussionId: wages.discussionId, commentId: id } })
  expect(await search('chained')).toEqual([])
})

test('staff can pin and lock, and the lock says who did', async () => {
  const { me, staff, begin, say, names } = await openForum()
  const params = await begin(me, 'Read this')
  const moderate = (who: Client, body: { pinned?: boolean; locked?: boolean }) => who.discussions.moderateDiscussion({ params, body })
  await expect(moderate(me, { pinned: true })).rejects.toBeProblem('forbidden')
  expect(await moderate(staff, { pinned: true, locked: true })).toMatchObject({ pinned: true, locked: true, lockedBy: names.staff })
  await expect(say(me, params, 'But')).rejects.toBeProblem('closed')
  await expect(me.discussions.updateDiscussion({ params, body: { title: 'Other' } })).rejects.toBeProblem('closed')
  expect(await moderate(staff, { locked: false })).toMatchObject({ pinned: true, locked: false, lockedBy: null })
  await say(me, params, 'Thank you')
})

test('authors can edit their discussions; the edit is marked once others have commented', async () => {
  const { me, classmate, staff, begin, say } = await openForum()
  const params = await begin(me, 'Frist')
  const change = (who: Client, body: { title?: string; content?: string }) => who.discussions.updateDiscussion({ params, body })
  expect(await change(me, { title: 'First' })).toMatchObject({ title: 'First', editedAt: null })
  await expect(change(staff, { title: 'Mine' })).rejects.toBeProblem('forbidden')
  await say(classmate, params, 'Reply')
  expect(await change(me, {})).toMatchObject({ editedAt: null })
  expect(await change(me, { content: '<p>More</p>' })).toMatchObject({
    title: 'First',
    content: '<p>More</p>',
    editedAt: clock.now().toISOString(),
  })
})

test('members are found by any part of their names, without emails; only members can be mentioned', async () => {
  const { course, params, me, begin, say } = await openForum()
  const omar = await given.user({ name: 'Omar Haddad', role: 'USER' })
  await given.member(course.id, omar)
  await given.user({ name: 'Omar Elsewhere' })
  const find = async (search: string) => (await me.discussions.searchMembers({ params, query: { name: search } })).members
  for (const words of ['om', 'HADD'])
    expect(await find(words)).toEqual([
      { id: omar.id, name: 'Omar Haddad', profileImageUrl: null, role: 'STUDENT', joinedAt: null, email: null },
    ])
  for (const nobody of ['omar@', '.*', '(']) expect(await find(nobody)).toEqual([])
  // Beginnings of words come first.
  const tamar = await given.user({ name: 'Ana Tamar', role: 'USER' })
  await given.member(course.id, tamar)
  const marta = await given.user({ name: 'Zoe Marta', role: 'USER' })
  await given.member(course.id, marta)
  expect((await find('mar')).map(({ name }) => name)).toEqual(['Zoe Marta', 'Ana Tamar', 'Omar Haddad'])
  const stranger = await given.student()
  const mention = (id: string, name: string) => `<span data-mention="${id}" onclick="x()">@${name}</span>`
  const where = await begin(me, 'Question')
  const { id, content } = await say(me, where, `<p>${mention(omar.id, 'Omar Haddad')}, ${mention(stranger.id, 'X')}?</p>`)
  expect(content).toBe(`<p><span data-mention="${omar.id}">@Omar Haddad</span>, <span data-mention="${stranger.id}">@X</span>?</p>`)
  expect((await database.db.select().from(comments).where(eq(comments.id, id)))[0]!.mentionedIds).toEqual([omar.id])
  const kindsOf = async (who: Client) => (await who.notices.listNotices()).items.map(({ kind }) => kind)
  expect(await kindsOf(await as(omar))).toEqual(['MENTION'])
  expect(await kindsOf(await as(stranger))).toEqual([])
})

test('a comment notifies the author it replies to and recent participants, not everyone who ever wrote', async () => {
  const { course, me, classmate, begin, say } = await openForum()
  const [early, crowd] = [await given.student(), await given.student()]
  for (const person of [early, crowd]) await given.member(course.id, person)
  const where = await begin(me, 'Introduce yourselves')
  const first = await say(await as(early), where, '<p>I am Sam</p>')
  const later = new Date(Date.parse(first.createdAt) + 1000).toISOString()
  const row = { discussionId: where.discussionId, authorId: crowd.id, content: '<p>Hello</p>', createdAt: later }
  await database.db.insert(comments).values(Array.from({ length: 50 }, () => row))
  const countOf = async (who: Parameters<typeof as>[0]) => (await (await as(who)).notices.listNotices()).items.length
  await say(classmate, where, '<p>I am Ines</p>')
  expect([await countOf(early), await countOf(crowd), await countOf(me.user)]).toEqual([0, 1, 1])
  await say(classmate, where, '<p>Welcome, Sam</p>', first.id)
  expect(await countOf(early)).toBe(1)
  // Deleted, the comment shows nowhere.
  const { items } = await me.discussions.listComments({ params: where, query: {} })
  const welcome = items.find(({ id }) => id === first.id)!.replies[0]!
  await classmate.discussions.removeComment({ params: { ...where, commentId: welcome.id } })
  expect(await countOf(early)).toBe(0)
})

test('pictures in posts are uploads of the author, have URLs when read, and stay while the post exists', async () => {
  const { me, classmate, begin, say } = await openForum()
  const where = await begin(me, 'Picture')
  const upload = async (who: Client) => {
    const payload = sample['image/png']
    const { key, url, headers } = await who.files.presignUpload({ query: { fileType: 'image/png', size: payload.length } })
    expect((await app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200)
    return key
  }
  const key = await upload(me)
  const picture = `<p>Look</p><img alt="A chart" src="https://evil.example/x.png" data-key="${key}" onerror="x()">`
  await expect(say(classmate, where, picture)).rejects.toBeProblem('validation-failed', ['/content'])
  const { id, content } = await say(me, where, picture)
  const src = /^<p>Look<\/p><img data-key="[^"]+" src="([^"]+)" alt="A chart" \/>$/.exec(content)?.[1]
  expect((await app.inject({ url: src!.replaceAll('&amp;', '&') })).rawPayload).toEqual(sample['image/png'])
  const isUsed = () => findIsUsed(database.db, { key, ownerId: me.user.id })
  expect(await isUsed()).toBe(true)
  // Sent back as it was read: the address is left out again.
  await me.discussions.updateComment({ params: { ...where, commentId: id }, body: { content } })
  expect((await database.db.select().from(comments).where(eq(comments.id, id)))[0]!.content).toBe(
    `<p>Look</p><img data-key="${key}" alt="A chart" />`,
  )
  await me.discussions.removeComment({ params: { discussionId: where.discussionId, commentId: id } })
  expect(await isUsed()).toBe(false)
})
