import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { given, as, clock, database, statements } = await testApp()
clock.set('2026-11-20T12:00:00Z')

const answer = (questionId: string, value: string | string[] = 'Because') => ({ answers: [{ questionId, value }] })

async function openAssignment(values: Parameters<typeof given.assignment>[0] = {}) {
  const home = await given.assignment(values)
  const student = await as(home.student)
  const params = { courseId: home.course.id, weekId: home.week.id, assignmentId: home.assignment.id }
  return { ...home, params, body: answer(home.assignment.questions[0]!.id), studentClient: student, trainerClient: await as(home.trainer) }
}

test('a student hands in, a trainer grades, the student sees the marks', async () => {
  const { studentClient, trainerClient, params, body, course } = await openAssignment()
  const handedIn = await studentClient.submissions.submitAssignment({ params, body })
  expect(handedIn).toMatchObject({ status: 'SUBMITTED', late: false, attempt: 1, marks: null, answers: body.answers })
  const graded = await trainerClient.submissions.gradeSubmission({
    params: { id: handedIn.id },
    body: { marks: 17, feedback: 'Exact.', version: handedIn.version },
  })
  expect(graded).toMatchObject({ status: 'GRADED', marks: 17, gradedBy: { id: trainerClient.user.id } })
  const seen = await studentClient.submissions.getSubmission({ params: { submissionId: handedIn.id, courseId: course.id } })
  expect(seen).toMatchObject({ status: 'GRADED', marks: 17, feedback: 'Exact.' })
  await expect(studentClient.submissions.listMySubmissions()).resolves.toMatchObject({
    total: 1,
    items: [{ marks: 17, feedback: 'Exact.' }],
  })
})

test('a second version replaces the first, which stays readable', async () => {
  const { studentClient, trainerClient, params, body, assignment } = await openAssignment()
  const first = await studentClient.submissions.submitAssignment({ params, body })
  const second = await studentClient.submissions.submitAssignment({ params, body: answer(assignment.questions[0]!.id, 'Better') })
  expect(second).toMatchObject({ id: first.id, attempt: 2, attempts: [{ attempt: 1, answers: body.answers }] })
  expect(second.version).toBeGreaterThan(first.version)
  await expect(
    trainerClient.submissions.gradeSubmission({ params: { id: first.id }, body: { marks: 1, version: first.version } }),
  ).rejects.toBeProblem('stale-version')
})

test('twenty parallel hand-ins make one submission', async () => {
  const { studentClient, params, body, assignment } = await openAssignment()
  const all = await Promise.all(Array.from({ length: 20 }, () => studentClient.submissions.submitAssignment({ params, body })))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  const trainer = await as('SUPER_ADMIN')
  const roster = await trainer.submissions.listSubmissions({ params: { courseId: params.courseId, assignmentId: assignment.id } })
  expect(roster).toMatchObject({ total: 1, items: [{ attempt: 20 }] })
})

test('two trainers who saw the same version: one is saved, the other learns of it', async () => {
  const { submission, trainer } = await given.submission()
  const [one, two] = [await as(trainer), await as('ADMIN')]
  const grade = (who: typeof one, marks: number) =>
    who.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks, version: submission.version } })
  const results = await Promise.allSettled([grade(one, 11), grade(two, 12)])
  const lost = results.find((result) => result.status === 'rejected')!
  const won = results.find((result) => result.status === 'fulfilled')!
  expect(lost.reason).toBeProblem('stale-version')
  expect(lost.reason.current).toMatchObject({ marks: won.value.marks, version: won.value.version })
})

test('a draft is its student’s alone, and handing in clears it', async () => {
  const { studentClient, trainerClient, params, body, assignment, course } = await openAssignment()
  const draft = await studentClient.submissions.saveAnswers({ params: { id: assignment.id }, body })
  expect(draft).toMatchObject({ status: 'DRAFT', draft: body.answers, answers: [] })
  const seen = await trainerClient.submissions.getSubmission({ params: { submissionId: draft.id, courseId: course.id } })
  expect(seen).toMatchObject({ draft: null, answers: [] })
  await expect(studentClient.submissions.saveAnswers({ params: { id: draft.id }, body })).resolves.toMatchObject({ id: draft.id })
  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ draft: null, answers: body.answers })
})

