/** The numbers of a class and the order of its students: work of excused students counts in none; ties are sorted by name. */

import { expect, test } from 'vitest'
import { assignmentExceptions, submissions } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
clock.set('2026-11-20T12:00:00Z')

type Work = Partial<typeof submissions.$inferInsert>

/** A course with an assignment that is due, and students of these names besides the one that each course has. */
async function classOf(names: string[]) {
  const { assignment, course, trainer } = await given.assignment({ dueAt: '2026-11-18T12:00:00Z' })
  const students: Awaited<ReturnType<typeof given.user>>[] = []
  for (const name of names) {
    const student = await given.user({ name })
    await given.member(course.id, student)
    students.push(student)
  }
  const submit = (index: number, work: Work) =>
    db.insert(submissions).values({
      assignmentId: assignment.id,
      courseId: course.id,
      studentId: students[index]!.id,
      attempt: 1,
      submittedAt: '2026-11-17T12:00:00Z',
      effectiveSubmittedAt: '2026-11-17T12:00:00Z',
      ...work,
    })
  const mark = (index: number, marks: number) => submit(index, { status: 'GRADED', marks, gradedAt: '2026-11-19T12:00:00Z' })
  return { assignment, course, students, submit, mark, trainer: await as(trainer), student: await as(students[0]!) }
}

const gradedAt = '2026-11-19T12:00:00Z'
const works: [string, Work][] = [
  ['waits for a mark', { status: 'SUBMITTED' }],
  ['has a mark', { status: 'GRADED', marks: 0, gradedAt }],
  ['has a mark that is held', { status: 'GRADED', marks: 0, gradedAt, isHeld: true }],
  ['was returned', { status: 'RETURNED', marks: 0, gradedAt }],
  ['is a draft', { status: 'DRAFT', attempt: 0, submittedAt: null }],
]

test.each(works)('work of an excused student that %s is in no number of the class', async (_title, work) => {
  const { assignment, course, students, submit, mark, trainer, student } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora'])
  for (const [index, marks] of [10, 12, 18].entries()) await mark(index, marks)
  await trainer.marks.updateMarkSettings({ params: { courseId: course.id }, body: { showMedians: true } })
  const excused = { assignmentId: assignment.id, studentId: students[3]!.id, excusedAt: '2026-11-16T12:00:00Z', excuseReason: 'Ill' }
  await db.insert(assignmentExceptions).values(excused)
  const params = { courseId: course.id }
  const numbers = async () => {
    const ofAssignment = await trainer.assignments.listCourseAssignments({ params })
    const { counts, held } = await trainer.submissions.listSubmissions({ params: { ...params, assignmentId: assignment.id } })
    const book = await trainer.marks.getGradebook({ params, query: { state: 'to-grade' } })
    return {
      summary: await trainer.marks.getMarksSummary({ params }),
      median: await student.marks.getMyMarks({ params }),
      counts: [counts, held, ofAssignment.items.map((item) => item.counts)],
      toGrade: book.total,
      mine: (await trainer.assignments.listMyAssignments({ query: { state: 'TO_GRADE' } })).total,
    }
  }
  const before = await numbers()
  expect(before.summary.assignments).toMatchObject([{ graded: 3, median: 12, lowest: 10, highest: 18 }])
  await submit(3, work)
  expect(await numbers()).toEqual(before)
})

test.each(['total', '-total', 'mark', '-mark'] as const)('ties, sorted by %s, are in the order of their names', async (sort) => {
  const { assignment, course, mark, trainer } = await classOf(['Eve', 'Bea', 'Dora', 'Ana', 'Cleo', 'Fay'])
  // Two have no mark, and no total as long as missing work does not count.
  for (const index of [0, 1, 2, 3]) await mark(index, 12)
  const query = { sort, sortIn: assignment.id, limit: 100 }
  const { items } = await trainer.marks.getGradebook({ params: { courseId: course.id }, query })
  const names = items.map(({ student: { name } }) => name)
  // Each course has one more student.
  expect(names.filter((name) => !name.startsWith('Person'))).toEqual(['Ana', 'Bea', 'Dora', 'Eve', 'Cleo', 'Fay'])
})

test('only the course’s own assignments can be sorted by', async () => {
  const { course, trainer } = await classOf(['Ana'])
  const { assignment: foreign } = await classOf(['Bea'])
  const query = { sort: 'mark', sortIn: foreign.id } as const
  await expect(trainer.marks.getGradebook({ params: { courseId: course.id }, query })).rejects.toBeProblem('validation-failed', ['?sortIn'])
})

