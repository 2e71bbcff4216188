/** Discussions of all courses that somebody is in: order, filters, numbers, rights, and “mark all as read” with its undo. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { testApp, type As } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')
const minutes = (count: number) => clock.set(new Date(clock.now().getTime() + count * 60_000).toISOString())

type Query = NonNullable<Parameters<As['myDiscussions']['listMyDiscussions']>[0]>['query']
type Place = { courseId: string; discussionId: string }

/** Two courses with one trainer and two students in both. */
async function openCourses() {
  const { course: first, trainer, student } = await given.course({ title: 'Data Journalism' })
  const { course: second } = await given.course({ title: 'Market Research' })
  const other = await given.student()
  for (const [courseId, user] of [
    [second.id, trainer],
    [second.id, student],
    [first.id, other],
    [second.id, other],
  ] as const)
    await given.member(courseId, user)
  const [me, classmate, staff] = [await as(student), await as(other), await as(trainer)]
  const ask = async (who: As, { id: courseId }: { id: string }, title: string): Promise<Place> => {
    minutes(1)
    const { id } = await who.discussions.createDiscussion({ params: { courseId }, body: { title, content: '<p>Text</p>' } })
    return { courseId, discussionId: id }
  }
  const say = (who: As, params: Place, content: string) => {
    minutes(1)
    return who.discussions.createComment({ params, body: { content } })
  }
  return { first, second, me, classmate, staff, ask, say }
}

const list = (who: As, query: Query = {}) => who.myDiscussions.listMyDiscussions({ query })
const rowsOf = async (who: As, query: Query = {}) => (await list(who, query)).items.map(({ title, group }) => `${group} ${title}`)
const readOne = (who: As, params: Place) => who.discussions.markRead({ params, body: { until: clock.now().toISOString() } })

test('staff see what waits for an answer first, longest waiting first, then what is unread, then the latest activity', async () => {
  const { first, second, me, classmate, staff, ask, say } = await openCourses()
  const read = await ask(me, second, 'Read')
  const old = await ask(me, second, 'Asked first')
  await ask(classmate, first, 'Asked next')
  const answered = await ask(me, first, 'Answered')
  await say(staff, answered, 'So')
  await say(staff, read, 'So')
  await readOne(staff, read)
  await readOne(staff, old)
  await say(me, answered, 'Thanks')
  expect(await rowsOf(staff)).toEqual(['UNANSWERED Asked first', 'UNANSWERED Asked next', 'UNREAD Answered', 'READ Read'])
  // Two a page, in the same order.
  expect(await rowsOf(staff, { limit: 2, page: 2 })).toEqual(['UNREAD Answered', 'READ Read'])
  expect(await rowsOf(staff, { sort: 'LATEST' })).toEqual([
    'UNREAD Answered',
    'READ Read',
    'UNANSWERED Asked next',
    'UNANSWERED Asked first',
  ])
  expect(await rowsOf(staff, { filter: 'UNREAD' })).toEqual(['UNANSWERED Asked next', 'UNREAD Answered'])
  // To a student an unanswered question is as any other.
  expect(await rowsOf(me)).toEqual(['UNREAD Answered', 'UNREAD Read', 'UNREAD Asked next', 'READ Asked first'])
  const { items, counts, courses: shown } = await list(staff)
  expect(items[0]).toMatchObject({ courseTitle: 'Market Research', unread: false, newCount: 0 })
  expect(counts).toMatchObject({ all: 4, unanswered: 2, unread: 2, mine: 2, groups: { UNANSWERED: 2, UNREAD: 1, READ: 1 } })
  expect(counts.oldestUnansweredAt).toBe(items[0]!.createdAt)
  expect(counts.newSince).toBe(items.find(({ title }) => title === 'Asked next')!.createdAt)
  expect(shown.map(({ title }) => title)).toEqual(['Data Journalism', 'Market Research'])
})

test('rows and numbers are those of the list of each course', async () => {
  const { first, second, me, classmate, staff, ask, say } = await openCourses()
  for (const course of [first, second]) {
    await say(staff, await ask(me, course, 'Mine'), 'Answer')
    await say(classmate, await ask(classmate, course, 'Theirs'), 'More')
    await ask(staff, course, 'Notice')
  }
  for (const who of [me, classmate, staff]) {
    const each = await Promise.all(
      [first, second].map(async ({ id: courseId }) => {
        const params = { courseId }
        return { ...(await who.discussions.listDiscussions({ params })), counts: await who.discussions.countDiscussions({ params }) }
      }),
    )
    const all = await list(who)
    const pick = ({ id, newCount, unread, answered, lastAuthor }: (typeof all)['items'][number]) => ({
      id,
      newCount,
      unread,
      answered,
      lastAuthor,
    })
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
    const inCourses = each
      .flatMap(({ items }) => items)
      .map(({ id, newCount, unread, answered, lastAuthor }) => ({ id, newCount, unread, answered, lastAuthor }))
    expect(all.items.map(pick).toSorted(byId)).toEqual(inCourses.toSorted(byId))
    for (const key of ['all', 'unanswered', 'unread', 'mine'] as const)
      expect(all.counts[key]).toBe(each.reduce((sum, { counts }) => sum + counts[key], 0))
    const ofFirst = await list(who, { courseId: first.id })
    expect(ofFirst.counts).toMatchObject({ unread: each[0]!.counts.unread, all: 3 })
    expect(ofFirst.items.map(({ courseId }) => courseId)).toEqual([first.id, first.id, first.id])
    expect(ofFirst.courses).toHaveLength(2)
  }
})

