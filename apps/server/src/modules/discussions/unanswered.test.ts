/** Questions without a staff reply. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { testApp, type As } from '#test/app.ts'
import { openDiscussion, say } from '#test/discussion.ts'

const app = await testApp()
const { given, as, clock, database } = app
clock.set('2026-11-20T12:00:00Z')
const unansweredOf = async (who: As) => (await who.home.getHome()).teacher!.unanswered

test('a question is unanswered until staff reply, in all of the trainer’s courses, oldest first', async () => {
  const { course, trainer, student } = await given.course()
  const { course: second } = await given.course()
  await given.member(second.id, trainer)
  const me = await as(trainer)
  const titles = async () => {
    const { items, total } = await unansweredOf(me)
    return [total, ...items.map(({ title }) => title)]
  }
  const begin = async (who: As, courseId: string, title: string) => {
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
  // Nobody is asked to answer in a course that is over.
  const setStatus = (status: 'ARCHIVED' | 'PUBLISHED') => database.db.update(courses).set({ status }).where(eq(courses.id, second.id))
  await setStatus('ARCHIVED')
  expect(await titles()).toEqual([1, 'Older'])
  await setStatus('PUBLISHED')
  // A reply to a reply answers too.
  const { id: reply } = await say(me, older, 'Like this', meToo)
  expect(await titles()).toEqual([1, 'Newer'])
  await me.discussions.removeComment({ params: { ...older, commentId: reply } })
  await say(await as('ADMIN'), newer, 'Like that')
  expect(await titles()).toEqual([1, 'Older'])
})

test('a question stays answered while any staff reply exists, and when the trainer who replied leaves the course', async () => {
  const { course, params, trainer, authorClient, trainerClient } = await openDiscussion(app)
  const second = await given.trainer()
  await given.member(course.id, second)
  const secondClient = await as(second)
  const isUnanswered = async () => (await unansweredOf(secondClient)).total === 1
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

test('the unanswered questions that have waited longest come from all courses, without those that need no reply', async () => {
  const trainer = await given.trainer()
  const me = await as(trainer)
  const day = (n: number) => ({ createdAt: `2026-11-${String(n).padStart(2, '0')}T12:00:00Z`, title: `Day ${n}` })
  for (const first of [1, 2, 3]) {
    const { course, student } = await given.course()
    await given.member(course.id, trainer)
    const asked = { courseId: course.id, authorId: student.id }
    // All but three in one course.
    const others = new Map([
      [2, 3],
      [4, 2],
      [30, 3],
    ]) // by day
    for (let n = 1; n <= 30; n++) if ((others.get(n) ?? 1) === first) await given.discussion({ ...asked, ...day(n) })
    await given.discussion({ ...asked, locked: true })
    await given.discussion({ ...asked, deletedAt: '2026-11-20T12:00:00Z' })
    await given.discussion({ ...asked, authorId: (await given.student()).id })
  }
  const { items, total } = await unansweredOf(me)
  expect(items.map(({ title }) => title)).toEqual(['Day 1', 'Day 2', 'Day 3', 'Day 4', 'Day 5'])
  expect(total).toBe(30)
})
