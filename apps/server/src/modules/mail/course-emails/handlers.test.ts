import { and, eq, ne, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, enrolments, memberships, weeks } from '#db/schema/courses.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database, anonymous, runJobs } = await testApp()
const { db } = database
clock.set('2026-11-20T14:00:00Z')

/** A course of one trainer and these students. */
async function classOf(...names: string[]) {
  const home = await given.course({ title: 'Data Journalism' })
  await db.update(users).set({ name: 'Zoe Last' }).where(eq(users.id, home.student.id))
  const students = []
  for (const name of names) {
    const student = await given.user({ name, lastSeenAt: '2026-11-20T12:00:00Z' })
    await given.member(home.course.id, student)
    students.push(student)
  }
  const params = { courseId: home.course.id }
  const trainer = await as(home.trainer)
  const preview = (sendTo: string | string[], more: object = {}) =>
    trainer.courseEmails.previewAudience({ params, body: { sendTo, ...more } })
  const send = (sendTo: string | string[], more: object = {}) =>
    trainer.courseEmails.sendMails({ params, body: { subject: 'Hello', body: '<p>Hello</p>', sendTo, ...more } })
  return { ...home, params, students, as: trainer, preview, send }
}
const namesOf = ({ groups }: { groups: { people: { name: string }[] }[] }) => groups.flatMap(({ people }) => people.map(({ name }) => name))

test('the simple groups: everyone, students, trainers, oneself, applicants', async () => {
  const { preview, course, trainer } = await classOf('Ana Li')
  await given.member(course.id, await given.user({ name: 'Applicant' }), 'PENDING')
  await expect(preview('ALL')).resolves.toMatchObject({ count: 3, options: { all: 3, students: 2, trainers: 1, pending: 2 } })
  expect(namesOf(await preview('STUDENTS'))).toEqual(['Ana Li', 'Zoe Last'])
  expect(namesOf(await preview('TRAINERS'))).toEqual([trainer.name])
  expect(namesOf(await preview('ME'))).toEqual([trainer.name])
  const applicants = namesOf(await preview('PENDING'))
  expect(applicants).toHaveLength(2)
  expect(applicants).toContain('Applicant')
})

test('people of a large audience are found by name; the numbers stay those of all', async () => {
  const { preview } = await classOf('Ana Li', 'Ben Ray', 'Cal Day')
  const found = await preview('STUDENTS', { search: 'rây', limit: 1 })
  expect([found.count, found.groups.map(({ count }) => count), namesOf(found)]).toEqual([4, [4], ['Ben Ray']])
  expect(namesOf(await preview(['STUDENTS', 'TRAINERS'], { search: 'nobody' }))).toEqual([])
})

test('students who have not submitted, with their state, and students with ungraded work', async () => {
  const { preview, course, students, as: trainer } = await classOf('Ana Li', 'Ben Ray', 'Cal Day')
  const [ana, ben] = students
  const { assignment } = await given.assignment({ courseId: course.id, title: 'Method note' })
  const work = { assignmentId: assignment.id, courseId: course.id }
  const times = { submittedAt: '2026-11-19T10:00:00Z', effectiveSubmittedAt: '2026-11-19T10:00:00Z' }
  await db.insert(submissions).values({ ...work, studentId: ana!.id, draft: [{ questionId: crypto.randomUUID(), value: 'x' }] })
  await db.insert(submissions).values({ ...work, ...times, studentId: ben!.id, status: 'SUBMITTED', attempt: 1 })
  const found = await preview(`NOT_SUBMITTED:${assignment.id}`)
  expect(found.rules).toEqual([{ kind: 'NOT_SUBMITTED', title: 'Method note', days: null }])
  expect(found.groups.map(({ why, people }) => [why, ...people.map(({ name }) => name)])).toEqual([
    ['NOT_STARTED', 'Cal Day', 'Zoe Last'],
    ['DRAFT_SAVED', 'Ana Li'],
  ])
  expect(namesOf(await preview(`UNGRADED:${assignment.id}`))).toEqual(['Ben Ray'])
  // Nobody writes to the excused, whether they submitted or not.
  await trainer.assignmentExceptions.excuseStudents({
    params: { courseId: course.id, assignmentId: assignment.id },
    body: { studentIds: [ana!.id, ben!.id], reason: 'Ill' },
  })
  expect(namesOf(await preview(`NOT_SUBMITTED:${assignment.id}`))).toEqual(['Cal Day', 'Zoe Last'])
  expect(namesOf(await preview(`UNGRADED:${assignment.id}`))).toEqual([])
  await db.update(assignments).set({ deletedAt: '2026-11-20T13:00:00Z' }).where(eq(assignments.id, assignment.id))
  await expect(preview(`UNGRADED:${assignment.id}`)).rejects.toBeProblem('validation-failed', ['/sendTo'])
})

