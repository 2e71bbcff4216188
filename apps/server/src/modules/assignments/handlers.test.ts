import { expect, test } from 'vitest'
import { submissions } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, statements, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')

type HandedIn = { status?: 'SUBMITTED' | 'GRADED'; isMember?: boolean }

const choice = (values: object = {}) => ({
  type: 'SINGLE_CHOICE' as const,
  prompt: 'Which?',
  options: ['a', 'b'],
  answerKey: ['b'],
  points: 0.1,
  ...values,
})

test('a trainer creates an assignment: questions get ids, and the marks are their sum', async () => {
  const { week, course, trainer } = await given.week()
  const client = await as(trainer)
  const params = { courseId: course.id, weekId: week.id }
  const made = await client.assignments.createAssignment({
    params,
    body: { title: ' Note ', dueAt: '2026-11-21T00:00:00+01:00', questions: [choice(), choice({ points: 0.2 })] },
  })
  expect(made).toMatchObject({
    title: 'Note',
    maxMarks: 0.3,
    status: 'PUBLISHED',
    dueAt: '2026-11-20T23:00:00.000Z',
    latePolicy: { kind: 'FLAG' },
    work: null,
  })
  expect(new Set(made.questions.map(({ id }) => id)).size).toBe(2)
  expect(made.questions[0]!.answerKey).toEqual(['b'])
  await expect(client.assignments.getAssignment({ params: { id: made.id } })).resolves.toEqual(made)
})

test('errors of an assignment are reported by field', async () => {
  const { week, course, trainer } = await given.week()
  const client = await as(trainer)
  const create = (body: object, params = { courseId: course.id, weekId: week.id }) =>
    client.assignments.createAssignment({ params, body: { title: 'X', ...body } })
  const id = crypto.randomUUID()
  await expect(create({ questions: [choice({ id }), choice({ id })] })).rejects.toBeProblem('validation-failed', ['/questions/1/id'])
  await expect(create({ questions: [choice({ points: 10_000 }), choice({ points: 1 })] })).rejects.toBeProblem('validation-failed', [
    '/questions',
  ])
  for (const answerKey of [['c'], ['b', 'b', 'b']])
    await expect(create({ questions: [choice({ answerKey })] })).rejects.toMatchObject({
      problem: 'validation-failed',
      errors: expect.arrayContaining([{ pointer: '/questions/0/answerKey', detail: expect.any(String) }]),
    })
  await expect(create({ availableFrom: '2026-11-20T00:00:00Z', dueAt: '2026-11-19T00:00:00Z' })).rejects.toBeProblem('validation-failed', [
    '/dueAt',
  ])
  await expect(create({}, { courseId: course.id, weekId: (await given.week()).week.id })).rejects.toBeProblem('not-found')
  await expect(
    (await as('TRAINER')).assignments.createAssignment({ params: { courseId: course.id, weekId: week.id }, body: { title: 'X' } }),
  ).rejects.toBeProblem('forbidden')
})

test('students get an assignment without its answer key, with their own submission, and with released marks', async () => {
  const { assignment, student, trainer } = await given.submission({ assignment: { dueAt: '2026-11-19T12:00:00Z' }, marks: 7 })
  const me = await as(student)
  const seen = await me.assignments.getAssignment({ params: assignment })
  expect(seen.questions[0]).not.toHaveProperty('answerKey')
  expect(seen.work).toMatchObject({ status: 'SUBMITTED', attempt: 1, marks: null, late: false, missing: false })
  const { submissionId } = seen.work!
  await (await as(trainer)).submissions.gradeSubmission({ params: { id: submissionId! }, body: { marks: 9 } })
  await expect(me.assignments.getAssignment({ params: assignment })).resolves.toMatchObject({ work: { status: 'GRADED', marks: 9 } })
})

test('work that was not submitted is missing after the due time, even if there is a draft', async () => {
  const { assignment, student } = await given.assignment({ dueAt: '2026-11-20T11:00:00Z' })
  const me = await as(student)
  await expect(me.assignments.getAssignment({ params: assignment })).resolves.toMatchObject({
    work: { submissionId: null, status: null, missing: true, attempt: 0, marks: null },
  })
  const { id: assignmentId, courseId } = assignment
  await database.db.insert(submissions).values({ assignmentId, courseId, studentId: student.id, status: 'DRAFT', attempt: 0 })
  await expect(me.assignments.getAssignment({ params: assignment })).resolves.toMatchObject({ work: { status: 'DRAFT', missing: true } })
})

