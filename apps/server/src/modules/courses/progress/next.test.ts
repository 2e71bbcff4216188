/** A student’s progress and next item: the same on every screen, and always something that can be done. */

import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { memberships, weeks } from '#db/schema/courses.ts'
import { media } from '#db/schema/media.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
const now = '2026-11-20T12:00:00Z'
beforeEach(() => clock.set(now))

/** Two weeks: a video and an essay due tomorrow; then a session that comes, and a quiz without a due time. */
async function twoWeeks() {
  const home = await given.course()
  const courseId = home.course.id
  const first = (await db.insert(weeks).values({ courseId, number: 1, title: 'One' }).returning())[0]!
  const second = (await db.insert(weeks).values({ courseId, number: 2, title: 'Two' }).returning())[0]!
  const addMedia = async (values: Partial<typeof media.$inferInsert> & { weekId: string; title: string }) =>
    (
      await db
        .insert(media)
        .values({ courseId, type: 'RECORDED', source: 'https://example.org/video.mp4', ...values })
        .returning()
    )[0]!
  const addWork = async (values: Partial<typeof assignments.$inferInsert> & { weekId: string; title: string }) =>
    (
      await db
        .insert(assignments)
        .values({ courseId, maxMarks: 10, latePolicy: { kind: 'FLAG', percent: 0, floor: 0 }, ...values })
        .returning()
    )[0]!
  const live = (title: string, startsAt: string, values: { source?: string } = {}) =>
    addMedia({ weekId: second.id, title, type: 'LIVE', source: null, startsAt, durationMinutes: 60, timeZone: 'UTC', ...values })
  const video = await addMedia({ weekId: first.id, title: 'Video' })
  const essay = await addWork({ weekId: first.id, title: 'Essay', dueAt: '2026-11-21T12:00:00Z' })
  const quiz = await addWork({ weekId: second.id, title: 'Quiz' })
  const client = await as(home.student)
  const watch = () =>
    db
      .insert(attendance)
      .values({ courseId, weekId: first.id, sessionId: video.id, userId: home.student.id, source: 'VIDEO', watchedAt: now })
  const submit = ({ id }: { id: string }) =>
    db.insert(submissions).values({
      courseId,
      assignmentId: id,
      studentId: home.student.id,
      status: 'SUBMITTED',
      attempt: 1,
      submittedAt: now,
      effectiveSubmittedAt: now,
    })
  /** The answer of the course page, held against that of the list of courses. */
  const next = async () => {
    const page = (await client.courses.getProgress({ params: { id: courseId } })).next
    const row = (await client.courses.listMyCourses()).items[0]!.next
    expect(row && { id: row.id, type: row.type, title: row.title, weekId: row.weekId }).toEqual(page)
    return page?.title
  }
  const progress = async () => {
    const { total, completed, items } = await client.courses.getProgress({ params: { id: courseId } })
    const [row] = (await client.courses.listCourseProgress({ query: { courseId } })).items
    expect(row).toMatchObject({ total, completed })
    expect(await weekProgress(client)).toEqual(await weeksOfPage(client, courseId))
    return {
      total,
      completed,
      percentage: (await client.courses.listMyCourses()).items[0]!.percentage,
      optional: items.filter(({ required }) => !required).map(({ title }) => title),
    }
  }
  return { ...home, courseId, first, second, video, essay, quiz, live, addWork, watch, submit, next, progress }
}

type Client = Awaited<ReturnType<typeof as>>

/** Of the first of one's own courses. */
const weekProgress = async (client: Client) =>
  (await client.courses.listMyCourses({ query: { weekProgress: 'true' } })).items[0]!.weekProgress

/** The same as the course page has it. */
async function weeksOfPage(client: Client, id: string) {
  const { weeks: all = [] } = await client.courses.getCourse({ params: { id } })
  const { items } = await client.courses.getProgress({ params: { id } })
  return all.map((week) => {
    const required = items.filter((item) => item.weekId === week.id && item.required)
    const done = required.filter((item) => item.done).length
    return { number: week.number, startsOn: week.startsOn, unlockAt: week.unlockAt, locked: week.locked, done, total: required.length }
  })
}

