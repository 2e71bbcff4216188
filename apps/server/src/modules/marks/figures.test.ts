/** One figure, many screens: lists, gradebook, progress, a student's own marks and files say the same of the same work. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { assignmentExceptions, type assignments, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { memberships, weeks } from '#db/schema/courses.ts'
import { notices } from '#db/schema/notices.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
const now = '2026-11-20T12:00:00Z'
beforeEach(() => clock.set(now))

type Work = Partial<typeof submissions.$inferInsert>
type Terms = Partial<typeof assignments.$inferInsert>

/** A week with an assignment of 100 marks, and a class; each course has one student more. */
async function classOf(size: number, terms: Terms = {}) {
  const { course, week, trainer, student, assignment } = await given.assignment({ questions: [given.question({ points: 100 })], ...terms })
  const students = [student]
  while (students.length < size) {
    const one = await given.student()
    await given.member(course.id, one)
    students.push(one)
  }
  const params = { courseId: course.id }
  const submit = async (index: number, values: Work, assignmentId = assignment.id) => {
    const times = { submittedAt: '2026-11-19T10:00:00.000Z', effectiveSubmittedAt: '2026-11-19T10:00:00.000Z' }
    const place = { assignmentId, courseId: course.id, studentId: students[index]!.id }
    const [made] = await db
      .insert(submissions)
      .values({ ...place, attempt: 1, ...times, ...values })
      .returning()
    const { id, attempt, answers, submittedAt } = made!
    if (submittedAt) await db.insert(submissionAttempts).values({ submissionId: id, attempt, answers, submittedAt, late: false })
    return made!
  }
  const excuse = (index: number) =>
    db
      .insert(assignmentExceptions)
      .values({ assignmentId: assignment.id, studentId: students[index]!.id, excusedAt: now, excuseReason: 'Ill' })
  const setWeek = (values: Partial<typeof weeks.$inferInsert>, id = week.id) =>
    db
      .update(weeks)
      .set({ published: true, ...values })
      .where(eq(weeks.id, id))
  return { params, week, assignment, students, submit, excuse, setWeek, staff: await as(trainer), own: await as(students[0]!) }
}

const graded = (marks: number | null): Work => ({ status: 'GRADED', marks, gradedAt: '2026-11-19T12:00:00Z' })
const returned = (marks: number | null): Work => ({ ...graded(marks), status: 'RETURNED' })

const dayBefore = '2026-11-19T12:00:00Z'
const dayAfter = '2026-11-21T12:00:00Z'

test.each<[string, Terms, Partial<typeof weeks.$inferInsert>, boolean]>([
  ['past its due time', { dueAt: dayBefore }, {}, true],
  ['closed by hand before its due time', { dueAt: dayAfter, status: 'CLOSED', closedAt: dayBefore }, {}, true],
  ['closed by time, without a due time', { closesAt: dayBefore }, {}, true],
  ['not due', { dueAt: dayAfter, closesAt: dayAfter }, {}, false],
  ['past its due time in a week that is locked again', { dueAt: dayBefore }, { unlockAt: dayAfter }, false],
  ['closed in a week that is not published any more', { status: 'CLOSED', closedAt: dayBefore }, { published: false }, false],
])('work that is %s: all screens agree whether it is missing', async (_, terms, ofWeek, expected) => {
  const { params, assignment, students, submit, setWeek, staff, own } = await classOf(2, terms)
  const draft = await submit(0, { status: 'DRAFT', attempt: 0, submittedAt: null, effectiveSubmittedAt: null })
  await setWeek(ofWeek)
  const of = { params: { ...params, assignmentId: assignment.id } }
  const list = await staff.submissions.listSubmissions(of)
  const filtered = await staff.submissions.listSubmissions({ ...of, query: { status: 'missing' } })
  const open = await staff.submissions.listSubmissions({ ...of, query: { status: 'not-submitted' } })
  const book = await staff.marks.getGradebook({ params })
  const behind = await staff.marks.getGradebook({ params, query: { state: 'missing' } })
  const summary = await staff.marks.getMarksSummary({ params })
  const file = await (await staff.marks.exportSubmissions(of)).text()
  const ofStudent = await staff.courses.getStudentProgress({ params: { id: params.courseId, userId: students[0]!.id } })
  const [mine, marks] = [await own.assignments.listMyAssignments(), await own.marks.getMyMarks({ params })]
  const progress = await own.courses.getProgress({ params: { id: params.courseId } })
  const isMissing = ({ state }: { state: string }) => state === 'MISSING'
  expect({
    list: [list.counts.missing, filtered.total, list.items.filter(({ missing }) => missing).length],
    notSubmitted: [list.counts.notSubmitted, open.total],
    draft: (await staff.submissions.getSubmission({ params: { ...params, submissionId: draft.id } })).missing,
    gradebook: [book.items.flatMap(({ cells }) => cells).filter(isMissing).length, behind.total, summary.missing],
    file: file.match(/"Missing"/g)?.length ?? 0,
    student: [...progress.items, ...marks.items].filter(isMissing).length + mine.items.filter(({ work }) => work!.missing).length,
    userPage: ofStudent.items.some(isMissing),
  }).toEqual({
    list: expected ? [2, 2, 2] : [0, 0, 0],
    notSubmitted: expected ? [0, 0] : [2, 2],
    draft: expected,
    gradebook: expected ? [2, 2, 2] : [0, 0, 0],
    file: expected ? 2 : 0,
    student: expected ? 3 : 0,
    userPage: expected,
  })
})