test('counts of the class include late work in every state, and exclude excused students', async () => {
  const { assignment, course, trainer, student } = await given.assignment({ dueAt: '2026-11-19T12:00:00Z' })
  const excused = await given.student()
  await given.member(course.id, excused)
  const place = { assignmentId: assignment.id, courseId: course.id }
  const times = { submittedAt: '2026-11-20T10:00:00Z', effectiveSubmittedAt: '2026-11-20T10:00:00Z' }
  const work = { ...place, attempt: 1, late: true, ...times }
  await database.db.insert(submissions).values([
    { ...work, studentId: student.id, status: 'GRADED', marks: 5 },
    { ...work, studentId: excused.id, status: 'SUBMITTED' },
  ])
  const staff = await as(trainer)
  const counts = async () => (await staff.assignments.listCourseAssignments({ params: { courseId: course.id } })).items[0]!.counts
  expect(await counts()).toMatchObject({ submitted: 2, toGrade: 1, graded: 1, late: 2 })
  await staff.assignmentExceptions.excuseStudents({ params: place, body: { studentIds: [excused.id], reason: 'Ill' } })
  expect(await counts()).toMatchObject({ submitted: 1, toGrade: 0, graded: 1, late: 1, oldest: null })
})

test('students see instructions and questions once it opens, staff at any time', async () => {
  const times = { availableFrom: '2026-11-20T12:05:00Z', dueAt: '2026-11-21T12:00:00Z' }
  const { assignment, student, trainer } = await given.assignment({ ...times, instructions: '<p>How long is the coast?</p>' })
  const [me, staff] = [await as(student), await as(trainer)]
  const hidden = await me.assignments.getAssignment({ params: assignment })
  const { title, maxMarks, dueAt } = assignment
  expect(hidden).toMatchObject({ title, maxMarks, dueAt, instructions: '', questions: [], isHidden: true })
  await expect(staff.assignments.getAssignment({ params: assignment })).resolves.toMatchObject({ instructions: assignment.instructions })
  clock.set('2026-11-20T12:05:00Z')
  const open = await me.assignments.getAssignment({ params: assignment })
  clock.set('2026-11-20T12:00:00Z')
  expect(open.isHidden).toBeUndefined()
  expect([open.instructions, open.questions.length]).toEqual([assignment.instructions, assignment.questions.length])
})

test('students see neither drafts nor items of locked weeks', async () => {
  const { course, student, trainer, week } = await given.week()
  const draft = (await given.assignment({ courseId: course.id, weekId: week.id, status: 'DRAFT' })).assignment
  const hidden = [draft]
  for (const values of [{ unlockAt: '2027-01-01T00:00:00Z' }, { published: false }]) {
    const { week: closed } = await given.week({ courseId: course.id, ...values })
    hidden.push((await given.assignment({ courseId: course.id, weekId: closed.id })).assignment)
  }
  const [me, staff] = [await as(student), await as(trainer)]
  for (const { id } of hidden) {
    await expect(me.assignments.getAssignment({ params: { id } })).rejects.toBeProblem('not-found')
    await expect(staff.assignments.getAssignment({ params: { id } })).resolves.toMatchObject({ id })
  }
  await expect(me.assignments.listMyAssignments()).resolves.toMatchObject({ total: 0 })
  await expect(me.assignments.listCourseAssignments({ params: { courseId: course.id } })).resolves.toMatchObject({ total: 0 })
  await expect(staff.assignments.listCourseAssignments({ params: { courseId: course.id } })).resolves.toMatchObject({ total: 3 })
  await expect(staff.assignments.listMyAssignments()).resolves.toMatchObject({ total: 3 })
})

test('users outside the course see nothing', async () => {
  const { assignment, course } = await given.assignment()
  for (const role of ['USER', 'TRAINER'] as const) {
    const outsider = await as(role)
    await expect(outsider.assignments.getAssignment({ params: assignment })).rejects.toBeProblem('not-found')
    await expect(outsider.assignments.listCourseAssignments({ params: { courseId: course.id } })).rejects.toBeProblem('forbidden')
    await expect(outsider.assignments.listMyAssignments()).resolves.toMatchObject({ total: 0 })
  }
})

