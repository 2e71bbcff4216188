/** Changing an assignment that has submissions, deleting, restoring and copying it. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { assignments, gradeChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'
import { answer, courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

const choice = (values: object = {}) =>
  given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b', 'c'], answerKey: ['a'], points: 4, ...values })

/** An assignment with a choice and an essay, submitted by one student who chose `b`. */
async function submitted(values: Parameters<typeof given.assignment>[0] = {}) {
  const [which, essay] = [choice({ prompt: 'Which?' }), given.question({ prompt: 'Why?', points: 6 })]
  const home = await openAssignment({ questions: [which, essay], ...values })
  const answers = [...answer(which.id, 'b').answers, ...answer(essay.id, 'Because').answers]
  const submission = await home.studentClient.submissions.submitAssignment({ params: home.params, body: { answers } })
  const edit = (body: object) => home.trainerClient.assignments.updateAssignment({ params: { id: home.assignment.id }, body })
  const grade = (marks: number) =>
    home.trainerClient.submissions.gradeSubmission({
      params: { id: submission.id },
      body: {
        marks,
        feedback: 'Exact.',
        questionMarks: [
          { questionId: which.id, marks: 0 },
          { questionId: essay.id, marks },
        ],
      },
    })
  const read = (client = home.trainerClient) =>
    client.submissions.getSubmission({ params: { submissionId: submission.id, courseId: home.course.id } })
  return { ...home, which, essay, answers, submission, edit, grade, read }
}

test('before the first submission everything can change, and earlier questions are not stored', async () => {
  const { trainerClient, assignment } = await openAssignment()
  const [first] = assignment.questions
  const changed = await trainerClient.assignments.updateAssignment({
    params: { id: assignment.id },
    body: { questions: [choice({ id: first!.id, prompt: 'Which?' }), { type: 'TEXT', prompt: 'Why?', points: 2 }], version: 0 },
  })
  expect(changed).toMatchObject({ maxMarks: 6, version: 1, questionsVersion: 1, questions: [{ id: first!.id, type: 'SINGLE_CHOICE' }, {}] })
})

test('a question with answers keeps its kind and chosen options; after rewording or replacing it, old answers show the question as asked', async () => {
  const { edit, which, essay, read, grade, studentClient, params, trainerClient, assignment } = await submitted()
  await grade(5)
  await expect(
    edit({
      questions: [
        { ...which, options: ['a', 'c'] },
        { ...essay, type: 'LINK' },
      ],
    }),
  ).rejects.toBeProblem('validation-failed', ['/questions/0/options', '/questions/1/type'])
  await expect(edit({ questions: [which, { ...essay, points: 4 }] })).rejects.toBeProblem('validation-failed', ['/questions/1/points'])
  const changed = await edit({
    questions: [
      { ...which, prompt: 'Which one?' },
      { type: 'FILE', prompt: 'Attach it', points: 6 },
    ],
  })
  expect(changed).toMatchObject({ questionsVersion: 2, questions: [{ id: which.id }, { type: 'FILE' }] })
  expect(changed.questions[1]!.id).not.toBe(essay.id)
  expect(await read()).toMatchObject({
    // The old question no longer counts.
    marks: 0,
    questionsVersion: 1,
    questionVersions: [{ version: 1, questions: [{ prompt: 'Which?' }, { id: essay.id, prompt: 'Why?' }] }],
  })
  const usage = await trainerClient.assignmentChanges.getAssignmentUsage({ params: { id: assignment.id } })
  expect(usage).toMatchObject({
    students: 1,
    submitted: 1,
    questions: expect.arrayContaining([
      { questionId: which.id, answers: 1, choices: [{ option: 'b', count: 1 }], highestMarks: 0 },
      expect.objectContaining({ questionId: essay.id, answers: 1, highestMarks: 5 }),
    ]),
    formerQuestions: [{ id: essay.id, prompt: 'Why?' }],
  })
  // The answer key of no version reaches the student.
  expect(JSON.stringify(await read(studentClient))).not.toContain('answerKey')
  expect(await read(studentClient)).toMatchObject({ questionVersions: [{ questions: [{}, { id: essay.id, points: 0, isRemoved: true }] }] })
  await expect(grade(6)).rejects.toBeProblem('validation-failed', ['/questionMarks/1/marks'])
  await expect(trainerClient.assignments.getAssignment({ params: { id: params.assignmentId } })).resolves.toMatchObject({ maxMarks: 10 })
})