test('a returned submission may be handed in again, though its attempts are used', async () => {
  const { studentClient, trainerClient, params, body } = await openAssignment({ maxAttempts: 1 })
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 5, feedback: 'Once more.', action: 'RETURN' } })
  const again = await studentClient.submissions.submitAssignment({ params, body })
  expect(again).toMatchObject({
    status: 'SUBMITTED',
    attempt: 2,
    marks: null,
    attempts: [{ attempt: 1, marks: 5, feedback: 'Once more.' }],
  })
})

test('graded work cannot be handed in or drafted again', async () => {
  const { studentClient, trainerClient, params, body } = await openAssignment()
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 5 } })
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
  await expect(studentClient.submissions.saveAnswers({ params: { id }, body })).rejects.toBeProblem('closed')
})

test('the due minute is in time, the next one late; after the close nothing is taken', async () => {
  const times = { dueAt: '2026-11-20T12:00:00Z', closesAt: '2026-11-20T13:00:00Z' }
  const { studentClient, params, body } = await openAssignment(times)
  clock.set('2026-11-20T12:00:59.999Z')
  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ late: false })
  clock.set('2026-11-20T12:01:00Z')
  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ late: true })
  clock.set('2026-11-20T13:01:00Z')
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
  clock.set('2026-11-20T12:00:00Z')
})

test('choices mark themselves, and a quiz of choices alone is graded at once', async () => {
  const question = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'], points: 4 })
  const { studentClient, params } = await openAssignment({ questions: [question] })
  await expect(studentClient.submissions.submitAssignment({ params, body: answer(question.id, 'a') })).resolves.toMatchObject({
    status: 'GRADED',
    marks: 0,
    gradedBy: null,
  })
  await expect(studentClient.submissions.submitAssignment({ params, body: answer(question.id, 'b') })).resolves.toMatchObject({
    status: 'GRADED',
    marks: 4,
  })
})

