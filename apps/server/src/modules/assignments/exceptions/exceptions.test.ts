/** Extensions and excused students, wherever the due time matters. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
const start = '2026-11-20T12:00:00.000Z'
clock.set(start)

const dueAt = '2026-11-18T12:00:00.000Z'
const closesAt = '2026-11-19T12:00:00.000Z'
const extended = '2026-11-25T12:00:00.000Z'
const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }

/** Past due and closed, with a second student who has no exception. */
async function closedAssignment() {
  const home = await openAssignment({ dueAt, closesAt, latePolicy })
  const other = await given.user({ role: 'USER' })
  await given.member(home.course.id, other)
  const at = { courseId: home.course.id, assignmentId: home.assignment.id }
  const submissions = home.trainerClient.assignmentExceptions
  return {
    ...home,
    other,
    at,
    extend: (to: string | null, closes: string | null = null, studentIds = [home.student.id]) =>
      submissions.extendDueTime({ params: at, body: { studentIds, dueAt: to, closesAt: closes } }),
    excuse: (reason: string | null, studentIds = [home.student.id]) =>
      submissions.excuseStudents({ params: at, body: { studentIds, reason } }),
    roster: (status: 'all' | 'missing' | 'not-submitted' | 'excused' | 'to-grade' = 'all') =>
      home.trainerClient.submissions.listSubmissions({ params: at, query: { status } }),
  }
}

test('an extension reopens a closed assignment for one student only', async () => {
  const { studentClient, trainerClient, other, params, body, assignment, extend, roster, student, course } = await closedAssignment()
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
  expect((await roster()).counts).toMatchObject({ missing: 2, notSubmitted: 0 })
  await expect(extend(extended)).resolves.toEqual({ students: 1, remarked: 0 })

  expect((await roster()).counts).toMatchObject({ all: 2, missing: 1, notSubmitted: 1 })
  await expect(roster('not-submitted')).resolves.toMatchObject({ total: 1, items: [{ missing: false, extendedTo: extended }] })
  await expect(roster('missing')).resolves.toMatchObject({ total: 1, items: [{ student: { id: other.id }, missing: true }] })

  const own = await studentClient.assignments.getAssignment({ params: { id: assignment.id } })
  expect(own).toMatchObject({ dueAt: extended, closesAt: extended, work: { isExtended: true, missing: false } })
  const otherClient = await as(other)
  const plain = await otherClient.assignments.getAssignment({ params: { id: assignment.id } })
  expect(plain).toMatchObject({ dueAt, closesAt, work: { isExtended: false, missing: true } })

  const query = { state: 'OPEN' as const }
  await expect(studentClient.assignments.listMyAssignments({ query })).resolves.toMatchObject({ items: [{ dueAt: extended }] })
  await expect(otherClient.assignments.listMyAssignments({ query })).resolves.toMatchObject({ total: 0 })
  const weekOf = async (client: typeof studentClient) => {
    const { weeks } = await client.courses.getCourse({ params: { id: course.id } })
    return weeks![0]!.assignments[0]!
  }
  expect(await weekOf(studentClient)).toMatchObject({ dueAt: extended, closesAt: extended })
  expect(await weekOf(otherClient)).toMatchObject({ dueAt, closesAt })
  expect(await weekOf(trainerClient)).toMatchObject({ dueAt, closesAt })
  const progressOf = (client: typeof studentClient) => client.courses.getProgress({ params: { id: course.id } })
  await expect(progressOf(studentClient)).resolves.toMatchObject({ next: { id: assignment.id }, items: [{ state: 'NOT_STARTED' }] })
  await expect(progressOf(otherClient)).resolves.toMatchObject({ next: null, items: [{ state: 'MISSING' }] })

  const book = await trainerClient.marks.getGradebook({ params: { courseId: course.id }, query: { sort: 'total' } })
  const rowOf = (id: string) => book.items.find((row) => row.student.id === id)!
  expect(rowOf(student.id)).toMatchObject({ total: null, cells: [{ state: 'NOT_DUE', extendedTo: extended, isMissingCounted: false }] })
  expect(rowOf(other.id)).toMatchObject({ total: 0, cells: [{ state: 'MISSING', extendedTo: null, isMissingCounted: true }] })
  // SQL sorts by the same totals: none comes last.
  expect(book.items.map((row) => row.student.id)).toEqual([other.id, student.id])
  const summary = await trainerClient.marks.getMarksSummary({ params: { courseId: course.id } })
  expect(summary).toMatchObject({ missing: 1, medianTotal: 0 })
  const mine = await studentClient.marks.getMyMarks({ params: { courseId: course.id } })
  expect(mine.items).toMatchObject([{ state: 'NOT_DUE', dueAt: extended, closesAt: extended, canSubmit: true, lateCost: null }])

  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ late: false, dueAt: extended })
  expect((await roster()).counts).toMatchObject({ all: 2, missing: 1, notSubmitted: 0 })
  await expect(otherClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
})

