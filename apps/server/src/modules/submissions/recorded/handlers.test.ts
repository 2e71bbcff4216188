/** Work submitted outside LMS: recorded, marked like a submission, and undone while it has no mark. */

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { emails } from '#db/schema/mail.ts'
import { notices } from '#db/schema/notices.ts'
import { testApp } from '#test/app.ts'
import { callDuring, callInOrder } from '#test/concurrent-calls.ts'
import { courseFixtures, readWithAttempts } from '#test/course-fixtures.ts'

const { given, as, clock, database, statements } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
const { db } = database
const now = '2026-11-20T12:00:00.000Z'
clock.set(now)

const dueAt = '2026-11-18T12:00:00.000Z'
const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }

/** An exam that is over, of a class with these students besides the first. */
async function overdueExam(more = 0, values: Parameters<typeof openAssignment>[0] = {}) {
  const home = await openAssignment({ dueAt, latePolicy, ...values })
  const { course, assignment, student, trainerClient, studentClient } = home
  const others = await Promise.all(Array.from({ length: more }, () => given.student()))
  for (const one of others) await given.member(course.id, one)
  const at = { courseId: course.id, assignmentId: assignment.id }
  const record = (studentIds = [student.id], client = trainerClient) => client.recordedWork.recordWork({ params: at, body: { studentIds } })
  const undo = (studentIds = [student.id]) => trainerClient.recordedWork.undoRecordedWork({ params: at, body: { studentIds } })
  return {
    ...home,
    others,
    at,
    record,
    undo,
    /** The id of the submission. */
    recordOne: async () => (await record()).recorded[0]!.submissionId,
    roster: () => trainerClient.submissions.listSubmissions({ params: at }),
    seen: (submissionId: string, client = trainerClient) => readWithAttempts(client, { params: { submissionId, courseId: course.id } }),
    grade: (id: string, marks = 17) => trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks } }),
    rows: () => db.select().from(submissions).where(eq(submissions.assignmentId, assignment.id)),
    saveDraft: () => studentClient.submissions.saveAnswers({ params: { id: assignment.id }, body: home.body }),
  }
}

test.each([1, 2])('a recorded submission takes none of the %i attempts of the student, who may have a draft', async (maxAttempts) => {
  const { record, saveDraft, studentClient, params, body, rows } = await overdueExam(0, { maxAttempts })
  await saveDraft()
  await record()
  await studentClient.submissions.submitAssignment({ params, body: { ...body, draftVersion: (await rows())[0]!.draftVersion } })
  for (let more = 1; more < maxAttempts; more++) await studentClient.submissions.submitAssignment({ params, body })
  expect(await rows()).toMatchObject([{ attempt: 1 + maxAttempts, answers: body.answers }])
  await expect(studentClient.submissions.submitAssignment({ params, body })).rejects.toBeProblem('closed')
})

test('recorded work is no activity of the student; its released mark moves the course up, as all marks do', async () => {
  const home = await overdueExam(0, { holdMarks: true })
  const { student, studentClient, trainerClient, at, params, body, record, undo, saveDraft, grade, rows } = home
  const activity = async () =>
    (await trainerClient.users.listUserActivity({ params: { id: student.id } })).items.flatMap(({ type, attempt }) =>
      type === 'SUBMISSION' ? [attempt] : [],
    )
  const lastActive = async (client = studentClient) => (await client.courses.listMyCourses({ query: {} })).items[0]!.lastActivityAt
  await record()
  expect([await activity(), await lastActive(), await lastActive(trainerClient)]).toEqual([[], null, null])
  await undo()
  await saveDraft()
  clock.set('2026-11-20T13:00:00Z')
  const id = (await record()).recorded[0]!.submissionId
  // What the student saved has the time of saving, with the record and without it.
  expect((await rows())[0]).toMatchObject({ updatedAt: now })
  await undo()
  expect((await rows())[0]).toMatchObject({ updatedAt: now })
  await record()
  await grade(id)
  expect([await activity(), await lastActive()]).toEqual([[], now])
  await trainerClient.heldMarks.releaseMarks({ params: at, body: {} })
  expect([await activity(), await lastActive()]).toEqual([[], '2026-11-20T13:00:00.000Z'])
  await trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks: 9, action: 'RETURN' } })
  await studentClient.submissions.submitAssignment({ params, body })
  expect(await activity()).toEqual([2])
  clock.set(now)
})