test('my assignments: students see their own work, staff see counts; sorted by due time, undated last', async () => {
  const {
    course,
    student,
    trainer,
    assignment: first,
  } = await given.submission({ assignment: { dueAt: '2026-11-22T12:00:00Z' }, late: true })
  const { assignment: undated } = await given.assignment({ courseId: course.id })
  const { assignment: overdue } = await given.assignment({ courseId: course.id, dueAt: '2026-11-19T12:00:00Z' })
  await given.member(course.id, await given.student())
  const me = await as(student)
  const mine = await me.assignments.listMyAssignments()
  expect(mine.items.map(({ id }) => id)).toEqual([overdue.id, first.id, undated.id])
  expect(mine.items).toMatchObject([
    { work: { missing: true }, counts: null },
    { work: { status: 'SUBMITTED', late: true, marks: null }, courseTitle: course.title },
    { work: { missing: false, status: null } },
  ])
  const sorted = await me.assignments.listMyAssignments({ query: { sort: '-dueAt' } })
  expect(sorted.items.map(({ id }) => id)).toEqual([first.id, overdue.id, undated.id])
  for (const who of [await as(trainer), await as('ADMIN')]) {
    const { items } = await who.assignments.listMyAssignments({ query: { limit: 100 } })
    expect(items.find(({ id }) => id === first.id)).toMatchObject({ work: null, counts: { students: 2, submitted: 1, graded: 0, late: 1 } })
  }
})

test('open assignments come first, and can be filtered; those of a course by ungraded work', async () => {
  const { course, week, student, trainer } = await given.week()
  const place = { courseId: course.id, weekId: week.id }
  const make = (title: string, values: object = {}) => given.assignment({ ...place, title, ...values })
  const overdue = await make('Overdue', { dueAt: '2026-11-19T12:00:00Z' })
  await make('Closed', { dueAt: '2026-11-18T12:00:00Z', closesAt: '2026-11-19T12:00:00Z' })
  await make('Soon', { dueAt: '2026-11-22T12:00:00Z' })
  await make('Far', { dueAt: '2027-01-22T12:00:00Z' })
  await make('Undated')
  const hand = (status: 'SUBMITTED' | 'GRADED' | 'RETURNED', title: string, dueAt: string) =>
    given.submission({ studentId: student.id, status, attempt: 1, assignment: { ...place, title, dueAt } })
  await hand('SUBMITTED', 'Handed in', '2026-01-02T12:00:00Z')
  await hand('GRADED', 'Graded', '2026-01-03T12:00:00Z')
  await hand('RETURNED', 'Returned', '2026-01-04T12:00:00Z')
  await given.assignment({ title: 'Elsewhere' })
  const [me, teacher] = [await as(student), await as(trainer)]
  type Query = NonNullable<NonNullable<Parameters<typeof me.assignments.listMyAssignments>[0]>['query']>
  const titles = async (who: typeof me, query: Query) =>
    (await who.assignments.listMyAssignments({ query })).items.map(({ title }) => title)
  expect(await titles(me, { sort: 'todo' })).toEqual(['Returned', 'Closed', 'Overdue', 'Soon', 'Far', 'Undated', 'Graded', 'Handed in'])
  expect(await titles(me, { sort: 'todo', page: 2, limit: 3 })).toEqual(['Soon', 'Far', 'Undated'])
  expect(await titles(me, { state: 'OPEN', dueBefore: '2026-11-27T12:00:00Z' })).toEqual(['Returned', 'Overdue', 'Soon'])
  expect(await titles(me, { state: 'TO_GRADE' })).toEqual([])
  expect(await titles(teacher, { state: 'TO_GRADE' })).toEqual(['Handed in'])
  const { course: other } = await given.course()
  await given.member(other.id, student)
  expect(await titles(me, { courseId: other.id })).toEqual([])
  expect(await titles(me, { courseId: overdue.assignment.courseId, limit: 1 })).toEqual(['Handed in'])
})

test('work of an archived course stays listed, and is not to do', async () => {
  const { course, week, student } = await given.week()
  await given.assignment({ courseId: course.id, weekId: week.id, dueAt: '2026-11-22T12:00:00Z' })
  const me = await as(student)
  const read = async () => {
    const [{ items }, { total }] = [
      await me.assignments.listMyAssignments(),
      await me.assignments.listMyAssignments({ query: { state: 'OPEN' } }),
    ]
    return [items.map(({ isArchived }) => isArchived), total]
  }
  expect(await read()).toEqual([[false], 1])
  await (await as('ADMIN')).courses.updateCourse({ params: { id: course.id }, body: { status: 'ARCHIVED' } })
  expect(await read()).toEqual([[true], 0])
})

