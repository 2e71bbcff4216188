/** The gradebook and a student's own marks: what counts, who sees what, and that SQL and the shared rule agree. */

import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { submissions } from '#db/schema/assignments.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, statements, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')

const closed = { dueAt: '2026-11-10T23:59:00Z', closesAt: '2026-11-12T23:59:00Z' }
const due = { dueAt: '2026-11-18T23:59:00Z', closesAt: '2026-11-25T23:59:00Z' }
const graded = (marks: number, values: object = {}) => ({
  status: 'GRADED' as const,
  gradedAt: '2026-11-19T12:00:00Z',
  marks,
  ...values,
})

/** Two assignments of 20, one that is closed and one that is only due; the students have these names. */
async function classOf(names: string[]) {
  const { week, course, trainer } = await given.week({ number: 1 })
  const place = { courseId: course.id, weekId: week.id }
  const { assignment: essay } = await given.assignment({ ...place, title: 'Essay', ...closed })
  const { assignment: chart } = await given.assignment({ ...place, title: '=Chart', ...due })
  const students = await Promise.all(names.map((name) => given.user({ name, role: 'USER' })))
  for (const one of students) await given.member(course.id, one)
  const submit = (assignment: typeof essay, studentId: string, values: Partial<typeof submissions.$inferInsert> = {}) =>
    database.db.insert(submissions).values({
      assignmentId: assignment.id,
      courseId: assignment.courseId,
      studentId,
      status: 'SUBMITTED',
      attempt: 1,
      submittedAt: '2026-11-09T10:00:00Z',
      effectiveSubmittedAt: '2026-11-09T10:00:00Z',
      ...values,
    })
  return { place, trainer: await as(trainer), essay, chart, students, submit, params: { courseId: course.id } }
}

test('the gradebook shows the state per cell and a total of what counts', async () => {
  const { trainer, essay, chart, students, submit, params } = await classOf(['Ana', 'Bea', 'Cleo'])
  const [ana, bea] = students
  await submit(essay, ana!.id, graded(15, { late: true, deduction: 2 }))
  // Submitted again: the marks and deduction of the last attempt no longer count.
  await submit(chart, ana!.id, { attempt: 2, marks: 9, deduction: 1 })
  await submit(essay, bea!.id, { status: 'RETURNED', marks: 8, gradedAt: '2026-11-19T12:00:00Z' })
  const book = await trainer.marks.getGradebook({ params, query: { search: 'a' } })
  expect(book.columns).toMatchObject([
    { title: 'Essay', weight: null },
    { title: '=Chart', weight: null },
  ])
  expect(book.items[0]!.cells.map(({ isMissingCounted }) => isMissingCounted)).toEqual([true, false])
  const rowOf = (name: string) => book.items.find(({ student }) => student.name === name)!
  expect(rowOf('Ana')).toMatchObject({
    total: 75,
    cells: [
      { state: 'GRADED', marks: 15, late: true, deduction: 2 },
      { state: 'TO_GRADE', marks: null, deduction: 0 },
    ],
  })
  expect(rowOf('Bea')).toMatchObject({ total: 40, cells: [{ state: 'RETURNED', marks: 8 }, { state: 'MISSING' }] })
  // Found by email, not by name.
  const byEmail = await trainer.marks.getGradebook({ params, query: { search: students[2]!.email! } })
  expect(byEmail.items).toMatchObject([{ student: { name: 'Cleo' }, total: 0, cells: [{ state: 'MISSING' }, { state: 'MISSING' }] }])
})

test('the course decides when missing work counts, and how much each assignment weighs', async () => {
  const { trainer, essay, chart, students, submit, params } = await classOf(['Ana'])
  await submit(essay, students[0]!.id, graded(15))
  const totalOf = async () => (await trainer.marks.getGradebook({ params, query: { search: 'Ana' } })).items[0]!.total
  expect(await totalOf()).toBe(75)
  await trainer.marks.updateMarkSettings({ params, body: { missingCounts: 'DUE' } })
  expect(await totalOf()).toBe(37.5)
  const weights = [
    { assignmentId: essay.id, weight: 30 },
    { assignmentId: chart.id, weight: 10 },
  ]
  await trainer.marks.updateMarkSettings({ params, body: { weights } })
  expect(await totalOf()).toBe(56.25)
  await trainer.marks.updateMarkSettings({ params, body: { weights: [{ assignmentId: chart.id, weight: 0 }] } })
  expect(await totalOf()).toBe(75)
})

test('excused work counts in no total, whether it was marked or not', async () => {
  const { trainer, essay, chart, students, submit, params } = await classOf(['Ana'])
  const [ana] = students
  await submit(essay, ana!.id, graded(15))
  await submit(chart, ana!.id, graded(5))
  const totals = async () => {
    const { items } = await trainer.marks.getGradebook({ params, query: { search: 'Ana', sort: 'total' } })
    const own = await (await as(ana!)).marks.getMyMarks({ params })
    return [items[0]!.total, own.total, (await trainer.marks.getMarksSummary({ params })).medianTotal]
  }
  // The course has one more student, whose total is 0, so that the median is half of Ana's.
  expect(await totals()).toEqual([50, 50, 25])
  await trainer.assignmentExceptions.excuseStudents({
    params: { ...params, assignmentId: chart.id },
    body: { studentIds: [ana!.id], reason: 'Ill' },
  })
  expect(await totals()).toEqual([75, 75, 37.5])
})