test('each student has one total, and the class one median: weeks that students do not see count for nobody', async () => {
  const { params, students, submit, setWeek, staff, own } = await classOf(5, { title: 'First' })
  const { assignment: second, week } = await given.assignment({ ...params, questions: [given.question({ points: 100 })] })
  for (const index of students.keys()) {
    await submit(index, graded(20 + index))
    await submit(index, graded(100 - 10 * index), second.id)
  }
  await staff.marks.updateMarkSettings({ params, body: { showMedians: true } })
  const figures = async () => {
    const sorted = await staff.marks.getGradebook({ params, query: { sort: '-total' } })
    const mine = await own.marks.getMyMarks({ params })
    const file = await (await staff.marks.exportMarks({ params, query: { search: students[0]!.email! } })).text()
    const { medianTotal } = await staff.marks.getMarksSummary({ params })
    const total = sorted.items.find(({ student }) => student.id === students[0]!.id)!.total
    expect([mine.total, mine.totalIfNothingMore, mine.medianTotal]).toEqual([total, total, medianTotal])
    expect(file).toContain(`"${total}"`)
    return { totals: sorted.items.map((row) => row.total), medianTotal }
  }
  expect(await figures()).toEqual({ totals: [60, 55.5, 51, 46.5, 42], medianTotal: 51 })
  await setWeek({ published: false }, week.id)
  expect(await figures()).toEqual({ totals: [24, 23, 22, 21, 20], medianTotal: 22 })
})