test('a student who is answering during a change gets a conflict and loses no text, even for a question that was replaced', async () => {
  const { edit, which, essay, studentClient, assignment, params, answers } = await submitted({ maxAttempts: 2 })
  const save = (sent: typeof answers) => studentClient.submissions.saveAnswers({ params: { id: assignment.id }, body: { answers: sent } })
  const { questions } = await edit({ questions: [which, { type: 'TEXT', prompt: 'How?', points: 6 }] })
  // The page has the old version.
  const typed = [answers[0]!, { questionId: essay.id, value: 'Because it is so' }]
  expect((await save(typed)).draft).toEqual(typed)
  await expect(studentClient.submissions.submitAssignment({ params, body: { answers: typed, questionsVersion: 1 } })).rejects.toMatchObject(
    { problem: 'version-conflict', current: { questionsVersion: 2 } },
  )
  const newAnswers = [answers[0]!, { questionId: questions[1]!.id, value: 'Slowly' }]
  expect((await save(newAnswers)).draft).toEqual([...newAnswers, typed[1]])
  await expect(save([{ questionId: crypto.randomUUID(), value: 'x' }])).rejects.toBeProblem('validation-failed', ['/answers/0/questionId'])
  const again = await studentClient.submissions.submitAssignment({ params, body: { answers: newAnswers, questionsVersion: 2 } })
  expect(again).toMatchObject({ questionsVersion: 2, questionVersions: [{ version: 2 }] })
  const earlier = await studentClient.submissions.listAttempts({ params: { submissionId: again.id, courseId: params.courseId } })
  expect(earlier).toMatchObject({ items: [{ attempt: 1, questionsVersion: 1 }], questionVersions: [{ version: 1 }] })
})

test('a changed key re-grades choices after a preview; manual marks stay, and the history shows it', async () => {
  const { edit, which, essay, grade, read, trainerClient, assignment, submission, student, trainer } = await submitted()
  await grade(5)
  const questions = [{ ...which, answerKey: ['a', 'b'] }, essay]
  const params = { id: assignment.id }
  const preview = await trainerClient.assignmentChanges.previewAssignmentChanges({ params, body: { questions } })
  expect(preview).toEqual({
    items: [
      {
        submissionId: submission.id,
        student: expect.objectContaining({ id: student.id }),
        before: { marks: 5, late: false },
        after: { marks: 9, late: false },
      },
    ],
    total: 1,
    submitted: 1,
  })
  expect(await read()).toMatchObject({ marks: 5 })
  const { version } = await read()
  await edit({ questions })
  const after = await read()
  expect(after).toMatchObject({ marks: 9, feedback: 'Exact.', status: 'GRADED', version: version + 1 })
  expect(Object.fromEntries(after.questionMarks.map((one) => [one.questionId, one.marks]))).toEqual({ [which.id]: 4, [essay.id]: 5 })
  const [attempt] = await database.db.select().from(submissionAttempts).where(eq(submissionAttempts.submissionId, submission.id))
  expect(attempt).toMatchObject({ marks: 9 })
  const history = await database.db.select().from(gradeChanges).where(eq(gradeChanges.submissionId, submission.id))
  expect(history.find(({ action }) => action === 'REMARK')).toMatchObject({ oldMarks: 5, newMarks: 9, changedBy: trainer.id })
  await expect(trainerClient.assignmentChanges.previewAssignmentChanges({ params, body: { questions } })).resolves.toMatchObject({
    total: 0,
  })
})

