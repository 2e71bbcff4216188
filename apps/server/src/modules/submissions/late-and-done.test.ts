/** Work of which nobody asks whether it is late, and work without questions. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { courses } from '#db/schema/courses.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))
const yesterday = '2026-11-19T12:00:00Z'
const policy = (kind: 'NONE' | 'FLAG') => ({ kind, percent: 0, floor: 0 })

test('where lateness does not matter no work is late, also after the policy is changed', async () => {
  const home = await openAssignment({ dueAt: yesterday, latePolicy: policy('NONE') })
  const { studentClient, trainerClient, params, body, course, assignment } = home
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  const read = () => trainerClient.submissions.getSubmission({ params: { submissionId: id, courseId: course.id } })
  const change = (kind: 'NONE' | 'FLAG', recheckLate = false) =>
    trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { latePolicy: policy(kind), recheckLate } })
  expect(await read()).toMatchObject({ late: false })
  const roster = await trainerClient.submissions.listSubmissions({ params: { courseId: course.id, assignmentId: assignment.id } })
  expect(roster.counts).toMatchObject({ late: 0 })
  await change('FLAG')
  expect(await read()).toMatchObject({ late: false })
  await studentClient.submissions.submitAssignment({ params, body })
  expect(await read()).toMatchObject({ late: true })
  await change('NONE')
  expect(await read()).toMatchObject({ late: false })
})

test('late days are counted by the clock of the course, not in hours: announced, on submission, graded, and graded again', async () => {
  clock.set('2026-10-20T12:00:00Z')
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const home = await openAssignment({ dueAt: '2026-10-24T18:00:00+02:00', latePolicy, maxAttempts: 2 })
  const { studentClient, trainerClient, params, body, course, assignment } = home
  await database.db.update(courses).set({ timeZone: 'Europe/Berlin' }).where(eq(courses.id, course.id))
  // 24.5 hours after the due time, on the night that has an hour more.
  clock.set('2026-10-25T17:30:00+01:00')
  const lost = assignment.maxMarks / 10
  const { items } = await studentClient.marks.getMyMarks({ params: { courseId: course.id } })
  expect(items).toMatchObject([{ lateCost: lost }])
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  const graded = await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: assignment.maxMarks } })
  expect(graded).toMatchObject({ late: true, deduction: lost })
  const doubled = { body: { latePolicy: { ...latePolicy, percent: 20 } }, params: { id: assignment.id } }
  await trainerClient.assignments.updateAssignment(doubled)
  const read = await trainerClient.submissions.getSubmission({ params: { submissionId: id, courseId: course.id } })
  expect(read).toMatchObject({ deduction: 2 * lost })
})

test.each([false, true])('work without questions is done when it is marked as done, with marks held: %s', async (holdMarks) => {
  const { course, week, assignment, student, trainer } = await given.assignment({ questions: [], maxMarks: 0, holdMarks })
  const [studentClient, trainerClient] = [await as(student), await as(trainer)]
  const params = { courseId: course.id, weekId: week.id, assignmentId: assignment.id }
  const done = await studentClient.submissions.submitAssignment({ params, body: { answers: [] } })
  expect(done).toMatchObject({ status: 'GRADED', marks: null, gradedBy: null })
  const roster = await trainerClient.submissions.listSubmissions({ params: { courseId: course.id, assignmentId: assignment.id } })
  expect(roster).toMatchObject({ counts: { toGrade: 0, graded: 1 }, held: 0 })
  const toGrade = await trainerClient.assignments.listMyAssignments({ query: { state: 'TO_GRADE' } })
  expect(toGrade.total).toBe(0)
  const mine = await studentClient.marks.getMyMarks({ params: { courseId: course.id } })
  expect(mine).toMatchObject({ total: null, items: [{ state: 'GRADED', marks: null }] })
  const summary = await trainerClient.marks.getMarksSummary({ params: { courseId: course.id } })
  expect(summary).toMatchObject({ toGrade: 0, medianTotal: null, assignments: [{ median: null }] })
  await expect(studentClient.courses.getProgress({ params: { id: course.id } })).resolves.toMatchObject({ completed: 1, next: null })
})