test('the first item in week order, then the following ones', async () => {
  const { next, watch, submit, essay, quiz } = await twoWeeks()
  expect(await next()).toBe('Video')
  await watch()
  expect(await next()).toBe('Essay')
  await submit(essay)
  expect(await next()).toBe('Quiz')
  await submit(quiz)
  expect(await next()).toBeUndefined()
})

test('an assignment that opens later is not next until it opens', async () => {
  const { next, watch, essay } = await twoWeeks()
  await watch()
  await db.update(assignments).set({ availableFrom: '2026-11-20T13:00:00Z' }).where(eq(assignments.id, essay.id))
  expect(await next()).toBe('Quiz')
  clock.set('2026-11-20T13:00:00Z')
  expect(await next()).toBe('Essay')
})

test('overdue work comes first, in week order', async () => {
  const { next, addWork, second, first, submit } = await twoWeeks()
  const late = await addWork({ weekId: second.id, title: 'Late quiz', dueAt: '2026-11-10T12:00:00Z' })
  expect(await next()).toBe('Late quiz')
  const later = await addWork({ weekId: first.id, title: 'Late essay', dueAt: '2026-11-19T12:00:00Z' })
  expect(await next()).toBe('Late essay')
  for (const one of [late, later]) await submit(one)
  expect(await next()).toBe('Video')
})

test('a live session comes first, from its start to its end', async () => {
  const { next, live, addWork, first } = await twoWeeks()
  await addWork({ weekId: first.id, title: 'Overdue', dueAt: '2026-11-10T12:00:00Z' })
  await live('Now', '2026-11-20T11:30:00Z')
  await live('Later', '2026-11-20T12:30:00Z')
  expect(await next()).toBe('Now')
  clock.set('2026-11-20T11:29:00Z')
  expect(await next()).toBe('Overdue')
  clock.set('2026-11-20T12:30:00Z')
  expect(await next()).toBe('Later')
})

test('a session that ended without a recording is neither next nor required; attending it still counts', async () => {
  const { next, progress, live, watch, submit, essay, quiz, courseId, second, student } = await twoWeeks()
  const session = await live('Ended', '2026-11-19T12:00:00Z')
  await watch()
  for (const one of [essay, quiz]) await submit(one)
  expect(await next()).toBeUndefined()
  expect(await progress()).toEqual({ total: 3, completed: 3, percentage: 100, optional: ['Ended'] })
  await db.update(media).set({ source: 'https://example.org/recording.mp4' }).where(eq(media.id, session.id))
  expect(await next()).toBe('Ended')
  expect(await progress()).toEqual({ total: 4, completed: 3, percentage: 75, optional: [] })
  await db.update(media).set({ source: null }).where(eq(media.id, session.id))
  const mark = { courseId, weekId: second.id, sessionId: session.id, userId: student.id, source: 'STAFF' as const }
  await db.insert(attendance).values({ ...mark, status: 'PRESENT' })
  expect(await progress()).toEqual({ total: 4, completed: 4, percentage: 100, optional: [] })
})

test('a session from before the enrolment is neither next nor required, with a recording or without', async () => {
  const { next, progress, live, watch, submit, essay, quiz, courseId, student, trainer } = await twoWeeks()
  await live('Before', '2026-11-10T12:00:00Z', { source: 'https://example.org/recording.mp4' })
  await watch()
  for (const one of [essay, quiz]) await submit(one)
  expect(await next()).toBe('Before')
  await given.periods(courseId, student.id, { from: '2026-11-15T12:00:00Z', until: null })
  expect(await next()).toBeUndefined()
  expect(await progress()).toEqual({ total: 3, completed: 3, percentage: 100, optional: ['Before'] })
  const early = await given.student()
  await given.member(courseId, early)
  // One of the class has all of three, the other none of four.
  const ofClass = await (await as(trainer)).courses.getProgress({ params: { id: courseId } })
  expect(ofClass).toMatchObject({ percentage: 42, total: 4, next: null })
  expect(ofClass.items.find(({ title }) => title === 'Before')).toMatchObject({ reason: '0 of 1 students', required: true })
})