test('every faulty answer is named', async () => {
  const [choice, text] = [given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'] }), given.question()]
  const { studentClient, params } = await openAssignment({ questions: [choice, text] })
  const body = {
    answers: [
      { questionId: choice.id, value: 'c' },
      { questionId: crypto.randomUUID(), value: 'x' },
    ],
  }
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('invalid', [
    '/answers/0/value',
    '/answers/1/questionId',
    `/answers/${text.id}`,
  ])
})

test('a file of somebody else cannot be handed in', async () => {
  const question = given.question({ type: 'FILE' })
  const { studentClient, params, student } = await openAssignment({ questions: [question] })
  const [own, foreign] = [await given.file(student.id), await given.file((await given.student()).id)]
  await expect(studentClient.submissions.submitAssignment({ params, body: answer(question.id, [foreign.key]) })).rejects.toBeProblem(
    'invalid',
  )
  await expect(studentClient.submissions.submitAssignment({ params, body: answer(question.id, [own.key]) })).resolves.toMatchObject({
    files: [{ key: own.key, name: 'work.pdf' }],
  })
})

test('marks beyond the maximum, of no number, or of a foreign question are refused, each named', async () => {
  const { submission, trainer, assignment } = await given.submission()
  const client = await as(trainer)
  const grade = (body: object) => client.submissions.gradeSubmission({ params: { id: submission.id }, body: body as { marks: number } })
  await expect(grade({ marks: 21 })).rejects.toBeProblem('invalid', ['/marks'])
  for (const marks of [-1, '10', null, true, '1e309', [1]]) await expect(grade({ marks })).rejects.toBeProblem('invalid', ['/marks'])
  const questionMarks = [
    { questionId: assignment.questions[0]!.id, marks: 21 },
    { questionId: crypto.randomUUID(), marks: 1 },
  ]
  await expect(grade({ marks: 20, questionMarks })).rejects.toBeProblem('invalid', [
    '/questionMarks/0/marks',
    '/questionMarks/1/questionId',
  ])
})

test('case 36: marks, a grader, a status and an owner that a student sends along are ignored', async () => {
  const { studentClient, trainerClient, params, body, course, assignment } = await openAssignment()
  const forged = {
    ...body,
    marks: 20,
    questionMarks: [{ questionId: body.answers[0]!.questionId, marks: 20 }],
    deduction: 0,
    feedback: 'Perfect.',
    gradedBy: trainerClient.user.id,
    gradedAt: '2026-11-20T12:00:00.000Z',
    status: 'GRADED' as const,
    attempt: 7,
    version: 99,
    late: false,
    studentId: trainerClient.user.id,
    submittedAt: '2026-01-01T00:00:00.000Z',
  }
  const drafted = await studentClient.submissions.saveAnswers({ params: { id: assignment.id }, body: forged })
  expect(drafted).toMatchObject({ status: 'DRAFT', marks: null, gradedBy: null, submittedAt: null, student: { id: studentClient.user.id } })
  const handedIn = await studentClient.submissions.submitAssignment({ params, body: forged })
  const untouched = {
    status: 'SUBMITTED',
    marks: null,
    questionMarks: [],
    feedback: null,
    gradedBy: null,
    gradedAt: null,
    attempt: 1,
    submittedAt: '2026-11-20T12:00:00.000Z',
    student: { id: studentClient.user.id },
  }
  expect(handedIn).toMatchObject(untouched)
  await studentClient.submissions.saveAnswers({ params: { id: handedIn.id }, body: forged })
  // As staff see it: what is hidden from its student is not merely hidden.
  await expect(
    trainerClient.submissions.getSubmission({ params: { submissionId: handedIn.id, courseId: course.id } }),
  ).resolves.toMatchObject(untouched)
})

test('case 37: a student grades neither their own work nor that of others', async () => {
  const { submission, student, course } = await given.submission()
  const other = await given.student()
  await given.member(course.id, other)
  for (const who of [student, other])
    await expect(
      (await as(who)).submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 20, action: 'GRADE' } }),
    ).rejects.toBeProblem('forbidden')
  const staff = await as('ADMIN')
  await expect(staff.submissions.getSubmission({ params: { submissionId: submission.id, courseId: course.id } })).resolves.toMatchObject({
    status: 'SUBMITTED',
    marks: null,
    gradedBy: null,
  })
})

test('case 38: a trainer who is also enrolled in the course that he teaches does not grade his own work; a colleague does', async () => {
  const { course, trainer } = await given.submission()
  const { submission: own } = await given.submission({ studentId: trainer.id, assignment: { courseId: course.id } })
  await given.member(course.id, { ...trainer, role: 'USER' })
  const grade = { params: { id: own.id }, body: { marks: 5 } }
  await expect((await as(trainer)).submissions.gradeSubmission(grade)).rejects.toBeProblem('forbidden')
  await expect((await as('ADMIN')).submissions.gradeSubmission(grade)).resolves.toMatchObject({ status: 'GRADED', marks: 5 })
})

test('nobody grades work of a course they do not teach', async () => {
  const { submission } = await given.submission()
  const grade = { params: { id: submission.id }, body: { marks: 5 } }
  await expect((await as('TRAINER')).submissions.gradeSubmission(grade)).rejects.toBeProblem('not-found')
})

test('a submission is not there for other students, other trainers, or by way of another course', async () => {
  const { submission, course, trainer } = await given.submission()
  const other = await given.student()
  await given.member(course.id, other)
  const at = (courseId: string) => ({ params: { submissionId: submission.id, courseId } })
  await expect((await as(other)).submissions.getSubmission(at(course.id))).rejects.toBeProblem('not-found')
  await expect((await as('USER')).submissions.getSubmission(at(course.id))).rejects.toBeProblem('forbidden')
  await expect((await as('TRAINER')).submissions.getSubmission(at(course.id))).rejects.toBeProblem('forbidden')
  const second = await given.course()
  await given.member(second.course.id, trainer)
  await expect((await as(trainer)).submissions.getSubmission(at(second.course.id))).rejects.toBeProblem('not-found')
  await expect((await as(other)).submissions.saveAnswers({ params: { id: submission.id }, body: { answers: [] } })).rejects.toBeProblem(
    'not-found',
  )
})