test('an extension recalculates lateness of submitted work, and removing it makes nothing late', async () => {
  const home = await openAssignment({ dueAt: '2026-11-20T00:00:00.000Z', latePolicy })
  const { studentClient, trainerClient, params, body, student, course, assignment } = home
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 17 } })
  const seen = () => studentClient.submissions.getSubmission({ params: { submissionId: id, courseId: course.id } })
  expect(await seen()).toMatchObject({ late: true, marks: 15, deduction: 2 })
  const at = { courseId: course.id, assignmentId: assignment.id }
  const extend = (to: string | null) =>
    trainerClient.assignmentExceptions.extendDueTime({ params: at, body: { studentIds: [student.id], dueAt: to } })
  await expect(extend(extended)).resolves.toEqual({ students: 1, remarked: 1 })
  expect(await seen()).toMatchObject({ late: false, marks: 17, deduction: 0 })
  await expect(extend(null)).resolves.toMatchObject({ remarked: 0 })
  expect(await seen()).toMatchObject({ late: false, marks: 17 })
  // Grading it again takes nothing off either.
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 18 } })
  expect(await seen()).toMatchObject({ late: false, marks: 18, deduction: 0 })
})

test('removing or shortening an extension given by mistake makes work late again, on request', async () => {
  const home = await openAssignment({ dueAt: '2026-11-20T00:00:00.000Z', latePolicy })
  const { studentClient, trainerClient, params, body, student, course, assignment } = home
  const at = { courseId: course.id, assignmentId: assignment.id }
  const extend = (to: string | null, recheckLate?: boolean) =>
    trainerClient.assignmentExceptions.extendDueTime({ params: at, body: { studentIds: [student.id], dueAt: to, recheckLate } })
  // Submitted before or during the extension: both are treated the same.
  for (const isFirst of [true, false]) {
    if (!isFirst) await extend(extended)
    const { id } = await studentClient.submissions.submitAssignment({ params, body })
    if (isFirst) await extend(extended)
    await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 17 } })
    const seen = () => studentClient.submissions.getSubmission({ params: { submissionId: id, courseId: course.id } })
    expect(await seen()).toMatchObject({ late: false, marks: 17 })
    await extend(null)
    expect(await seen()).toMatchObject({ late: false, marks: 17 })
    await extend(extended)
    await expect(extend('2026-11-20T06:00:00.000Z', true)).resolves.toMatchObject({ remarked: 1 })
    expect(await seen()).toMatchObject({ late: true, marks: 15, deduction: 2 })
    await extend(extended)
    expect(await seen()).toMatchObject({ late: false, marks: 17 })
    await expect(extend(null, true)).resolves.toMatchObject({ remarked: 1 })
    expect(await seen()).toMatchObject({ late: true, marks: 15, deduction: 2 })
    await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 0, action: 'RETURN' } })
  }
})

