/** Notices: who gets which, how they are grouped and read, and that users only see what they may open. */

import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { notices } from '#db/schema/notices.ts'
import { notify, type NewNotice } from '#modules/notices/notify.ts'
import { testApp } from '#test/app.ts'

const { given, as, database, statements } = await testApp()
type Client = Awaited<ReturnType<typeof as>>

const list = async (who: Client, query = {}) => who.notices.listNotices({ query })
const announcement = (courseId: string, userId: string, n: number): NewNotice => ({
  kind: 'ANNOUNCEMENT',
  courseId,
  groupKey: `email:${n}`,
  sourceId: `email:${n}`,
  actorId: null,
  subject: { title: `Title ${n}` },
  userIds: [userId],
})
const unread = async (who: Client) => (await who.auth.getSession()).unreadNotices

async function openThread() {
  const home = await given.course({ title: 'Data Journalism' })
  const [author, other, third] = [await as(home.student), await as(await given.student()), await as(await given.student())]
  for (const { user } of [other, third]) await given.member(home.course.id, user)
  const courseId = home.course.id
  const thread = await author.discussions.createDiscussion({ params: { courseId }, body: { title: 'Accents', content: 'Broken' } })
  const reply = (who: Client) =>
    who.discussions.createComment({ params: { courseId, discussionId: thread.id }, body: { content: crypto.randomUUID() } })
  return { ...home, courseId, author, other, third, thread, reply }
}

test('a reply notifies the author and everyone who has posted, but not its writer; replies to one discussion are grouped', async () => {
  const { author, other, third, thread, reply, trainer, courseId } = await openThread()
  const first = await reply(other)
  await reply(third)
  await reply(other)
  expect(await list(author)).toMatchObject({
    unread: 1,
    next: null,
    items: [
      {
        kind: 'REPLY',
        course: { id: courseId, title: 'Data Journalism' },
        subject: { title: 'Accents', discussionId: thread.id, commentId: first.id },
        actor: { id: other.user.id },
        otherActors: 1,
        isRead: false,
      },
    ],
  })
  expect(await list(third)).toMatchObject({ unread: 1, items: [{ actor: { id: other.user.id }, otherActors: 0 }] })
  expect(await list(other)).toMatchObject({ unread: 1, items: [{ actor: { id: third.user.id } }] })
  expect(await list(await as(trainer))).toMatchObject({ unread: 0, items: [] })
})

test('until emailed, replies to one discussion share one notice; a direct reply is a notice of its own', async () => {
  const { author, other, third, reply, courseId, thread } = await openThread()
  const written = () => database.db.$count(notices, eq(notices.userId, author.user.id))
  const mine = await reply(author)
  const replies = [await reply(other), await reply(third), await reply(other)]
  expect(await written()).toBe(1)
  const remove = (who: Client, { id: commentId }: { id: string }) =>
    who.discussions.removeComment({ params: { discussionId: thread.id, commentId } })
  await remove(other, replies[0]!)
  // The first remaining reply represents the group.
  const subject = { commentId: replies[1]!.id }
  expect(await list(author)).toMatchObject({ unread: 1, items: [{ subject, actor: { id: third.user.id }, otherActors: 1 }] })
  await remove(third, replies[1]!)
  await remove(other, replies[2]!)
  expect(await list(author)).toMatchObject({ unread: 0, items: [] })
  const params = { courseId, discussionId: thread.id }
  await third.discussions.createComment({ params, body: { content: 'Here', parentId: mine.id } })
  expect(await written()).toBe(2)
  expect(await list(author)).toMatchObject({ unread: 1, items: [{ actor: { id: third.user.id }, otherActors: 0 }] })
})

test('“all” leaves a row unread that got a reply after the list was shown', async () => {
  const { author, other, third, reply } = await openThread()
  await reply(other)
  const { items, shownAt } = await list(author)
  await reply(third)
  const all = { upTo: items[0]!.id }
  await expect(author.notices.updateNotices({ body: { ...all, shownAt } })).resolves.toEqual({ unread: 1 })
  expect(await list(author)).toMatchObject({ items: [{ otherActors: 1, isRead: false }] })
  const again = await list(author)
  await expect(author.notices.updateNotices({ body: { ...all, shownAt: again.shownAt } })).resolves.toEqual({ unread: 0 })
})

test('a row counts all who replied since it was read, even before its last email', async () => {
  const { author, other, third, reply } = await openThread()
  await reply(other)
  await reply(third)
  await database.db.update(notices).set({ emailAt: null }).where(eq(notices.userId, author.user.id))
  await reply(other)
  expect(await list(author)).toMatchObject({ unread: 1, items: [{ actor: { id: other.user.id }, otherActors: 1 }] })
})

