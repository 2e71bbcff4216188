/** Simultaneous calls for one submission, in both orders: no data is lost or half saved, and the later call gets a clear error. */

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { gradeChanges } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'
import { callInOrder } from '#test/concurrent-calls.ts'
import { answer, courseFixtures, readWithAttempts } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')

const feedback = 'Exact.'

/** Work that a trainer has opened to grade it. */
async function openedWork(values: Parameters<typeof openAssignment>[0] = {}) {
  const home = await openAssignment(values)
  const { studentClient, trainerClient, params, body, assignment, course } = home
  const question = assignment.questions[0]!
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  const at = { params: { submissionId: id, courseId: course.id } }
  const { version } = await trainerClient.submissions.getSubmission(at)
  const rows = { submission: sql`submissions where id = ${id}`, assignment: sql`assignments where id = ${assignment.id}` }
  return {
    ...home,
    question,
    grade: (marks = 17) =>
      trainerClient.submissions.gradeSubmission({
        params: { id },
        body: { marks, feedback, version, questionMarks: [{ questionId: question.id, marks }] },
      }),
    submit: (value: string, more: object = {}) =>
      studentClient.submissions.submitAssignment({ params, body: { ...answer(question.id, value), ...more } }),
    save: (value: string) => studentClient.submissions.saveAnswers({ params: { id }, body: answer(question.id, value) }),
    edit: (changes: object) => trainerClient.assignments.updateAssignment({ params: assignment, body: changes }),
    remove: () => trainerClient.assignmentChanges.removeAssignment({ params: assignment }),
    restore: () => trainerClient.assignmentChanges.restoreAssignment({ params: assignment }),
    seen: () => readWithAttempts(trainerClient, at),
    own: () => studentClient.submissions.getSubmission(at),
    countChanges: () => database.db.$count(gradeChanges, eq(gradeChanges.submissionId, id)),
    inOrder: (row: keyof typeof rows, ...calls: (() => Promise<unknown>)[]) => callInOrder(database, rows[row], calls),
  }
}

const refusal = (result: PromiseSettledResult<unknown>) => (result.status === 'rejected' ? (result.reason as unknown) : result)
const done = { status: 'fulfilled' }

test('work is submitted again before the mark is saved: the grader gets a conflict, the new attempt no mark', async () => {
  const { submit, grade, inOrder, seen, question, body, countChanges } = await openedWork()
  const [submitted, graded] = await inOrder('submission', () => submit('Better'), grade)
  expect(submitted).toMatchObject(done)
  expect(refusal(graded!)).toBeProblem('version-conflict')
  await expect(seen()).resolves.toMatchObject({
    status: 'SUBMITTED',
    attempt: 2,
    answers: answer(question.id, 'Better').answers,
    marks: null,
    feedback: null,
    attempts: [{ attempt: 1, answers: body.answers, marks: null, feedback: null }],
  })
  expect(await countChanges()).toBe(0)
})

test('the mark is saved before work is submitted again: it stays with the graded attempt, and the draft is kept', async () => {
  const { submit, save, grade, inOrder, own, question, body } = await openedWork()
  await save('Better')
  const [graded, submitted] = await inOrder('submission', grade, () => submit('Better'))
  expect(graded).toMatchObject(done)
  expect(refusal(submitted!)).toBeProblem('closed')
  await expect(own()).resolves.toMatchObject({
    status: 'GRADED',
    attempt: 1,
    marks: 17,
    feedback,
    answers: body.answers,
    draft: answer(question.id, 'Better').answers,
  })
})

test('over a held mark both are saved, each in its attempt; if submitted first, the grader gets a conflict', async () => {
  const held = await openedWork({ holdMarks: true })
  expect(await held.inOrder('submission', held.grade, () => held.submit('Better'))).toMatchObject([done, done])
  await expect(held.seen()).resolves.toMatchObject({
    status: 'SUBMITTED',
    attempt: 2,
    marks: null,
    attempts: [{ attempt: 1, marks: 17, feedback, answers: held.body.answers }],
  })
  const other = await openedWork({ holdMarks: true })
  const [submitted, graded] = await other.inOrder('submission', () => other.submit('Better'), other.grade)
  expect(submitted).toMatchObject(done)
  expect(refusal(graded!)).toBeProblem('version-conflict')
  await expect(other.seen()).resolves.toMatchObject({ attempt: 2, marks: null, attempts: [{ marks: null }] })
})