test('a changed due time does not affect extended work, and grading uses the extension', async () => {
  const { studentClient, trainerClient, params, body, assignment, extend, course } = await closedAssignment()
  await extend(extended)
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  const earlier = { dueAt: '2026-11-17T12:00:00.000Z', recheckLate: true }
  const preview = await trainerClient.assignmentChanges.previewAssignmentChanges({ params: { id: assignment.id }, body: earlier })
  expect(preview).toMatchObject({ total: 0, submitted: 1 })
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: earlier })
  const graded = await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 17 } })
  expect(graded).toMatchObject({ marks: 17, deduction: 0, late: false })
  await expect(trainerClient.submissions.getSubmission({ params: { submissionId: id, courseId: course.id } })).resolves.toMatchObject({
    dueAt: extended,
  })
})

test('excused work is not in totals, missing work, progress and to-do lists; reverting it brings it back', async () => {
  const { studentClient, trainerClient, at, excuse, roster, student, other, course, assignment } = await closedAssignment()
  await expect(excuse('Ill, with a doctor’s note')).resolves.toEqual({ students: 1 })
  expect((await roster()).counts).toMatchObject({ all: 2, missing: 1, excused: 1 })
  await expect(roster('excused')).resolves.toMatchObject({
    total: 1,
    items: [{ student: { id: student.id, email: student.email }, missing: false, excuseReason: 'Ill, with a doctor’s note' }],
  })
  await expect(roster('missing')).resolves.toMatchObject({ total: 1, items: [{ student: { id: other.id } }] })
  const params = { courseId: course.id }
  const book = await trainerClient.marks.getGradebook({ params })
  expect(book.items.find((row) => row.student.id === student.id)).toMatchObject({ total: null, cells: [{ state: 'EXCUSED' }] })
  expect((await trainerClient.marks.getGradebook({ params, query: { state: 'missing' } })).total).toBe(1)
  await expect(trainerClient.marks.getMarksSummary({ params })).resolves.toMatchObject({ missing: 1 })
  await expect(studentClient.marks.getMyMarks({ params })).resolves.toMatchObject({
    total: null,
    totalIfNothingMore: null,
    items: [{ state: 'EXCUSED' }],
  })
  await expect(studentClient.assignments.getAssignment({ params: { id: assignment.id } })).resolves.toMatchObject({
    work: { isExcused: true, missing: false },
  })
  await expect(studentClient.courses.getProgress({ params: { id: course.id } })).resolves.toMatchObject({
    total: 0,
    next: null,
    items: [{ state: 'EXCUSED', required: false, reason: 'Excused' }],
  })
  await expect(trainerClient.courses.getProgress({ params: { id: course.id } })).resolves.toMatchObject({
    items: [{ reason: '0 of 1 students' }],
  })
  const audience = { params: { courseId: at.courseId }, body: { sendTo: [`NOT_SUBMITTED:${at.assignmentId}`] } }
  await expect(trainerClient.courseEmails.previewAudience(audience)).resolves.toMatchObject({ count: 1 })

  await excuse(null)
  expect((await roster()).counts).toMatchObject({ missing: 2, excused: 0 })
  await expect(studentClient.marks.getMyMarks({ params })).resolves.toMatchObject({ total: 0, items: [{ state: 'MISSING' }] })
})

test('an excused student gets one notice, removed when reverted; there is none for hidden assignments', async () => {
  const { studentClient, trainerClient, excuse, student, assignment, params } = await closedAssignment()
  const received = async () => (await studentClient.notices.listNotices({})).items
  await excuse('Ill')
  await excuse('Ill, with a doctor’s note')
  const { assignmentId, weekId } = params
  expect(await received()).toMatchObject([
    { kind: 'MARKS', subject: { title: assignment.title, assignmentId, weekId, outcome: 'EXCUSED' } },
  ])
  expect(JSON.stringify(await received())).not.toContain('Ill')
  await excuse(null)
  expect(await received()).toEqual([])
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { status: 'DRAFT' } })
  await excuse('Ill', [student.id])
  expect(await received()).toEqual([])
})