test('a search finds words in discussions and comments of all courses, and of no other', async () => {
  const { first, second, me, classmate, ask, say } = await openCourses()
  await ask(me, first, 'Which deflator?')
  await say(classmate, await ask(me, second, 'Wages'), '<p>A chained deflator</p>')
  const { course: foreign, student } = await given.course()
  const stranger = await as(student)
  const elsewhere = await ask(stranger, foreign, 'Wages elsewhere')
  await say(stranger, elsewhere, '<p>deflator</p>')
  const { items, total } = await list(me, { search: 'deflator', sort: 'LATEST' })
  expect([total, ...items.map(({ title, match }) => [title, match?.excerpt ?? null])]).toEqual([
    2,
    ['Wages', 'A chained deflator'],
    ['Which deflator?', null],
  ])
  expect((await list(me, { search: 'deflator', limit: 1 })).total).toBe(2)
  expect((await list(me, { courseId: foreign.id })).items).toEqual([])
})

test('only of courses that one is in now: neither after leaving, nor of drafts for students, nor of archived ones', async () => {
  const { first, second, me, staff, ask } = await openCourses()
  await ask(me, first, 'One')
  await ask(me, second, 'Two')
  const titles = async (who: As) => (await list(who)).items.map(({ title }) => title).toSorted()
  const setStatus = (status: 'ARCHIVED' | 'PUBLISHED' | 'DRAFT') =>
    database.db.update(courses).set({ status }).where(eq(courses.id, second.id))
  await setStatus('DRAFT')
  expect([await titles(me), await titles(staff)]).toEqual([['One'], ['One', 'Two']])
  await setStatus('ARCHIVED')
  expect([await titles(me), await titles(staff)]).toEqual([['One'], ['One']])
  await setStatus('PUBLISHED')
  await database.db.delete(memberships).where(eq(memberships.courseId, second.id))
  expect([await titles(me), await titles(staff), await titles(await as('ADMIN'))]).toEqual([['One'], ['One'], []])
})

test('“mark all as read” and its undo put everything back, with its notices, but not what was read further since', async () => {
  const { first, second, me, classmate, staff, ask, say } = await openCourses()
  const mine = await ask(me, first, 'Mine')
  await say(classmate, mine, 'First')
  await readOne(me, mine)
  await say(classmate, mine, 'Second')
  const theirs = await ask(classmate, second, 'Theirs')
  await ask(staff, second, 'Notice')
  const unreadOf = async () => (await list(me)).items.filter(({ unread }) => unread).map(({ title, newCount }) => `${title} ${newCount}`)
  const noticesOf = async () => (await me.auth.getSession()).unreadNotices
  const before = [await unreadOf(), await noticesOf()]
  expect(before).toEqual([['Notice 0', 'Theirs 0', 'Mine 1'], 1])
  const { shownAt } = await list(me)
  minutes(1)
  await ask(staff, first, 'Later')
  const mark = (body: { courseId?: string } = {}) => me.myDiscussions.markMyDiscussionsRead({ body: { until: shownAt, ...body } })
  const { undo, unreadNotices } = await mark()
  expect([unreadNotices, await unreadOf()]).toEqual([0, ['Later 0']])
  expect(await me.myDiscussions.restoreUnread({ body: undo! })).toEqual({ unreadNotices: 1 })
  expect([(await unreadOf()).filter((row) => row !== 'Later 0'), await noticesOf()]).toEqual(before)
  // Of one course.
  const ofSecond = await mark({ courseId: second.id })
  expect(await unreadOf()).toEqual(['Later 0', 'Mine 1'])
  minutes(1)
  await readOne(me, theirs)
  await me.myDiscussions.restoreUnread({ body: ofSecond.undo! })
  expect(await unreadOf()).toEqual(['Later 0', 'Notice 0', 'Mine 1'])
  // The list of one course gives the same.
  const { undo: ofFirst } = await me.discussions.markAllRead({ params: { courseId: first.id }, body: { until: clock.now().toISOString() } })
  expect(await unreadOf()).toEqual(['Notice 0'])
  // Of others nothing is changed.
  await expect(classmate.myDiscussions.restoreUnread({ body: ofFirst! })).rejects.toBeProblem('conflict')
  expect(await unreadOf()).toEqual(['Notice 0'])
  await me.myDiscussions.restoreUnread({ body: ofFirst! })
  expect(await unreadOf()).toEqual(['Later 0', 'Notice 0', 'Mine 1'])
})
