/** Undo, the history of marks, who is grading, and hidden names. */

import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissionAttempts } from '#db/schema/assignments.ts'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'
import { addStudentNumbers } from '#modules/submissions/grading/hidden-names.ts'
import { testApp } from '#test/app.ts'
import { callDuring } from '#test/concurrent-calls.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
const start = '2026-11-20T12:00:00.000Z'
const wait = (ms: number) => clock.set(new Date(clock.now().getTime() + ms).toISOString())

/** A submission of one student, and its two graders. */
async function submitted(values: Parameters<typeof openAssignment>[0] = {}) {
  clock.set(start)
  const home = await openAssignment(values)
  const { id } = await home.studentClient.submissions.submitAssignment({ params: home.params, body: home.body })
  const at = { params: { submissionId: id, courseId: home.course.id } }
  const grade = (marks: number, by = home.trainerClient, feedback: string | null = null) =>
    by.submissions.gradeSubmission({ params: { id }, body: { marks, feedback } })
  return { ...home, id, at, grade, admin: await as('ADMIN') }
}

test('undo restores the earlier mark, feedback and state, and the student is not notified', async () => {
  const { id, at, grade, trainerClient, studentClient, student } = await submitted()
  const graded = await grade(15, trainerClient, 'Exact.')
  await expect(trainerClient.grading.undoGrade({ ...at, body: { version: graded.version } })).resolves.toEqual({ status: 'SUBMITTED' })
  const undone = await trainerClient.submissions.getSubmission(at)
  expect(undone).toMatchObject({ status: 'SUBMITTED', marks: null, feedback: null, gradedBy: null, gradedAt: null })
  await expect(studentClient.submissions.getSubmission(at)).resolves.toMatchObject({ status: 'SUBMITTED', marks: null })
  const [attempt] = await database.db.select().from(submissionAttempts).where(eq(submissionAttempts.submissionId, id))
  expect(attempt).toMatchObject({ marks: null, feedback: null, gradedBy: null, gradedAt: null })
  const about = and(eq(notices.userId, student.id), eq(notices.groupKey, `submission:${id}`))
  expect(await database.db.select().from(notices).where(about)).toEqual([])
  // Marks that replaced others are undone to those.
  const first = await grade(9, trainerClient, 'Why?')
  const second = await grade(12)
  await trainerClient.grading.undoGrade({ ...at, body: { version: second.version } })
  const again = await trainerClient.submissions.getSubmission(at)
  expect(again).toMatchObject({ status: 'GRADED', marks: 9, feedback: 'Why?', gradedAt: first.gradedAt })
  await expect(database.db.select().from(notices).where(about)).resolves.toHaveLength(1)
})

test('undo of lateness and of question marks restores both', async () => {
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { at, trainerClient, id, assignment } = await submitted({ dueAt: '2026-11-19T12:00:00Z', latePolicy })
  const questionMarks = [{ questionId: assignment.questions[0]!.id, marks: 10 }]
  const first = await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 10, questionMarks } })
  const second = await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 20, questionMarks: [] } })
  await trainerClient.grading.undoGrade({ ...at, body: { version: second.version } })
  const { marks, deduction, questionMarks: restored } = await trainerClient.submissions.getSubmission(at)
  expect({ marks, deduction, questionMarks: restored }).toEqual({ marks: first.marks, deduction: first.deduction, questionMarks })
})

test('a mark is not undone after the points were lowered: the one before may be above the maximum', async () => {
  const { at, grade, trainerClient, assignment } = await submitted()
  await grade(18)
  const { version } = await grade(8)
  const questions = assignment.questions.map((question) => ({ ...question, points: 10 }))
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { questions } })
  await expect(trainerClient.grading.undoGrade({ ...at, body: { version } })).rejects.toMatchObject({
    status: 409,
    message: 'The points or the due time have changed since. Nothing was undone. Change the mark instead.',
  })
  await expect(trainerClient.submissions.getSubmission(at)).resolves.toMatchObject({ marks: 8, version })
  // A new title changes no mark.
  const last = await grade(7)
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { title: 'Renamed' } })
  await trainerClient.grading.undoGrade({ ...at, body: { version: last.version } })
  await expect(trainerClient.submissions.getSubmission(at)).resolves.toMatchObject({ marks: 8 })
})

test('only the grader who saved a mark can undo it, once, soon, and if it is unchanged', async () => {
  const { at, grade, trainerClient, admin, studentClient } = await submitted()
  const undo = (who: typeof admin, version: number) => who.grading.undoGrade({ ...at, body: { version } })
  const first = await grade(15)
  await expect(undo(admin, first.version)).rejects.toBeProblem('conflict')
  await expect(undo(studentClient, first.version)).rejects.toBeProblem('forbidden')
  await undo(trainerClient, first.version)
  await expect(undo(trainerClient, first.version)).rejects.toBeProblem('version-conflict')
  const second = await grade(16)
  await grade(17, admin)
  await expect(undo(trainerClient, second.version)).rejects.toBeProblem('version-conflict')
  const third = await grade(18)
  wait(31_000)
  await expect(undo(trainerClient, third.version)).rejects.toBeProblem('conflict')
})