test('recorded work waits for a mark, is never late, and counts like a submission', async () => {
  const home = await overdueExam()
  const { trainer, student, studentClient, assignment, at, recordOne, roster, seen, grade } = home
  expect((await roster()).counts).toMatchObject({ missing: 1, toGrade: 0 })
  const id = await recordOne()
  await expect(roster()).resolves.toMatchObject({
    counts: { all: 1, missing: 0, toGrade: 1, late: 0 },
    items: [{ submissionId: id, status: 'SUBMITTED', attempt: 1, late: false, isRecorded: true, submittedAt: now }],
  })
  const recordedBy = { id: trainer.id, name: trainer.name }
  const shown = { attempt: 1, late: false, answers: [], attempts: [], recordedBy }
  expect(await seen(id)).toMatchObject(shown)
  expect(await seen(id, studentClient)).toMatchObject(shown)
  expect(await db.select().from(emails).where(eq(emails.userId, student.id))).toEqual([])
  expect(await db.select().from(notices).where(eq(notices.userId, student.id))).toEqual([])

  await expect(grade(id)).resolves.toMatchObject({ marks: 17, deduction: 0 })
  await expect(studentClient.marks.getMyMarks({ params: at })).resolves.toMatchObject({ items: [{ state: 'GRADED', marks: 17 }] })
  expect(await db.select().from(notices).where(eq(notices.userId, student.id))).toMatchObject([{ subject: { marks: 17 } }])
  // The submission time is unknown: rechecking lateness does not change it.
  await home.trainerClient.assignments.updateAssignment({
    params: { id: assignment.id },
    body: { dueAt: '2026-11-17T12:00:00.000Z', recheckLate: true },
  })
  expect(await seen(id)).toMatchObject({ late: false, marks: 17 })
})

test('those who submitted, are excused or left the course are left out and counted; recording twice changes nothing', async () => {
  const { record, others, student, studentClient, trainerClient, params, body, at, rows } = await overdueExam(3)
  const [excused, first, second] = others
  await studentClient.submissions.submitAssignment({ params, body })
  await trainerClient.assignmentExceptions.excuseStudents({ params: at, body: { studentIds: [excused!.id], reason: 'Ill' } })
  const stranger = await given.student()
  const ids = [student, excused!, first!, second!, stranger, first!].map(({ id }) => id)
  const reply = await record(ids)
  expect(reply).toMatchObject({ submitted: 1, excused: 1, notEnrolled: 1 })
  expect(reply.recorded.map(({ studentId }) => studentId).toSorted()).toEqual([first!.id, second!.id].toSorted())
  const before = await rows()
  expect(before).toHaveLength(3)
  await expect(record(ids)).resolves.toEqual({ recorded: [], submitted: 3, excused: 1, notEnrolled: 1 })
  expect(await rows()).toEqual(before)
})

test('undo deletes the recorded submission and keeps the student’s draft', async () => {
  const { record, undo, saveDraft, others, student, studentClient, body, rows, roster, seen } = await overdueExam(1)
  const draft = await saveDraft()
  const both = [student.id, others[0]!.id]
  await record(both)
  expect(await seen(draft.id, studentClient)).toMatchObject({ status: 'SUBMITTED', answers: [], draft: body.answers })
  await expect(undo(both)).resolves.toEqual({ undone: 2 })
  expect((await roster()).counts).toMatchObject({ missing: 2, toGrade: 0 })
  expect(await rows()).toMatchObject([
    { id: draft.id, status: 'DRAFT', attempt: 0, submittedAt: null, recordedBy: null, draft: body.answers },
  ])
  expect(await db.select().from(submissionAttempts).where(eq(submissionAttempts.submissionId, draft.id))).toEqual([])
  await expect(undo(both)).resolves.toEqual({ undone: 0 })
  // It can be recorded again.
  await expect(record(both)).resolves.toMatchObject({ recorded: [{}, {}] })
})