test('students who were absent in a week or a session, and students not seen recently', async () => {
  const { preview, course, students } = await classOf('Ana Li', 'Ben Ray')
  const [ana, ben] = students
  const { week } = await given.week({ courseId: course.id })
  const { media } = await given.live({ courseId: course.id })
  await db.update(courses).set({ title: 'Data Journalism' }).where(eq(courses.id, course.id))
  const mark = { courseId: course.id, weekId: week.id, status: 'ABSENT', source: 'STAFF' } as const
  await db.insert(attendance).values([
    { ...mark, sessionId: week.id, userId: ana!.id },
    { ...mark, sessionId: media.id, userId: ben!.id },
  ])
  expect(namesOf(await preview(`ABSENT:${week.id}`))).toEqual(['Ana Li', 'Ben Ray'])
  expect(namesOf(await preview(`ABSENT:${week.id}:${media.id}`))).toEqual(['Ben Ray'])
  expect(namesOf(await preview('INACTIVE:14'))).toEqual(['Zoe Last'])
})

test('students who have a recording to watch: neither those who have, nor those who were there, are excused, had not joined or have left', async () => {
  const {
    preview,
    course,
    students,
    as: trainer,
  } = await classOf('Ana Li', 'Ben Ray', 'Cal Day', 'Dia Fox', 'Eve Orr', 'Fay Lee', 'Gus Poe', 'Hal Ash', 'Ida New')
  const [, ben, cal, dia, eve, fay, gus, hal, ida] = students.map(({ id }) => id)
  const { week } = await given.week({ courseId: course.id })
  const place = { courseId: course.id, weekId: week.id }
  // All but one were enrolled when the session took place.
  const source = 'https://example.org/v.mp4'
  const { media: session } = await given.live({ ...place, title: 'Lecture', startsAt: '2021-01-04T10:00:00Z', source })
  const { media: video } = await given.recorded({ ...place, title: 'Video', source })
  await db
    .update(enrolments)
    .set({ periods: [{ from: '2020-01-01T00:00:00Z', until: null }] })
    .where(and(eq(enrolments.courseId, course.id), ne(enrolments.userId, ida!)))
  const watchedAt = '2026-11-20T12:00:00Z'
  const records: [userId: string | undefined, Partial<typeof attendance.$inferInsert>][] = [
    [ben, { source: 'VIDEO', position: 30 }],
    [cal, { source: 'VIDEO', watchedAt }],
    [dia, { status: 'ABSENT' }],
    [eve, { status: 'ABSENT', watchedAt }],
    [fay, { status: 'PRESENT' }],
    [gus, { status: 'EXCUSED' }],
    [hal, { status: 'ABSENT' }],
  ]
  const recordsOf = (sessionId: string) =>
    records.map(([userId, record]) => ({ ...place, source: 'STAFF' as const, ...record, sessionId, userId: userId! }))
  await db.insert(attendance).values([...recordsOf(session.id), ...recordsOf(video.id)])
  await (await as('ADMIN')).users.removeUserFromCourse({ params: { id: hal!, courseId: course.id } })
  const reached = async (id: string) =>
    (await preview(`NOT_WATCHED:${id}`)).groups.map(({ why, people }) => [why, ...people.map(({ name }) => name)])
  expect((await preview(`NOT_WATCHED:${session.id}`)).rules).toEqual([{ kind: 'NOT_WATCHED', title: 'Lecture', days: null }])
  expect(await reached(session.id)).toEqual([
    ['NOT_STARTED', 'Ana Li', 'Dia Fox', 'Zoe Last'],
    ['IN_PROGRESS', 'Ben Ray'],
  ])
  // A recording can be watched after joining.
  expect(await reached(video.id)).toEqual([
    ['NOT_STARTED', 'Ana Li', 'Dia Fox', 'Ida New', 'Zoe Last'],
    ['IN_PROGRESS', 'Ben Ray'],
  ])
  const viewersOf = (id: string) => trainer.media.getViewers({ params: { courseId: course.id, id } })
  await expect(viewersOf(session.id)).resolves.toEqual({ started: 1, watched: 2, unwatched: 4 })
  await expect(viewersOf(video.id)).resolves.toMatchObject({ unwatched: 5 })
  // The setting of an absence that was made up decides how it counts, and nothing here.
  await db.update(courses).set({ madeUpAs: 'PRESENT' }).where(eq(courses.id, course.id))
  await expect(viewersOf(session.id)).resolves.toMatchObject({ unwatched: 4 })
  // Nobody can watch what is not open.
  await db.update(weeks).set({ published: false }).where(eq(weeks.id, week.id))
  expect(await reached(session.id)).toEqual([])
  await db.update(media).set({ deletedAt: watchedAt }).where(eq(media.id, session.id))
  await expect(preview(`NOT_WATCHED:${session.id}`)).rejects.toBeProblem('validation-failed', ['/sendTo'])
})