test('reading a row reads it on every device, with the rest of its group; later replies are new', async () => {
  const { author, other, third, reply } = await openThread()
  await reply(other)
  await reply(third)
  const [row] = (await list(author)).items
  expect(await unread(author)).toBe(1)
  const second = await as(author.user)
  await expect(second.notices.updateNotices({ body: { ids: [row!.id] } })).resolves.toEqual({ unread: 0 })
  expect(await unread(author)).toBe(0)
  expect(await list(author)).toMatchObject({ items: [{ isRead: true, otherActors: 1 }] })
  await reply(third)
  // Replies that were read are not counted.
  expect(await list(author)).toMatchObject({ unread: 1, items: [{ isRead: false, actor: { id: third.user.id }, otherActors: 0 }] })
})

test('reading a row reads the earlier notices of its group, and leaves those that came after it', async () => {
  const { author, courseId, student } = await openThread()
  const inGroup = (n: number) => ({ ...announcement(courseId, student.id, n), groupKey: 'email:1' })
  await notify(database.db, [inGroup(1)], new Date())
  const [shown] = (await list(author)).items
  await notify(database.db, [inGroup(2)], new Date())
  await author.notices.updateNotices({ body: { ids: [shown!.id] } })
  expect(await list(author)).toMatchObject({ unread: 1, items: [{ isRead: false }] })
  await notify(database.db, [inGroup(3)], new Date())
  const [latest] = (await list(author)).items
  await author.notices.updateNotices({ body: { ids: [latest!.id] } })
  expect(await database.db.$count(notices, and(eq(notices.userId, author.user.id), isNull(notices.readAt)))).toBe(0)
})

test('users cannot read notices of others, and “all” leaves notices that came later', async () => {
  const { author, other, reply, courseId, student } = await openThread()
  await reply(other)
  const [row] = (await list(author)).items
  await other.notices.updateNotices({ body: { ids: [row!.id], upTo: row!.id } })
  expect(await unread(author)).toBe(1)
  await notify(database.db, [announcement(courseId, student.id, 1)], new Date())
  const shown = (await list(author)).items[0]!
  await notify(database.db, [announcement(courseId, student.id, 2)], new Date())
  await expect(author.notices.updateNotices({ body: { upTo: shown.id } })).resolves.toEqual({ unread: 1 })
  expect((await list(author)).items.map(({ isRead }) => isRead)).toEqual([false, true, true])
})

test('marks and returned work notify the student, while the assignment exists', async () => {
  const { submission, assignment, student, trainer } = await given.submission({ assignment: { title: 'Week 5' } })
  const [grader, me] = [await as(trainer), await as(student)]
  const grade = (action: 'GRADE' | 'RETURN', marks: number) =>
    grader.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks, action } })
  await grade('GRADE', 17)
  const subject = { title: 'Week 5', assignmentId: assignment.id, weekId: assignment.weekId }
  expect(await list(me)).toMatchObject({ items: [{ kind: 'MARKS', subject: { ...subject, outcome: 'MARKED', marks: 17, maxMarks: 20 } }] })
  await grade('RETURN', 12)
  expect(await list(me)).toMatchObject({ unread: 1, items: [{ subject: { ...subject, outcome: 'RETURNED' } }] })
  await grader.assignmentChanges.removeAssignment({ params: assignment })
  expect(await list(me)).toMatchObject({ unread: 0, items: [] })
  await grader.assignmentChanges.restoreAssignment({ params: assignment })
  expect(await list(me)).toMatchObject({ unread: 1, items: [{ subject }] })
})

test('of several notices about one thing a user gets the first, even if they are sent again', async () => {
  const { course, student, trainer } = await given.course()
  const about = { courseId: course.id, sourceId: 'comment:1', actorId: trainer.id, subject: { title: 'Accents' } }
  const both: NewNotice[] = [
    { ...about, kind: 'MENTION', groupKey: 'mention:1', userIds: [student.id, student.id, trainer.id] },
    { ...about, kind: 'REPLY', groupKey: 'discussion:1', userIds: [student.id] },
  ]
  await notify(database.db, both, new Date())
  await notify(database.db, both, new Date())
  const rows = await database.db.select().from(notices).where(eq(notices.courseId, course.id))
  expect(rows).toMatchObject([{ userId: student.id, kind: 'MENTION' }])
})

test('non-members get no notices, and former members no longer see those of the course', async () => {
  const { author, other, reply, course, courseId, thread } = await openThread()
  const stranger = await as('USER')
  await given.comment({ discussionId: thread.id, authorId: stranger.user.id })
  await reply(other)
  expect(await list(stranger)).toMatchObject({ items: [], unread: 0 })
  expect(await unread(author)).toBe(1)
  const set = (status: 'DRAFT' | 'PUBLISHED') => database.db.update(courses).set({ status }).where(eq(courses.id, course.id))
  await set('DRAFT')
  expect(await list(author)).toMatchObject({ items: [], unread: 0 })
  await set('PUBLISHED')
  await database.db.delete(memberships).where(eq(memberships.userId, author.user.id))
  expect(await list(author)).toMatchObject({ items: [], unread: 0 })
  await database.db.delete(notices).where(eq(notices.userId, author.user.id))
  await reply(other)
  expect(await database.db.$count(notices, eq(notices.userId, author.user.id))).toBe(0)
  expect(courseId).toBe(course.id)
})

