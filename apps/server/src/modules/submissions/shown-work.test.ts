/** How submitted work is shown and marked: late work whose due time changed, earlier questions, receipts, and the order of lists. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { assignmentExceptions, assignmentQuestionVersions, assignments, gradeChanges, submissions } from '#db/schema/assignments.ts'
import { courses } from '#db/schema/courses.ts'
import { gradingPresence } from '#db/schema/grading.ts'
import { emails } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { answer } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))
const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }

test('work that was on time stays on time, although its due time is earlier now: when graded, and whenever returned work is submitted again', async () => {
  const question = given.question()
  const { assignment, course, student, trainer, submission } = await given.submission({
    late: false,
    submittedAt: '2026-11-19T10:00:00Z',
    effectiveSubmittedAt: '2026-11-19T10:00:00Z',
    assignment: { dueAt: '2026-11-18T12:00:00Z', latePolicy, questions: [question] },
  })
  const [trainerClient, studentClient] = [await as(trainer), await as(student)]
  const grade = (body: { marks: number; action?: 'RETURN' }) =>
    trainerClient.submissions.gradeSubmission({ params: { id: submission.id }, body })
  await expect(grade({ marks: 10 })).resolves.toMatchObject({ marks: 10, deduction: 0 })
  await grade({ marks: 10, action: 'RETURN' })
  const params = { courseId: course.id, weekId: assignment.weekId, assignmentId: assignment.id }
  for (const attempt of [2, 3]) {
    const again = studentClient.submissions.submitAssignment({ params, body: answer(question.id) })
    await expect(again).resolves.toMatchObject({ attempt, late: false, effectiveSubmittedAt: '2026-11-19T10:00:00.000Z' })
  }
  await expect(grade({ marks: 10 })).resolves.toMatchObject({ marks: 10, deduction: 0 })
})

test('grading without marks of single questions keeps those given before; a conflict names who graded', async () => {
  const [choice, text] = [given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'], points: 4 }), given.question()]
  const { trainer, submission } = await given.submission({
    version: 1,
    questionMarks: [{ questionId: choice.id, marks: 4 }],
    assignment: { questions: [choice, text] },
  })
  const trainerClient = await as(trainer)
  const grade = (version: number) =>
    trainerClient.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 9, version } })
  await expect(grade(1)).resolves.toMatchObject({ marks: 9, questionMarks: [{ questionId: choice.id, marks: 4 }] })
  await expect(grade(1)).rejects.toMatchObject({ message: `${trainer.name} changed this in the meantime. Nothing was saved.` })
})

test('questions of an earlier version are shown to staff as worded then, with the points and key of today', async () => {
  const before = given.question({ type: 'SINGLE_CHOICE', prompt: 'Old', options: ['a', 'b'], answerKey: ['b'], points: 4 })
  const now = { ...before, prompt: 'New', answerKey: ['a'], points: 5 }
  const { assignment, course, trainer, submission } = await given.submission({
    questionsVersion: 1,
    assignment: { questions: [now], questionsVersion: 2 },
  })
  await db.insert(assignmentQuestionVersions).values({ assignmentId: assignment.id, version: 1, questions: [before] })
  const shown = await (await as(trainer)).submissions.getSubmission({ params: { submissionId: submission.id, courseId: course.id } })
  expect(shown.questionVersions).toMatchObject([{ version: 1, questions: [{ prompt: 'Old', answerKey: ['a'], points: 5 }] }])
})

test('a submitted file is shown with its size; a held mark does not reveal its grader to the student', async () => {
  const question = given.question({ type: 'FILE' })
  const { course, student, trainer, submission, assignment } = await given.submission({ assignment: { questions: [question] } })
  const file = await given.file(student.id, { size: 1234 })
  await db
    .update(submissions)
    .set({
      answers: [{ questionId: question.id, value: [file.key] }],
      status: 'GRADED',
      marks: 9,
      gradedBy: trainer.id,
      gradedAt: '2026-11-19T12:00:00Z',
      isHeld: true,
    })
    .where(eq(submissions.assignmentId, assignment.id))
  const params = { submissionId: submission.id, courseId: course.id }
  const own = await (await as(student)).submissions.getSubmission({ params })
  expect(own).toMatchObject({ status: 'SUBMITTED', gradedBy: null, files: [{ name: 'work.pdf', size: 1234 }] })
  await expect((await as(trainer)).submissions.getSubmission({ params })).resolves.toMatchObject({ gradedBy: { id: trainer.id } })
})

test('results since a time are those of old work too, the newest first, without held ones', async () => {
  const { course, student } = await given.submission({ submittedAt: '2026-11-20T10:00:00Z' })
  const graded = async (title: string, gradedAt: string, isHeld = false) => {
    const facts = { studentId: student.id, assignment: { title, courseId: course.id }, submittedAt: '2026-05-01T10:00:00Z' }
    await given.submission({ ...facts, status: 'GRADED', marks: 5, gradedAt, isHeld })
  }
  await graded('Earlier', '2026-11-18T10:00:00Z')
  await graded('Latest', '2026-11-19T10:00:00Z')
  await graded('Held', '2026-11-19T11:00:00Z', true)
  await graded('Long ago', '2026-05-02T10:00:00Z')
  const query = { gradedSince: '2026-11-13T00:00:00Z', limit: 5 }
  const { items, total } = await (await as(student)).submissions.listMySubmissions({ query })
  expect([items.map(({ assignmentTitle }) => assignmentTitle), total]).toEqual([['Latest', 'Earlier'], 2])
})

test('a receipt has the time of its reader’s time zone, and counts no questions where there are none', async () => {
  const { assignment, student, week, course } = await given.assignment({ questions: [] })
  const [studentClient, params] = [await as(student), { courseId: course.id, weekId: week.id, assignmentId: assignment.id }]
  const receipt = async () => {
    await studentClient.submissions.submitAssignment({ params, body: { answers: [], emailReceipt: true } })
    const sent = await db.select().from(emails).where(eq(emails.userId, student.id)).orderBy(emails.createdAt, emails.id)
    return sent.at(-1)!.text
  }
  await db.update(courses).set({ timeZone: 'Asia/Tokyo' }).where(eq(courses.id, course.id))
  const inCourse = await receipt()
  expect(inCourse).toMatch(/Submitted .*21:00/)
  expect(inCourse).not.toContain('questions answered')
  clock.set('2026-11-20T12:00:01Z')
  await db.update(users).set({ timeZone: 'America/New_York' }).where(eq(users.id, student.id))
  expect(await receipt()).toMatch(/Submitted .*07:00/)
})

test('a student’s own work is listed with drafts first, without courses that are drafts or that they left', async () => {
  const { course, student, submission } = await given.submission({ submittedAt: '2026-11-19T10:00:00Z' })
  const { assignment: other } = await given.assignment({ courseId: course.id })
  const work = { studentId: student.id, courseId: course.id, assignmentId: other.id }
  const [draft] = await db
    .insert(submissions)
    .values({ ...work, status: 'DRAFT', attempt: 0 })
    .returning()
  for (const change of ['DRAFT', 'PENDING'] as const) {
    const { assignment, course: hidden } = await given.assignment()
    await given.member(hidden.id, student, change === 'PENDING' ? 'PENDING' : 'ACTIVE')
    const away = { studentId: student.id, courseId: hidden.id, assignmentId: assignment.id }
    const submittedAt = '2026-11-19T11:00:00Z'
    await db.insert(submissions).values({ ...away, status: 'SUBMITTED', attempt: 1, submittedAt, effectiveSubmittedAt: submittedAt })
    if (change === 'DRAFT') await db.update(courses).set({ status: 'DRAFT' }).where(eq(courses.id, hidden.id))
  }
  const listed = await (await as(student)).submissions.listMySubmissions({ query: {} })
  expect([listed.total, listed.items.map(({ id }) => id)]).toEqual([2, [draft!.id, submission.id]])
})

test('changes of a mark are listed newest first, and other graders in the order of their coming', async () => {
  const { assignment, course, trainer, submission } = await given.submission()
  const changes = ['2026-11-19T12:00:00Z', '2026-11-19T14:00:00Z', '2026-11-19T13:00:00Z'].map((changedAt, n) => ({
    submissionId: submission.id,
    changedBy: trainer.id,
    changedAt,
    action: 'GRADE' as const,
    newMarks: n,
  }))
  for (const change of changes) await db.insert(gradeChanges).values(change)
  const trainerClient = await as(trainer)
  const params = { submissionId: submission.id, courseId: course.id }
  const { items } = await trainerClient.grading.listMarkChanges({ params, query: {} })
  expect(items.map(({ newMarks }) => newMarks)).toEqual([1, 2, 0])
  const others: string[] = []
  for (const since of ['2026-11-20T11:59:50Z', '2026-11-20T11:59:10Z', '2026-11-20T11:59:30Z']) {
    const { id } = await given.user({ role: 'ADMIN' })
    others.push(id)
    const place = { submissionId: submission.id, assignmentId: assignment.id }
    await db.insert(gradingPresence).values({ userId: id, ...place, since, lastSeenAt: '2026-11-20T11:59:55Z' })
  }
  const { graders } = await trainerClient.grading.reportGrading({ params })
  expect(graders.map(({ grader }) => grader.id)).toEqual([others[1], others[2], others[0]])
})

test('the list of submissions shows an extension only if it ends after the due time of everyone, and the last reminder', async () => {
  const { assignment, course, student, trainer } = await given.assignment({ dueAt: '2026-11-22T12:00:00Z' })
  const exception = {
    assignmentId: assignment.id,
    studentId: student.id,
    dueAt: '2026-11-24T12:00:00Z',
    remindedAt: '2026-11-19T12:00:00Z',
  }
  await db.insert(assignmentExceptions).values(exception)
  const trainerClient = await as(trainer)
  const row = async () => {
    const { items } = await trainerClient.submissions.listSubmissions({ params: { courseId: course.id, assignmentId: assignment.id } })
    return items.find((one) => one.student.id === student.id)
  }
  expect(await row()).toMatchObject({ extendedTo: '2026-11-24T12:00:00.000Z', remindedAt: '2026-11-19T12:00:00.000Z' })
  await db.update(assignments).set({ dueAt: '2026-11-25T12:00:00Z' }).where(eq(assignments.id, assignment.id))
  expect(await row()).toMatchObject({ extendedTo: null })
})