test('the roster shows who handed in nothing, and filters', async () => {
  const { assignment, course, submission, trainer } = await given.submission({ assignment: { dueAt: '2026-11-19T12:00:00Z' } })
  await given.member(course.id, await given.student())
  const client = await as(trainer)
  const params = { courseId: course.id, assignmentId: assignment.id }
  const all = await client.submissions.listSubmissions({ params })
  expect(all).toMatchObject({ total: 2, counts: { all: 2, toGrade: 1, missing: 1 } })
  await expect(client.submissions.listSubmissions({ params, query: { status: 'missing' } })).resolves.toMatchObject({
    total: 1,
    items: [{ submissionId: null, missing: true }],
  })
  await expect(client.submissions.listSubmissions({ params, query: { status: 'to-grade' } })).resolves.toMatchObject({
    items: [{ submissionId: submission.id }],
  })
  await expect(client.submissions.listSubmissions({ params, query: { page: 9 } })).resolves.toMatchObject({ items: [], total: 2 })
})

test('the same Idempotency-Key gets the first answer again; another body under it is refused', async () => {
  const { studentClient, params, body, assignment } = await openAssignment()
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await studentClient.submissions.submitAssignment({ params, body }, options)
  await expect(studentClient.submissions.submitAssignment({ params, body }, options)).resolves.toEqual(first)
  await expect(
    studentClient.submissions.submitAssignment({ params, body: answer(assignment.questions[0]!.id, 'Other') }, options),
  ).rejects.toBeProblem('key-reused')
})

test('every change of marks is kept', async () => {
  const { submission, trainer } = await given.submission()
  const client = await as(trainer)
  for (const marks of [4, 9]) await client.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks } })
  const { markChanges } = await import('#db/schema/assignments.ts')
  const { eq } = await import('drizzle-orm')
  const trail = await database.db.select().from(markChanges).where(eq(markChanges.submissionId, submission.id)).orderBy(markChanges.id)
  expect(trail.map(({ oldMarks, newMarks, changedBy }) => [oldMarks, newMarks, changedBy])).toEqual([
    [null, 4, trainer.id],
    [4, 9, trainer.id],
  ])
})

test('what choices earned by themselves stays hidden until the work is graded, of earlier attempts too', async () => {
  const choice = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'], points: 4 })
  const { studentClient, trainerClient, params, course } = await openAssignment({
    questions: [choice, given.question({ required: false })],
  })
  await studentClient.submissions.submitAssignment({ params, body: answer(choice.id, 'a') })
  const { id } = await studentClient.submissions.submitAssignment({ params, body: answer(choice.id, 'b') })
  const at = { params: { submissionId: id, courseId: course.id } }
  const earned = async (who: typeof studentClient) => {
    const { questionMarks, attempts } = await who.submissions.getSubmission(at)
    return [questionMarks, ...attempts.map((attempt) => attempt.questionMarks)].map((marks) => marks.map((one) => one.marks))
  }
  expect(await earned(studentClient)).toEqual([[], []])
  expect(await earned(trainerClient)).toEqual([[4], [0]])
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 4 } })
  expect(await earned(studentClient)).toEqual([[4], []])
})

test('work on what is a draft again, or in a closed week, is not there for its student, and stays for staff', async () => {
  const { course, student, trainer } = await given.course()
  const [me, staff] = [await as(student), await as(trainer)]
  const closed = [{ unlockAt: '2027-01-01T00:00:00Z' }, { published: false }, { deletedAt: '2026-11-01T00:00:00Z' }]
  const weekIds = await Promise.all(closed.map(async (values) => (await given.week({ courseId: course.id, ...values })).week.id))
  const hidden = [...weekIds.map((weekId) => ({ weekId })), { status: 'DRAFT' as const }, { deletedAt: '2026-11-01T00:00:00Z' }]
  for (const values of hidden) {
    const { submission } = await given.submission({ studentId: student.id, assignment: { courseId: course.id, ...values } })
    const at = { params: { submissionId: submission.id, courseId: course.id } }
    await expect(me.submissions.getSubmission(at)).rejects.toBeProblem('not-found')
    await expect(me.submissions.saveAnswers({ params: submission, body: { answers: [] } })).rejects.toBeProblem('not-found')
    await expect(staff.submissions.getSubmission(at)).resolves.toMatchObject({ id: submission.id })
  }
  await expect(me.submissions.listMySubmissions()).resolves.toMatchObject({ items: [], total: 0 })
})