test('selected users and emails; each recipient once, with the first reason; some excluded by hand', async () => {
  const { preview, students, student } = await classOf('Ana Li', 'Ben Ray')
  const [ana, ben] = students
  const found = await preview([ana!.id, ana!.email!.toUpperCase(), ben!.email!, 'STUDENTS'], { except: [student.id] })
  expect(found.groups.map(({ why, count }) => [why, count])).toEqual([['CHOSEN', 2]])
  expect(found.rules.map(({ kind }) => kind)).toEqual(['STUDENTS', 'PEOPLE'])
  expect(found.count).toBe(2)
})

test('names of large groups come a few at a time', async () => {
  const { preview } = await classOf('A', 'B', 'C')
  const { groups, count } = await preview('STUDENTS', { limit: 2 })
  expect([count, groups[0]!.count, groups[0]!.people.length]).toEqual([4, 4, 2])
})

test('left out: opted out, suspended, not signed in yet', async () => {
  const { preview, send, params, students } = await classOf('Ana Li', 'Ben Ray', 'Cal Day')
  const [ana, ben, cal] = students
  await (await as(ana!)).courseEmails.stopCourseEmails({ params })
  await db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, ben!.id))
  await db.update(users).set({ status: 'INVITED' }).where(eq(users.id, cal!.id))
  const { leftOut, count } = await preview('STUDENTS')
  expect(leftOut.map(({ reason, people }) => `${people[0]!.name} ${reason}`).toSorted()).toEqual([
    'Ana Li OPTED_OUT',
    'Ben Ray SUSPENDED',
    'Cal Day INVITED',
  ])
  expect(count).toBe(1)
  await expect(send('STUDENTS')).resolves.toMatchObject({ recipients: 1 })
  await expect(send([ana!.id])).rejects.toBeProblem('validation-failed', ['/sendTo'])
})

test('nothing is sent to outsiders, unknown groups or nobody; text is cleaned', async () => {
  const { send, params } = await classOf()
  const stranger = await given.student()
  const { assignment } = await given.assignment()
  const bad = [
    'EVERYBODY',
    stranger.id,
    stranger.email!,
    `NOT_SUBMITTED:${assignment.id}`,
    `NOT_WATCHED:${assignment.id}`,
    `ABSENT:${crypto.randomUUID()}`,
    'INACTIVE:0',
  ]
  await expect(send(bad)).rejects.toBeProblem(
    'validation-failed',
    bad.map((_, index) => `/sendTo/${index}`),
  )
  await db.delete(memberships).where(eq(memberships.status, 'PENDING'))
  await expect(send('PENDING')).rejects.toBeProblem('validation-failed', ['/sendTo'])
  expect(await db.select().from(courseEmails).where(eq(courseEmails.courseId, params.courseId))).toEqual([])
  await send('STUDENTS', { subject: 'Hello\r\nBcc: x@example.org', body: '<p onclick="x()">Hi<script>x</script></p>' })
  const [kept] = await db.select().from(courseEmails).where(eq(courseEmails.courseId, params.courseId))
  expect([kept!.subject, kept!.body]).toEqual(['Hello Bcc: x@example.org', '<p>Hi</p>'])
})