test('closed assignments and locked weeks are never next', async () => {
  const { next, watch, submit, essay, quiz, addWork, first, courseId } = await twoWeeks()
  await addWork({ weekId: first.id, title: 'Closed', status: 'CLOSED', dueAt: '2026-11-10T12:00:00Z' })
  await addWork({ weekId: first.id, title: 'Over', dueAt: '2026-11-10T12:00:00Z', closesAt: '2026-11-11T12:00:00Z' })
  const locked = (await db.insert(weeks).values({ courseId, number: 3, title: 'Three', unlockAt: '2027-01-01T00:00:00Z' }).returning())[0]!
  await addWork({ weekId: locked.id, title: 'Locked' })
  await watch()
  for (const one of [essay, quiz]) await submit(one)
  expect(await next()).toBeUndefined()
})

test('the weeks of my courses show my progress, including locked, unpublished and empty ones', async () => {
  const { courseId, first, second, watch, student, live, addWork } = await twoWeeks()
  await live('Ended without a recording', '2026-11-19T12:00:00Z')
  await db.update(weeks).set({ startsOn: '2026-11-16' }).where(eq(weeks.id, first.id))
  await db.insert(weeks).values([
    { courseId, number: 3, title: 'Locked', unlockAt: '2027-01-01T00:00:00Z' },
    { courseId, number: 4, title: 'Unpublished', published: false },
    { courseId, number: 5, title: 'Empty' },
    { courseId, number: 6, title: 'Deleted', deletedAt: now },
  ])
  const locked = (await db.select().from(weeks).where(eq(weeks.title, 'Locked')))[0]!
  await addWork({ weekId: locked.id, title: 'Locked' })
  await watch()
  const mate = await given.student()
  await given.member(courseId, mate)
  const rest = [
    { number: 3, startsOn: null, unlockAt: '2027-01-01T00:00:00.000Z', locked: true, done: 0, total: 0 },
    { number: 4, startsOn: null, unlockAt: null, locked: true, done: 0, total: 0 },
    { number: 5, startsOn: null, unlockAt: null, locked: false, done: 0, total: 0 },
  ]
  for (const [user, done] of [
    [student, 1],
    [mate, 0],
  ] as const) {
    const client = await as(user)
    const shown = await weekProgress(client)
    expect(shown).toEqual([
      { number: 1, startsOn: '2026-11-16', unlockAt: null, locked: false, done, total: 2 },
      { number: second.number, startsOn: null, unlockAt: null, locked: false, done: 0, total: 1 },
      ...rest,
    ])
    expect(shown).toEqual(await weeksOfPage(client, courseId))
  }
})

test('the weeks of my courses are listed for students on request, without courses that ended or that they left', async () => {
  const student = await given.student()
  const homes = [await given.course(), await given.course({ endsOn: '2026-11-19' }), await given.course()]
  for (const { course } of homes) await given.member(course.id, student)
  const [running, , left] = homes.map(({ course }) => course.id)
  const mine = and(eq(memberships.courseId, left!), eq(memberships.userId, student.id))
  await db.delete(memberships).where(mine)
  const query = { running: 'true', weekProgress: 'true' } as const
  const client = await as(student)
  const { items } = await client.courses.listMyCourses({ query })
  expect(items.map(({ id, weekProgress: shown }) => [id, shown])).toEqual([[running, []]])
  for (const one of (await client.courses.listMyCourses()).items) expect(one).not.toHaveProperty('weekProgress')
  const [taught] = (await (await as(homes[0]!.trainer)).courses.listMyCourses({ query })).items
  expect(taught).toMatchObject({ id: running, percentage: null, next: null })
  expect(taught).not.toHaveProperty('weekProgress')
})