test('marked work, and work that students submitted, cannot be undone', async () => {
  const { recordOne, undo, grade, student, others, params, body, rows, seen } = await overdueExam(1)
  const id = await recordOne()
  await grade(id)
  const otherClient = await as(others[0]!)
  await otherClient.submissions.submitAssignment({ params, body })
  await expect(undo([student.id, others[0]!.id])).resolves.toEqual({ undone: 0 })
  expect(await rows()).toHaveLength(2)
  expect(await seen(id)).toMatchObject({ status: 'GRADED', marks: 17 })
})

test('a student who submits afterwards makes a second attempt, not recorded', async () => {
  const { recordOne, undo, studentClient, params, body, seen, roster, trainer } = await overdueExam()
  const id = await recordOne()
  await studentClient.submissions.submitAssignment({ params, body })
  expect(await seen(id)).toMatchObject({
    attempt: 2,
    late: true,
    recordedBy: { id: trainer.id },
    answers: body.answers,
    attempts: [{ attempt: 1, answers: [] }],
  })
  expect((await roster()).items).toMatchObject([{ isRecorded: false }])
  await expect(undo()).resolves.toEqual({ undone: 0 })
})

test('a student submits while staff record: both orders keep the answers', async () => {
  const submitting = (home: Awaited<ReturnType<typeof overdueExam>>) => () =>
    home.studentClient.submissions.submitAssignment({ params: home.params, body: home.body })
  const inOrder = ({ assignment }: { assignment: { id: string } }, ...calls: (() => Promise<unknown>)[]) =>
    callInOrder(database, sql`assignments where id = ${assignment.id}`, calls)

  const first = await overdueExam()
  expect(await inOrder(first, submitting(first), first.record)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled', value: { recorded: [], submitted: 1 } },
  ])
  expect(await first.rows()).toMatchObject([{ attempt: 1, answers: first.body.answers, recordedBy: null }])

  const second = await overdueExam()
  expect(await inOrder(second, second.record, submitting(second))).toMatchObject([
    { status: 'fulfilled', value: { recorded: [{}] } },
    { status: 'fulfilled' },
  ])
  expect(await second.rows()).toMatchObject([{ attempt: 2, answers: second.body.answers, recordedBy: second.trainer.id }])
})

test('a draft saved during recording is kept, and two recordings at once make one submission', async () => {
  const { at, student, body, record, rows } = await overdueExam()
  const reply = await callDuring(
    database,
    (tx) => tx.insert(submissions).values({ ...at, studentId: student.id, draft: body.answers, draftVersion: 1 }),
    record,
  )
  expect(reply.recorded).toHaveLength(1)
  expect(await rows()).toMatchObject([{ attempt: 1, draft: body.answers }])

  const exam = await overdueExam()
  const admin = await as('ADMIN')
  const both = await Promise.all([exam.record(), exam.record([exam.student.id], admin)])
  expect(both.flatMap(({ recorded }) => recorded)).toHaveLength(1)
  expect(both[0].submitted + both[1].submitted).toBe(1)
})

test('nothing is recorded for a draft of an assignment, and the number of statements does not grow with the students', async () => {
  const draft = await overdueExam(0, { status: 'DRAFT' })
  await expect(draft.record()).rejects.toBeProblem('conflict')
  await expect(draft.record([])).rejects.toBeProblem('validation-failed', ['/studentIds'])
  expect(await draft.rows()).toEqual([])
  const [few, many] = [await overdueExam(1), await overdueExam(6)]
  const count = ({ record, others }: typeof few) => statements(() => record(others.map(({ id }) => id)))
  expect(await count(many)).toBe(await count(few))
})
