/** Held marks: students see nothing of them until they are released, and are notified once. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { routes } from '@lms/contract'
import { toUrl } from '@lms/contract/client'
import { submissions as work } from '#db/schema/assignments.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { emails } from '#db/schema/mail.ts'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'
import { testApp, type As } from '#test/app.ts'
import { answer, courseFixtures, readWithAttempts } from '#test/course-fixtures.ts'
import { formOf } from '#test/files.ts'

const { app, given, as, clock, database, runJobs } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')
const { db } = database

const feedback = 'Feedback nobody knows'
const marks = 17.31

/** An assignment that holds new marks, with the submission of a student. */
async function heldAssignment(values: Parameters<typeof openAssignment>[0] = {}) {
  const home = await openAssignment({ holdMarks: true, ...values })
  const { student, course, assignment, params, body, studentClient, trainerClient } = home
  await db
    .update(users)
    .set({ preferences: { emailMarks: 'NOW' } })
    .where(eq(users.id, student.id))
  const { id } = await studentClient.submissions.submitAssignment({ params, body })
  const at = { courseId: course.id, assignmentId: assignment.id }
  const one = { params: { submissionId: id, courseId: course.id } }
  return {
    ...home,
    id,
    at,
    grade: (more: object = {}) => trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks, feedback, ...more } }),
    release: (studentIds?: string[]) => trainerClient.heldMarks.releaseMarks({ params: at, body: studentIds ? { studentIds } : {} }),
    seen: () => readWithAttempts(studentClient, one),
    roster: () => trainerClient.submissions.listSubmissions({ params: at }),
    noticesOf: (userId = student.id) => db.select().from(notices).where(eq(notices.userId, userId)),
  }
}
type Held = Awaited<ReturnType<typeof heldAssignment>>

const emailsTo = async (userId: string) => {
  await runJobs()
  return db.select().from(emails).where(eq(emails.userId, userId))
}