test('the next item has its week, the position in a recording, and the start of a session', async () => {
  const { courseId, first, video, live, student, next } = await twoWeeks()
  const client = await as(student)
  const shown = async () => (await client.courses.listMyCourses()).items[0]!.next
  expect(await shown()).toMatchObject({ title: 'Video', weekNumber: 1, startsAt: null, leftAt: null })
  const watched = {
    courseId,
    weekId: first.id,
    sessionId: video.id,
    userId: student.id,
    source: 'VIDEO',
    position: 70,
    coverage: 0.25,
  } as const
  await db.insert(attendance).values(watched)
  expect(await shown()).toMatchObject({ leftAt: { position: 70, coverage: 0.25, durationSeconds: null } })
  await db.update(media).set({ durationSeconds: 280 }).where(eq(media.id, video.id))
  expect(await shown()).toMatchObject({ leftAt: { position: 70, coverage: 0.25, durationSeconds: 280 } })
  const mate = await given.student()
  await given.member(courseId, mate)
  expect((await (await as(mate)).courses.listMyCourses()).items[0]!.next).toMatchObject({ title: 'Video', leftAt: null })
  // Marked absent: it counts as not started, as on the course page.
  await db.update(attendance).set({ status: 'ABSENT' }).where(eq(attendance.sessionId, video.id))
  expect(await shown()).toMatchObject({ title: 'Video', leftAt: null })
  await live('Now', '2026-11-20T11:30:00Z')
  expect(await next()).toBe('Now')
  expect(await shown()).toMatchObject({ weekNumber: 2, startsAt: '2026-11-20T11:30:00.000Z', leftAt: null })
})

test('returned work is not done and comes next, until it is submitted again', async () => {
  const { courseId, next, progress, watch, submit, essay, quiz, student, trainer } = await twoWeeks()
  await watch()
  for (const one of [essay, quiz]) await submit(one)
  const set = (values: Partial<typeof submissions.$inferInsert>) =>
    db.update(submissions).set(values).where(eq(submissions.assignmentId, essay.id))
  const item = async (who: Parameters<typeof as>[0]) =>
    (await (await as(who)).courses.getProgress({ params: { id: courseId } })).items.find(({ id }) => id === essay.id)
  await set({ status: 'RETURNED', marks: 4, gradedBy: trainer.id, gradedAt: now })
  expect(await next()).toBe('Essay')
  expect(await progress()).toEqual({ total: 3, completed: 2, percentage: 66, optional: [] })
  expect(await item(student)).toMatchObject({ done: false, required: true, state: 'RETURNED' })
  expect(await item(trainer)).toMatchObject({ done: false, reason: '0 of 1 students' })
  // While it is held, the student has not been asked for another attempt.
  await set({ isHeld: true })
  expect(await next()).toBeUndefined()
  expect(await progress()).toMatchObject({ completed: 3, percentage: 100 })
  const isOpen = async () => (await (await as(student)).assignments.listMyAssignments({ query: { state: 'OPEN' } })).total
  expect(await isOpen()).toBe(0)
  await set({ isHeld: false })
  expect(await isOpen()).toBe(1)
  await db.insert(assignmentExceptions).values({ assignmentId: essay.id, studentId: student.id, excusedAt: now })
  expect(await progress()).toEqual({ total: 2, completed: 2, percentage: 100, optional: ['Essay'] })
  expect(await item(trainer)).toMatchObject({ done: false, reason: 'Not required: it ended without a recording' })
  await db.delete(assignmentExceptions)
  await set({ status: 'SUBMITTED', attempt: 2 })
  expect(await next()).toBeUndefined()
  expect(await progress()).toMatchObject({ completed: 3, percentage: 100 })
})
