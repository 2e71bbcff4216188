/** Grading: who may, which marks are accepted, what is stored, and what the student sees. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { gradeChanges } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'
import { answer, courseFixtures, readWithAttempts } from '#test/course-fixtures.ts'

const { app, given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')

test('a student submits, a trainer grades, the student sees the marks', async () => {
  const { studentClient, trainerClient, params, body, course } = await openAssignment()
  const submitted = await studentClient.submissions.submitAssignment({ params, body })
  expect(submitted).toMatchObject({ status: 'SUBMITTED', late: false, attempt: 1, marks: null, answers: body.answers })
  const opened = await trainerClient.submissions.getSubmission({ params: { submissionId: submitted.id, courseId: course.id } })
  const graded = await trainerClient.submissions.gradeSubmission({
    params: { id: submitted.id },
    body: { marks: 17, feedback: 'Exact.', version: opened.version },
  })
  expect(graded).toMatchObject({ status: 'GRADED', marks: 17, gradedBy: { id: trainerClient.user.id } })
  const seen = await studentClient.submissions.getSubmission({ params: { submissionId: submitted.id, courseId: course.id } })
  expect(seen).toMatchObject({ status: 'GRADED', marks: 17, feedback: 'Exact.' })
  await expect(studentClient.submissions.listMySubmissions()).resolves.toMatchObject({
    total: 1,
    items: [{ marks: 17, feedback: 'Exact.' }],
  })
})

test('of two trainers with the same version one saves, and the other gets a conflict', async () => {
  const { submission, trainer } = await given.submission()
  const [one, two] = [await as(trainer), await as('ADMIN')]
  const grade = (who: typeof one, marks: number) =>
    who.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks, version: submission.version } })
  const results = await Promise.allSettled([grade(one, 11), grade(two, 12)])
  const lost = results.find((result) => result.status === 'rejected')!
  const won = results.find((result) => result.status === 'fulfilled')!
  expect(lost.reason).toBeProblem('version-conflict')
  expect(lost.reason.current).toMatchObject({ marks: won.value.marks, version: won.value.version })
})

test('a returned submission may be submitted again, even after the last attempt', async () => {
  const { studentClient, trainerClient, params, body } = await openAssignment({ maxAttempts: 1 })
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 5, feedback: 'Once more.', action: 'RETURN' } })
  await studentClient.submissions.submitAssignment({ params, body })
  await expect(readWithAttempts(studentClient, { params: { submissionId: id, courseId: params.courseId } })).resolves.toMatchObject({
    status: 'SUBMITTED',
    attempt: 2,
    marks: null,
    attempts: [{ attempt: 1, marks: 5, feedback: 'Once more.' }],
  })
})

test('graded work cannot be submitted or drafted again', async () => {
  const { studentClient, trainerClient, params, body } = await openAssignment()
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 5 } })
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
  await expect(studentClient.submissions.saveAnswers({ params: { id }, body })).rejects.toBeProblem('closed')
})

test('marks above the maximum, not a number, or for an unknown question are rejected by field', async () => {
  const { submission, trainer, assignment } = await given.submission()
  const client = await as(trainer)
  const grade = (body: object) => client.submissions.gradeSubmission({ params: { id: submission.id }, body: body as { marks: number } })
  await expect(grade({ marks: 21 })).rejects.toBeProblem('validation-failed', ['/marks'])
  for (const marks of [-1, 20.01, '10', '10abc', null, true, Number.NaN, '1e309', [1]])
    await expect(grade({ marks })).rejects.toBeProblem('validation-failed', ['/marks'])
  // A number in JSON, but too large to store.
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/api/assignments/${submission.id}/grade`,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    payload: '{"marks": 1e309}',
  })
  expect(statusCode).toBe(422)
  const questionMarks = [
    { questionId: assignment.questions[0]!.id, marks: 21 },
    { questionId: crypto.randomUUID(), marks: 1 },
  ]
  await expect(grade({ marks: 20, questionMarks })).rejects.toBeProblem('validation-failed', [
    '/questionMarks/0/marks',
    '/questionMarks/1/questionId',
  ])
})

test('marks, grader, status and owner are ignored when a student sends them', async () => {
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
  const submitted = await studentClient.submissions.submitAssignment({ params, body: forged })
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
  expect(submitted).toMatchObject(untouched)
  await studentClient.submissions.saveAnswers({ params: { id: submitted.id }, body: forged })
  // As staff see it: the values are not only hidden from the student.
  await expect(
    trainerClient.submissions.getSubmission({ params: { submissionId: submitted.id, courseId: course.id } }),
  ).resolves.toMatchObject(untouched)
})

test('a student grades neither their own work nor that of others', async () => {
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

test('a trainer who is also enrolled in the same course cannot grade their own work; a colleague can', async () => {
  const { course, trainer } = await given.submission()
  const { submission: own } = await given.submission({ studentId: trainer.id, assignment: { courseId: course.id } })
  await given.member(course.id, { ...trainer, role: 'USER' })
  const grade = { params: { id: own.id }, body: { marks: 5 } }
  await expect((await as(trainer)).submissions.gradeSubmission(grade)).rejects.toBeProblem('forbidden')
  await expect((await as('ADMIN')).submissions.gradeSubmission(grade)).resolves.toMatchObject({ status: 'GRADED', marks: 5 })
})

test('trainers cannot grade work of other courses', async () => {
  const { submission } = await given.submission()
  const grade = { params: { id: submission.id }, body: { marks: 5 } }
  await expect((await as('TRAINER')).submissions.gradeSubmission(grade)).rejects.toBeProblem('not-found')
})

test('each change of marks is kept', async () => {
  const { submission, trainer } = await given.submission()
  const client = await as(trainer)
  for (const marks of [4, 9]) await client.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks } })
  const trail = await database.db.select().from(gradeChanges).where(eq(gradeChanges.submissionId, submission.id)).orderBy(gradeChanges.id)
  expect(trail.map(({ oldMarks, newMarks, changedBy }) => [oldMarks, newMarks, changedBy])).toEqual([
    [null, 4, trainer.id],
    [4, 9, trainer.id],
  ])
})

test('automatic marks are hidden until the work is graded, also those of earlier attempts', async () => {
  const choice = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'], points: 4 })
  const { studentClient, trainerClient, params, course } = await openAssignment({
    questions: [choice, given.question({ required: false })],
  })
  await studentClient.submissions.submitAssignment({ params, body: answer(choice.id, 'a') })
  const { id } = await studentClient.submissions.submitAssignment({ params, body: answer(choice.id, 'b') })
  const at = { params: { submissionId: id, courseId: course.id } }
  const earned = async (who: typeof studentClient) => {
    const { questionMarks, attempts } = await readWithAttempts(who, at)
    return [questionMarks, ...attempts.map((attempt) => attempt.questionMarks)].map((marks) => marks.map((one) => one.marks))
  }
  expect(await earned(studentClient)).toEqual([[], []])
  expect(await earned(trainerClient)).toEqual([[4], [0]])
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 4 } })
  expect(await earned(studentClient)).toEqual([[4], []])
})

test('deleted work cannot be graded', async () => {
  const { course, trainer } = await given.course()
  const { week } = await given.week({ courseId: course.id, deletedAt: '2026-11-01T00:00:00Z' })
  for (const values of [{ weekId: week.id }, { deletedAt: '2026-11-01T00:00:00Z' }]) {
    const { submission } = await given.submission({ assignment: { courseId: course.id, ...values }, studentId: (await given.student()).id })
    const grade = (await as(trainer)).submissions.gradeSubmission({ params: submission, body: { marks: 1 } })
    await expect(grade).rejects.toBeProblem('not-found')
  }
})

test('returned work keeps its submission time: submitting again after the due time is not late', async () => {
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { studentClient, trainerClient, params, body } = await openAssignment({ dueAt: '2026-11-20T12:00:00Z', latePolicy })
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 5, action: 'RETURN' } })
  clock.set('2026-11-23T12:00:00Z')
  for (const attempt of [2, 3])
    await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({
      attempt,
      late: false,
      submittedAt: '2026-11-23T12:00:00.000Z',
      effectiveSubmittedAt: '2026-11-20T12:00:00.000Z',
    })
  const { items } = await trainerClient.submissions.listSubmissions({ params })
  expect(items).toMatchObject([{ late: false, submittedAt: '2026-11-23T12:00:00.000Z', effectiveSubmittedAt: '2026-11-20T12:00:00.000Z' }])
  const graded = await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 20 } })
  clock.set('2026-11-20T12:00:00Z')
  expect(graded).toMatchObject({ marks: 20, deduction: 0, late: false })
})
