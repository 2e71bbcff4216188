/** What a change of an assignment does, and does not, to the work on it; and which assignments students are notified of. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { assignmentQuestionVersions, assignments, gradeChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { notices } from '#db/schema/notices.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
const { openAssignment } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')
const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
const flag = { kind: 'FLAG' as const, percent: 0, floor: 0 }

type Work = Partial<typeof submissions.$inferInsert>
const graded = (marks: number, values: Work = {}): Work => ({ status: 'GRADED', marks, gradedAt: '2026-11-19T12:00:00Z', ...values })

/** An assignment with the work of students of these names. */
async function classOf(work: Record<string, Work>, values: Parameters<typeof openAssignment>[0] = {}) {
  const home = await openAssignment(values)
  const ids: Record<string, string> = {}
  for (const [name, own] of Object.entries(work)) {
    const student = await given.user({ name })
    await given.member(home.course.id, student)
    const submittedAt = '2026-11-17T12:00:00.000Z'
    const row = { assignmentId: home.assignment.id, courseId: home.course.id, studentId: student.id, status: 'SUBMITTED' as const }
    const [made] = await db
      .insert(submissions)
      .values({ ...row, attempt: 1, version: 1, submittedAt, effectiveSubmittedAt: submittedAt, ...own })
      .returning()
    await db
      .insert(submissionAttempts)
      .values({ submissionId: made!.id, attempt: 1, answers: made!.answers, submittedAt: made!.submittedAt!, late: made!.late })
    ids[name] = made!.id
  }
  const update = (body: object) => home.trainerClient.assignments.updateAssignment({ params: { id: home.assignment.id }, body })
  const preview = (body: object) =>
    home.trainerClient.assignmentChanges.previewAssignmentChanges({ params: { id: home.assignment.id }, body })
  const rowOf = async (name: string) => (await db.select().from(submissions).where(eq(submissions.id, ids[name]!)))[0]!
  return { ...home, ids, update, preview, rowOf }
}

test('a preview names the largest differences first, then by name, and work whose lateness alone changes', async () => {
  const [choice, text] = [given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['a'], points: 4 }), given.question()]
  const answered = (value: string) => ({ answers: [{ questionId: choice.id, value }] })
  const marked = (marks: number) => ({
    questionMarks: [
      { questionId: choice.id, marks },
      { questionId: text.id, marks: 10 },
    ],
  })
  const given4 = { ...marked(4), ...answered('a') }
  const given0 = { ...marked(0), ...answered('b') }
  const { preview } = await classOf(
    { Cleo: graded(14, given4), Ana: graded(10, given0), Bea: graded(10, given0), Dora: graded(10, { ...given0, late: true }) },
    { questions: [choice, text], dueAt: '2026-11-16T12:00:00Z', latePolicy: flag },
  )
  const shown = await preview({ questions: [{ ...choice, answerKey: ['b'], points: 8 }, text] })
  expect(shown.items.map(({ student: { name }, after }) => [name, after.marks])).toEqual([
    ['Ana', 18],
    ['Bea', 18],
    ['Dora', 18],
    ['Cleo', 10],
  ])
  // Other points alone change marks too.
  const dearer = await preview({ questions: [{ ...choice, points: 8 }, text] })
  expect(dearer.items.map(({ student: { name }, after }) => [name, after.marks])).toEqual([['Cleo', 18]])
  const later = await preview({ dueAt: '2026-11-18T12:00:00Z' })
  expect(later.items).toMatchObject([{ student: { name: 'Dora' }, before: { marks: 10, late: true }, after: { marks: 10, late: false } }])
})

test('a later due time is no change of a mark in the history; a held mark does not move its course up for the student', async () => {
  const updatedAt = '2026-11-18T12:00:00.000Z'
  const { update, ids, rowOf } = await classOf(
    { Ana: graded(10, { late: true, updatedAt }), Bea: graded(10, { late: true, updatedAt, isHeld: true }) },
    { dueAt: '2026-11-16T12:00:00Z', latePolicy: flag },
  )
  await update({ dueAt: '2026-11-18T12:00:00Z' })
  expect(await rowOf('Ana')).toMatchObject({ late: false, updatedAt: '2026-11-20T12:00:00.000Z' })
  expect(await rowOf('Bea')).toMatchObject({ late: false, updatedAt })
  for (const id of Object.values(ids)) expect(await db.$count(gradeChanges, eq(gradeChanges.submissionId, id))).toBe(0)
})

