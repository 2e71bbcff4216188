import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { testApp, type As } from '#test/app.ts'
import { callInOrder } from '#test/concurrent-calls.ts'

const { app, given, as, clock, statements, database } = await testApp()
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

async function openCourse(values: Parameters<typeof given.course>[0] = {}) {
  const home = await given.course(values)
  return { ...home, params: { id: home.course.id } }
}

test('enrolling twice creates one enrolment, also with fifty parallel requests', async () => {
  const { params, course } = await openCourse()
  const client = await as('USER')
  const all = await Promise.all(Array.from({ length: 50 }, () => client.courses.enroll({ params })))
  expect(all.every(({ role, status }) => role === 'STUDENT' && status === 'ACTIVE')).toBe(true)
  await expect(client.courses.getCourse({ params })).resolves.toMatchObject({
    studentCount: 2,
    membership: { status: 'ACTIVE' },
    weeks: [],
  })
  expect(await database.db.$count(memberships, and(eq(memberships.courseId, course.id), eq(memberships.userId, client.user.id)))).toBe(1)
})

test('enrolling while being removed from the course has a consistent result in either order', async () => {
  const { params, course } = await openCourse()
  const [student, admin] = [await as('USER'), await as('ADMIN')]
  const place = { id: student.user.id, courseId: course.id }
  const enroll = () => student.courses.enroll({ params })
  const remove = () => admin.users.removeUserFromCourse({ params: place })
  for (const calls of [
    [enroll, remove],
    [remove, enroll],
  ]) {
    await enroll()
    const results = await callInOrder(database, sql`courses where id = ${course.id}`, calls)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const own = and(eq(memberships.courseId, course.id), eq(memberships.userId, student.user.id))
    const isMember = (await database.db.$count(memberships, own)) === 1
    const { studentCount } = await admin.courses.getCourse({ params })
    const { items } = await admin.users.listUserChanges({ params: place })
    expect([studentCount, items[0]!.after]).toEqual(isMember ? [2, 'STUDENT'] : [1, null])
  }
})

