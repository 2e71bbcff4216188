/** Every place that tells what a student owes, asked about students who were enrolled at different times. */

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { formatRateBase, getAttendanceRate } from '@lms/contract/rules/attendance-rate'
import { memberships, weeks } from '#db/schema/courses.ts'
import { testApp, type As } from '#test/app.ts'

// The database notes the time of an enrolment by its own clock, so times are relative to now.
const { app, given, as, database } = await testApp({ PUBLIC_URL: 'https://lms.example.org' })
const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

type Class = Awaited<ReturnType<typeof classOf>>
const names = ['early', 'back', 'late', 'waited'] as const

/**
 * Work that was due a day and a half ago and is still open, and a session that was recorded two days ago. Two students were enrolled at that time, of
 * whom one left and came back; one has enrolled since, and one waited for it.
 */
async function classOf(values: object = { dueAt: ago(1.5), closesAt: ago(-5) }) {
  const { course, trainer, student, week } = await given.week({ number: 1 })
  const place = { courseId: course.id, weekId: week.id }
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { assignment } = await given.assignment({ ...place, title: 'Essay', latePolicy, ...values })
  const recording = { title: 'Lecture', startsAt: ago(2), source: 'https://example.org/v.mp4' }
  const { media } = await given.live({ ...place, ...recording })
  const { discussion } = await given.discussion({ courseId: course.id, authorId: trainer.id, createdAt: ago(3), lastActivityAt: ago(3) })
  const [admin, staff] = [await as('ADMIN'), await as(trainer)]
  const people = { early: student, back: await given.student(), late: await given.student(), waited: await given.student() }
  const change = (who: { id: string }) => ({ params: { id: who.id, courseId: course.id } })
  await given.member(course.id, people.back)
  for (const one of [people.early, people.back]) await given.periods(course.id, one.id, { from: ago(30), until: null })
  await admin.users.removeUserFromCourse(change(people.back))
  await admin.users.addUserToCourse(change(people.back))
  const asked = { courseId: course.id, userId: people.waited.id, role: 'STUDENT' as const, createdAt: ago(10) }
  await database.db.insert(memberships).values({ ...asked, status: 'PENDING' })
  for (const one of [people.late, people.waited]) await admin.users.addUserToCourse(change(one))
  return { course, assignment, media, discussion, staff, admin, people, place: { courseId: course.id, assignmentId: assignment.id } }
}
const nameOf = ({ people }: Class, id: string) => names.find((name) => people[name].id === id) ?? 'nobody'

/** Texts for the student. */
async function seenBy(client: As, { course, assignment, media }: Class) {
  const mine = async (query: object) => (await client.assignments.listMyAssignments({ query })).items
  const progress = await client.courses.getProgress({ params: { id: course.id } })
  const stateOf = (id: string) => {
    const { required, state } = progress.items.find((item) => item.id === id)!
    return { required, state }
  }
  const marks = await client.marks.getMyMarks({ params: { courseId: course.id } })
  const { address } = await client.calendar.resetCalendarAddress()
  const feed = await app.inject({ url: address.url.replace('https://lms.example.org', '') })
  const [listed] = (await client.courses.listMyCourses({ query: { weekProgress: 'true' } })).items
  const { learner } = await client.home.getHome()
  return {
    list: (await mine({})).map(({ work }) => [work?.missing, work?.beforeJoining]),
    ofCourse: (await client.assignments.listCourseAssignments({ params: { courseId: course.id } })).items.map(({ work }) => work?.missing),
    page: (await client.assignments.getAssignment({ params: { id: assignment.id } })).work?.missing,
    toDo: (await mine({ state: 'OPEN' })).length,
    firstPage: [learner?.work.length, learner?.courses.items[0]?.next?.title],
    work: stateOf(assignment.id),
    session: stateOf(media.id),
    progress: [progress.total, progress.next?.title],
    courseList: [listed?.next?.title, listed?.weekProgress?.[0]?.total],
    marks: [marks.items[0]?.state, marks.items[0]?.lateCost],
    calendar: feed.body.includes('SUMMARY:Due: Essay'),
    unread: (await client.discussions.countDiscussions({ params: { courseId: course.id } })).unread,
  }
}