test('the email about a mark waits until undo is no longer possible', async () => {
  const { id, grade, student } = await submitted()
  await database.db
    .update(users)
    .set({ preferences: { emailMarks: 'NOW' } })
    .where(eq(users.id, student.id))
  await grade(15)
  const [notice] = await database.db
    .select()
    .from(notices)
    .where(eq(notices.groupKey, `submission:${id}`))
  expect(notice!.emailAt).toBe('2026-11-20T12:00:10.000Z')
})

test('the history of a mark has who, when, from and to; students cannot read it', async () => {
  const { at, grade, trainerClient, studentClient, admin } = await submitted()
  await grade(14)
  wait(1000)
  await grade(14, admin, 'Good.')
  wait(1000)
  const last = await grade(16)
  await trainerClient.grading.undoGrade({ ...at, body: { version: last.version } })
  const { items, total } = await trainerClient.grading.listMarkChanges(at)
  const trainer = trainerClient.user.id
  expect(total).toBe(4)
  expect(
    items.map(({ action, changedBy, oldMarks, newMarks, isFeedbackChanged }) => [
      action,
      changedBy.id,
      oldMarks,
      newMarks,
      isFeedbackChanged,
    ]),
  ).toEqual([
    ['UNDO', trainer, 16, 14, true],
    ['GRADE', trainer, 14, 16, true],
    ['GRADE', admin.user.id, 14, 14, true],
    ['GRADE', trainer, null, 14, false],
  ])
  expect(items[0]!.changedAt).toBe('2026-11-20T12:00:02.000Z')
  await expect(studentClient.grading.listMarkChanges(at)).rejects.toBeProblem('forbidden')
})

test('graders see who else has a submission open, until a minute after the last heartbeat', async () => {
  const { at, id, trainerClient, admin, params, body } = await submitted()
  const other = await given.student()
  await given.member(params.courseId, other)
  const submission = await (await as(other)).submissions.submitAssignment({ params, body })
  const elsewhere = { params: { submissionId: submission.id, courseId: params.courseId } }
  await expect(trainerClient.grading.reportGrading(at)).resolves.toEqual({ graders: [] })
  wait(20_000)
  await trainerClient.grading.reportGrading(at)
  const seen = { submissionId: id, grader: { id: trainerClient.user.id }, since: start }
  await expect(admin.grading.reportGrading(elsewhere)).resolves.toMatchObject({ graders: [seen] })
  wait(60_001)
  await expect(admin.grading.reportGrading(at)).resolves.toEqual({ graders: [] })
  // A grader who opens the next submission has left the one before.
  await trainerClient.grading.reportGrading(elsewhere)
  await expect(admin.grading.reportGrading(at)).resolves.toMatchObject({ graders: [{ submissionId: submission.id }] })
})

test('with hidden names grading calls return numbers: no names, pictures or file names, no search', async () => {
  const { at, id, trainerClient, admin, studentClient, params, student, grade } = await submitted()
  const place = { params: { courseId: params.courseId, assignmentId: params.assignmentId } }
  for (const name of ['Ana Li', 'Björn Lindqvist', 'Clara Hoffmann'])
    await given.member(params.courseId, await given.user({ name, profileImage: 'image/a/b.png' }))
  await trainerClient.grading.setHiddenNames({ ...place, body: { isHidden: true } })
  await expect(trainerClient.grading.getHiddenNames(place)).resolves.toEqual({ isHidden: true })
  const roster = await trainerClient.submissions.listSubmissions({ ...place, query: { search: 'Ana' } })
  expect(roster.items.map((row) => row.student.name)).toEqual(['Student 1', 'Student 2', 'Student 3', 'Student 4'])
  expect(roster.items.map((row) => row.student.profileImageUrl)).toEqual([null, null, null, null])
  const { email, ...own } = roster.items.find((row) => row.student.id === student.id)!.student
  expect(email).toBeNull()
  const graded = await grade(12)
  const read = await trainerClient.submissions.getSubmission(at)
  expect([graded.student, read.student]).toEqual([own, own])
  expect(JSON.stringify([roster, graded, read])).not.toContain('Ana')

  // The other grader, who decides for themselves, sees the same numbers; they stay after names were shown for a while.
  await expect(admin.submissions.getSubmission(at)).resolves.toMatchObject({ student: { name: student.name } })
  await admin.grading.setHiddenNames({ ...place, body: { isHidden: true } })
  await expect(admin.submissions.getSubmission(at)).resolves.toMatchObject({ student: own })
  await trainerClient.grading.setHiddenNames({ ...place, body: { isHidden: false } })
  await expect(trainerClient.submissions.getSubmission(at)).resolves.toMatchObject({ student: { name: student.name } })
  await trainerClient.grading.setHiddenNames({ ...place, body: { isHidden: true } })
  await expect(trainerClient.submissions.getSubmission(at)).resolves.toMatchObject({ student: own })
  // Students see their own name.
  await expect(studentClient.submissions.getSubmission(at)).resolves.toMatchObject({ id, student: { name: student.name } })
})

