/** The numbers of a class and the order of its students: work of excused students counts in none; ties are sorted by name. */
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { assignmentExceptions, submissions } from '#db/schema/assignments.ts'

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