test('work that was returned without a mark has none on any screen, in no file and in no average', async () => {
  const { params, assignment, students, submit, staff, own } = await classOf(3, { dueAt: dayBefore, closesAt: dayBefore })
  const work = await submit(0, { status: 'SUBMITTED' })
  const grade = (body: { marks: null; action: 'GRADE' | 'RETURN'; reopenUntil?: string }) =>
    staff.submissions.gradeSubmission({ params: { id: work.id }, body })
  await expect(grade({ marks: null, action: 'GRADE' })).rejects.toBeProblem('validation-failed', ['/marks'])
  expect(await grade({ marks: null, action: 'RETURN', reopenUntil: '2100-01-01T00:00:00Z' })).toMatchObject({
    status: 'RETURNED',
    marks: null,
    deduction: 0,
  })
  await submit(1, graded(60))
  await submit(2, graded(80))
  const of = { params: { ...params, assignmentId: assignment.id } }
  const book = await staff.marks.getGradebook({ params, query: { sort: 'total' } })
  const row = book.items.find(({ student }) => student.id === students[0]!.id)!
  expect(row).toMatchObject({ total: null, cells: [{ state: 'RETURNED', marks: null }] })
  expect(book.items.map(({ total }) => total)).toEqual([60, 80, null])
  const summary = await staff.marks.getMarksSummary({ params })
  expect(summary).toMatchObject({ medianTotal: 70, assignments: [{ graded: 2, median: 70, lowest: 60 }] })
  const list = await staff.submissions.listSubmissions({ ...of, query: { sort: 'marks' } })
  expect(list.items.map(({ marks }) => marks)).toEqual([60, 80, null])
  const byMark = await staff.marks.getGradebook({ params, query: { sort: 'mark', sortIn: assignment.id } })
  expect(byMark.items.map(({ cells }) => cells[0]!.marks)).toEqual([60, 80, null])
  for (const format of [await staff.marks.exportSubmissions(of), await staff.marks.exportMarks({ params })]) {
    const [header, ...lines] = (await format.text()).trim().split('\n')
    const at = header!.split(',').findIndex((name) => name.includes(assignment.id))
    const [ofStudent] = lines.filter((line) => line.includes(students[0]!.id))
    expect(ofStudent!.split(',')[at]).toBe('""')
  }
  const { items } = await staff.courses.getProgress({ params: { id: params.courseId } })
  expect(items).toMatchObject([{ marks: 70 }])
  const ofStudent = await staff.courses.getStudentProgress({ params: { id: params.courseId, userId: students[0]!.id } })
  expect(ofStudent.items).toMatchObject([{ state: 'RETURNED', marks: null }])
  expect(await own.marks.getMyMarks({ params })).toMatchObject({ total: null, totalIfNothingMore: null, items: [{ marks: null }] })
  expect((await own.submissions.listMySubmissions()).items).toMatchObject([{ status: 'RETURNED', marks: null }])
  expect((await own.assignments.listMyAssignments()).items).toMatchObject([{ work: { status: 'RETURNED', marks: null } }])
  const shown = await own.submissions.getSubmission({ params: { ...params, submissionId: work.id } })
  expect(shown).toMatchObject({ status: 'RETURNED', marks: null })
  const [told] = await db.select().from(notices).where(eq(notices.userId, work.studentId))
  expect(told!.subject).toMatchObject({ outcome: 'RETURNED' })
  expect(told!.subject).not.toHaveProperty('marks')
  const changes = await staff.grading.listMarkChanges({ params: { ...params, submissionId: work.id } })
  expect(changes.items).toMatchObject([{ action: 'RETURN', oldMarks: null, newMarks: null }])
})

test('marks that nobody gave do not help to reveal a median', async () => {
  const { params, submit, staff, own } = await classOf(5)
  await staff.marks.updateMarkSettings({ params, body: { showMedians: true } })
  for (const index of [0, 1, 2, 3]) await submit(index, graded(50))
  await submit(4, graded(null))
  expect(await own.marks.getMyMarks({ params })).toMatchObject({ medianTotal: null, items: [{ median: null }] })
})

test('the mark of excused work is not told to its student, sorts nothing and is in no average', async () => {
  const { params, assignment, submit, excuse, staff, own } = await classOf(3)
  const work = await submit(0, { status: 'SUBMITTED' })
  await submit(1, graded(40))
  await submit(2, graded(80))
  await excuse(0)
  const body = { marks: 60, feedback: 'Well argued', questionMarks: [{ questionId: assignment.questions[0]!.id, marks: 60 }] }
  await staff.submissions.gradeSubmission({ params: { id: work.id }, body })
  const file = new FormData()
  file.set('file', new Blob([`Student id,Assignment [${assignment.id}]\n${work.studentId},55`], { type: 'text/csv' }), 'marks.csv')
  await staff.marks.importMarks({ params, query: {}, body: file })
  expect(await db.$count(notices, eq(notices.userId, work.studentId))).toBe(0)
  const of = { ...params, submissionId: work.id }
  // What was said about it is shown.
  expect(await own.submissions.getSubmission({ params: of })).toMatchObject({ marks: null, questionMarks: [], feedback: 'Well argued' })
  expect(await staff.submissions.getSubmission({ params: of })).toMatchObject({ marks: 55, isExcused: true })
  expect((await own.assignments.listMyAssignments()).items).toMatchObject([{ work: { isExcused: true, marks: null } }])
  const one = await own.assignments.getAssignment({ params: { id: assignment.id } })
  expect(one.work).toMatchObject({ isExcused: true, marks: null })
  expect((await own.submissions.listMySubmissions()).items).toMatchObject([{ marks: null, feedback: 'Well argued' }])
  expect((await own.courses.getProgress({ params: { id: params.courseId } })).items).toMatchObject([{ state: 'EXCUSED', marks: null }])
  expect((await staff.courses.getProgress({ params: { id: params.courseId } })).items).toMatchObject([{ marks: 60 }])
  const byMark = await staff.marks.getGradebook({ params, query: { sort: 'mark', sortIn: assignment.id } })
  expect(byMark.items.map(({ cells }) => cells[0]!.marks)).toEqual([40, 80, null])
  const list = await staff.submissions.listSubmissions({
    params: { ...params, assignmentId: assignment.id },
    query: { sort: '-marks', limit: 2 },
  })
  expect(list.items.map(({ marks }) => marks)).toEqual([80, 40])
})