test('answers saved during grading are a draft: the graded attempt keeps its own', async () => {
  const first = await openedWork()
  const draft = answer(first.question.id, 'Better').answers
  const graded = { status: 'GRADED', attempt: 1, marks: 17, answers: first.body.answers }
  expect(await first.inOrder('submission', () => first.save('Better'), first.grade)).toMatchObject([done, done])
  await expect(first.own()).resolves.toMatchObject({ ...graded, draft })

  const second = await openedWork()
  await second.save('Better')
  const [, saved] = await second.inOrder('submission', second.grade, () => second.save('Best'))
  expect(refusal(saved!)).toBeProblem('closed')
  await expect(second.own()).resolves.toMatchObject({
    ...graded,
    answers: second.body.answers,
    draft: answer(second.question.id, 'Better').answers,
  })
})

test('an assignment deleted during grading: the mark is saved before or rejected after, and unchanged once restored', async () => {
  const first = await openedWork()
  const [removed, refused] = await first.inOrder('assignment', first.remove, first.grade)
  expect(removed).toMatchObject(done)
  expect(refusal(refused!)).toBeProblem('not-found')
  await first.restore()
  await expect(first.seen()).resolves.toMatchObject({ status: 'SUBMITTED', marks: null, feedback: null })
  expect(await first.countChanges()).toBe(0)

  const second = await openedWork()
  expect(await second.inOrder('assignment', second.grade, second.remove)).toMatchObject([done, done])
  await expect(second.own()).rejects.toBeProblem('not-found')
  await second.restore()
  await expect(second.own()).resolves.toMatchObject({ status: 'GRADED', marks: 17, feedback })
  expect(await second.countChanges()).toBe(1)
})

test('points lowered during grading: no mark is above them', async () => {
  const first = await openedWork()
  const lower = (question: object) => ({ questions: [{ ...question, points: 5 }] })
  const [lowered, graded] = await first.inOrder('assignment', () => first.edit(lower(first.question)), first.grade)
  expect(lowered).toMatchObject(done)
  expect(refusal(graded!)).toBeProblem('validation-failed', ['/marks', '/questionMarks/0/marks'])
  await expect(first.seen()).resolves.toMatchObject({ status: 'SUBMITTED', marks: null })

  const second = await openedWork()
  const [saved, refused] = await second.inOrder('assignment', second.grade, () => second.edit(lower(second.question)))
  expect(saved).toMatchObject(done)
  expect(refusal(refused!)).toBeProblem('validation-failed', ['/questions/0/points'])
  await expect(second.seen()).resolves.toMatchObject({ status: 'GRADED', marks: 17 })
})

test('an assignment edited while a student submits: a conflict, or the answer stays with its question', async () => {
  const first = await openedWork()
  const replaced = { questions: [given.question({ prompt: 'How?' })] }
  const { questionsVersion } = first.assignment
  const [edited, refused] = await first.inOrder(
    'assignment',
    () => first.edit(replaced),
    () => first.submit('Better', { questionsVersion }),
  )
  expect(edited).toMatchObject(done)
  expect(refusal(refused!)).toBeProblem('version-conflict')
  await expect(first.seen()).resolves.toMatchObject({ attempt: 1, answers: first.body.answers })

  const second = await openedWork()
  const submit = () => second.submit('Better', { questionsVersion: second.assignment.questionsVersion })
  expect(await second.inOrder('assignment', submit, () => second.edit(replaced))).toMatchObject([done, done])
  const { answers, questionVersions } = await second.seen()
  expect(answers).toEqual(answer(second.question.id, 'Better').answers)
  expect(questionVersions).toMatchObject([{ questions: [{ id: second.question.id, prompt: second.question.prompt }] }])
})