test('an earlier due time makes submitted work late on request, but never work that was recorded', async () => {
  const { update, rowOf, assignment, trainer } = await classOf(
    { Ana: graded(10), Bea: graded(10) },
    { dueAt: '2026-11-18T12:00:00Z', latePolicy },
  )
  const [bea] = [await rowOf('Bea')]
  await db.update(submissions).set({ recordedBy: trainer.id }).where(eq(submissions.id, bea.id))
  await update({ dueAt: '2026-11-16T12:00:00Z', recheckLate: true })
  expect([assignment.maxMarks, await rowOf('Ana'), await rowOf('Bea')]).toMatchObject([
    20,
    { late: true, marks: 8, deduction: 2 },
    { late: false, marks: 10, deduction: 0 },
  ])
})

test('questions get a new version only when they change; points of choices may fall, and the marks with them', async () => {
  const [choice, text] = [
    given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['a'], points: 4 }),
    given.question({ points: 16 }),
  ]
  const answers = [{ questionId: choice.id, value: 'a' }]
  const questionMarks = [
    { questionId: choice.id, marks: 4 },
    { questionId: text.id, marks: 10 },
  ]
  const { update, rowOf, assignment } = await classOf({ Ana: graded(14, { answers, questionMarks }) }, { questions: [choice, text] })
  const versions = () => db.$count(assignmentQuestionVersions, eq(assignmentQuestionVersions.assignmentId, assignment.id))
  await update({ title: 'Another title' })
  expect(await versions()).toBe(0)
  await expect(
    update({
      questions: [
        { ...choice, points: 2 },
        { ...text, points: 10 },
      ],
    }),
  ).resolves.toMatchObject({ maxMarks: 12 })
  expect(await versions()).toBe(1)
  expect(await rowOf('Ana')).toMatchObject({ marks: 12 })
})

test('a copy has questions of its own', async () => {
  const { assignment, course, week, trainerClient } = await openAssignment()
  const copy = await trainerClient.assignmentChanges.duplicateAssignment({
    params: { id: assignment.id },
    body: { courseId: course.id, weekId: week.id },
  })
  expect(copy.questions.map(({ prompt }) => prompt)).toEqual(assignment.questions.map(({ prompt }) => prompt))
  expect(copy.questions[0]!.id).not.toBe(assignment.questions[0]!.id)
})

test('an assignment cannot be restored into a deleted week', async () => {
  const { assignment, week, trainerClient } = await openAssignment()
  const params = { id: assignment.id }
  await trainerClient.assignmentChanges.removeAssignment({ params })
  await db.update(weeks).set({ deletedAt: '2026-11-20T11:00:00Z' }).where(eq(weeks.id, week.id))
  await expect(trainerClient.assignmentChanges.restoreAssignment({ params })).rejects.toBeProblem('not-found')
  expect((await db.select().from(assignments).where(eq(assignments.id, assignment.id)))[0]!.deletedAt).not.toBeNull()
})

test('students are not notified of held marks, of work that others wait for, or of courses that are drafts', async () => {
  const { assignment, course, studentClient } = await classOf({ Ana: {} }, { holdMarks: true })
  expect(await studentClient.assignments.getAssignment({ params: { id: assignment.id } })).not.toHaveProperty('holdMarks')
  const total = async (query: object) => (await studentClient.assignments.listMyAssignments({ query })).total
  expect([await total({}), await total({ state: 'TO_GRADE' })]).toEqual([1, 0])
  await db.update(courses).set({ status: 'DRAFT' }).where(eq(courses.id, course.id))
  expect(await total({})).toBe(0)
})

const quiz = () => given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: [], points: 4, required: false })

