/** Marks as they are stored: exact, within their limits, and visible once released. */

import { expect, test } from 'vitest'
import { submissions as work } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')

test('two decimals are kept, in the deduction too', async () => {
  const { submission, trainer } = await given.submission({
    late: true,
    submittedAt: '2026-11-19T10:00:00.000Z',
    assignment: { dueAt: '2026-11-18T10:00:00.000Z', latePolicy: { kind: 'PERCENT_PER_DAY', percent: 7, floor: 0 } },
  })
  const { submissions } = await as(trainer)
  const plain = await given.submission()
  const taken = await (await as(plain.trainer)).submissions.gradeSubmission({ params: { id: plain.submission.id }, body: { marks: 16.25 } })
  expect(taken).toMatchObject({ marks: 16.25, deduction: 0 })
  const graded = await submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 16.25 } })
  expect(graded).toMatchObject({ marks: 14.85, deduction: 1.4 })
})

test('neither the total nor a question gets more than its maximum', async () => {
  const questions = [given.question({ points: 12 }), given.question({ points: 8 })]
  const { submission, trainer } = await given.submission({ assignment: { questions } })
  const { submissions } = await as(trainer)
  const [first, second] = questions.map(({ id }) => id) as [string, string]
  const grade = (marks: number, one: number, other: number) =>
    submissions.gradeSubmission({
      params: { id: submission.id },
      body: {
        marks,
        questionMarks: [
          { questionId: first, marks: one },
          { questionId: second, marks: other },
        ],
      },
    })
  await expect(grade(20.01, 12, 8)).rejects.toBeProblem('validation-failed', ['/marks'])
  await expect(grade(20, 12.5, 7.5)).rejects.toBeProblem('validation-failed', ['/questionMarks/0/marks'])
  await expect(grade(20, 8, 12)).rejects.toBeProblem('validation-failed', ['/questionMarks/1/marks'])
  await expect(grade(20, 12, 8)).resolves.toMatchObject({ marks: 20 })
})

test('the class average is of released marks', async () => {
  const { submission, trainer, course, assignment, week } = await given.submission({ status: 'GRADED', marks: 10 })
  const other = await given.student()
  await given.member(course.id, other)
  await database.db.insert(work).values({
    assignmentId: assignment.id,
    courseId: course.id,
    studentId: other.id,
    status: 'SUBMITTED',
    attempt: 1,
    submittedAt: submission.submittedAt,
    effectiveSubmittedAt: submission.effectiveSubmittedAt,
    marks: 2,
  })
  const { courses } = await as(trainer)
  const { items } = await courses.getProgress({ params: { id: course.id } })
  expect(items.find(({ id }) => id === assignment.id)).toMatchObject({ marks: 10, weekId: week.id })
})
