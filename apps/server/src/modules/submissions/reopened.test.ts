/** Returning work of a closed assignment: it opens again for that student alone, until a time. */

import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))
const until = '2026-11-27T12:00:00.000Z'

const ways = ['by hand', 'by its closing time'] as const

/** Submitted work of an assignment that is closed since, and another student who submitted nothing. */
async function closedWork(way: (typeof ways)[number]) {
  const home = await openAssignment({ maxAttempts: 1, dueAt: '2026-11-25T12:00:00Z', closesAt: '2026-11-26T12:00:00Z' })
  const { studentClient, trainerClient, params, body, assignment, course } = home
  const other = await given.student()
  await given.member(course.id, other)
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  const values = way === 'by hand' ? { status: 'CLOSED' as const } : { dueAt: '2026-11-18T12:00:00Z', closesAt: '2026-11-19T12:00:00Z' }
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: values })
  const at = { params: { submissionId: id, courseId: course.id } }
  return {
    ...home,
    otherClient: await as(other),
    giveBack: (reopenUntil?: string, marks: number | null = 4) =>
      trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks, action: 'RETURN', reopenUntil } }),
    work: () => trainerClient.submissions.getSubmission(at),
    mine: async () => (await studentClient.marks.getMyMarks({ params: { courseId: course.id } })).items[0],
    own: () => studentClient.assignments.getAssignment({ params: { id: assignment.id } }),
    undo: (version: number) => trainerClient.grading.undoGrade({ ...at, body: { version } }),
    submit: () => studentClient.submissions.submitAssignment({ params, body }),
  }
}

test.each(ways)('closed %s: the student can submit again until the chosen time, and nobody else can', async (way) => {
  const home = await closedWork(way)
  const { studentClient, otherClient, trainerClient, giveBack, work, mine, own, submit, params, body, course } = home
  expect(await work()).toMatchObject({ isClosed: true })
  await expect(submit()).rejects.toBeProblem('closed')
  await giveBack(until)
  expect(await work()).toMatchObject({ isClosed: false })
  expect(await own()).toMatchObject({ status: 'PUBLISHED', closesAt: until })
  expect(await mine()).toMatchObject({ state: 'RETURNED', canSubmit: true, closesAt: until })
  const todo = await studentClient.assignments.listMyAssignments({ query: { state: 'OPEN' } })
  expect(todo).toMatchObject({ total: 1, items: [{ status: 'PUBLISHED', closesAt: until }] })
  const progress = await studentClient.courses.getProgress({ params: { id: course.id } })
  expect(progress).toMatchObject({ next: { id: params.assignmentId } })
  const { weeks } = await studentClient.courses.getCourse({ params: { id: course.id } })
  expect(weeks![0]!.assignments).toMatchObject([{ status: 'PUBLISHED', closesAt: until }])
  // Only work that is over counts its earlier mark: the class agrees with the student.
  const { total } = await studentClient.marks.getMyMarks({ params: { courseId: course.id } })
  const book = await trainerClient.marks.getGradebook({ params: { courseId: course.id }, query: { sort: '-total' } })
  expect(book.items.find(({ student }) => student.id === home.student.id)).toMatchObject({ total })

  await expect(otherClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
  await expect(otherClient.assignments.listMyAssignments({ query: { state: 'OPEN' } })).resolves.toMatchObject({ total: 0 })
  clock.set('2026-11-27T12:00:59Z')
  await expect(submit()).resolves.toMatchObject({ attempt: 2, late: false })
})

test.each(ways)('closed %s: after that time it is closed again, and its mark counts', async (way) => {
  const { giveBack, submit, work, mine, studentClient, params } = await closedWork(way)
  await giveBack(until)
  clock.set('2026-11-27T12:01:00Z')
  await expect(submit()).rejects.toBeProblem('closed')
  expect(await work()).toMatchObject({ isClosed: true })
  expect(await mine()).toMatchObject({ canSubmit: false })
  await expect(studentClient.marks.getMyMarks({ params: { courseId: params.courseId } })).resolves.toMatchObject({ total: 20 })
})

test('closed work is not returned without a time that is ahead; of open work the time is ignored', async () => {
  const { giveBack, trainerClient, assignment, own, work } = await closedWork('by hand')
  await expect(giveBack()).rejects.toBeProblem('validation-failed', ['/reopenUntil'])
  await expect(giveBack('2026-11-20T11:00:00Z')).rejects.toBeProblem('validation-failed', ['/reopenUntil'])
  expect(await work()).toMatchObject({ status: 'SUBMITTED' })
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { status: 'PUBLISHED', closesAt: null } })
  await giveBack(until)
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { status: 'CLOSED' } })
  expect(await own()).toMatchObject({ status: 'CLOSED', closesAt: null })
})

test('undoing the return closes it again, or leaves the earlier time', async () => {
  const { giveBack, own, undo } = await closedWork('by hand')
  await undo((await giveBack(until)).version)
  expect(await own()).toMatchObject({ status: 'CLOSED' })
  await giveBack(until)
  // It is open: returned again, nothing is asked.
  await undo((await giveBack()).version)
  expect(await own()).toMatchObject({ status: 'PUBLISHED', closesAt: until })
})