test('for staff each assignment links to the submission that has waited longest for marks', async () => {
  const { course, trainer } = await given.course()
  const make = async (title: string) => (await given.assignment({ courseId: course.id, title })).assignment.id
  const [essay, quiz, idle] = [await make('Essay'), await make('Quiz'), await make('Idle')]
  const handIn = async (assignmentId: string, submittedAt: string, { status = 'SUBMITTED', isMember = true }: HandedIn = {}) => {
    const student = await given.student()
    if (isMember) await given.member(course.id, student)
    const work = {
      assignmentId,
      courseId: course.id,
      studentId: student.id,
      status,
      attempt: 1,
      submittedAt,
      effectiveSubmittedAt: submittedAt,
    }
    return (await database.db.insert(submissions).values(work).returning())[0]!.id
  }
  await handIn(essay, '2026-11-19T12:00:00Z')
  const first = await handIn(essay, '2026-11-18T12:00:00Z')
  await handIn(essay, '2026-11-16T12:00:00Z', { status: 'GRADED' })
  // Somebody who has left the course: the grading screen does not list this work either.
  await handIn(essay, '2026-11-15T12:00:00Z', { isMember: false })
  const other = await handIn(quiz, '2026-11-19T15:00:00Z')
  const client = await as(trainer)
  for (const list of [
    await client.assignments.listMyAssignments(),
    await client.assignments.listCourseAssignments({ params: { courseId: course.id } }),
  ]) {
    const countsOf = (id: string) => list.items.find((row) => row.id === id)?.counts
    expect(countsOf(essay)).toMatchObject({
      submitted: 3,
      toGrade: 2,
      oldest: { submissionId: first, submittedAt: '2026-11-18T12:00:00.000Z' },
    })
    expect(countsOf(quiz)).toMatchObject({ toGrade: 1, oldest: { submissionId: other, submittedAt: '2026-11-19T15:00:00.000Z' } })
    expect(countsOf(idle)).toMatchObject({ submitted: 0, toGrade: 0, oldest: null })
  }
  const roster = {
    params: { courseId: course.id, assignmentId: essay },
    query: { status: 'to-grade', sort: 'submittedAt', limit: 1 },
  } as const
  expect((await client.submissions.listSubmissions(roster)).items.map(({ submissionId }) => submissionId)).toEqual([first])
})

test('lists of assignments take the same number of statements for any length', async () => {
  const { course, student, trainer } = await given.assignment()
  const [me, staff] = [await as(student), await as(trainer)]
  const params = { courseId: course.id }
  const counts = []
  for (const more of [1, 9]) {
    for (let n = 0; n < more; n++) {
      const { assignment } = await given.assignment({ courseId: course.id })
      await me.submissions.saveAnswers({ params: { id: assignment.id }, body: { answers: [] } })
    }
    counts.push([
      await statements(() => me.assignments.listMyAssignments()),
      await statements(() => staff.assignments.listMyAssignments()),
      await statements(() => me.assignments.listCourseAssignments({ params })),
      await statements(() => staff.assignments.listCourseAssignments({ params })),
    ])
  }
  expect(counts[1]).toEqual(counts[0])
})

test('a draft is published, changed and closed; its times keep their order', async () => {
  const { assignment, trainer, student } = await given.assignment({ status: 'DRAFT', dueAt: '2026-11-30T12:00:00Z' })
  const [staff, learner] = [await as(trainer), await as(student)]
  const params = { id: assignment.id }
  await expect(learner.assignments.getAssignment({ params })).rejects.toBeProblem('not-found')
  await expect(staff.assignments.updateAssignment({ params, body: { status: 'PUBLISHED', title: ' Renamed ' } })).resolves.toMatchObject({
    status: 'PUBLISHED',
    title: 'Renamed',
    dueAt: '2026-11-30T12:00:00.000Z',
  })
  await expect(learner.assignments.getAssignment({ params })).resolves.toMatchObject({ title: 'Renamed' })
  await expect(staff.assignments.updateAssignment({ params, body: { closesAt: '2026-11-29T12:00:00Z' } })).rejects.toBeProblem(
    'validation-failed',
    ['/closesAt'],
  )
  const unlimited = { title: 'Essay', availableFrom: '2026-11-21T12:00:00Z' }
  const add = (closesAt: string) => staff.assignments.createAssignment({ params: assignment, body: { ...unlimited, closesAt } })
  await expect(add('2026-11-21T11:00:00Z')).rejects.toBeProblem('validation-failed', ['/closesAt'])
  await expect(add('2026-11-21T13:00:00Z')).resolves.toMatchObject({ dueAt: null })
  await expect(staff.assignments.updateAssignment({ params, body: {} })).resolves.toMatchObject({ title: 'Renamed' })
  await expect(learner.assignments.updateAssignment({ params, body: { status: 'CLOSED' } })).rejects.toBeProblem('forbidden')
  await expect((await as('TRAINER')).assignments.updateAssignment({ params, body: { status: 'CLOSED' } })).rejects.toBeProblem('not-found')
})