/** Every GET of the contract about the submission and its course, sent by the student: the responses by path. */
async function readAll({ id, course, week, assignment, student, studentClient }: Held, client: As = studentClient) {
  const answers = new Map<string, string>()
  const ids = [id, course.id, assignment.id, student.id]
  for (const { route } of routes.filter((one) => one.route.method === 'GET')) {
    const known: Record<string, string> = {
      courseId: course.id,
      weekId: week.id,
      assignmentId: assignment.id,
      submissionId: id,
      userId: student.id,
    }
    for (const any of route.path.includes(':id') ? ids : [id]) {
      const params = { ...known, id: any }
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
      if (names.some((name) => !(name in params))) continue
      const asksCourse = 'courseId' in (route.query?.shape ?? {}) && !names.includes('courseId')
      const url = toUrl(route.path, { params, query: asksCourse ? { courseId: course.id } : {} })
      const { statusCode, payload } = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${client.token}` } })
      answers.set(url, statusCode < 300 ? payload : String(statusCode))
    }
  }
  return answers
}

/** A class with released marks, so that there are medians. */
async function addClassmates({ course, assignment }: Held) {
  await db.update(courses).set({ showMedians: true }).where(eq(courses.id, course.id))
  for (let number = 0; number < 5; number++) {
    const { id } = await given.student()
    await given.member(course.id, { id, role: 'USER' })
    const times = { submittedAt: '2026-11-19T10:00:00.000Z', effectiveSubmittedAt: '2026-11-19T10:00:00.000Z' }
    const graded = { status: 'GRADED' as const, attempt: 1, ...times, marks: 3 + number }
    await db.insert(work).values({ ...graded, assignmentId: assignment.id, courseId: course.id, studentId: id })
  }
}

const changed = (before: Map<string, string>, after: Map<string, string>) => [...after].filter(([url, text]) => before.get(url) !== text)

test('while a mark is held, all responses to the student stay the same', async () => {
  const home = await heldAssignment()
  await addClassmates(home)
  const classmate = await as({ ...(await given.student()), role: 'USER' })
  await given.member(home.course.id, { ...classmate.user })
  const [own, others] = [await readAll(home), await readAll(home, classmate)]
  await expect(home.grade()).resolves.toMatchObject({ status: 'GRADED', marks, isHeld: true })
  clock.set('2026-11-20T12:00:05Z')
  // Also after a change while it is held.
  await home.grade({ marks: marks + 1 })
  await home.grade()
  clock.set('2026-11-20T12:00:00Z')
  expect(changed(own, await readAll(home))).toEqual([])
  expect(changed(others, await readAll(home, classmate))).toEqual([])
  expect([...(await readAll(home)).values()].join()).not.toMatch(/17\.31|Feedback nobody knows|holdMarks/)
  expect(await emailsTo(home.student.id)).toEqual([])

  // The same calls show the mark once it is released.
  await expect(home.release()).resolves.toEqual({ released: 1 })
  const shown = changed(own, await readAll(home)).map(([url]) => url)
  expect(shown).toEqual(
    expect.arrayContaining([
      `/api/submissions/${home.id}/course/${home.course.id}`,
      '/api/student-submissions',
      `/api/marks/mine/${home.course.id}`,
      `/api/assignments/${home.assignment.id}`,
      `/api/assignments/course-assignments/${home.course.id}`,
      '/api/notices',
    ]),
  )
  // Classmates see the median.
  expect(changed(others, await readAll(home, classmate)).map(([url]) => url)).toEqual([`/api/marks/mine/${home.course.id}`])
})

test('staff see held marks, with totals and medians', async () => {
  const home = await heldAssignment()
  await home.grade()
  const { trainerClient, course, student, at } = home
  await expect(home.roster()).resolves.toMatchObject({ held: 1, counts: { graded: 1 }, items: [{ marks, isHeld: true }] })
  const params = { courseId: course.id }
  await expect(trainerClient.marks.getGradebook({ params })).resolves.toMatchObject({
    columns: [{ held: 1 }],
    items: [{ total: 86.55, cells: [{ state: 'GRADED', marks, isHeld: true }] }],
  })
  await expect(trainerClient.marks.getMarksSummary({ params })).resolves.toMatchObject({
    assignments: [{ graded: 1, median: marks }],
  })
  await expect(trainerClient.courses.getStudentProgress({ params: { id: course.id, userId: student.id } })).resolves.toMatchObject({
    items: [{ state: 'GRADED', marks }],
  })
  expect(await (await trainerClient.marks.exportSubmissions({ params: at })).text()).toContain('17.31')
})

test('released twice or by two at once, there is one notice and one email', async () => {
  const home = await heldAssignment()
  await home.grade()
  expect(await home.noticesOf()).toEqual([])
  const admin = await as('ADMIN')
  const released = await Promise.all([home.release(), admin.heldMarks.releaseMarks({ params: home.at, body: {} })])
  expect(released.reduce((sum, one) => sum + one.released, 0)).toBe(1)
  await expect(home.release()).resolves.toEqual({ released: 0 })
  expect(await home.noticesOf()).toMatchObject([{ kind: 'MARKS', subject: { outcome: 'MARKED', marks } }])
  expect(await emailsTo(home.student.id)).toHaveLength(1)
  expect(await home.seen()).toMatchObject({ status: 'GRADED', marks, feedback, gradedBy: { id: home.trainer.id } })
})

test('releasing some keeps the others held; former students are left out', async () => {
  const home = await heldAssignment()
  await home.grade()
  const [second, left] = [await given.student(), await given.student()]
  for (const { id } of [second, left]) {
    await given.member(home.course.id, { id, role: 'USER' })
    const client = await as({ id, role: 'USER' })
    const submitted = await client.submissions.submitAssignment({ params: home.params, body: home.body })
    await home.trainerClient.submissions.gradeSubmission({ params: { id: submitted.id }, body: { marks: 4 } })
  }
  await db.update(memberships).set({ status: 'REJECTED' }).where(eq(memberships.userId, left.id))
  await expect(home.roster()).resolves.toMatchObject({ held: 2 })
  await expect(home.release([second.id, left.id])).resolves.toEqual({ released: 1 })
  await expect(home.seen()).resolves.toMatchObject({ status: 'SUBMITTED', marks: null })
  expect(await home.noticesOf(second.id)).toHaveLength(1)
  await expect(home.release()).resolves.toEqual({ released: 1 })
  expect(await home.noticesOf(left.id)).toEqual([])
})

test('an excused student is not counted, and gets no notice of a released mark', async () => {
  const home = await heldAssignment()
  await home.grade()
  const second = await given.student()
  await given.member(home.course.id, { id: second.id, role: 'USER' })
  const client = await as({ ...second, role: 'USER' })
  const submitted = await client.submissions.submitAssignment({ params: home.params, body: home.body })
  await home.trainerClient.submissions.gradeSubmission({ params: { id: submitted.id }, body: { marks: 4 } })
  const excuse = (reason: string | null) =>
    home.trainerClient.assignmentExceptions.excuseStudents({ params: home.at, body: { studentIds: [second.id], reason } })
  const heldInGradebook = async () =>
    (await home.trainerClient.marks.getGradebook({ params: { courseId: home.course.id } })).columns.map(({ held }) => held)
  await excuse('Illness')
  await expect(home.roster()).resolves.toMatchObject({ held: 1 })
  expect(await heldInGradebook()).toEqual([1])
  await expect(home.release()).resolves.toEqual({ released: 1 })
  expect(await home.noticesOf()).toHaveLength(1)
  expect((await home.noticesOf(second.id)).map(({ subject }) => subject)).toMatchObject([{ outcome: 'EXCUSED' }])
  // The mark is no longer held.
  await excuse(null)
  await expect(home.roster()).resolves.toMatchObject({ held: 0 })
})

test('a released mark stays released when it is changed, and a held one stays held', async () => {
  const home = await heldAssignment({ holdMarks: false })
  const hold = (holdMarks: boolean) =>
    home.trainerClient.assignments.updateAssignment({ params: { id: home.assignment.id }, body: { holdMarks } })
  await expect(home.grade()).resolves.toMatchObject({ isHeld: false })
  await expect(hold(true)).resolves.toMatchObject({ holdMarks: true })
  await expect(home.grade({ marks: 5 })).resolves.toMatchObject({ isHeld: false })
  await expect(home.seen()).resolves.toMatchObject({ marks: 5 })
  const other = await heldAssignment()
  await other.grade()
  await other.trainerClient.assignments.updateAssignment({ params: { id: other.assignment.id }, body: { holdMarks: false } })
  await expect(other.grade({ marks: 6 })).resolves.toMatchObject({ isHeld: true })
  expect(await other.noticesOf()).toEqual([])
})

test('returned work is never held, and its next mark is', async () => {
  const home = await heldAssignment()
  await home.grade()
  await home.grade({ action: 'RETURN', marks: 2 })
  await expect(home.seen()).resolves.toMatchObject({ status: 'RETURNED', marks: 2, feedback })
  expect(await home.noticesOf()).toHaveLength(1)
  await home.studentClient.submissions.submitAssignment({ params: home.params, body: home.body })
  await expect(home.grade({ feedback: 'Second' })).resolves.toMatchObject({ isHeld: true })
  await expect(home.seen()).resolves.toMatchObject({ status: 'SUBMITTED', feedback: null, attempts: [{ marks: 2, feedback }] })
})

test('undo removes a held mark; once it is released there is no undo', async () => {
  const home = await heldAssignment()
  const undo = ({ version }: { version: number }) =>
    home.trainerClient.grading.undoGrade({ params: { submissionId: home.id, courseId: home.course.id }, body: { version } })
  await expect(undo(await home.grade())).resolves.toEqual({ status: 'SUBMITTED' })
  await expect(home.roster()).resolves.toMatchObject({ held: 0, items: [{ status: 'SUBMITTED', isHeld: false }] })
  const graded = await home.grade()
  await home.release()
  await expect(undo(graded)).rejects.toBeProblem('conflict')
  expect(await home.seen()).toMatchObject({ marks })
})

test('undo hides earlier held attempts again that the mark had shown', async () => {
  const home = await heldAssignment()
  const { trainerClient, studentClient, params, body, course, assignment } = home
  await home.grade()
  await studentClient.submissions.submitAssignment({ params, body })
  const waiting = { status: 'SUBMITTED', marks: null, attempts: [{ marks: null, feedback: null }] }
  const undo = ({ version }: { version: number }) =>
    trainerClient.grading.undoGrade({ params: { submissionId: home.id, courseId: course.id }, body: { version } })
  await home.grade({ marks: 3 })
  const returned = await home.grade({ action: 'RETURN', marks: 2 })
  await expect(home.seen()).resolves.toMatchObject({ attempts: [{ marks, feedback }] })
  await expect(undo(returned)).resolves.toEqual({ status: 'GRADED' })
  await expect(home.seen()).resolves.toMatchObject(waiting)

  // The same for a mark that is not held, saved alone or from a file.
  await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { holdMarks: false } })
  const again = { ...waiting, attempts: [{ marks: null }, { marks: null }] }
  const graded = await home.grade({ marks: 4 })
  await expect(home.seen()).resolves.toMatchObject({ marks: 4, attempts: [{ marks: 3 }, { marks }] })
  await undo(graded)
  await expect(home.seen()).resolves.toMatchObject(again)
  const file = formOf([`Student id,Essay [${assignment.id}]`, `${home.student.id},5`].join('\n'))
  const { id } = await trainerClient.marks.importMarks({ params: { courseId: course.id }, query: {}, body: file })
  await expect(home.seen()).resolves.toMatchObject({ marks: 5, attempts: [{ marks: 3 }, { marks }] })
  await trainerClient.marks.undoMarksImport({ params: { courseId: course.id, id: id! } })
  await expect(home.seen()).resolves.toMatchObject(again)
})

test('a student may submit again despite a held mark, without seeing it; earlier marks stay hidden until the release', async () => {
  const home = await heldAssignment()
  await home.grade()
  await home.studentClient.submissions.submitAssignment({ params: home.params, body: home.body })
  await expect(home.seen()).resolves.toMatchObject({
    status: 'SUBMITTED',
    attempts: [{ attempt: 1, marks: null, feedback: null, gradedBy: null, gradedAt: null }],
  })
  await home.grade({ marks: 3 })
  await home.release()
  await expect(home.seen()).resolves.toMatchObject({ marks: 3, attempts: [{ marks, feedback }] })
})

test('a self-grading quiz holds its marks, too', async () => {
  const quiz = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'], points: 4 })
  const home = await openAssignment({ holdMarks: true, questions: [quiz] })
  const { studentClient, trainerClient, params, course, assignment } = home
  const hidden = { status: 'SUBMITTED', marks: null, questionMarks: [], gradedAt: null }
  for (const choice of ['a', 'b'])
    await expect(studentClient.submissions.submitAssignment({ params, body: answer(quiz.id, choice) })).resolves.toMatchObject(hidden)
  const { items } = await studentClient.submissions.listMySubmissions()
  const one = { params: { submissionId: items[0]!.id, courseId: course.id } }
  await expect(readWithAttempts(studentClient, one)).resolves.toMatchObject({ attempts: [{ marks: null, questionMarks: [] }] })
  await expect(readWithAttempts(trainerClient, one)).resolves.toMatchObject({ marks: 4, isHeld: true, attempts: [{ marks: 0 }] })
  await trainerClient.heldMarks.releaseMarks({ params: { courseId: course.id, assignmentId: assignment.id }, body: {} })
  await expect(readWithAttempts(studentClient, one)).resolves.toMatchObject({ marks: 4, attempts: [{ marks: 0 }] })
})

test('a quiz that no longer holds marks shows those of earlier attempts with the next one', async () => {
  const quiz = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'], points: 4 })
  const { studentClient, trainerClient, params, assignment } = await openAssignment({ holdMarks: true, questions: [quiz] })
  const submit = async (choice: string) => {
    const { id } = await studentClient.submissions.submitAssignment({ params, body: answer(quiz.id, choice) })
    return readWithAttempts(studentClient, { params: { submissionId: id, courseId: params.courseId } })
  }
  await expect(submit('a')).resolves.toMatchObject({ status: 'SUBMITTED', marks: null, attempts: [] })
  await expect(submit('b')).resolves.toMatchObject({ marks: null, attempts: [{ marks: null }] })
  await trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { holdMarks: false } })
  await expect(submit('b')).resolves.toMatchObject({ status: 'GRADED', marks: 4, attempts: [{ marks: 4 }, { marks: 0 }] })
})

test('a changed answer key changes held marks', async () => {
  const quiz = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['b'], points: 4 })
  const home = await openAssignment({ holdMarks: true, questions: [quiz] })
  await home.studentClient.submissions.submitAssignment({ params: home.params, body: answer(quiz.id, 'a') })
  const before = await home.studentClient.submissions.listMySubmissions()
  await home.trainerClient.assignments.updateAssignment({
    params: { id: home.assignment.id },
    body: { questions: [{ ...quiz, answerKey: ['a'] }] },
  })
  const at = { courseId: home.course.id, assignmentId: home.assignment.id }
  await expect(home.trainerClient.submissions.listSubmissions({ params: at })).resolves.toMatchObject({
    items: [{ marks: 4, isHeld: true }],
  })
  await expect(home.studentClient.submissions.listMySubmissions()).resolves.toEqual(before)
})

test('a copy of the assignment holds new marks, too', async () => {
  const { trainerClient, assignment, course, week } = await openAssignment({ holdMarks: true })
  const body = { courseId: course.id, weekId: week.id }
  await expect(trainerClient.assignmentChanges.duplicateAssignment({ params: { id: assignment.id }, body })).resolves.toMatchObject({
    holdMarks: true,
  })
})
