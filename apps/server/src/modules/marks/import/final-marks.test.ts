/** Imported marks are final: lateness takes nothing off them, whatever changes later, until somebody gives another mark. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { submissions } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'
import { formOf } from '#test/files.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

/** Work that was submitted a day and a half late, at 10 % a day, by students who have these marks from a file. */
async function imported(marks: number[]) {
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { assignment, course, trainer } = await given.assignment({ title: 'Essay', dueAt: '2026-11-10T12:00:00Z', latePolicy })
  const client = await as(trainer)
  const work: { id: string; studentId: string }[] = []
  for (const _ of marks) {
    const student = await given.user({ role: 'USER' })
    await given.member(course.id, student)
    const place = { assignmentId: assignment.id, courseId: course.id, studentId: student.id }
    const times = { submittedAt: '2026-11-12T00:00:00.000Z', effectiveSubmittedAt: '2026-11-12T00:00:00.000Z', late: true }
    const [made] = await db
      .insert(submissions)
      .values({ ...place, ...times, attempt: 1, version: 1, status: 'SUBMITTED' })
      .returning()
    work.push(made!)
  }
  const params = { courseId: course.id }
  const send = (fromFile: number[]) => {
    const lines = fromFile.map((mark, at) => `${work[at]!.studentId},${mark}`)
    const body = formOf([`Student id,Essay [${assignment.id}]`, ...lines].join('\n'))
    return client.marks.importMarks({ params, query: {}, body })
  }
  await send(marks)
  const rows = async () => {
    const found = await db.select().from(submissions).where(eq(submissions.assignmentId, assignment.id)).orderBy(submissions.id)
    return found.map((one) => [one.marks, one.deduction, one.isFinal])
  }
  const update = (body: object) => client.assignments.updateAssignment({ params: { id: assignment.id }, body })
  const grade = (at: number, body: { marks: number; feedback?: string }) =>
    client.submissions.gradeSubmission({ params: { id: work[at]!.id }, body })
  return { client, assignment, params, work, rows, update, grade, send }
}

const asGiven = [
  [14, 0, true],
  [0, 0, true],
  [19, 0, true],
]

test('a later due time, an extension and another late policy leave them', async () => {
  const { client, assignment, params, work, rows, update } = await imported([14, 0, 19])
  expect(await rows()).toEqual(asGiven)
  await update({ dueAt: '2026-11-11T12:00:00.000Z' })
  expect(await rows()).toEqual(asGiven)
  await update({ latePolicy: { kind: 'PERCENT_PER_DAY', percent: 50, floor: 0 } })
  expect(await rows()).toEqual(asGiven)
  await update({ dueAt: '2026-11-10T12:00:00.000Z', recheckLate: true })
  await client.assignmentExceptions.extendDueTime({
    params: { ...params, assignmentId: assignment.id },
    body: { studentIds: work.map(({ studentId }) => studentId), dueAt: '2026-11-19T12:00:00.000Z' },
  })
  expect(await rows()).toEqual(asGiven)
  // Students see neither the mark before the late deduction nor the deduction.
  const student = await as({ id: work[1]!.studentId, role: 'USER' })
  const seen = await student.submissions.getSubmission({ params: { submissionId: work[1]!.id, ...params } })
  expect(seen).toMatchObject({ marks: 0, deduction: 0 })
})

test('feedback added later leaves them; another mark is one of the grader, with the deduction', async () => {
  const { rows, grade, update } = await imported([14, 12])
  await expect(grade(0, { marks: 14, feedback: 'Clear.' })).resolves.toMatchObject({ marks: 14, deduction: 0, isFinal: true })
  await expect(grade(1, { marks: 15 })).resolves.toMatchObject({ marks: 11, deduction: 4, isFinal: false })
  await update({ dueAt: '2026-11-13T12:00:00.000Z' })
  expect(await rows()).toEqual([
    [14, 0, true],
    [15, 0, false],
  ])
})

test('undoing the last mark or the last import restores a final mark', async () => {
  const { rows, grade, client, work, params, send } = await imported([14])
  const { version } = await grade(0, { marks: 15 })
  await client.grading.undoGrade({ params: { submissionId: work[0]!.id, ...params }, body: { version } })
  expect(await rows()).toEqual(asGiven.slice(0, 1))
  const { id } = await send([9])
  expect(await rows()).toEqual([[9, 0, true]])
  await client.marks.undoMarksImport({ params: { ...params, id: id! } })
  expect(await rows()).toEqual(asGiven.slice(0, 1))
})

test.each([
  // The mark from before would be above the maximum.
  ['the maximum was lowered', { points: 10 }],
  // It would have another deduction.
  ['the due time was moved', { dueAt: '2026-11-30T12:00:00.000Z' }],
])('an import is not undone after %s', async (_, { points, ...change }: { points?: number; dueAt?: string }) => {
  const { client, assignment, params, rows, update, work, send } = await imported([15])
  const { id } = await send([8])
  const questions = assignment.questions.map((question) => ({ ...question, points: points ?? question.points }))
  await update({ ...change, ...(points !== undefined && { questions }) })
  // Whether or not that has changed the work too.
  await db.update(submissions).set({ version: 3 }).where(eq(submissions.id, work[0]!.id))
  const detail = 'The points or the due time of an assignment have changed since the import. Nothing was undone.'
  await expect(client.marks.undoMarksImport({ params: { ...params, id: id! } })).rejects.toMatchObject({ status: 409, message: detail })
  expect(await rows()).toEqual([[8, 0, true]])
})