test('removing a question takes its marks from everybody after a preview; a total above the new maximum is refused by name', async () => {
  const { edit, which, essay, grade, read, trainerClient, assignment, submission, student } = await submitted()
  await grade(5)
  const body = { questions: [which] }
  const params = { id: assignment.id }
  const preview = () => trainerClient.assignmentChanges.previewAssignmentChanges({ params, body })
  await expect(preview()).resolves.toMatchObject({ items: [{ student: { id: student.id }, before: { marks: 5 }, after: { marks: 0 } }] })
  await trainerClient.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 7 } })
  await expect(preview()).rejects.toBeProblem('validation-failed', ['/questions'])
  await expect(edit(body)).rejects.toMatchObject({ errors: [{ detail: expect.stringContaining(`${student.name} (7)`) }] })
  await expect(edit({ questions: [which, { ...essay, points: 1 }] })).rejects.toBeProblem('validation-failed')
  await grade(6)
  await edit(body)
  await expect(read()).resolves.toMatchObject({ marks: 0 })
  await expect(trainerClient.assignments.getAssignment({ params })).resolves.toMatchObject({ maxMarks: 4 })
})

test('choices in ungraded submissions are re-graded without setting a mark', async () => {
  const { edit, which, essay, read } = await submitted()
  await edit({ questions: [{ ...which, answerKey: ['b'] }, essay] })
  expect(await read()).toMatchObject({ status: 'SUBMITTED', marks: null, questionMarks: [{ questionId: which.id, marks: 4 }] })
})

test('a later due time removes the late deduction; an earlier one makes work late only on request', async () => {
  const latePolicy = { kind: 'PERCENT_PER_DAY', percent: 10, floor: 0 }
  const { edit, grade, read } = await submitted({ dueAt: '2026-11-19T12:00:00Z', latePolicy: latePolicy as never })
  await grade(5)
  expect(await read()).toMatchObject({ late: true, marks: 4, deduction: 1 })
  await edit({ dueAt: '2026-11-21T12:00:00Z' })
  expect(await read()).toMatchObject({ late: false, marks: 5, deduction: 0 })
  await edit({ dueAt: '2026-11-20T11:00:00Z' })
  expect(await read()).toMatchObject({ late: false, marks: 5 })
  await edit({ dueAt: '2026-11-20T10:00:00Z', recheckLate: true })
  expect(await read()).toMatchObject({ late: true, marks: 4, deduction: 1 })
  await edit({ latePolicy: { kind: 'FLAG', percent: 0, floor: 0 } })
  expect(await read()).toMatchObject({ late: true, marks: 5, deduction: 0 })
})

test('if two trainers edit, the second is rejected and sees who was first', async () => {
  const { edit, trainer } = await submitted()
  await edit({ title: 'Chart critique', version: 0 })
  await expect(edit({ title: 'Other', version: 0 })).rejects.toMatchObject({
    problem: 'version-conflict',
    current: { version: 1, updatedBy: trainer.name },
  })
})

test('if an assignment changes during submissions, each submission keeps the questions it answered, with their marks', async () => {
  const which = choice()
  const home = await openAssignment({ questions: [which] })
  const students = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const student = await given.student()
      await given.member(home.course.id, student)
      return as(student)
    }),
  )
  const body = answer(which.id, 'b')
  await Promise.all([
    ...students.map((student) => student.submissions.submitAssignment({ params: home.params, body })),
    home.trainerClient.assignments.updateAssignment({
      params: { id: home.assignment.id },
      body: { questions: [{ ...which, answerKey: ['b'] }] },
    }),
  ])
  const rows = await database.db.select().from(submissions).where(eq(submissions.assignmentId, home.assignment.id))
  expect(rows.map(({ marks }) => marks)).toEqual(Array(8).fill(4))
})