test('the numbers of hidden names do not follow the alphabet', async () => {
  const { trainerClient, params } = await submitted()
  const place = { params: { courseId: params.courseId, assignmentId: params.assignmentId } }
  const names = Array.from({ length: 12 }, (_, n) => `Student ${String.fromCodePoint(65 + n)}`)
  for (const name of names) await given.member(params.courseId, await given.user({ name }))
  await trainerClient.grading.setHiddenNames({ ...place, body: { isHidden: true } })
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select u.name from student_numbers n join users u on u.id = n.student_id where n.assignment_id = ${params.assignmentId} order by n.number`)
  const inOrder = rows.map(({ name }) => name)
  // One in 480 million of random orders does.
  expect(inOrder).toHaveLength(13)
  expect(inOrder).not.toEqual(inOrder.toSorted())
})

test('two graders who hide the names at the same time get the same numbers', async () => {
  const { trainerClient, params, course } = await submitted()
  const place = { courseId: course.id, assignmentId: params.assignmentId }
  const hide = () => trainerClient.grading.setHiddenNames({ params: place, body: { isHidden: true } })
  await expect(callDuring(database, (db) => addStudentNumbers(db, place), hide)).resolves.toEqual({ isHidden: true })
})

test('a student who enrols later gets the next number on opening', async () => {
  const { at, trainerClient, params, body } = await submitted()
  const place = { params: { courseId: params.courseId, assignmentId: params.assignmentId } }
  await trainerClient.grading.setHiddenNames({ ...place, body: { isHidden: true } })
  const late = await given.student()
  await given.member(params.courseId, late)
  const { id } = await (await as(late)).submissions.submitAssignment({ params, body })
  const theirs = { params: { ...at.params, submissionId: id } }
  const name = async () => (await trainerClient.submissions.getSubmission(theirs)).student.name
  expect(await name()).toBe('New student')
  await trainerClient.grading.reportGrading(theirs)
  expect(await name()).toBe('Student 2')
})

test('the reason of an excuse, which may name the student, is hidden with the names', async () => {
  const { trainerClient, admin, params, student } = await submitted()
  const place = { params: { courseId: params.courseId, assignmentId: params.assignmentId } }
  const reason = `${student.name} is ill`
  await admin.assignmentExceptions.excuseStudents({ ...place, body: { studentIds: [student.id], reason } })
  const reasons = async () => (await trainerClient.submissions.listSubmissions(place)).items.map((row) => row.excuseReason)
  expect(await reasons()).toEqual([reason])
  await trainerClient.grading.setHiddenNames({ ...place, body: { isHidden: true } })
  expect(await reasons()).toEqual(['Excused'])
})

test('file names are hidden too; source files keep the extension', async () => {
  const question = given.question({ type: 'FILE' })
  const { studentClient, trainerClient, params, student } = await openAssignment({ questions: [question] })
  const source = { key: 'source/0198f6a0-0000-7000-8000-000000000009.src', contentType: 'text/x-source' }
  const files = [
    await given.file(student.id, { name: 'redraw-haddad.pdf' }),
    await given.file(student.id, { ...source, name: 'haddad.PY' }),
    await given.file(student.id, { ...source, key: source.key.replace('9.src', '8.src'), name: 'omar.haddad' }),
  ]
  const body = { answers: [{ questionId: question.id, value: files.map(({ key }) => key) }] }
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  const at = { params: { submissionId: id, courseId: params.courseId } }
  const read = async () => (await trainerClient.submissions.getSubmission(at)).files
  expect((await read()).map(({ name }) => name).toSorted()).toEqual(['haddad.PY', 'omar.haddad', 'redraw-haddad.pdf'])
  const place = { courseId: params.courseId, assignmentId: params.assignmentId }
  await trainerClient.grading.setHiddenNames({ params: place, body: { isHidden: true } })
  const hidden = await read()
  expect(hidden.map(({ name }) => name.replace(/^file-[123]/, '')).toSorted()).toEqual(['.pdf', '.py', '.src'])
  expect(JSON.stringify(hidden)).not.toContain('haddad')
})