test('an excused student may submit, and reads that they are excused', async () => {
  const { studentClient, trainerClient, params, body, student } = await openAssignment()
  await trainerClient.assignmentExceptions.excuseStudents({ params, body: { studentIds: [student.id], reason: 'Ill' } })
  await expect(studentClient.submissions.saveAnswers({ params: { id: params.assignmentId }, body })).resolves.toMatchObject({
    isExcused: true,
  })
  await expect(studentClient.submissions.submitAssignment({ params, body })).resolves.toMatchObject({ isExcused: true, attempt: 1 })
})

test('excused work that was submitted is not listed as ungraded', async () => {
  const { studentClient, trainerClient, params, body, course, assignment, student } = await openAssignment({ dueAt: extended })
  await studentClient.submissions.submitAssignment({ params, body })
  const at = { courseId: course.id, assignmentId: assignment.id }
  const mine = () => trainerClient.assignments.listMyAssignments({ query: { state: 'TO_GRADE' } })
  await expect(mine()).resolves.toMatchObject({ total: 1, items: [{ counts: { toGrade: 1 } }] })
  await trainerClient.assignmentExceptions.excuseStudents({ params: at, body: { studentIds: [student.id], reason: 'Moved away' } })
  await expect(mine()).resolves.toMatchObject({ total: 0 })
  await expect(trainerClient.submissions.listSubmissions({ params: at })).resolves.toMatchObject({
    counts: { all: 1, toGrade: 0, excused: 1, missing: 0, notSubmitted: 0 },
  })
  await expect(trainerClient.marks.getMarksSummary({ params: { courseId: course.id } })).resolves.toMatchObject({
    toGrade: 0,
    oldest: null,
  })
})

test('earlier times and users who are not students of the course are rejected, each with an error', async () => {
  const { extend, excuse, student, trainer } = await closedAssignment()
  const stranger = await given.user({ role: 'USER' })
  await expect(extend(dueAt)).rejects.toBeProblem('validation-failed', ['/dueAt'])
  await expect(extend(extended, dueAt)).rejects.toBeProblem('validation-failed', ['/closesAt'])
  await expect(extend(null, extended)).rejects.toBeProblem('validation-failed', ['/closesAt'])
  const some = [student.id, stranger.id, trainer.id]
  await expect(extend(extended, null, some)).rejects.toBeProblem('validation-failed', ['/studentIds/1', '/studentIds/2'])
  await expect(excuse('Ill', some)).rejects.toBeProblem('validation-failed', ['/studentIds/1', '/studentIds/2'])
  await expect(excuse('  ')).rejects.toBeProblem('validation-failed', ['/reason'])
  await expect(extend(extended, null, [])).rejects.toBeProblem('validation-failed', ['/studentIds'])
  const undated = await openAssignment({ dueAt: null })
  await expect(
    undated.trainerClient.assignmentExceptions.extendDueTime({
      params: { courseId: undated.course.id, assignmentId: undated.assignment.id },
      body: { studentIds: [undated.student.id], dueAt: extended },
    }),
  ).rejects.toBeProblem('validation-failed', ['/dueAt'])
})

test('a submission during the creation of an extension is judged by it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { studentClient, params, body, extend, course } = await closedAssignment()
    await extend('2026-11-20T00:00:00.000Z', '2026-11-30T00:00:00.000Z')
    const [submitted] = await Promise.all([studentClient.submissions.submitAssignment({ params, body }), extend(extended)])
    const seen = await studentClient.submissions.getSubmission({ params: { submissionId: submitted.id, courseId: course.id } })
    expect(seen).toMatchObject({ late: false, dueAt: extended })
  }
})