test('what was deleted cannot be graded', async () => {
  const { course, trainer } = await given.course()
  const { week } = await given.week({ courseId: course.id, deletedAt: '2026-11-01T00:00:00Z' })
  for (const values of [{ weekId: week.id }, { deletedAt: '2026-11-01T00:00:00Z' }]) {
    const { submission } = await given.submission({ assignment: { courseId: course.id, ...values }, studentId: (await given.student()).id })
    const grade = (await as(trainer)).submissions.gradeSubmission({ params: submission, body: { marks: 1 } })
    await expect(grade).rejects.toBeProblem('not-found')
  }
})

test('who was deleted or became a trainer is on no roster, and has no work as a student', async () => {
  const { assignment, course, submission, student, trainer } = await given.submission()
  const promoted = await given.user({ role: 'TRAINER' })
  await given.member(course.id, { ...promoted, role: 'USER' })
  const [staff, admin] = [await as(trainer), await as('ADMIN')]
  const roster = () => staff.submissions.listSubmissions({ params: { courseId: course.id, assignmentId: assignment.id } })
  await expect(roster()).resolves.toMatchObject({ total: 1, items: [{ submissionId: submission.id }], counts: { all: 1 } })
  await admin.users.removeUser({ params: student })
  await expect(roster()).resolves.toMatchObject({ total: 0, counts: { all: 0, toGrade: 0 } })
  await given.submission({ studentId: promoted.id, assignment: { courseId: course.id } })
  await expect((await as(promoted)).submissions.listMySubmissions()).resolves.toMatchObject({ total: 0 })
})

test('within the due minute nothing is missing yet', async () => {
  const { assignment, course, studentClient, trainerClient } = await openAssignment({ dueAt: '2026-11-20T12:00:00Z' })
  const params = { courseId: course.id, assignmentId: assignment.id }
  const isMissing = async () => [
    (await trainerClient.submissions.listSubmissions({ params })).items[0]!.missing,
    (await studentClient.assignments.getAssignment({ params: assignment })).work!.missing,
    (await studentClient.courses.getProgress({ params: course })).items[0]!.state === 'MISSING',
  ]
  clock.set('2026-11-20T12:00:59Z')
  expect(await isMissing()).toEqual([false, false, false])
  clock.set('2026-11-20T12:01:00Z')
  expect(await isMissing()).toEqual([true, true, true])
  clock.set('2026-11-20T12:00:00Z')
})

test('lists of submissions never grow in statements', async () => {
  const { course, assignment, studentClient, trainerClient, student } = await openAssignment()
  const params = { courseId: course.id, assignmentId: assignment.id }
  const counts = []
  for (const more of [1, 9]) {
    for (let n = 0; n < more; n++) {
      await given.member(course.id, await given.student())
      await given.submission({ studentId: student.id, assignment: { courseId: course.id } })
    }
    counts.push([
      await statements(() => trainerClient.submissions.listSubmissions({ params })),
      await statements(() => studentClient.submissions.listMySubmissions()),
    ])
  }
  expect(counts[1]).toEqual(counts[0])
})

test('work that was returned keeps its time: handing in again after it was due costs nothing', async () => {
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { studentClient, trainerClient, params, body } = await openAssignment({ dueAt: '2026-11-20T12:00:00Z', latePolicy })
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 5, action: 'RETURN' } })
  clock.set('2026-11-23T12:00:00Z')
  for (const attempt of [2, 3])
    await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ attempt, late: false })
  const graded = await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 20 } })
  clock.set('2026-11-20T12:00:00Z')
  expect(graded).toMatchObject({ marks: 20, deduction: 0, late: false })
})