/** Texts for staff: the people with this state. */
async function seenByStaff(it: Class) {
  const { staff, admin, place, people, course, assignment, media } = it
  const { courseId } = place
  const sorted = (ids: string[]) =>
    ids.map((id) => nameOf(it, id)).toSorted((a, b) => names.indexOf(a as 'late') - names.indexOf(b as 'late'))
  const roster = (status: 'all' | 'missing' | 'not-submitted' | 'before-joining') =>
    staff.submissions.listSubmissions({ params: place, query: { status, sort: 'state' } })
  const tab = async (status: 'missing' | 'not-submitted' | 'before-joining') =>
    sorted((await roster(status)).items.map(({ student }) => student.id))
  const all = await roster('all')
  const reached = async (sendTo: string) =>
    sorted(
      (await staff.courseEmails.previewAudience({ params: { courseId }, body: { sendTo } })).groups.flatMap(({ people: found }) =>
        found.map(({ id }) => id),
      ),
    )
  const book = await staff.marks.getGradebook({ params: { courseId }, query: {} })
  const missing = await staff.marks.getGradebook({ params: { courseId }, query: { state: 'missing', sort: 'total' } })
  const file = await staff.marks.exportSubmissions({ params: place, query: { format: 'csv' } })
  const rows: Record<string, string>[] = parse(await new Response(file).text(), { columns: true, bom: true })
  const items = (await staff.courses.getProgress({ params: { id: courseId } })).items
  const ofStudents = await Promise.all(
    names.map((name) => staff.courses.getStudentProgress({ params: { id: courseId, userId: people[name].id } })),
  )
  return {
    tabs: { missing: await tab('missing'), inTime: await tab('not-submitted'), before: await tab('before-joining') },
    counts: [all.counts.missing, all.counts.notSubmitted, all.counts.beforeJoining],
    rows: sorted(all.items.filter((row) => row.missing).map(({ student }) => student.id)),
    order: all.items.map(({ beforeJoining }) => beforeJoining),
    audience: await reached(`NOT_SUBMITTED:${assignment.id}`),
    unwatched: await reached(`NOT_WATCHED:${media.id}`),
    gradebook: sorted(book.items.filter(({ cells }) => cells[0]!.state === 'MISSING').map(({ student }) => student.id)),
    filtered: sorted(missing.items.map(({ student }) => student.id)),
    summary: (await staff.marks.getMarksSummary({ params: { courseId } })).missing,
    file: sorted(rows.filter(({ State }) => State === 'Missing').map((row) => row['Student id']!)),
    ofClass: items.map(({ title, reason }) => `${title}: ${reason}`).toSorted(),
    ofStudents: ofStudents.map(({ total }) => total),
    listed: (await admin.courses.listCourseProgress({ query: { courseId: course.id } })).items.map(({ student, total }) => [
      nameOf(it, student.id),
      total,
    ]),
    reminded: (
      await staff.assignmentExceptions.remindStudents({ params: place, body: { studentIds: names.map((name) => people[name].id) } })
    ).reminded,
  }
}

const owes = {
  list: [[true, false]],
  ofCourse: [true],
  page: true,
  toDo: 1,
  firstPage: [1, 'Essay'],
  work: { required: true, state: 'MISSING' },
  session: { required: true, state: 'NOT_STARTED' },
  progress: [2, 'Essay'],
  courseList: ['Essay', 2],
  marks: ['MISSING', 4],
  calendar: true,
  unread: 1,
}
const owesNothing = {
  list: [[false, true]],
  ofCourse: [false],
  page: false,
  toDo: 0,
  firstPage: [0, undefined],
  work: { required: false, state: 'BEFORE_JOINING' },
  session: { required: false, state: 'BEFORE_JOINING' },
  progress: [0, undefined],
  courseList: [undefined, 0],
  marks: ['BEFORE_JOINING', null],
  calendar: false,
  unread: 0,
}

test.each([
  ['early', owes],
  ['back', owes],
  ['late', owesNothing],
  ['waited', owesNothing],
] as const)('a student owes what fell due while they were enrolled, on all of their screens: %s', async (name, seen) => {
  const it = await classOf()
  expect(await seenBy(await as(it.people[name]), it)).toEqual(seen)
})

test('staff see the same in every list, file and audience', async () => {
  const it = await classOf()
  const owing = ['early', 'back']
  expect(await seenByStaff(it)).toEqual({
    tabs: { missing: owing, inTime: [], before: ['late', 'waited'] },
    counts: [2, 0, 2],
    rows: owing,
    order: [false, false, true, true],
    audience: owing,
    unwatched: owing,
    gradebook: owing,
    filtered: owing,
    summary: 2,
    file: owing,
    ofClass: ['Essay: 0 of 2 students', 'Lecture: 0 of 2 students'],
    ofStudents: [2, 2, 0, 0],
    listed: expect.arrayContaining([
      ['early', 2],
      ['back', 2],
      ['late', 0],
      ['waited', 0],
    ]),
    reminded: 2,
  })
})

