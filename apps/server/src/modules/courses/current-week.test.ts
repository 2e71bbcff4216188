/** The week that a course is in: the last one that has started, by the clock of the course, whether or not students can see it yet. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayIn, findStartedWeek, isFinished } from '@lms/contract/rules/course-state'
import { courses, weeks } from '#db/schema/courses.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()

test('the current week is the last one that has started in the course’s time zone, in the list and on the pages', async () => {
  const { course, student } = await given.course({ timeZone: 'Pacific/Auckland' })
  const add = (number: number, startsOn: string | null, values: object = {}) =>
    given.week({ courseId: course.id, number, startsOn, ...values })
  await add(1, '2026-11-09')
  await add(2, '2026-11-20')
  await add(4, '2026-11-20', { deletedAt: '2026-11-20T00:00:00Z' })
  await add(5, null)
  await add(6, '2026-11-27')
  await add(7, '2026-12-04', { published: false })
  // Moved before the others.
  await add(8, '2026-11-10', { published: false })
  const client = await as(student)
  const at = async (instant: string) => {
    clock.set(instant)
    const { items } = await client.courses.listMyCourses({ query: { weekProgress: 'true' } })
    const onPages = findStartedWeek(items[0]!.weekProgress!, dayIn('Pacific/Auckland', Date.parse(instant)))
    expect(items[0]!.currentWeek).toBe(onPages?.number ?? null)
    return items.map(({ currentWeek }) => currentWeek)
  }
  expect(await at('2026-11-08T10:59:00Z')).toEqual([null])
  expect(await at('2026-11-08T11:01:00Z')).toEqual([1])
  expect(await at('2026-11-19T10:59:00Z')).toEqual([8])
  // Midnight in Auckland.
  expect(await at('2026-11-19T11:01:00Z')).toEqual([2])
  expect(await at('2026-11-26T12:00:00Z')).toEqual([6])
  expect(await at('2026-12-03T12:00:00Z')).toEqual([7])
})

test('a week is ahead while it is not published, not open or has not started', async () => {
  clock.set('2026-11-20T12:00:00Z')
  const { course, student } = await given.course()
  await given.week({ courseId: course.id, number: 1, startsOn: '2026-11-09' })
  const { week } = await given.week({ courseId: course.id, number: 2 })
  const client = await as(student)
  const isAhead = async (values: object) => {
    await database.db
      .update(weeks)
      .set({ published: true, unlockAt: null, startsOn: null, deletedAt: null, ...values })
      .where(eq(weeks.id, week.id))
    return (await client.courses.listMyCourses()).items[0]!.hasWeekAhead
  }
  expect(await isAhead({})).toBe(false)
  for (const ahead of [{ published: false }, { unlockAt: '2026-11-21T12:00:00Z' }, { startsOn: '2026-11-21' }]) {
    expect(await isAhead(ahead)).toBe(true)
    expect(await isAhead({ ...ahead, deletedAt: '2026-11-19T12:00:00Z' })).toBe(false)
  }
})

test('finished and active courses are told apart as by the rule, for students and for trainers', async () => {
  clock.set('2026-11-20T23:30:00Z')
  const home = await given.course({ title: 'With work' })
  const { week } = await given.week({ courseId: home.course.id })
  await given.submission({ studentId: home.student.id, assignment: { courseId: home.course.id, weekId: week.id }, status: 'GRADED' })
  const add = async (title: string, values: object, isDone = false) => {
    const { course } = await given.course({ title, ...values })
    await given.member(course.id, home.student)
    await given.member(course.id, home.trainer)
    if (isDone) await given.submission({ studentId: home.student.id, assignment: { courseId: course.id }, status: 'SUBMITTED' })
    return course.id
  }
  await add('Empty', {})
  await add('Archived', { status: 'ARCHIVED' })
  await add('Ends today, in Lisbon', { endsOn: '2026-11-20', timeZone: 'Europe/Lisbon' })
  await add('Over, in Berlin', { endsOn: '2026-11-20', timeZone: 'Europe/Berlin' })
  await given.week({ courseId: await add('Week ahead', {}, true), number: 9, published: false })
  await given.week({ courseId: await add('Done', {}, true), number: 9, published: false, deletedAt: '2026-11-01T00:00:00Z' })
  const open = await add('Half done', {}, true)
  await given.assignment({ courseId: open, weekId: (await given.week({ courseId: open, number: 7 })).week.id })
  await database.db
    .update(courses)
    .set({ deletedAt: '2026-11-01T00:00:00Z' })
    .where(eq(courses.id, await add('Deleted', { status: 'ARCHIVED' })))

  for (const person of [home.student, home.trainer]) {
    const client = await as(person)
    const titles = async (query: object) => (await client.courses.listMyCourses({ query })).items.map(({ title }) => title)
    const { items, total } = await client.courses.listMyCourses({})
    const byRule = (wanted: boolean) =>
      items.filter((course) => isFinished(course, clock.now().getTime()) === wanted).map(({ title }) => title)
    expect(total).toBe(8)
    expect(await titles({ finished: 'true' })).toEqual(byRule(true))
    expect(await titles({ finished: 'false' })).toEqual(byRule(false))
    expect(await client.courses.listMyCourses({ query: { finished: 'true', limit: 1 } })).toMatchObject({ total: byRule(true).length })
    expect(byRule(true)).toEqual(
      person === home.student ? ['Archived', 'Done', 'Over, in Berlin', 'With work'] : ['Archived', 'Over, in Berlin'],
    )
  }
})
