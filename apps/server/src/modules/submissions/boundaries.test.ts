/** Submissions of other students and other courses are a 404 on every path. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { answer, courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')

test('a trainer of another course neither reads nor grades, whatever course is in the path', async () => {
  const { submission, assignment, course, student } = await given.submission()
  const { course: other, assignment: theirs, trainer } = await given.assignment()
  const outsider = await as(trainer)
  for (const courseId of [course.id, other.id]) {
    const isOwn = courseId === other.id
    const read = outsider.submissions.getSubmission({ params: { submissionId: submission.id, courseId } })
    await expect(read).rejects.toBeProblem(isOwn ? 'not-found' : 'forbidden')
    const list = outsider.submissions.listSubmissions({ params: { courseId, assignmentId: assignment.id } })
    await expect(list).rejects.toBeProblem(isOwn ? 'not-found' : 'forbidden')
  }
  for (const action of ['GRADE', 'RETURN'] as const)
    await expect(outsider.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 1, action } })).rejects.toBeProblem(
      'not-found',
    )
  await expect(
    (await as(student)).submissions.submitAssignment({
      params: { courseId: course.id, weekId: theirs.weekId, assignmentId: theirs.id },
      body: { answers: [] },
    }),
  ).rejects.toBeProblem('not-found')
  const kept = await (await as('ADMIN')).submissions.getSubmission({ params: { submissionId: submission.id, courseId: course.id } })
  expect(kept).toMatchObject({ status: 'SUBMITTED', marks: null, version: submission.version })
})

test('a classmate neither reads nor changes a submission', async () => {
  const { submission, assignment, course } = await given.submission()
  const classmate = await given.student()
  await given.member(course.id, classmate)
  const client = await as(classmate)
  const read = client.submissions.getSubmission({ params: { submissionId: submission.id, courseId: course.id } })
  await expect(read).rejects.toBeProblem('not-found')
  const body = answer(assignment.questions[0]!.id, 'Not mine')
  await expect(client.submissions.saveAnswers({ params: { id: submission.id }, body })).rejects.toBeProblem('not-found')
  const kept = await (await as('ADMIN')).submissions.getSubmission({ params: { submissionId: submission.id, courseId: course.id } })
  expect(kept.answers).toEqual(submission.answers)
})

test('an unpublished assignment is hidden from students; submissions are kept', async () => {
  const { studentClient, trainerClient, assignment, params, body, course } = await openAssignment()
  const { id: submissionId } = await studentClient.submissions.submitAssignment({ params, body })
  const at = { params: { submissionId, courseId: course.id } }
  await trainerClient.assignments.updateAssignment({ params: assignment, body: { status: 'DRAFT' } })
  await expect(studentClient.assignments.getAssignment({ params: assignment })).rejects.toBeProblem('not-found')
  await expect(studentClient.submissions.getSubmission(at)).rejects.toBeProblem('not-found')
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('not-found')
  await expect(studentClient.submissions.saveAnswers({ params: { id: assignment.id }, body })).rejects.toBeProblem('not-found')
  await expect(studentClient.submissions.listMySubmissions({ query: {} })).resolves.toMatchObject({ total: 0 })
  await expect(trainerClient.submissions.getSubmission(at)).resolves.toMatchObject({ answers: body.answers })
  await trainerClient.assignments.updateAssignment({ params: assignment, body: { status: 'PUBLISHED' } })
  await expect(studentClient.submissions.getSubmission(at)).resolves.toMatchObject({ answers: body.answers })
})