test('a key for the last question without one marks the work that waits, as new work is marked; what a person decided stays', async () => {
  const choice = quiz()
  const chose = (value: string) => ({ answers: [{ questionId: choice.id, value }] })
  const home = await classOf(
    {
      Ana: chose('a'),
      Bea: chose('b'),
      Late: { ...chose('a'), late: true, submittedAt: '2026-11-19T12:00:00.000Z', effectiveSubmittedAt: '2026-11-19T12:00:00.000Z' },
      Byhand: graded(3, { ...chose('b'), questionMarks: [{ questionId: choice.id, marks: 3 }] }),
      Returned: graded(0, { ...chose('a'), status: 'RETURNED' }),
      Exam: {},
      Excused: chose('a'),
    },
    { questions: [choice], dueAt: '2026-11-18T12:00:00Z', latePolicy },
  )
  const { update, preview, rowOf, trainer, trainerClient, course, assignment, ids } = home
  await db.update(submissions).set({ recordedBy: trainer.id }).where(eq(submissions.id, ids['Exam']!))
  const params = { courseId: course.id, assignmentId: assignment.id }
  await trainerClient.assignmentExceptions.excuseStudents({
    params,
    body: { studentIds: [(await rowOf('Excused')).studentId], reason: 'Ill' },
  })
  const body = { questions: [{ ...choice, answerKey: ['a'] }] }
  const shown = await preview(body)
  expect(shown.items.map(({ student: { name }, before, after }) => [name, before.marks, after.marks])).toEqual([
    ['Ana', null, 4],
    ['Excused', null, 4],
    ['Late', null, 3.6],
    ['Bea', null, 0],
  ])
  await update(body)
  const marked = { status: 'GRADED', gradedBy: null, gradedAt: '2026-11-20T12:00:00.000Z', deduction: 0, isHeld: false, version: 2 }
  expect(await rowOf('Ana')).toMatchObject({ ...marked, marks: 4, questionMarks: [{ questionId: choice.id, marks: 4 }] })
  expect(await rowOf('Bea')).toMatchObject({ ...marked, marks: 0 })
  expect(await rowOf('Late')).toMatchObject({ ...marked, marks: 3.6, deduction: 0.4 })
  expect(await rowOf('Byhand')).toMatchObject({ status: 'GRADED', marks: 3, questionMarks: [{ questionId: choice.id, marks: 3 }] })
  expect(await rowOf('Returned')).toMatchObject({ status: 'RETURNED', marks: 0 })
  expect(await rowOf('Exam')).toMatchObject({ status: 'SUBMITTED', marks: null, questionMarks: [] })
  expect(await db.select().from(gradeChanges).where(eq(gradeChanges.submissionId, ids['Ana']!))).toMatchObject([
    { action: 'REMARK', oldMarks: null, newMarks: 4 },
  ])
  const told = await db.select().from(notices).where(eq(notices.courseId, course.id))
  const nameOf = new Map(await Promise.all(Object.keys(ids).map(async (name) => [(await rowOf(name)).studentId, name] as const)))
  const shownTo = told.map(({ userId, subject }) =>
    [nameOf.get(userId), 'outcome' in subject && subject.outcome, 'marks' in subject && subject.marks].join(' '),
  )
  expect(shownTo.toSorted()).toEqual(['Ana MARKED 4', 'Bea MARKED 0', 'Excused EXCUSED false', 'Late MARKED 3.6'])
  // Without the key what it marked stays.
  await update({ questions: [{ ...choice, answerKey: [] }] })
  expect(await rowOf('Ana')).toMatchObject({ status: 'GRADED', marks: 4 })
})

test('waiting work is held where marks are held, and left to a person where it was not asked all questions', async () => {
  const [choice, other] = [quiz(), quiz()]
  const answers = [{ questionId: choice.id, value: 'a' }]
  const { update, rowOf } = await classOf({ Ana: { answers }, Bea: { answers } }, { questions: [choice] })
  const { questions } = (await update({ questions: [choice, { ...other, id: undefined }] })) as { questions: { id: string }[] }
  await db
    .update(submissions)
    .set({ questionsVersion: 2 })
    .where(eq(submissions.id, (await rowOf('Bea')).id))
  await update({
    questions: [
      { ...choice, answerKey: ['a'] },
      { ...other, id: questions[1]!.id, answerKey: ['a'] },
    ],
    holdMarks: true,
  })
  expect(await rowOf('Ana')).toMatchObject({ status: 'SUBMITTED', marks: null, questionMarks: [{ questionId: choice.id, marks: 4 }] })
  expect(await rowOf('Bea')).toMatchObject({ status: 'GRADED', marks: 4, isHeld: true })
})