test('notices written together are listed in their order', async () => {
  const { course, student } = await given.course()
  const titles = Array.from({ length: 20 }, (_, n) => `Title ${n}`)
  const about = { kind: 'ANNOUNCEMENT' as const, courseId: course.id, actorId: null, userIds: [student.id] }
  const written = titles.map((title) => ({ ...about, groupKey: title, sourceId: title, subject: { title } }))
  await notify(database.db, written, new Date())
  const { items } = await list(await as(student), { limit: 20 })
  expect(items.map(({ subject }) => subject.title)).toEqual(titles.toReversed())
})

test('a list needs the same number of statements for any length', async () => {
  const { course, student } = await given.course()
  const me = await as(student)
  const [first, ...others] = Array.from({ length: 20 }, (_, n) => announcement(course.id, student.id, n))
  const count = async (length: number) => statements(async () => expect((await list(me, { limit: 20 })).items).toHaveLength(length))
  await notify(database.db, [first!], new Date())
  await count(1)
  const few = await count(1)
  await notify(database.db, others, new Date())
  expect(await count(20)).toBe(few)
  expect(few).toBeGreaterThan(0)
})

test('pages continue from a key: nothing is skipped or repeated while more come', async () => {
  const { course, student } = await given.course()
  const me = await as(student)
  const add = (n: number) => notify(database.db, [announcement(course.id, student.id, n)], new Date())
  for (let n = 1; n <= 7; n++) await add(n)
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await list(me, { limit: 3, ...(after && { after }) })
    seen.push(...page.items.map(({ subject }) => subject.title))
    after = page.next ?? undefined
    await add(10 + seen.length)
  } while (after)
  expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Title ${n}`))
})

test('deleting the comment of a row’s newest notice leaves the earlier ones in the list, where they can be read', async () => {
  const { author, other, third, thread, reply, courseId } = await openThread()
  const mine = await reply(author)
  await reply(other)
  const direct = await third.discussions.createComment({
    params: { courseId, discussionId: thread.id },
    body: { content: 'Here', parentId: mine.id },
  })
  await expect(list(author)).resolves.toMatchObject({ unread: 1, items: [{ actor: { id: third.user.id }, otherActors: 1 }] })
  await third.discussions.removeComment({ params: { discussionId: thread.id, commentId: direct.id } })
  const { unread: count, items } = await list(author)
  expect([count, items]).toMatchObject([1, [{ kind: 'REPLY', actor: { id: other.user.id }, otherActors: 0, isRead: false }]])
  await author.notices.updateNotices({ body: { ids: [items[0]!.id] } })
  expect(await unread(author)).toBe(0)
})

test('a row that got a reply since it was shown stays unread, beside a mention that was read', async () => {
  const { author, third, thread, reply, courseId } = await openThread()
  const first = await reply(third)
  const content = `<p><span data-mention="${author.user.id}">@Ana</span> look</p>`
  await third.discussions.createComment({ params: { courseId, discussionId: thread.id }, body: { content } })
  const { items, shownAt } = await list(author)
  await reply(third)
  await author.notices.updateNotices({ body: { upTo: items[0]!.id, shownAt } })
  const row = { kind: 'REPLY', isRead: false, subject: { commentId: first.id } }
  await expect(list(author)).resolves.toMatchObject({ unread: 1, items: [{ kind: 'MENTION', isRead: true }, row] })
})

test('what was shown reads the notices about it, but none that came later, of other things, or of others', async () => {
  const { author, other, courseId } = await openThread()
  const assignmentId = crypto.randomUUID()
  const marked = (version: number, title = 'Week 5', about = assignmentId): NewNotice => ({
    kind: 'MARKS',
    courseId,
    groupKey: `submission:${about}`,
    sourceId: `submission:${about}:${version}`,
    actorId: null,
    subject: { title, assignmentId: about, outcome: 'MARKED', marks: 5, maxMarks: 10 },
    userIds: [author.user.id, other.user.id],
  })
  await notify(database.db, [marked(1), marked(1, 'Week 6', crypto.randomUUID())], new Date('2026-11-20T12:00:00Z'))
  await notify(database.db, [marked(2)], new Date('2026-11-20T12:00:05Z'))
  const about = [assignmentId]
  const read = (shownAt: string) => author.notices.updateNotices({ body: { about, shownAt } })
  await expect(read('2026-11-20T12:00:01Z')).resolves.toEqual({ unread: 2 })
  await expect(read('2026-11-20T12:00:06Z')).resolves.toEqual({ unread: 1 })
  expect(await unread(other)).toBe(2)
  const form = {
    kind: 'FORM' as const,
    groupKey: 'form',
    sourceId: 'form',
    actorId: null,
    subject: { title: '', outcome: 'APPROVED' as const },
  }
  await notify(database.db, [{ ...form, courseId, userIds: [author.user.id] }], new Date())
  await expect(author.notices.updateNotices({ body: { about: [courseId] } })).resolves.toEqual({ unread: 1 })
})