test('a deleted assignment disappears from the course, stays readable for its authors, and can be restored for 30 days', async () => {
  const { trainerClient, studentClient, assignment, submission, course, params, answers, grade } = await submitted()
  await grade(5)
  const ofCourse = { params: { courseId: course.id } }
  const one = { params: { id: assignment.id } }
  await trainerClient.assignmentChanges.removeAssignment(one)
  await expect(trainerClient.assignments.getAssignment(one)).rejects.toBeProblem('not-found')
  await expect(trainerClient.assignmentChanges.removeAssignment(one)).rejects.toBeProblem('not-found')
  await expect(studentClient.submissions.submitAssignment({ params, body: { answers } })).rejects.toBeProblem('not-found')
  await expect(grade(6)).rejects.toBeProblem('not-found')
  expect((await studentClient.submissions.listMySubmissions()).items).toEqual([])
  expect(await studentClient.submissions.getMyDeletedSubmission({ params: { id: submission.id } })).toMatchObject({
    deleted: 'ASSIGNMENT',
    submission: { marks: 5, questionVersions: [{ questions: [{ prompt: 'Which?' }, {}] }] },
  })
  const listed = await trainerClient.assignments.listCourseAssignments({ ...ofCourse, query: { deleted: 'true' } as never })
  expect(listed.items).toMatchObject([{ id: assignment.id, deletedAt: '2026-11-20T12:00:00.000Z' }])
  await expect(studentClient.assignments.listCourseAssignments({ ...ofCourse, query: { deleted: 'true' } as never })).rejects.toBeProblem(
    'forbidden',
  )
  await trainerClient.assignmentChanges.restoreAssignment(one)
  expect(await trainerClient.assignments.getAssignment(one)).toMatchObject({ id: assignment.id })
  expect((await studentClient.submissions.listMySubmissions()).items).toMatchObject([{ marks: 5 }])
  await trainerClient.assignmentChanges.removeAssignment(one)
  clock.set('2026-12-20T12:00:01Z')
  await expect(trainerClient.assignmentChanges.restoreAssignment(one)).rejects.toBeProblem('not-found')
})

test('a copy is a draft without dates, with its own questions, in any week the user teaches', async () => {
  const { trainerClient, trainer, assignment, course, which } = await submitted({ dueAt: '2026-11-25T12:00:00Z', title: 'Chart critique' })
  const { course: other, week } = await given.week()
  const copy = (target: object) =>
    trainerClient.assignmentChanges.duplicateAssignment({
      params: { id: assignment.id },
      body: target as { courseId: string; weekId: string },
    })
  await expect(copy({ courseId: other.id, weekId: week.id })).rejects.toBeProblem('not-found')
  await given.member(other.id, trainer)
  await expect(copy({ courseId: course.id, weekId: week.id })).rejects.toBeProblem('not-found')
  const made = await copy({ courseId: other.id, weekId: week.id })
  expect(made).toMatchObject({ title: 'Chart critique', status: 'DRAFT', dueAt: null, courseId: other.id, maxMarks: 10, version: 0 })
  expect(made.questions[0]).toMatchObject({ prompt: 'Which?', answerKey: ['a'] })
  expect(made.questions[0]!.id).not.toBe(which.id)
  await expect(database.db.$count(assignments, eq(assignments.weekId, week.id))).resolves.toBe(1)
})

test('a single question may be asked in the instructions; otherwise each needs a text', async () => {
  const { trainerClient, course, week } = await openAssignment()
  const create = (body: object) =>
    trainerClient.assignments.createAssignment({ params: { courseId: course.id, weekId: week.id }, body: { title: 'Note', ...body } })
  const silent = { type: 'TEXT', prompt: '', points: 5 }
  await expect(create({ instructions: '<p>Describe it.</p>', questions: [silent] })).resolves.toMatchObject({ questions: [{ prompt: '' }] })
  await expect(create({ questions: [silent] })).rejects.toBeProblem('validation-failed', ['/questions/0/prompt'])
  await expect(create({ instructions: '<p>Two.</p>', questions: [silent, silent] })).rejects.toBeProblem('validation-failed', [
    '/questions/0/prompt',
    '/questions/1/prompt',
  ])
})