test('unknown placeholders are reported; a message needs text, a time must be in the future, announcements go to all', async () => {
  const { send, student } = await classOf()
  await expect(send('ALL', { subject: '{{nmae}}', body: '<p>{{link}}</p>' })).rejects.toBeProblem('validation-failed', [
    '/subject',
    '/body',
  ])
  await expect(send('ALL', { body: '<p>{{nmae}}</p>' })).rejects.toMatchObject({ message: 'There is no {{nmae}}. Use Insert.' })
  for (const hidden of ['&#123;&#123;link&#125;&#125;', '&lcub;{link}}', '<a href="https://x.example/?t={{link}}">x</a>'])
    await expect(send('ALL', { body: `<p>${hidden}</p>` })).rejects.toBeProblem('validation-failed', ['/body'])
  const long = `{{${'n'.repeat(100)}}}`
  await expect(send('ALL', { body: long })).rejects.toMatchObject({ message: `There is no ${long.slice(0, 60)}…. Use Insert.` })
  await expect(send('ALL', { body: '<p> </p>' })).rejects.toBeProblem('validation-failed', ['/body'])
  await expect(send('ALL', { sendAt: '2026-11-20T13:00:00Z' })).rejects.toBeProblem('validation-failed', ['/sendAt'])
  await expect(send('ALL', { showUntil: '2026-11-19' })).rejects.toBeProblem('validation-failed', ['/showUntil'])
  await expect(send([student.id], { showUntil: '2026-11-25' })).rejects.toBeProblem('validation-failed', ['/showUntil'])
})

test('an archived course gets no emails', async () => {
  const { send, course } = await classOf()
  await db.update(courses).set({ status: 'ARCHIVED' }).where(eq(courses.id, course.id))
  await expect(send('ALL')).rejects.toBeProblem('closed')
})

test('undo restores the draft; a sent email cannot be undone', async () => {
  const { send, as: trainer, params, student } = await classOf('Ana Li')
  const { id } = await send('STUDENTS', { except: [student.id], showUntil: '2026-11-27' })
  const draft = { subject: 'Hello', body: '<p>Hello</p>', sendTo: ['STUDENTS'], except: [student.id], showUntil: '2026-11-27' }
  await expect(trainer.courseEmails.cancelCourseEmail({ params: { ...params, id } })).resolves.toEqual(draft)
  await expect(trainer.courseEmails.listCourseEmails({ params })).resolves.toMatchObject({ total: 0 })
  const { id: sent } = await send('STUDENTS')
  await db.update(courseEmails).set({ state: 'SENT' }).where(eq(courseEmails.id, sent))
  await expect(trainer.courseEmails.cancelCourseEmail({ params: { ...params, id: sent } })).rejects.toBeProblem('conflict')
  await expect(trainer.courseEmails.updateCourseEmail({ params: { ...params, id: sent }, body: { subject: 'x' } })).rejects.toBeProblem(
    'conflict',
  )
})

test('a scheduled email can be edited, and its last editor becomes the sender', async () => {
  const { send, as: trainer, params } = await classOf()
  const { id } = await send('STUDENTS', { sendAt: '2026-11-23T08:00:00Z' })
  const admin = await as('ADMIN')
  await admin.courseEmails.updateCourseEmail({ params: { ...params, id }, body: { subject: 'Room 4', sendAt: '2026-11-24T08:00:00Z' } })
  await expect(trainer.courseEmails.getCourseEmail({ params: { ...params, id } })).resolves.toMatchObject({
    subject: 'Room 4',
    body: '<p>Hello</p>',
    state: 'SCHEDULED',
    sendAt: '2026-11-24T08:00:00.000Z',
    sender: { id: admin.user.id },
    rules: [{ kind: 'STUDENTS' }],
    recipients: 1,
  })
})

