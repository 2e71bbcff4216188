/** Submitting: drafts, attempts, times, choices, files; and who sees submissions. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { attemptLimits } from '@lms/contract/rules/limits'
import { submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { emails } from '#db/schema/mail.ts'
import { testApp } from '#test/app.ts'
import { answer, courseFixtures, readWithAttempts } from '#test/course-fixtures.ts'

const { given, as, clock, statements, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

test('a second attempt replaces the first, which stays readable', async () => {
  const { studentClient, trainerClient, params, body, assignment } = await openAssignment()
  const first = await studentClient.submissions.submitAssignment({ params, body })
  const at = { params: { submissionId: first.id, courseId: params.courseId } }
  const opened = await trainerClient.submissions.getSubmission(at)
  const second = await studentClient.submissions.submitAssignment({ params, body: answer(assignment.questions[0]!.id, 'Better') })
  expect(second).toMatchObject({ id: first.id, attempt: 2 })
  for (const client of [studentClient, trainerClient])
    await expect(readWithAttempts(client, at)).resolves.toMatchObject({ attempt: 2, attempts: [{ attempt: 1, answers: body.answers }] })
  await expect(
    trainerClient.submissions.gradeSubmission({ params: { id: first.id }, body: { marks: 1, version: opened.version } }),
  ).rejects.toBeProblem('version-conflict')
})

test('twenty parallel calls make one submission with twenty attempts', async () => {
  const questions = [given.question(), given.question()]
  const { studentClient, trainerClient, params, assignment } = await openAssignment({ questions })
  const wordsOf = (n: number) => questions.flatMap(({ id }) => answer(id, `Words ${n}`).answers)
  const submit = (_: unknown, n: number) => studentClient.submissions.submitAssignment({ params, body: { answers: wordsOf(n) } })
  const all = await Promise.all(Array.from({ length: 20 }, submit))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  const at = { courseId: params.courseId, assignmentId: assignment.id }
  const roster = await trainerClient.submissions.listSubmissions({ params: at })
  expect(roster).toMatchObject({ total: 1, items: [{ attempt: 20 }] })
  const { answers, attempts } = await readWithAttempts(trainerClient, { params: { ...params, submissionId: all[0]!.id } })
  const submitted = [answers, ...attempts.map((one) => one.answers)].map((one) => JSON.stringify(one))
  expect(submitted.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => JSON.stringify(wordsOf(n))).toSorted())
})

test('without a limit of the assignment there are twenty attempts, and all of them hold 5 MB of text', async () => {
  const { studentClient, params, body, assignment } = await openAssignment()
  const submission = await studentClient.submissions.submitAssignment({ params, body })
  const [row] = await database.db.select().from(submissionAttempts).where(eq(submissionAttempts.submissionId, submission.id))
  const answers = [{ questionId: assignment.questions[0]!.id, value: 'é'.repeat(attemptLimits.bytes / 2) }]
  await database.db.insert(submissionAttempts).values({ ...row!, attempt: 0, answers })
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toMatchObject({
    problem: 'too-large',
    message: 'All your attempts at this assignment may have 5 MB of text together. Submit long texts as a file.',
  })
  await database.db.delete(submissionAttempts).where(eq(submissionAttempts.attempt, 0))
  await database.db.update(submissions).set({ attempt: 19 }).where(eq(submissions.id, submission.id))
  await studentClient.submissions.submitAssignment({ params, body })
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toMatchObject({ message: 'All 20 attempts are used.' })
})

test('only the student sees a draft, and submitting clears it', async () => {
  const { studentClient, trainerClient, params, body, assignment, course } = await openAssignment()
  const draft = await studentClient.submissions.saveAnswers({ params: { id: assignment.id }, body })
  expect(draft).toMatchObject({ status: 'DRAFT', draft: body.answers, answers: [] })
  const seen = await trainerClient.submissions.getSubmission({ params: { submissionId: draft.id, courseId: course.id } })
  expect(seen).toMatchObject({ draft: null, answers: [] })
  await expect(studentClient.submissions.saveAnswers({ params: { id: draft.id }, body })).resolves.toMatchObject({ id: draft.id })
  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ draft: null, answers: body.answers })
})

test('answers saved from an older version are rejected with the newer ones; none are lost', async () => {
  const { studentClient, params, assignment } = await openAssignment()
  const question = assignment.questions[0]!.id
  const at = { params: { id: assignment.id } }
  const words = (value: string, draftVersion: number) => ({ ...answer(question, value), draftVersion })
  const first = await studentClient.submissions.saveAnswers({ ...at, body: words('One', 0) })
  expect(first.draftVersion).toBe(1)
  const both = [words('Phone', 1), words('Laptop', 1)].map((body) => studentClient.submissions.saveAnswers({ ...at, body }))
  const results = await Promise.allSettled(both)
  const saved = results.find((result) => result.status === 'fulfilled')!.value
  const refused = results.find((result) => result.status === 'rejected')!.reason
  expect(refused).toBeProblem('version-conflict')
  expect(refused.current).toMatchObject({ answers: saved.draft, draftVersion: 2 })
  // Submitting from an outdated page would discard the newer draft.
  await expect(studentClient.submissions.submitAssignment({ params, body: words('One', 1) })).rejects.toBeProblem('version-conflict')
  const submitted = await studentClient.submissions.submitAssignment({ params, body: words('Both', 2) })
  expect(submitted).toMatchObject({ draftVersion: 3, draft: null, attempt: 1 })
  await expect(studentClient.submissions.saveAnswers({ ...at, body: words('Late', 2) })).rejects.toBeProblem('version-conflict')
})

test('the due minute is in time, the next one late; after closing all are rejected', async () => {
  const times = { dueAt: '2026-11-20T12:00:00Z', closesAt: '2026-11-20T13:00:00Z' }
  const { studentClient, params, body } = await openAssignment(times)
  clock.set('2026-11-20T12:00:59.999Z')
  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ late: false })
  clock.set('2026-11-20T12:01:00Z')
  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ late: true })
  clock.set('2026-11-20T13:01:00Z')
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
})

test('a receipt is emailed on request, once per submission, and not without one', async () => {
  const times = { dueAt: '2026-11-20T11:00:00Z', closesAt: '2026-11-20T13:00:00Z' }
  const { studentClient, student, assignment, params, body } = await openAssignment(times)
  const receipts = () => database.db.select().from(emails).where(eq(emails.userId, student.id))
  await studentClient.submissions.submitAssignment({ params, body })
  expect(await receipts()).toEqual([])
  await studentClient.submissions.submitAssignment({ params, body: { ...body, emailReceipt: true } })
  const [receipt, ...others] = await receipts()
  expect([receipt!.toAddress, receipt!.subject, others]).toEqual([student.email, `You submitted ${assignment.title}`, []])
  expect(receipt!.text).toContain('Attempt 2, late.')
  expect(receipt!.text).toContain('1 of 1 questions answered.')
  expect(receipt!.text).toContain(`/assignments/course/${params.courseId}/week/${params.weekId}/${assignment.id}`)
  clock.set('2026-11-20T14:00:00Z')
  const late = studentClient.submissions.submitAssignment({ params, body: { ...body, emailReceipt: true } })
  await expect(late).rejects.toBeProblem('closed')
  expect(await receipts()).toHaveLength(1)
})

test('choices are marked automatically, and a quiz with only choices is graded at once', async () => {
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

test('each invalid answer is named', async () => {
  const [choice, text] = [given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'] }), given.question()]
  const { studentClient, params } = await openAssignment({ questions: [choice, text] })
  const body = {
    answers: [
      { questionId: choice.id, value: 'c' },
      { questionId: crypto.randomUUID(), value: 'x' },
      { questionId: choice.id, value: 'a' },
    ],
  }
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('validation-failed', [
    '/answers/0/value',
    '/answers/1/questionId',
    '/answers/2/value',
    `/answers/${text.id}`,
  ])
})

test('the file of another user is rejected', async () => {
  const question = given.question({ type: 'FILE' })
  const { studentClient, params, student } = await openAssignment({ questions: [question] })
  const [own, foreign] = [await given.file(student.id), await given.file((await given.student()).id)]
  await expect(studentClient.submissions.submitAssignment({ params, body: answer(question.id, [foreign.key]) })).rejects.toBeProblem(
    'validation-failed',
  )
  await expect(studentClient.submissions.submitAssignment({ params, body: answer(question.id, [own.key]) })).resolves.toMatchObject({
    files: [{ key: own.key, name: 'work.pdf' }],
  })
})

test('a submission is a 404 for other students, other trainers, and through another course', async () => {
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

test('the roster shows students without work, and filters', async () => {
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

test('the same Idempotency-Key gets the same response; another body is rejected', async () => {
  const { studentClient, params, body, assignment } = await openAssignment()
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await studentClient.submissions.submitAssignment({ params, body }, options)
  await expect(studentClient.submissions.submitAssignment({ params, body }, options)).resolves.toEqual(first)
  await expect(
    studentClient.submissions.submitAssignment({ params, body: answer(assignment.questions[0]!.id, 'Other') }, options),
  ).rejects.toBeProblem('idempotency-key-reused')
})

test('work on an unpublished assignment or in a locked week is hidden from its student, and staff still see it', async () => {
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

test('work on an assignment that staff closed stays readable for its student, but is not changed', async () => {
  const { studentClient, trainerClient, params, body, assignment } = await openAssignment()
  const { id: submissionId } = await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.assignments.updateAssignment({ params: assignment, body: { status: 'CLOSED' } })
  const at = { params: { submissionId, courseId: params.courseId } }
  await expect(studentClient.submissions.getSubmission(at)).resolves.toMatchObject({ id: submissionId, answers: body.answers })
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
})

test('deleted users and new trainers are on no roster, and have no work as students', async () => {
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

test('no work is missing within the due minute', async () => {
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
})

test('lists of submissions need the same number of statements for any length', async () => {
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