test('sessions that were over before a student enrolled are in no attendance rate: on the sheet, in the file, on the page of the user', async () => {
  const it = await classOf()
  const { people, course, assignment, media, staff, admin } = it
  const at = { courseId: course.id, weekId: assignment.weekId }
  const marks = [
    { userId: people.early.id, mediaId: media.id, status: 'PRESENT' as const },
    // The register of a week without a date.
    { userId: people.late.id, status: 'ABSENT' as const },
  ]
  await staff.attendance.markBulkAttendance({ params: at, body: { attendance: marks } })
  const expected = { early: '1 of 2', back: '0 of 2', late: '1 of 1', waited: '0 of 1' }
  const { sessions, students } = await staff.attendance.getCourseAttendance({ params: at })
  const onSheet = students.map(({ user, entries, beforeJoining }) => {
    const own = sessions.map(({ id, held }) => ({ held, beforeJoining: beforeJoining.includes(id), status: entries[id]?.status ?? null }))
    return [nameOf(it, user.id), formatRateBase(getAttendanceRate(own))]
  })
  const csv = await (await staff.attendance.exportAttendance({ query: { courseId: course.id } })).text()
  const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true })
  const inFile = rows.map((row) => [names.find((name) => people[name].email === row['Email']), row['Sessions marked']])
  const ofUsers = names.map(async (name) => {
    const ask = async (client: As) => (await client.users.getUser({ params: { id: people[name].id } })).courses[0]!.attendance!
    const [seen, own] = [await ask(admin), await ask(await as(people[name]))]
    expect(own).toEqual(seen)
    return [name, formatRateBase(seen)]
  })
  for (const shown of [onSheet, inFile, await Promise.all(ofUsers)]) {
    const base = Object.fromEntries(shown.map(([name, text]) => [name, text?.replace(/ sessions? marked$/, '')]))
    expect(base).toEqual(expected)
  }
  await database.db.update(weeks).set({ startsOn: ago(20).slice(0, 10) })
  const seen = (await admin.users.getUser({ params: { id: people.waited.id } })).courses[0]!.attendance
  expect(seen).toEqual({ percentage: null, marked: 0, sessions: 0 })
})

test('who joined later may still submit: it is not late, and counts once it is marked', async () => {
  const it = await classOf()
  const { people, place, assignment, staff, course } = it
  const answers = [{ questionId: assignment.questions[0]!.id, value: 'Because' }]
  const params = { ...place, weekId: assignment.weekId }
  const submit = async (name: 'late' | 'back') => (await as(people[name])).submissions.submitAssignment({ params, body: { answers } })
  const [late, back] = [await submit('late'), await submit('back')]
  expect([late.late, back.late]).toEqual([false, true])
  for (const { id } of [late, back]) await staff.submissions.gradeSubmission({ params: { id }, body: { marks: 20 } })
  const book = await staff.marks.getGradebook({ params: { courseId: course.id }, query: {} })
  const totals = Object.fromEntries(book.items.map(({ student, total }) => [nameOf(it, student.id), total]))
  expect(totals).toMatchObject({ late: 100, back: 80, waited: null })
  const { items } = await staff.courses.getProgress({ params: { id: course.id } })
  expect(items.find(({ id }) => id === assignment.id)).toMatchObject({ reason: '2 of 3 students' })
  // A later due time that falls into the time since is owed.
  await staff.assignments.updateAssignment({ params: { id: assignment.id }, body: { dueAt: ago(-1) } })
  expect(await seenBy(await as(people.waited), it)).toMatchObject({
    list: [[false, false]],
    toDo: 1,
    work: { required: true },
    calendar: true,
  })
})

test('an extension beyond the time of joining makes it owed', async () => {
  const it = await classOf()
  const { people, place, staff } = it
  await staff.assignmentExceptions.extendDueTime({ params: place, body: { studentIds: [people.late.id], dueAt: ago(-1) } })
  expect(await seenBy(await as(people.late), it)).toMatchObject({ list: [[false, false]], toDo: 1, work: { required: true } })
  const seen = await seenByStaff(it)
  expect(seen).toMatchObject({
    counts: [2, 1, 1],
    tabs: { inTime: ['late'], before: ['waited'] },
    audience: ['early', 'back', 'late'],
    reminded: 3,
  })
  expect(seen.ofClass[0]).toBe('Essay: 0 of 3 students')
})

test('work that was closed by hand before its due time is missing everywhere, except for those who joined since', async () => {
  const it = await classOf({ dueAt: ago(-3), closesAt: null })
  const { staff, admin, assignment, people, course } = it
  await staff.assignments.updateAssignment({ params: { id: assignment.id }, body: { status: 'CLOSED' } })
  const later = await given.student()
  await admin.users.addUserToCourse({ params: { id: later.id, courseId: course.id } })
  const asMissing = { list: [[true, false]], work: { required: true, state: 'MISSING' }, marks: ['MISSING', null] }
  expect(await seenBy(await as(people.late), it)).toMatchObject(asMissing)
  expect(await seenBy(await as(later), it)).toMatchObject({ list: [[false, true]], work: { required: false, state: 'BEFORE_JOINING' } })
  const roster = await staff.submissions.listSubmissions({ params: it.place, query: {} })
  expect(roster.counts).toMatchObject({ missing: 4, notSubmitted: 0, beforeJoining: 1 })
  expect((await staff.marks.getMarksSummary({ params: { courseId: course.id } })).missing).toBe(4)
  await staff.assignments.updateAssignment({ params: { id: assignment.id }, body: { status: 'PUBLISHED' } })
  expect(await seenBy(await as(later), it)).toMatchObject({ list: [[false, false]], toDo: 1, work: { state: 'NOT_STARTED' } })
})