test('the oldest work to grade is that which waits longest, of students who still have an account', async () => {
  const { assignment, course, students, submit, trainer } = await classOf(['Ana', 'Bea', 'Cleo'])
  const { assignment: other } = await given.assignment({ courseId: course.id, weekId: assignment.weekId })
  await submit(0, { status: 'SUBMITTED', submittedAt: '2026-11-17T12:00:00Z' })
  await submit(1, { status: 'SUBMITTED', submittedAt: '2026-11-14T12:00:00Z', assignmentId: other.id })
  await submit(2, { status: 'SUBMITTED', submittedAt: '2026-11-10T12:00:00Z' })
  const params = { courseId: course.id }
  await (await as('ADMIN')).users.removeUser({ params: { id: students[2]!.id } })
  await expect(trainer.marks.getMarksSummary({ params })).resolves.toMatchObject({ oldest: { assignmentId: other.id } })
})

test('within a week the columns are in the order of their due times, those without one last', async () => {
  const { assignment, course, trainer } = await classOf(['Ana'])
  const place = { courseId: course.id, weekId: assignment.weekId }
  await given.assignment({ ...place, title: 'Open end' })
  await given.assignment({ ...place, title: 'First', dueAt: '2026-11-01T12:00:00Z' })
  await given.assignment({ ...place, title: 'Last', dueAt: '2026-12-01T12:00:00Z' })
  const { columns } = await trainer.marks.getGradebook({ params: { courseId: course.id } })
  expect(columns.map(({ title }) => title)).toEqual(['First', 'Assignment', 'Last', 'Open end'])
})

test('work that was submitted again is sorted without the mark of its earlier attempt, and exported without its feedback', async () => {
  const { assignment, course, mark, submit, trainer } = await classOf(['Ana', 'Bea', 'Cleo'])
  await submit(0, { status: 'SUBMITTED', attempt: 2, marks: 19, feedback: 'Of the first attempt' })
  await mark(1, 12)
  await mark(2, 16)
  const params = { courseId: course.id }
  const { items } = await trainer.marks.getGradebook({ params, query: { sort: '-mark', sortIn: assignment.id } })
  expect(items.slice(0, 3).map(({ student: { name } }) => name)).toEqual(['Cleo', 'Bea', 'Ana'])
  const file = await trainer.marks.exportSubmissions({ params: { ...params, assignmentId: assignment.id } })
  expect(await file.text()).not.toContain('Of the first attempt')
})

test('students see medians of five or more marks and totals, without those that are held', async () => {
  const { assignment, course, mark, submit, trainer, student } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay'])
  const params = { courseId: course.id }
  await trainer.marks.updateMarkSettings({ params, body: { showMedians: true } })
  const medians = async () => {
    const { medianTotal, items } = await student.marks.getMyMarks({ params })
    return [medianTotal, items[0]!.median]
  }
  for (const [index, marks] of [10, 11, 12, 13].entries()) await mark(index, marks)
  await submit(4, { status: 'GRADED', marks: 20, gradedAt, isHeld: true })
  expect(await medians()).toEqual([null, null])
  await mark(5, 14)
  expect(await medians()).toEqual([60, 12])
  await trainer.heldMarks.releaseMarks({ params: { ...params, assignmentId: assignment.id }, body: {} })
  expect(await medians()).toEqual([62.5, 12.5])
})

test('a late deduction is announced only while work can be submitted', async () => {
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { course, week, student } = await given.assignment({ title: 'Open', dueAt: '2026-11-19T12:00:00Z', latePolicy })
  const place = { courseId: course.id, weekId: week.id }
  await given.assignment({ ...place, title: 'Over', dueAt: '2026-11-19T13:00:00Z', closesAt: '2026-11-20T00:00:00Z', latePolicy })
  const { items } = await (await as(student)).marks.getMyMarks({ params: { courseId: course.id } })
  expect(items.map(({ title, canSubmit, lateCost }) => [title, canSubmit, lateCost])).toEqual([
    ['Open', true, 2],
    ['Over', false, null],
  ])
})

test('a total is exported with two decimals; a deleted assignment takes no weight', async () => {
  const { assignment, course, mark, students, trainer } = await classOf(['Ana'])
  const { assignment: other } = await given.assignment({ courseId: course.id, weekId: assignment.weekId })
  const params = { courseId: course.id }
  await mark(0, 20)
  const times = { submittedAt: gradedAt, effectiveSubmittedAt: gradedAt }
  const work = { assignmentId: other.id, courseId: course.id, studentId: students[0]!.id, attempt: 1, ...times }
  await db.insert(submissions).values({ ...work, status: 'GRADED', marks: 0, gradedAt })
  const weigh = (weights: { assignmentId: string; weight: number }[]) => trainer.marks.updateMarkSettings({ params, body: { weights } })
  await weigh([
    { assignmentId: assignment.id, weight: 1 },
    { assignmentId: other.id, weight: 2 },
  ])
  expect(await (await trainer.marks.exportMarks({ params, query: { search: 'Ana' } })).text()).toContain('"20","0","33.33"')
  await trainer.assignmentChanges.removeAssignment({ params: other })
  const call = weigh([{ assignmentId: other.id, weight: 3 }])
  await expect(call).rejects.toBeProblem('validation-failed', ['/weights/0/assignmentId'])
})