test('an excused student is still told that work was returned, and of a mark once the excuse is taken back', async () => {
  const { params, assignment, students, submit, excuse, staff, own } = await classOf(1)
  const work = await submit(0, { status: 'SUBMITTED' })
  await excuse(0)
  await staff.submissions.gradeSubmission({ params: { id: work.id }, body: { marks: 10, action: 'RETURN' } })
  const [told] = await db.select().from(notices).where(eq(notices.userId, work.studentId))
  expect(told!.subject).toMatchObject({ outcome: 'RETURNED' })
  const body = { studentIds: [students[0]!.id], reason: null }
  await staff.assignmentExceptions.excuseStudents({ params: { ...params, assignmentId: assignment.id }, body })
  expect((await own.submissions.listMySubmissions()).items).toMatchObject([{ marks: 10 }])
})

test('the late deduction in My marks is that of submitting now, as the answer page says', async () => {
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 30, floor: 0 }
  const { params, submit, own } = await classOf(1, { dueAt: '2026-11-19T23:00:00Z', latePolicy })
  const cost = async () => (await own.marks.getMyMarks({ params })).items.map(({ canSubmit, lateCost }) => [canSubmit, lateCost])
  expect(await cost()).toEqual([[true, 30]])
  // Submitted on time: it keeps its time.
  await submit(0, returned(50))
  expect(await cost()).toEqual([[true, null]])
})

test('the work of students who have left is counted with that of nobody, and keeps its keys', async () => {
  const question = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['a'], points: 100 })
  const { params, assignment, students, submit, staff } = await classOf(2, { questions: [question] })
  for (const index of [0, 1]) {
    const own = { answers: [{ questionId: question.id, value: 'b' }], questionMarks: [{ questionId: question.id, marks: 0 }] }
    await submit(index, { ...graded(0), ...own })
  }
  const leave = (index: number) => db.delete(memberships).where(eq(memberships.userId, students[index]!.id))
  await leave(0)
  const usage = () => staff.assignmentChanges.getAssignmentUsage({ params: { id: assignment.id } })
  expect(await usage()).toMatchObject({ submitted: 1, students: 1 })
  const body = { questions: [{ ...question, answerKey: ['b'] }] }
  const preview = await staff.assignmentChanges.previewAssignmentChanges({ params: { id: assignment.id }, body })
  expect(preview).toMatchObject({ submitted: 1, total: 1, items: [{ student: { id: students[1]!.id } }] })
  await leave(1)
  expect(await usage()).toMatchObject({ submitted: 0, students: 0 })
  // Their answers are kept: what they chose cannot be removed, and they are marked again, for the day on which they come back.
  const without = { questions: [{ ...question, options: ['a', 'c'] }] }
  const edit = (values: object) => staff.assignments.updateAssignment({ params: { id: assignment.id }, body: values })
  await expect(edit(without)).rejects.toBeProblem('validation-failed', ['/questions/0/options'])
  await edit(body)
  const kept = await db.select().from(submissions).where(eq(submissions.assignmentId, assignment.id))
  expect(kept.map(({ marks }) => marks)).toEqual([100, 100])
  expect(await db.$count(notices, eq(notices.courseId, params.courseId))).toBe(0)
})
