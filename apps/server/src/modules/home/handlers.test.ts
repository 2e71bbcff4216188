/** The first pages: what each role gets in one call, and when it is no longer there. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Attention } from '@lms/contract/home'
import { attendance } from '#db/schema/attendance.ts'
import { memberships } from '#db/schema/courses.ts'
import { emails } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'
import { countActivity } from '#modules/home/activity.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
const { openLive, openAssignment } = courseFixtures({ given, as })
const at = (time: string) => clock.set(new Date(time))
beforeEach(() => at('2026-11-20T16:00:00Z'))

type Kind = Attention['kind']
const attentionOf = async <K extends Kind>(kind: K) => {
  const { school } = await (await as('ADMIN')).home.getHome()
  return school!.attention.find((one): one is Extract<Attention, { kind: K }> => one.kind === kind)
}

test('each role gets its own part', async () => {
  const { studentClient, trainerClient } = await openLive()
  const parts = async (who: Awaited<ReturnType<typeof as>>) => {
    const { learner, teacher, school } = await who.home.getHome()
    return [learner !== null, teacher !== null, school !== null]
  }
  expect(await parts(studentClient)).toEqual([true, false, false])
  expect(await parts(trainerClient)).toEqual([false, true, false])
  expect(await parts(await as('ADMIN'))).toEqual([false, false, true])
})

test('an admin may be a trainer of a course, and then has its work too', async () => {
  const { course, student } = await given.submission({ submittedAt: '2026-11-18T10:00:00Z' })
  const admin = await given.user({ role: 'ADMIN' })
  const client = await as(admin)
  expect((await client.home.getHome()).teacher).toBeNull()
  const { trainers } = await client.courses.getCourse({ params: { id: course.id } })
  await client.courses.updateCourse({ params: { id: course.id }, body: { trainerIds: [...trainers.map(({ id }) => id), admin.id] } })
  const { teacher, school } = await client.home.getHome()
  expect(teacher!.toGrade).toMatchObject({ total: 1, submissions: 1, items: [{ courseId: course.id }] })
  expect(teacher!.courses.items.map(({ id }) => id)).toEqual([course.id])
  expect(school).not.toBeNull()
  expect(student.id).not.toBe(admin.id)
})

test('a student sees overdue and undated work, sessions near, and what comes next', async () => {
  const { course, week, student, studentClient, assignment } = await openAssignment({
    title: 'Overdue',
    dueAt: '2026-11-18T12:00:00Z',
    closesAt: null,
  })
  const place = { courseId: course.id, weekId: week.id }
  await given.assignment({ ...place, title: 'Any time', dueAt: null, closesAt: null })
  await given.assignment({ ...place, title: 'In a month', dueAt: '2026-12-20T12:00:00Z' })
  await given.live({ ...place, title: 'Tomorrow', startsAt: '2026-11-21T14:00:00Z' })
  await given.live({ ...place, title: 'In a month', startsAt: '2026-12-21T14:00:00Z' })
  const { learner } = await studentClient.home.getHome()
  expect(learner!.work.map(({ title }) => title)).toEqual(['Overdue', 'Any time'])
  expect(learner!.sessions.map(({ title }) => title)).toEqual(['Tomorrow'])
  expect(learner!.courses).toMatchObject({ total: 1, items: [{ id: course.id, next: { id: assignment.id } }] })
  expect(learner!.courses.items[0]!.weekProgress).toContainEqual(expect.objectContaining({ number: week.number, done: 0 }))
  expect(learner!.hasCourses).toBe(true)
  await db.update(memberships).set({ status: 'REJECTED' }).where(eq(memberships.userId, student.id))
  expect((await studentClient.home.getHome()).learner).toMatchObject({ hasCourses: false, work: [], sessions: [] })
})

test('the link of a session is for those who teach it', async () => {
  const { studentClient, trainerClient } = await openLive({ startsAt: '2026-11-20T15:50:00Z' })
  expect((await trainerClient.home.getHome()).teacher!.sessions).toMatchObject([{ joinUrl: 'https://example.org/join', canStart: false }])
  const raw = JSON.stringify(await studentClient.home.getHome())
  expect(raw).toContain('15:50')
  expect(raw).not.toContain('example.org/join')
})

test('a register is open until everybody is marked or it is closed', async () => {
  const { course, week, place, student, trainerClient } = await openLive({ startsAt: '2026-11-19T14:00:00Z', title: 'Yesterday' })
  const open = async () => (await trainerClient.home.getHome()).teacher!.openRegisters
  const other = await given.student()
  await given.member(course.id, other)
  await given.live({ courseId: course.id, weekId: week.id, startsAt: '2026-11-20T15:30:00Z' })
  await given.live({ courseId: course.id, weekId: week.id, startsAt: '2026-09-20T15:30:00Z' })
  const params = { courseId: course.id, weekId: week.id }
  const mark = (userId: string, status: 'PRESENT' | null) =>
    trainerClient.attendance.markBulkAttendance({ params, body: { attendance: [{ userId, status, mediaId: place.mediaId }] } })
  await mark(student.id, 'PRESENT')
  expect(await open()).toMatchObject({
    total: 1,
    items: [{ id: place.mediaId, title: 'Yesterday', weekId: week.id, marked: 1, students: 2 }],
  })
  await mark(other.id, 'PRESENT')
  expect(await open()).toEqual({ items: [], total: 0 })
  await mark(other.id, null)
  expect((await open()).total).toBe(1)
  await trainerClient.attendance.updateRegister({ params: { courseId: course.id, mediaId: place.mediaId }, body: { closed: true } })
  expect((await open()).total).toBe(0)
})

test('courses that nobody teaches need attention, as long as they are published and run', async () => {
  const { course, trainer } = await given.course({ title: 'Orphan', endsOn: '2026-12-01' })
  const find = async () => (await attentionOf('NO_TRAINER'))?.courses.find(({ id }) => id === course.id)
  expect(await find()).toBeUndefined()
  await db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, trainer.id))
  expect(await find()).toEqual({ id: course.id, title: 'Orphan', startsOn: null })
  at('2026-12-05T12:00:00Z')
  expect(await find()).toBeUndefined()
})

test('a failed invitation needs attention until the person is invited again or signs in', async () => {
  const invited = await given.user({ status: 'INVITED', name: 'Nia Bounced' })
  const invitation = { userId: invited.id, toAddress: 'nia@example.org', kind: 'INVITATION' as const, subject: 'x', html: 'x', text: 'x' }
  await db.insert(emails).values({ ...invitation, state: 'FAILED', createdAt: '2026-11-19T10:00:00Z' })
  expect(await attentionOf('FAILED_INVITATIONS')).toMatchObject({ count: 1, people: [{ name: 'Nia Bounced' }] })
  await db.insert(emails).values({ ...invitation, state: 'QUEUED', createdAt: '2026-11-20T10:00:00Z' })
  expect(await attentionOf('FAILED_INVITATIONS')).toBeUndefined()
})

test('registration open to the world is named, except on an own computer', async () => {
  expect(await attentionOf('OPEN_REGISTRATION')).toBeUndefined()
  const open = await testApp({ PUBLIC_URL: 'https://lms.school.example' })
  const { school } = await (await open.as('ADMIN')).home.getHome()
  expect(school!.attention.map(({ kind }) => kind)).toContain('OPEN_REGISTRATION')
})

test('activity is counted by week, and a past week keeps the people who were seen in it', async () => {
  const { student, place, course, week } = await openLive({ startsAt: '2026-11-18T14:00:00Z' })
  await db.update(users).set({ lastSeenAt: '2026-11-18T14:00:00Z', createdAt: '2026-11-10T09:00:00Z' }).where(eq(users.id, student.id))
  const now = new Date('2026-11-20T16:00:00Z')
  const weekOf = async (startsOn: string) =>
    (await (await as('ADMIN')).home.getHome()).school!.activity.find((one) => one.startsOn === startsOn)
  await countActivity(db, now)
  const earlier = (await weekOf('2026-11-16'))?.sessions ?? 0
  await db
    .insert(attendance)
    .values({ sessionId: place.mediaId, userId: student.id, courseId: course.id, weekId: week.id, status: 'LATE', source: 'JOIN' })
  await countActivity(db, now)
  const before = (await weekOf('2026-11-16'))!
  expect(before.sessions).toBe(earlier + 1)
  expect(before.signedIn).toBeGreaterThanOrEqual(1)
  expect((await weekOf('2026-11-09'))!.newPeople).toBe(1)
  // Seen again in the next week, in which the past one is counted once more.
  await db.update(users).set({ lastSeenAt: '2026-11-24T14:00:00Z' }).where(eq(users.id, student.id))
  at('2026-11-24T16:00:00Z')
  await countActivity(db, new Date('2026-11-24T16:00:00Z'))
  expect((await weekOf('2026-11-16'))!.signedIn).toBe(before.signedIn)
  expect((await weekOf('2026-11-23'))!.signedIn).toBe(1)
})

test('the numbers of a course are those of the lists that they lead to', async () => {
  const { course, week, place, student, studentClient, trainerClient } = await openLive({ startsAt: '2026-11-19T14:00:00Z' })
  const params = { id: course.id }
  const counts = (who: typeof trainerClient) => who.home.getCourseCounts({ params })
  expect(await counts(trainerClient)).toEqual({ toGrade: 0, openRegisters: [place.mediaId], discussions: 0 })
  await given.submission({ assignment: { courseId: course.id, weekId: week.id }, studentId: student.id })
  const { discussion } = await given.discussion({ courseId: course.id, authorId: student.id })
  for (const client of [trainerClient, await as('ADMIN')])
    expect(await counts(client)).toEqual({ toGrade: 1, openRegisters: [place.mediaId], discussions: 1 })
  // Their own question is not new to them, and what staff do is not theirs.
  expect(await counts(studentClient)).toEqual({ toGrade: 0, openRegisters: [], discussions: 0 })
  const answer = { params: { courseId: course.id, discussionId: discussion.id }, body: { content: '<p>Yes.</p>' } }
  await trainerClient.discussions.createComment(answer)
  expect(await counts(studentClient)).toMatchObject({ discussions: 1 })
  expect(await counts(trainerClient)).toMatchObject({ discussions: 0 })
})
