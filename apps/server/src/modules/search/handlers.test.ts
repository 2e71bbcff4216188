/** The search over the whole product: what is found, in which order, how often, and what a mistyped word means. */

import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Found } from '@lms/contract/search'
import { courses, memberships } from '#db/schema/courses.ts'
import { discussions } from '#db/schema/discussions.ts'
import { testApp, type As } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
clock.set('2026-11-20T12:00:00Z')

const find = (who: As, q: string, exact?: 'true') => who.search.searchAll({ query: { q, ...(exact && { exact }) } })
/** The groups with hits and their totals. */
const totalsOf = ({ corrected: _, ...groups }: Found) =>
  Object.fromEntries(
    Object.entries(groups)
      .filter(([, { total }]) => total > 0)
      .map(([name, { total }]) => [name, total]),
  )

/** A course with one thing of each kind that is called Zephyr. */
async function makeCourse(title: string, status: 'PUBLISHED' | 'DRAFT' = 'PUBLISHED') {
  const { course, student, trainer } = await given.course({ title, status })
  const { week } = await given.week({ courseId: course.id, title: 'Zephyr week' })
  const titled = { courseId: course.id, weekId: week.id, title: 'Zephyr item' }
  await given.recorded(titled)
  await given.live({ ...titled, startsAt: '2026-11-25T10:00:00Z' })
  await given.assignment(titled)
  await given.assignment({ ...titled, status: 'DRAFT' })
  await given.discussion({ courseId: course.id, authorId: student.id, title: 'Zephyr question' })
  const pupil = await given.user({ name: 'Zephyr Adams' })
  await given.member(course.id, pupil)
  return { course, student, trainer, week, pupil }
}

let here: Awaited<ReturnType<typeof makeCourse>>
beforeAll(async () => {
  here = await makeCourse('Zephyr studies')
})

describe('each role finds what its lists show', () => {
  test('a student: the course with its open content, and no people', async () => {
    const found = await find(await as(here.student), 'zephyr')
    expect(totalsOf(found)).toEqual({ courses: 1, weeks: 1, videos: 1, sessions: 1, assignments: 1, discussions: 1 })
    expect(found.courses.items[0]).toEqual({
      id: here.course.id,
      title: 'Zephyr studies',
      status: 'PUBLISHED',
      trainer: here.trainer.name,
      isReachable: true,
    })
    expect(found.sessions.items[0]).toMatchObject({
      courseTitle: 'Zephyr studies',
      weekId: here.week.id,
      weekNumber: here.week.number,
      startsAt: '2026-11-25T10:00:00.000Z',
    })
  })

  test('a trainer: also drafts, and their students with a course of theirs', async () => {
    const found = await find(await as(here.trainer), 'zephyr')
    expect(totalsOf(found)).toEqual({ courses: 1, weeks: 1, videos: 1, sessions: 1, assignments: 2, discussions: 1, people: 1 })
    expect(found.people.items[0]).toMatchObject({ id: here.pupil.id, name: 'Zephyr Adams', role: 'USER', courseTitle: 'Zephyr studies' })
  })

  test('an admin: everything', async () => {
    expect(totalsOf(await find(await as('ADMIN'), 'zephyr'))).toMatchObject({ courses: 1, assignments: 2, people: 1 })
  })

  test('others: the course as the catalogue shows it, with nothing of its content', async () => {
    for (const role of ['USER', 'TRAINER'] as const) {
      const found = await find(await as(role), 'zephyr')
      expect(totalsOf(found)).toEqual({ courses: 1 })
      expect(found.courses.items[0]).toMatchObject({ isReachable: false })
    }
  })
})

test('closed weeks, drafts, and what was deleted are not found by students', async () => {
  const { course, student } = await given.course({ title: 'Quartz studies' })
  const titled = { courseId: course.id, title: 'Quartz' }
  for (const values of [{ published: false }, { unlockAt: '2026-11-21T00:00:00Z' }, { deletedAt: '2026-11-01T00:00:00Z' }]) {
    const { week } = await given.week({ ...titled, ...values })
    await given.recorded({ ...titled, weekId: week.id })
    await given.assignment({ ...titled, weekId: week.id })
  }
  const me = await as(student)
  expect(totalsOf(await find(me, 'quartz'))).toEqual({ courses: 1 })
  await db.update(courses).set({ status: 'DRAFT' }).where(eq(courses.id, course.id))
  expect(totalsOf(await find(me, 'quartz'))).toEqual({})
})

test('who leaves a course no longer finds what is in it', async () => {
  const { course, student } = await makeCourse('Opal studies')
  await db.delete(memberships).where(eq(memberships.userId, student.id))
  expect(totalsOf(await find(await as(student), 'opal'))).toEqual({ courses: 1 })
  expect((await find(await as(student), 'opal')).courses.items[0]).toMatchObject({ id: course.id, isReachable: false })
})

test('three of a group are shown with their number, what begins with the words first', async () => {
  const { course, student } = await given.course()
  for (const title of ['On granite', 'About granite', 'Granite', 'The granite', 'In granite'])
    await given.discussion({ courseId: course.id, authorId: student.id, title })
  await db.update(discussions).set({ lastActivityAt: '2026-11-01T00:00:00Z' }).where(eq(discussions.title, 'Granite'))
  const { discussions: found } = await find(await as(student), 'granite')
  expect(found.total).toBe(5)
  expect(found.items.map(({ title }) => title)).toHaveLength(3)
  expect(found.items[0]).toMatchObject({ title: 'Granite', commentCount: 0 })
})

test('a mistyped word is corrected if nothing is found as it is typed', async () => {
  const me = await as(here.student)
  const found = await find(me, 'zehpyr')
  expect(found.corrected).toBe('zephyr')
  expect(totalsOf(found)).toEqual(totalsOf(await find(me, 'zephyr')))
  expect(await find(me, 'zephyr')).toMatchObject({ corrected: null })
  expect(await find(me, 'zehpyr', 'true')).toMatchObject({ corrected: null, courses: { total: 0 } })
  expect(totalsOf(await find(me, 'zexxyr'))).toEqual({})
})

test('a mistyped word does not find what the caller may not reach', async () => {
  await makeCourse('Basalt studies', 'DRAFT')
  const found = await find(await as('USER'), 'baslat')
  expect(found).toMatchObject({ corrected: null })
  expect(totalsOf(found)).toEqual({})
})

test('signs are literal, and one letter finds nothing', async () => {
  const me = await as('ADMIN')
  const signs = ['%%', "''", '__', '\\\\', "' or 1=1 --", '(((', 'makr(', '.*.*', '***=']
  for (const q of signs) expect({ q, ...totalsOf(await find(me, q)) }).toEqual({ q })
  for (const q of ['z', ' z ', '', '  ']) expect(totalsOf(await find(me, q))).toEqual({})
  await expect(find(me, 'z'.repeat(101))).rejects.toBeProblem('validation-failed', ['?q'])
})