test('a weight of another course is rejected by name, and none is saved', async () => {
  const { trainer, essay, params } = await classOf([])
  const { essay: foreign } = await classOf([])
  const weights = [
    { assignmentId: essay.id, weight: 30 },
    { assignmentId: foreign.id, weight: 10 },
  ]
  await expect(trainer.marks.updateMarkSettings({ params, body: { weights } })).rejects.toMatchObject({
    errors: [{ pointer: '/weights/1/assignmentId' }],
  })
  await expect(trainer.marks.getGradebook({ params })).resolves.toMatchObject({ columns: [{ weight: null }, { weight: null }] })
})

test.each(['CLOSED', 'DUE', 'NEVER'] as const)(
  'sorting by total and the median agree with the rule where missing counts %s',
  async (missingCounts) => {
    const { trainer, essay, chart, students, submit, params, place } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora', 'Eve'])
    const [ana, bea, cleo, dora] = students.map(({ id }) => id)
    await trainer.marks.updateMarkSettings({ params, body: { missingCounts, weights: [{ assignmentId: chart.id, weight: 7.5 }] } })
    await given.assignment({ ...place, title: 'Without points', questions: [given.question({ points: 0 })], ...closed })
    await submit(essay, ana!, graded(15))
    await submit(chart, ana!, graded(20))
    await submit(essay, bea!, { status: 'RETURNED', marks: 12 })
    await submit(chart, cleo!, { status: 'RETURNED', marks: 12 })
    await submit(chart, dora!, { status: 'SUBMITTED' })
    await submit(essay, dora!, graded(3))
    const { items } = await trainer.marks.getGradebook({ params, query: { sort: '-total' } })
    const totals = items.map(({ total }) => total)
    const numbers = totals.filter((total) => total !== null)
    expect(numbers.length).toBeGreaterThan(1)
    expect(totals).toEqual([...numbers.toSorted((a, b) => b - a), ...totals.filter((total) => total === null)])
    const { medianTotal } = await trainer.marks.getMarksSummary({ params })
    const middle = numbers.toSorted((a, b) => a - b)
    expect(medianTotal).toBeCloseTo((middle[Math.floor((middle.length - 1) / 2)]! + middle[Math.ceil((middle.length - 1) / 2)]!) / 2)
  },
)

test('students are found by missing or ungraded work, in one assignment or any', async () => {
  const { trainer, essay, chart, students, submit, params } = await classOf(['Ana', 'Bea'])
  const [ana, bea] = students.map(({ id }) => id)
  await submit(essay, ana!, graded(15))
  await submit(chart, ana!)
  await submit(chart, bea!, { attempt: 0, status: 'DRAFT', submittedAt: null })
  const namesOf = async (query: object) =>
    (await trainer.marks.getGradebook({ params, query })).items.map(({ student }) => student.name).filter((name) => name.length < 4)
  expect(await namesOf({ state: 'missing' })).toEqual(['Bea'])
  expect(await namesOf({ state: 'missing', stateIn: essay.id })).toEqual(['Bea'])
  expect(await namesOf({ state: 'to-grade' })).toEqual(['Ana'])
  expect(await namesOf({ state: 'to-grade', stateIn: essay.id })).toEqual([])
})

test('the summary has counts, and the median and spread of each assignment', async () => {
  const { trainer, essay, chart, students, submit, params } = await classOf(['Ana', 'Bea', 'Cleo'])
  for (const [index, marks] of [20, 3.5, 16].entries()) await submit(essay, students[index]!.id, graded(marks))
  await submit(chart, students[1]!.id, { submittedAt: '2026-11-09T11:00:00Z' })
  const summary = await trainer.marks.getMarksSummary({ params })
  // The course has one more student, who has submitted nothing.
  expect(summary).toMatchObject({ students: 4, toGrade: 1, missing: 4, oldest: { assignmentId: chart.id } })
  expect(summary.assignments.find(({ id }) => id === essay.id)).toEqual({
    id: essay.id,
    graded: 3,
    toGrade: 0,
    missing: 1,
    median: 16,
    lowest: 3.5,
    highest: 20,
    spread: [1, 0, 0, 0, 2],
  })
})

test('work that was due before a student enrolled is not missing', async () => {
  const { trainer, students, params } = await classOf(['Ana'])
  await given.periods(params.courseId, students[0]!.id, { from: '2026-11-15T00:00:00Z', until: null })
  const { items } = await trainer.marks.getGradebook({ params, query: { search: 'Ana', sort: 'total' } })
  expect(items).toMatchObject([{ total: null, cells: [{ state: 'BEFORE_JOINING' }, { state: 'MISSING' }] }])
})