test('announcements are shown to members until their date in the course’s time zone, filled in for each', async () => {
  const { send, as: trainer, params, students, course } = await classOf('Ana Li')
  await db.update(courses).set({ timeZone: 'Pacific/Auckland' }).where(eq(courses.id, course.id))
  const { id } = await send('ALL', { subject: '{{course}}', body: '<p>Hello {{name}}</p>', showUntil: '2026-11-21' })
  const ana = await as(students[0]!)
  const shown = async () => (await ana.courseEmails.listAnnouncements({ query: { courseId: params.courseId } })).items
  expect(await shown()).toEqual([])
  await db.update(courseEmails).set({ state: 'SENT' }).where(eq(courseEmails.id, id))
  await expect(shown()).resolves.toMatchObject([{ subject: 'Data Journalism', body: '<p>Hello Ana</p>', courseTitle: 'Data Journalism' }])
  await expect((await as('USER')).courseEmails.listAnnouncements({ query: {} })).resolves.toEqual({ items: [] })
  // An admin who opens the course page sees them; on the first page they would be those of the whole school.
  const admin = await as('ADMIN')
  await expect(admin.courseEmails.listAnnouncements({ query: params })).resolves.toMatchObject({ items: [{ subject: 'Data Journalism' }] })
  await expect(admin.courseEmails.listAnnouncements({ query: {} })).resolves.toEqual({ items: [] })
  // Saturday ends at eleven in the morning of that day in UTC.
  clock.set('2026-11-21T11:30:00Z')
  expect(await shown()).toEqual([])
  clock.set('2026-11-20T14:00:00Z')
  await trainer.courseEmails.updateCourseEmail({ params: { ...params, id }, body: { showUntil: null } })
  expect(await shown()).toEqual([])
})

test('an announcement without email recipients is still shown, unless nobody could read it', async () => {
  const { send, as: trainer, params, students, student } = await classOf('Ana Li', 'Ben Ray')
  const readers = await Promise.all([student, ...students].map((one) => as(one)))
  await readers[0]!.users.updateMe({ body: { preferences: { emailAnnouncements: 'DAILY' } } })
  await readers[1]!.users.updateMe({ body: { preferences: { emailAnnouncements: 'NEVER' } } })
  const [showUntil, sendAt] = ['2026-11-27', '2026-11-20T15:00:00Z']
  const scheduled = await send('STUDENTS', { subject: 'Later', showUntil, sendAt })
  await readers[2]!.courseEmails.stopCourseEmails({ params })
  const now = await send('STUDENTS', { subject: 'Now', showUntil })
  expect([scheduled.recipients, now.recipients]).toEqual([1, 0])
  await expect(send('STUDENTS', { showUntil: null })).resolves.toMatchObject({ recipients: 2 })
  for (const { id } of [now, scheduled]) {
    await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where key = ${`mail.startBatch:${id}`}`)
    await runJobs()
    const email = await trainer.courseEmails.getCourseEmail({ params: { ...params, id } })
    expect(email).toMatchObject({ state: 'SENT', recipients: 0, counts: { sent: 0, leftOut: 3 } })
    expect(await db.select().from(emails).where(eq(emails.batchId, id))).toEqual([])
  }
  for (const one of readers) {
    const announced = (await one.courseEmails.listAnnouncements({ query: params })).items.map(({ subject }) => subject)
    const notified = (await one.notices.listNotices({ query: {} })).items.map(({ subject }) => subject.title)
    for (const titles of [announced, notified]) expect(titles.toSorted()).toEqual(['Later', 'Now'])
  }
  for (const { id } of [student, ...students]) await db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, id))
  await expect(send('STUDENTS', { showUntil })).rejects.toBeProblem('validation-failed', ['/sendTo'])
})

test('emails can be turned off and on in the profile, for one’s own courses only', async () => {
  const { params, students, preview } = await classOf('Ana Li')
  const ana = await as(students[0]!)
  const list = async () => (await ana.courseEmails.listCourseSubscriptions({})).items
  await expect(list()).resolves.toEqual([{ courseId: params.courseId, title: 'Data Journalism', isStopped: false }])
  for (let time = 0; time < 2; time++) await ana.courseEmails.stopCourseEmails({ params })
  await expect(list()).resolves.toMatchObject([{ isStopped: true }])
  await expect(preview('STUDENTS')).resolves.toMatchObject({ count: 1 })
  await ana.courseEmails.startCourseEmails({ params })
  await expect(preview('STUDENTS')).resolves.toMatchObject({ count: 2 })
  await expect((await as('USER')).courseEmails.stopCourseEmails({ params })).rejects.toBeProblem('not-found')
  await db.update(courses).set({ deletedAt: '2026-11-20T13:00:00Z' }).where(eq(courses.id, params.courseId))
  await expect(list()).resolves.toEqual([])
  await expect(anonymous.courseEmails.getSubscription({ query: { token: 'x'.repeat(64) } })).rejects.toBeProblem('not-found')
})