test('the first request is a 201, later ones are a 200', async () => {
  const { params } = await openCourse()
  const { token } = await as('USER')
  const enroll = async () => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api/courses/${params.id}/enroll`,
      headers: { authorization: `Bearer ${token}` },
    })
    return [statusCode, JSON.parse(body)]
  }
  expect(await enroll()).toEqual([201, { role: 'STUDENT', status: 'ACTIVE' }])
  expect(await enroll()).toEqual([200, { role: 'STUDENT', status: 'ACTIVE' }])
})

test('the last seat goes to one of many parallel requests', async () => {
  const { params } = await openCourse({ seats: 3 })
  const clients = await Promise.all(Array.from({ length: 8 }, () => as('USER')))
  const results = await Promise.allSettled(clients.map((client) => client.courses.enroll({ params })))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(6)
  for (const { reason } of refused) expect(reason).toBeProblem('course-full')
})

test('the enrolment mode of the course decides who can enrol themselves', async () => {
  const client = await as('USER')
  const enroll = async (values: object) => client.courses.enroll({ params: (await openCourse(values)).params })
  await expect(enroll({ enrolment: 'FORM' })).rejects.toBeProblem('form-required')
  await expect(enroll({ enrolment: 'INVITE' })).rejects.toBeProblem('invite-only')
  await expect(enroll({ status: 'ARCHIVED' })).rejects.toBeProblem('closed')
  await expect(enroll({ status: 'DRAFT' })).rejects.toBeProblem('not-found')
  for (const role of ['TRAINER', 'ADMIN', 'SUPER_ADMIN'] as const) {
    const { params } = await openCourse()
    await expect((await as(role)).courses.enroll({ params })).rejects.toBeProblem('forbidden')
  }
})

/** Five required items: a video, a session, an assignment; what is locked, unpublished or a draft does not count. */
async function worked() {
  const home = await given.course()
  const at = { courseId: home.course.id }
  const { week } = await given.week({ ...at, number: 1 })
  const [locked, unpublished] = [
    await given.week({ ...at, unlockAt: '2027-01-01T00:00:00Z' }),
    await given.week({ ...at, published: false }),
  ]
  for (const { week: hidden } of [locked, unpublished]) await given.recorded({ ...at, weekId: hidden.id })
  const { media: video } = await given.recorded({ ...at, weekId: week.id, title: 'Video' })
  const { media: session } = await given.live({ ...at, weekId: week.id, title: 'Session', position: 1 })
  const { assignment } = await given.assignment({ ...at, weekId: week.id, dueAt: '2026-11-19T12:00:00Z' })
  await given.assignment({ ...at, weekId: week.id, status: 'DRAFT' })
  const attend = (sessionId: string, values: object, userId = home.student.id) =>
    database.db.insert(attendance).values({ ...at, weekId: week.id, sessionId, userId, source: 'STAFF', ...values })
  return { ...home, week, video, session, assignment, attend, params: { id: home.course.id } }
}

test('progress counts required open items, and lists the reasons', async () => {
  const { student, params, video, session, assignment, attend, course } = await worked()
  const client = await as(student)
  const states = async () => (await client.courses.getProgress({ params })).items.map(({ state, done }) => [state, done])
  expect(await states()).toEqual([
    ['NOT_STARTED', false],
    ['NOT_STARTED', false],
    ['MISSING', false],
  ])
  await attend(video.id, { watchedAt: '2026-11-18T12:00:00Z', coverage: 0.989, source: 'VIDEO' })
  await attend(session.id, { status: 'EXCUSED' })
  await database.db.insert(submissions).values({
    studentId: student.id,
    assignmentId: assignment.id,
    courseId: course.id,
    status: 'SUBMITTED',
    attempt: 1,
    submittedAt: '2026-11-18T12:00:00Z',
    effectiveSubmittedAt: '2026-11-18T12:00:00Z',
    late: true,
    marks: 12,
  })
  const progress = await client.courses.getProgress({ params })
  expect(progress).toMatchObject({ percentage: 100, completed: 2, total: 2 })
  expect(progress.items).toMatchObject([
    { id: video.id, state: 'WATCHED', reason: 'Watched 98 %', done: true },
    { id: session.id, state: 'EXCUSED', done: false, required: false },
    { id: assignment.id, state: 'SUBMITTED', late: true, marks: null, maxMarks: 20, reason: 'Submitted late' },
  ])
})

test('an absent student is not done until the recording is watched', async () => {
  const { student, params, session, attend } = await worked()
  await attend(session.id, { status: 'ABSENT' })
  const client = await as(student)
  const find = async () => (await client.courses.getProgress({ params })).items.find(({ id }) => id === session.id)
  expect(await find()).toMatchObject({ state: 'ABSENT', done: false })
  await database.db.update(attendance).set({ watchedAt: '2026-11-20T11:00:00Z' }).where(eq(attendance.sessionId, session.id))
  expect(await find()).toMatchObject({ state: 'EXCUSED', reason: 'Made up by watching the recording', required: false })
})

test('staff see the class average and all students; a student only their own row', async () => {
  const { student, trainer, params, video, session, attend, course } = await worked()
  const second = await given.user({ role: 'USER', name: 'Second, by name too' })
  await given.member(course.id, second)
  await attend(video.id, { status: 'PRESENT' })
  await attend(session.id, { status: 'LATE' })
  await attend(video.id, { status: 'PRESENT' }, second.id)
  const staff = await as(trainer)
  await expect(staff.courses.getProgress({ params })).resolves.toMatchObject({
    percentage: 50,
    completed: 1,
    total: 3,
    items: [{ done: true, reason: '2 of 2 students' }, { done: false, state: 'IN_PROGRESS' }, {}],
  })
  const query = { courseId: course.id }
  const list = await staff.courses.listCourseProgress({ query })
  expect(list.total).toBe(2)
  expect(list.items.find((row) => row.student.id === student.id)).toMatchObject({ percentage: 66, completed: 2, total: 3 })
  await expect(staff.courses.listCourseProgress({ query: { ...query, limit: 1, page: 2 } })).resolves.toMatchObject({
    total: 2,
    items: [{ student: { id: second.id } }],
  })
  await expect((await as(student)).courses.listCourseProgress({ query })).resolves.toMatchObject({
    total: 1,
    items: [{ student: { id: student.id }, percentage: 66 }],
  })
  for (const outsider of [await as('USER'), await as('TRAINER')]) {
    await expect(outsider.courses.getProgress({ params })).rejects.toBeProblem('forbidden')
    await expect(outsider.courses.listCourseProgress({ query })).rejects.toBeProblem('forbidden')
  }
})

test('without required items there is no progress', async () => {
  const { course, student, trainer } = await given.course()
  for (const who of [student, trainer])
    await expect((await as(who)).courses.getProgress({ params: { id: course.id } })).resolves.toMatchObject({
      percentage: 0,
      completed: 0,
      total: 0,
      next: null,
      items: [],
    })
})

test('progress takes the same number of statements for any number of items', async () => {
  const { course, student, trainer } = await given.course()
  const [one, two] = [await as(student), await as(trainer)]
  const counts = []
  for (const more of [1, 8]) {
    for (let i = 0; i < more; i++) {
      await given.recorded({ courseId: course.id })
      await given.member(course.id, await given.student())
    }
    const params = { id: course.id }
    const query = { courseId: course.id }
    counts.push([
      await statements(() => one.courses.getProgress({ params })),
      await statements(() => two.courses.getProgress({ params })),
      await statements(() => two.courses.listCourseProgress({ query })),
    ])
  }
  expect(counts[1]).toEqual(counts[0])
})

test('my courses: a student’s with progress and overdue work as the next step, and a trainer’s own', async () => {
  const { student, trainer, course, week, assignment } = await worked()
  await database.db.update(weeks).set({ startsOn: '2026-11-16' }).where(eq(weeks.id, week.id))
  await expect((await as(student)).courses.listMyCourses()).resolves.toMatchObject({
    total: 1,
    items: [
      {
        id: course.id,
        percentage: 0,
        next: { id: assignment.id, type: 'ASSIGNMENT', title: 'Assignment', weekId: week.id },
        currentWeek: 1,
        lastActivityAt: null,
        membership: { role: 'STUDENT' },
      },
    ],
  })
  await expect((await as(trainer)).courses.listMyCourses()).resolves.toMatchObject({
    total: 1,
    items: [{ id: course.id, percentage: null, next: null, currentWeek: 1 }],
  })
  await expect((await as('ADMIN')).courses.listMyCourses()).resolves.toMatchObject({ total: 0 })
  // The week that started last is the current one, whether or not students see it yet.
  await given.week({ courseId: course.id, number: 2, startsOn: '2026-11-18', published: false })
  await expect((await as(student)).courses.listMyCourses()).resolves.toMatchObject({ items: [{ currentWeek: 2 }] })
})

test('my courses: drafts are listed only for their trainers, and archived courses as not running', async () => {
  const { student, trainer, course } = await given.course()
  const found = async (who: As, query: object = {}) => (await who.courses.listMyCourses({ query })).items.map(({ id }) => id)
  const [learner, teacher] = [await as(student), await as(trainer)]
  const setStatus = (status: 'DRAFT' | 'ARCHIVED') => database.db.update(courses).set({ status }).where(eq(courses.id, course.id))
  await setStatus('DRAFT')
  expect([await found(learner), await found(teacher)]).toEqual([[], [course.id]])
  await setStatus('ARCHIVED')
  expect([await found(learner), await found(teacher)]).toEqual([[course.id], [course.id]])
  expect([await found(learner, { running: 'true' }), await found(teacher, { running: 'true' })]).toEqual([[], []])
})

test('150 courses are paged, running ones first by last activity', async () => {
  clock.set('2026-11-20T23:30:00Z')
  const student = await given.student()
  const made = await database.db
    .insert(courses)
    .values([
      ...Array.from({ length: 147 }, (_, n) => ({
        title: `Old ${String(n).padStart(3, '0')}`,
        status: 'PUBLISHED' as const,
        endsOn: '2026-11-19',
      })),
      { title: 'Runs, in Lisbon', status: 'PUBLISHED' as const, endsOn: '2026-11-20', timeZone: 'Europe/Lisbon' },
      { title: 'Over, in Berlin', status: 'PUBLISHED' as const, endsOn: '2026-11-20', timeZone: 'Europe/Berlin' },
      { title: 'Zoology', status: 'PUBLISHED' as const },
    ])
    .returning()
  await database.db.insert(memberships).values(made.map(({ id }) => ({ courseId: id, userId: student.id, role: 'STUDENT' as const })))
  const zoology = made.at(-1)!
  await given.submission({ studentId: student.id, assignment: { courseId: zoology.id }, updatedAt: '2026-11-20T10:00:00Z' })
  const me = await as(student)
  type Query = Parameters<typeof me.courses.listMyCourses>[0]
  const titles = async (query: Query) => (await me.courses.listMyCourses(query)).items.map(({ title }) => title)
  expect(await titles({ query: { running: 'true', sort: '-lastActivityAt', limit: 6 } })).toEqual(['Zoology', 'Runs, in Lisbon'])
  expect((await me.courses.listMyCourses({ query: { limit: 1 } })).total).toBe(150)
  const pages = [await titles({ query: { limit: 100 } }), await titles({ query: { limit: 100, page: 2 } })]
  expect(pages.map((page) => page.length)).toEqual([100, 50])
  expect(new Set(pages.flat()).size).toBe(150)
})

test('the progress of one student, item by item, for staff of the course and the student', async () => {
  const { course, student, trainer, assignment } = await given.submission({ status: 'SUBMITTED' })
  const params = { id: course.id, userId: student.id }
  const [staff, admin, own] = [await as(trainer), await as('ADMIN'), await as(student)]
  const shown = await staff.courses.getStudentProgress({ params })
  expect(shown).toMatchObject({ completed: 1, total: 1, items: [{ id: assignment.id, type: 'ASSIGNMENT', state: 'SUBMITTED' }] })
  for (const client of [admin, own]) expect(await client.courses.getStudentProgress({ params })).toEqual(shown)
  const mate = await given.student()
  await given.member(course.id, mate)
  await expect((await as(mate)).courses.getStudentProgress({ params })).rejects.toBeProblem('not-found')
  for (const role of ['TRAINER', 'USER'] as const)
    await expect((await as(role)).courses.getStudentProgress({ params })).rejects.toBeProblem('forbidden')
  for (const userId of [trainer.id, crypto.randomUUID(), (await given.student()).id])
    await expect(staff.courses.getStudentProgress({ params: { ...params, userId } })).rejects.toBeProblem('not-found')
})

test('the progress of a student names the registers of weeks that are used, and not those of before they joined', async () => {
  const { course, trainer, student } = await given.course()
  const early = await given.week({ courseId: course.id, number: 1, startsOn: '2020-01-06' })
  const { week } = await given.week({ courseId: course.id, number: 2 })
  await given.week({ courseId: course.id, number: 3 })
  const mate = await given.student()
  await given.member(course.id, mate)
  const staff = await as(trainer)
  const mark = (weekId: string, userId: string) =>
    staff.attendance.markBulkAttendance({ params: { courseId: course.id, weekId }, body: { attendance: [{ userId, status: 'ABSENT' }] } })
  await mark(early.week.id, student.id)
  await mark(week.id, student.id)
  const registersOf = async (userId: string) => (await staff.courses.getStudentProgress({ params: { id: course.id, userId } })).registers
  expect(await registersOf(student.id)).toEqual([
    { weekId: early.week.id, weekNumber: 1, status: 'ABSENT' },
    { weekId: week.id, weekNumber: 2, status: 'ABSENT' },
  ])
  expect(await registersOf(mate.id)).toEqual([{ weekId: week.id, weekNumber: 2, status: null }])
})