test('the page takes as many statements for many students as for few', async () => {
  const [few, many] = [await classOf(['Ana']), await classOf(['Ana', 'Bea', 'Cleo', 'Dora', 'Eve'])]
  for (const { id } of many.students) await many.submit(many.essay, id, graded(10))
  const count = ({ trainer, params }: typeof few) =>
    statements(() => trainer.marks.getGradebook({ params, query: { sort: 'total', state: 'missing' } }))
  expect(await count(many)).toBe(await count(few))
})

test('students see their own marks and total, and the class medians only if the course shows them', async () => {
  const { trainer, essay, chart, students, submit, params, place } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora', 'Eve'])
  for (const [index, { id }] of students.entries()) await submit(essay, id, graded(10 + index, { feedback: 'Clear.' }))
  await submit(chart, students[1]!.id, graded(20))
  await given.assignment({ ...place, title: 'Not published', status: 'DRAFT' })
  await given.week({ courseId: params.courseId, published: false }).then(({ week }) => given.assignment({ ...place, weekId: week.id }))
  const ana = await as({ ...students[0]!, role: 'USER' })
  const mine = await ana.marks.getMyMarks({ params })
  expect(mine).toMatchObject({
    total: 50,
    totalIfNothingMore: 25,
    medianTotal: null,
    items: [
      { title: 'Essay', state: 'GRADED', marks: 10, feedback: 'Clear.', median: null, canSubmit: false },
      { title: '=Chart', state: 'MISSING', marks: null, feedback: null, canSubmit: true, lateCost: null },
    ],
  })
  await trainer.marks.updateMarkSettings({ params, body: { showMedians: true } })
  // Five have a mark for the essay, one for the chart; one more student has a total of 0.
  const shown = await ana.marks.getMyMarks({ params })
  expect(shown.items.map(({ median }) => median)).toEqual([12, null])
  expect(shown.medianTotal).toBeCloseTo(62.5)
})

test('the file has a row for each student and a column for each assignment, without formulas', async () => {
  const { trainer, essay, chart, students, submit, params } = await classOf(['+Ana', 'Bea'])
  const [ana, bea] = students
  await submit(essay, ana!.id, graded(15.5, { feedback: '=1+1' }))
  await submit(chart, bea!.id, { feedback: 'Of an earlier attempt' })
  const read = async (query: object) => parse(await (await trainer.marks.exportMarks({ params, query })).text(), { bom: true })
  const [header, ...rows] = await read({ feedback: true })
  const heads = [`Essay [${essay.id}]`, `'=Chart [${chart.id}]`]
  expect(header).toEqual([
    'Student id',
    'Name',
    'Email',
    ...heads,
    'Total so far (%)',
    ...heads.map((head) => `${head} feedback`),
    'Versions [exported 2026-11-20T12:00:00.000Z]',
  ])
  const versionOf = ({ id }: typeof essay) => `${id.slice(-12)}:0`
  expect(rows).toContainEqual([ana!.id, "'+Ana", ana!.email, '15.5', '', '77.5', "'=1+1", '', versionOf(essay)])
  expect(rows).toContainEqual([bea!.id, 'Bea', bea!.email, '', '', '0', '', '', versionOf(chart)])
  // The same filter as on the screen.
  const [, ...waiting] = await read({ state: 'to-grade' })
  expect(waiting.map(([, name]) => name)).toEqual(['Bea'])
  const workbook = await (await trainer.marks.exportMarks({ params, query: { format: 'xlsx' } })).arrayBuffer()
  const cells = await readSheet(workbook)
  expect(cells).toContainEqual([ana!.id, '+Ana', ana!.email, 15.5, null, 77.5, versionOf(essay)])
})

test('the file has every student once, even when more than one page have the same name', async () => {
  const { trainer, params, students: added } = await classOf(Array.from({ length: 120 }, () => 'Ana Li'))
  const rows = parse(await (await trainer.marks.exportMarks({ params, query: {} })).text(), { bom: true })
  const ids = rows.slice(1).map(([id]) => id)
  expect(ids.length).toBe(new Set(ids).size)
  expect(new Set(ids).isSupersetOf(new Set(added.map(({ id }) => id)))).toBe(true)
})

test('the file of one assignment has every student’s state', async () => {
  const { trainer, essay, students, submit, params } = await classOf(['Ana', 'Bea'])
  await submit(essay, students[0]!.id, graded(13, { late: true, deduction: 2, feedback: 'Clear.' }))
  const file = await trainer.marks.exportSubmissions({ params: { ...params, assignmentId: essay.id } })
  const rows = parse(await file.text(), { bom: true })
  expect(rows.map((row) => row.slice(3, -1))).toEqual(
    expect.arrayContaining([
      [
        `Essay [${essay.id}]`,
        'State',
        'Late',
        'Deduction',
        'Attempt',
        'Submitted at (Asia/Kathmandu)',
        'Graded at (Asia/Kathmandu)',
        'Feedback',
      ],
      ['13', 'Graded', 'Late', '2', '1', '2026-11-09 15:45', '2026-11-19 17:45', 'Clear.'],
      ['', 'Missing', '', '0', '0', '', '', ''],
    ]),
  )
})
