import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { weeks } from '#db/schema/courses.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, statements, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')

/** A course with weeks A, B, C…, and its trainer. */
async function courseOf(count: number) {
  const home = await given.course()
  const made = []
  for (let n = 0; n < count; n++)
    made.push((await given.week({ courseId: home.course.id, number: n + 1, title: String.fromCharCode(65 + n) })).week)
  const client = await as(home.trainer)
  const titles = async () =>
    (await client.courses.getCourse({ params: { id: home.course.id } })).weeks!.map(({ number, title }) => `${number}${title}`)
  const at = (week: { id: string }) => ({ params: { courseId: home.course.id, weekId: week.id } })
  return { ...home, made, client, titles, at, params: { courseId: home.course.id } }
}

test('a new week comes last', async () => {
  const { client, params, titles } = await courseOf(1)
  const made = await client.weeks.createWeek({
    params,
    body: { title: ' B ', description: '<p onclick="x">Hi</p>', startsOn: '2026-11-23', unlockAt: '2026-11-23T08:00:00+01:00' },
  })
  expect(made).toMatchObject({
    number: 2,
    title: 'B',
    description: '<p>Hi</p>',
    startsOn: '2026-11-23',
    unlockAt: '2026-11-23T07:00:00.000Z',
    published: true,
    locked: true,
    media: [],
    assignments: [],
  })
  expect(await titles()).toEqual(['1A', '2B'])
})

test('ten weeks added at once get ten numbers', async () => {
  const { client, params, course } = await courseOf(0)
  await Promise.all(Array.from({ length: 10 }, () => client.weeks.createWeek({ params, body: { title: 'X' } })))
  const rows = await database.db
    .select({ number: weeks.number })
    .from(weeks)
    .where(eq(weeks.courseId, course.id))
    .orderBy(asc(weeks.number))
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test.each([
  [0, 3, ['1B', '2C', '3A', '4D']],
  [3, 1, ['1D', '2A', '3B', '4C']],
  [1, 2, ['1A', '2B', '3C', '4D']],
  [0, 99, ['1B', '2C', '3D', '4A']],
])('moving week %i to place %i renumbers the rest', async (from, to, expected) => {
  const { client, made, at, titles } = await courseOf(4)
  const week = made[from]!
  await expect(client.weeks.updateWeek({ ...at(week), body: { title: week.title, number: to } })).resolves.toMatchObject({
    number: Math.min(to, 4),
  })
  expect(await titles()).toEqual(expected)
})

test('many moves at once keep the numbers unique', async () => {
  const { client, made, at, titles } = await courseOf(5)
  await Promise.all(made.map((week, n) => client.weeks.updateWeek({ ...at(week), body: { title: week.title, number: 5 - n } })))
  expect((await titles()).map((title) => title[0])).toEqual(['1', '2', '3', '4', '5'])
})

test('deleting a week closes the gap, by either path, once', async () => {
  const { client, made, at, titles, params } = await courseOf(4)
  await client.weeks.removeWeek(at(made[1]!))
  expect(await titles()).toEqual(['1A', '2C', '3D'])
  await client.weeks.removeCourseWeek(at(made[0]!))
  expect(await titles()).toEqual(['1C', '2D'])
  await expect(client.weeks.removeWeek(at(made[0]!))).rejects.toBeProblem('not-found')
  await expect(client.weeks.getWeek(at(made[0]!))).rejects.toBeProblem('not-found')
  await client.weeks.removeWeek(at(made[3]!))
  await client.weeks.createWeek({ params, body: { title: 'E' } })
  expect(await titles()).toEqual(['1C', '2E'])
})

test('the items of a deleted week are hidden with it, and submitted work stays', async () => {
  const { submission, week, course, trainer, student, assignment } = await given.submission()
  const staff = await as(trainer)
  await staff.weeks.removeWeek({ params: { courseId: course.id, weekId: week.id } })
  await expect((await as(student)).assignments.getAssignment({ params: assignment })).rejects.toBeProblem('not-found')
  await expect(staff.assignments.listCourseAssignments({ params: { courseId: course.id } })).resolves.toMatchObject({ total: 0 })
  await expect(staff.submissions.getSubmission({ params: { submissionId: submission.id, courseId: course.id } })).resolves.toMatchObject({
    id: submission.id,
  })
})

test('before a week is deleted its submissions are counted: not drafts, not those of other weeks or of deleted assignments', async () => {
  const { course, student, made, client, at } = await courseOf(2)
  const add = async (week: { id: string }, values: object, isDeleted = false) => {
    const assignment = { courseId: course.id, weekId: week.id, ...(isDeleted && { deletedAt: '2026-11-01T00:00:00Z' }) }
    await given.submission({ studentId: student.id, assignment, ...values })
  }
  const [one, other] = [made[0]!, made[1]!]
  await add(one, { status: 'SUBMITTED', attempt: 1 })
  await add(one, { status: 'RETURNED', attempt: 2 })
  await add(one, { status: 'DRAFT', attempt: 0 })
  await add(one, { status: 'SUBMITTED', attempt: 1 }, true)
  await add(other, { status: 'GRADED', attempt: 1 })
  expect(await client.weeks.countWeekSubmissions(at(one))).toEqual({ submissions: 2 })
  expect(await client.weeks.countWeekSubmissions(at(other))).toEqual({ submissions: 1 })
})

test('a week is found only in its own course', async () => {
  const [one, two] = [await courseOf(1), await courseOf(1)]
  const crossed = { params: { courseId: one.course.id, weekId: two.made[0]!.id } }
  await expect(one.client.weeks.getWeek(crossed)).rejects.toBeProblem('not-found')
  await expect(one.client.weeks.updateWeek({ ...crossed, body: { title: 'X' } })).rejects.toBeProblem('not-found')
  await expect(one.client.weeks.removeWeek(crossed)).rejects.toBeProblem('not-found')
  await expect(one.client.weeks.getWeek(two.at(two.made[0]!))).rejects.toBeProblem('forbidden')
  expect(await two.titles()).toEqual(['1A'])
})

test('students read open weeks, and title and date of others; they change none', async () => {
  const { course, student, client } = await courseOf(0)
  const me = await as(student)
  const hidden = [{ unlockAt: '2027-01-01T00:00:00Z' }, { published: false }]
  for (const values of hidden) {
    const { week } = await given.week({ courseId: course.id, description: 'Secret', startsOn: '2026-12-01', ...values })
    await given.recorded({ courseId: course.id, weekId: week.id })
    const at = { params: { courseId: course.id, weekId: week.id } }
    await expect(me.weeks.getWeek(at)).resolves.toMatchObject({
      title: 'Week',
      startsOn: '2026-12-01',
      description: '',
      locked: true,
      media: [],
    })
    await expect(client.weeks.getWeek(at)).resolves.toMatchObject({ description: 'Secret', media: [{}] })
    await expect(me.weeks.removeWeek(at)).rejects.toBeProblem('forbidden')
    await expect(me.weeks.updateWeek({ ...at, body: { title: 'X' } })).rejects.toBeProblem('forbidden')
  }
})

test('reading a week needs the same number of statements for any number of items', async () => {
  const { course, week, student } = await given.recorded()
  const client = await as(student)
  const counts = []
  for (const more of [1, 8]) {
    for (let n = 0; n < more; n++) {
      await given.recorded({ courseId: course.id, weekId: week.id })
      await given.assignment({ courseId: course.id, weekId: week.id })
    }
    counts.push(await statements(() => client.weeks.getWeek({ params: { courseId: course.id, weekId: week.id } })))
  }
  expect(counts[1]).toBe(counts[0])
})
