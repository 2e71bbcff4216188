/** Marks from a file: what is saved, what is rejected and why, two imports at once, and undo. */

import { parse } from 'csv-parse/sync'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { assignments, gradeChanges, submissions } from '#db/schema/assignments.ts'
import { notices } from '#db/schema/notices.ts'
import { testApp } from '#test/app.ts'
import { callDuring } from '#test/concurrent-calls.ts'
import { formOf } from '#test/files.ts'
import { cell, rowsXml, workbook } from '#test/zip.ts'

const { given, as, clock, statements, database } = await testApp()
const { db } = database
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

/** Two assignments of 20 and these students; `submit` creates a submission of the first assignment, with marks if given. */
async function classOf(names: string[]) {
  const { week, course, trainer } = await given.week({ number: 1 })
  const place = { courseId: course.id, weekId: week.id }
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { assignment: essay } = await given.assignment({ ...place, title: 'Essay', dueAt: '2026-11-10T12:00:00Z', latePolicy })
  const { assignment: chart } = await given.assignment({ ...place, title: 'Chart', dueAt: '2026-11-18T12:00:00Z' })
  const students = await Promise.all(names.map((name) => given.user({ name, role: 'USER' })))
  for (const one of students) await given.member(course.id, one)
  const submit = async (studentId: string, values: Partial<typeof submissions.$inferInsert> = {}, assignment = essay) => {
    const status = values.marks === undefined ? ('SUBMITTED' as const) : ('GRADED' as const)
    const submittedAt = '2026-11-11T12:00:00Z'
    const [made] = await db
      .insert(submissions)
      .values({
        assignmentId: assignment.id,
        courseId: course.id,
        studentId,
        attempt: 1,
        version: 1,
        submittedAt,
        effectiveSubmittedAt: submittedAt,
        late: true,
        status,
        ...values,
      })
      .returning()
    return made!
  }
  const params = { courseId: course.id }
  const client = await as(trainer)
  const send = (lines: string[] | Uint8Array, query: { dryRun?: 'true' } = {}) =>
    client.marks.importMarks({ params, query, body: formOf(Array.isArray(lines) ? lines.join('\n') : lines) })
  const check = (lines: string[] | Uint8Array) => send(lines, { dryRun: 'true' })
  const export_ = async () => parse(await (await client.marks.exportMarks({ params })).text(), { bom: true })
  const head = `Student id,Name,Essay [${essay.id}]`
  return { trainer, client, essay, chart, students, submit, params, send, check, export: export_, head }
}

const rowOf = async (id: string) => (await db.select().from(submissions).where(eq(submissions.id, id)))[0]!
const csvOf = (rows: string[][]) => rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))

test('exported and changed marks are saved as they are, with history, notices, and no deduction', async () => {
  const { trainer, students, submit, send, check, export: exported } = await classOf(['Ana', 'Bea', 'Cleo'])
  const [ana, bea, cleo] = students
  const graded = { gradedBy: trainer.id, gradedAt: '2026-11-19T12:00:00Z' }
  const first = await submit(ana!.id, { marks: 15, deduction: 2, feedback: 'Clear.', ...graded })
  const second = await submit(bea!.id)
  const third = await submit(cleo!.id, { marks: 12, ...graded })
  const rows = await exported()
  const set = (id: string, marks: string) => void (rows.find((row) => row[0] === id)![3] = marks)
  set(ana!.id, '16,5')
  set(bea!.id, '9')
  const lines = csvOf(rows)
  const found = await check(lines)
  expect(found).toMatchObject({ id: null, unchanged: 1, assignments: 2, exportedAt: '2026-11-20T12:00:00.000Z', ignoredColumns: [] })
  expect(found.cells).toMatchObject([
    { student: { name: 'Ana' }, assignment: { title: 'Essay' }, column: 'D', text: '16,5', marks: 16.5, now: 15, finding: null },
    { student: { name: 'Bea' }, marks: 9, now: null, finding: null },
  ])
  expect(await rowOf(first.id)).toMatchObject({ marks: 15, version: 1 })

  const saved = await send(lines)
  expect(saved).toMatchObject({ unchanged: 1, undoUntil: '2026-11-20T12:10:00.000Z' })
  expect(await rowOf(first.id)).toMatchObject({ marks: 16.5, deduction: 0, feedback: 'Clear.', status: 'GRADED', version: 2 })
  expect(await rowOf(second.id)).toMatchObject({ marks: 9, deduction: 0, status: 'GRADED', gradedBy: trainer.id })
  expect(await rowOf(third.id)).toEqual(third)
  const history = await db.select().from(gradeChanges).where(eq(gradeChanges.submissionId, first.id))
  expect(history).toMatchObject([{ action: 'IMPORT', oldMarks: 15, newMarks: 16.5, oldFeedback: 'Clear.', newFeedback: 'Clear.' }])
  expect(await db.select().from(notices).where(eq(notices.userId, bea!.id))).toMatchObject([{ kind: 'MARKS', subject: { marks: 9 } }])
  expect(await db.select().from(notices).where(eq(notices.userId, cleo!.id))).toEqual([])
  // The same file again changes nothing.
  await expect(check(lines)).resolves.toMatchObject({ cells: [], unchanged: 3 })
})

test('a mark that was changed after the export is kept, unless the file has its newer version', async () => {
  const { client, students, submit, send, check, export: exported, head, essay } = await classOf(['Ana', 'Bea'])
  const work = await submit(students[0]!.id, { marks: 15 })
  const rows = await exported()
  const other = await as('ADMIN')
  await other.submissions.gradeSubmission({ params: { id: work.id }, body: { marks: 20 } })
  await submit(students[1]!.id, { submittedAt: '2026-11-20T12:05:00Z' })
  for (const row of rows) if (students.some(({ id }) => id === row[0])) row[3] = '11'
  const { cells } = await check(csvOf(rows))
  const since = { finding: 'CHANGED_SINCE', marks: 11 }
  expect(cells).toMatchObject([
    { ...since, now: 18, version: 2, detail: expect.stringMatching(/^Person \d+ changed it to 18 after your export$/) },
    { ...since, now: null, detail: 'Submitted after your export' },
  ])
  await expect(send(csvOf(rows))).resolves.toMatchObject({ id: null })
  expect(await rowOf(work.id)).toMatchObject({ marks: 18 })
  await send([`${head},Versions`, `${students[0]!.id},Ana,11,${essay.id.slice(-12)}:2`])
  expect(await rowOf(work.id)).toMatchObject({ marks: 11 })
  const mark = await client.submissions.getSubmission({ params: { submissionId: work.id, courseId: work.courseId } })
  expect(mark).toMatchObject({ marks: 11, deduction: 0 })
})

test('each cell that cannot be saved has a reason, row and column; the others are saved', async () => {
  const { students, submit, send, head, essay } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gil', 'Hal'])
  for (const { id } of students.slice(0, 7)) await submit(id)
  const at = (n: number, text: string, name = '') => `${students[n]!.id},${name},${text}`
  const stranger = crypto.randomUUID()
  const reply = await send([
    'Marks of week 1',
    '',
    `${head},Remarks,Essay [${essay.id}] feedback`,
    at(0, '24'),
    at(1, '-1'),
    at(2, 'fifteen'),
    at(3, '=8+8'),
    at(4, '"16,1250"'),
    at(5, '', 'Empty changes nothing'),
    at(6, '14', 'Gil'),
    at(6, '12', 'Gil again'),
    at(6, '14', 'Gil as before'),
    at(7, '10', 'Hal'),
    `${stranger},Hassan,10`,
    ',Nobody,10',
  ])
  expect(reply.ignoredColumns).toEqual([{ column: 'D', title: 'Remarks', reason: null }])
  expect(reply.cells.map(({ row, column, finding, detail }) => [`${column}${row}`, finding, detail])).toEqual([
    ['C4', 'ABOVE_MAXIMUM', 'Above the maximum of 20'],
    ['C5', 'BELOW_ZERO', 'Below 0'],
    ['C6', 'NOT_A_NUMBER', 'Not a number'],
    ['C7', 'FORMULA', 'A formula. Put its result in the cell'],
    ['C8', 'TOO_PRECISE', 'At most two decimals'],
    ['C10', null, null],
    ['C11', 'TWICE', 'Twice in this file: row 10 says 14'],
    ['C13', null, 'No submission: the mark is saved anyway'],
    ['C14', 'UNKNOWN_STUDENT', 'Not enrolled in this course'],
    ['C15', 'UNKNOWN_STUDENT', 'No student id and no email'],
  ])
  const graded = await db.select().from(submissions).where(eq(submissions.assignmentId, essay.id)).orderBy(asc(submissions.marks))
  expect(graded.map(({ marks }) => marks)).toEqual([10, 14, null, null, null, null, null, null])
})

test('students are found by email, assignments by a unique title', async () => {
  const { students, submit, check } = await classOf(['Ana'])
  await submit(students[0]!.id)
  const { cells } = await check(['Email;essay;Nothing known', `${students[0]!.email!.toUpperCase()};7,5;x`])
  expect(cells).toMatchObject([{ student: { name: 'Ana' }, marks: 7.5, finding: null }])
})

test('the cells of a workbook are read by their format: percentages and results of formulas are offered, and no date is a mark', async () => {
  const { students, submit, check, send, essay } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gil'])
  for (const { id } of students) await submit(id)
  const styles = ['General', '0%', '0.0%', 'd-mmm', 'h:mm', '00', '#,##0.000']
  const number = (at: string, style: number, value: number, formula = '') => `<c r="${at}" s="${style}">${formula}<v>${value}</v></c>`
  const row = (index: number, mark: (at: string) => string) =>
    `<row r="${index + 2}">${cell(`A${index + 2}`, students[index]!.id)}${mark(`B${index + 2}`)}</row>`
  const file = workbook(
    rowsXml(
      `<row r="1">${cell('A1', 'Student id')}${cell('B1', `Essay [${essay.id}]`)}</row>`,
      row(0, (at) => number(at, 1, 0.85)),
      row(1, (at) => number(at, 2, 0.925)),
      row(2, (at) => number(at, 1, 0.29, '<f>B2/3</f>')),
      row(3, (at) => number(at, 3, 46_154)),
      row(4, (at) => number(at, 4, 0.4375)),
      row(5, (at) => number(at, 5, 7)),
      row(6, (at) => number(at, 6, 16.125)),
    ),
    { styles },
  )
  const { cells } = await check(file)
  expect(cells.map(({ text, marks, offers, finding, detail }) => [text, marks, offers, finding, detail])).toEqual([
    ['85%', null, [17], 'PERCENT', '85\u00a0% of 20 is 17'],
    ['92.5%', null, [18.5], 'PERCENT', '92.5\u00a0% of 20 is 18.5'],
    ['=B2/3', null, [5.8], 'FORMULA', 'A formula. Its result is 29%: 29\u00a0% of 20 is 5.8'],
    ['12-May', null, [], 'DATE', 'A date or time, not a mark'],
    ['10:30', null, [], 'DATE', 'A date or time, not a mark'],
    ['07', 7, [], null, null],
    ['16.1250', null, [16.13], 'TOO_PRECISE', 'At most two decimals'],
  ])
  const { id } = await send(file)
  expect(id).not.toBeNull()
  expect(
    await db
      .select({ marks: submissions.marks })
      .from(submissions)
      .where(and(eq(submissions.assignmentId, essay.id), isNotNull(submissions.marks))),
  ).toEqual([{ marks: 7 }])
})

test('percentages of a text file are offered too; one that is saved already is unchanged', async () => {
  const { students, submit, check, head } = await classOf(['Ana', 'Bea', 'Cleo'])
  await submit(students[0]!.id, { marks: 17 })
  await submit(students[1]!.id)
  await submit(students[2]!.id)
  const lines = [head, `${students[0]!.id},,85%`, `${students[1]!.id},,"62,5 %"`, `${students[2]!.id},,120%`]
  await expect(check(lines)).resolves.toMatchObject({
    unchanged: 1,
    cells: [
      { text: '62,5 %', marks: null, offers: [12.5], finding: 'PERCENT' },
      { text: '120%', offers: [], finding: 'PERCENT', detail: 'A percentage. Write the mark' },
    ],
  })
})

test('the stored result of a formula is offered; without one, or if it cannot be a mark, nothing is', async () => {
  const { students, submit, check, essay } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora'])
  for (const { id } of students) await submit(id)
  const row = (index: number, mark: string) =>
    `<row r="${index + 2}">${cell(`A${index + 2}`, students[index]!.id)}${mark.replace('<c', `<c r="B${index + 2}"`)}</row>`
  const file = workbook(
    rowsXml(
      `<row r="1">${cell('A1', 'Student id')}${cell('B1', `Essay [${essay.id}]`)}</row>`,
      row(0, '<c t="n"><f>8+8</f><v>16</v></c>'),
      row(1, '<c><f t="shared" si="0"/><v>16.333333333333332</v></c>'),
      row(2, '<c><f>SUM(C2,D2)</f></c>'),
      row(3, '<c><f>SUM(&quot;24&quot;)</f><v>24</v></c>'),
    ),
  )
  const { cells } = await check(file)
  expect(cells.map(({ text, offers, finding, detail }) => [text, offers, finding, detail])).toEqual([
    ['=8+8', [16], 'FORMULA', 'A formula. Its result is 16'],
    ['=', [16.33], 'FORMULA', 'A formula. Its result is 16.333333333333332: At most two decimals'],
    ['=SUM(C2,D2)', [], 'FORMULA', 'A formula without a result. Write the mark'],
    ['=SUM("24")', [], 'FORMULA', 'A formula. Its result is 24: Above the maximum of 20'],
  ])
})

test('the file of another course is rejected, naming it only to its staff', async () => {
  const { check } = await classOf([])
  const away = await classOf(['Ana'])
  const file = csvOf(await away.export())
  await expect(check(file)).rejects.toMatchObject({ errors: [{ detail: 'This file belongs to another course. Nothing was read.' }] })
  const admin = await as('ADMIN')
  const { course } = await given.course()
  const { title } = await admin.courses.getCourse({ params: { id: away.params.courseId } })
  const call = admin.marks.importMarks({ params: { courseId: course.id }, body: formOf(file.join('\n')) })
  await expect(call).rejects.toMatchObject({ errors: [{ detail: `This file belongs to ${title}. Nothing was read.` }] })
  await expect(check(['Name,Email', 'Ana,ana@example.org'])).rejects.toMatchObject({ errors: [{ pointer: '/file' }] })
})

test('an import is undone as a whole, once, within ten minutes', async () => {
  const { client, students, submit, send, head, params } = await classOf(['Ana', 'Bea'])
  const gradedAt = '2026-11-19T12:00:00.000Z'
  const ana = await submit(students[0]!.id, { marks: 15, deduction: 2, gradedAt })
  const bea = await submit(students[1]!.id)
  const lines = [head, `${students[0]!.id},Ana,16`, `${students[1]!.id},Bea,9`]
  const { id } = await send(lines)
  const undo = (importId: string | null) => client.marks.undoMarksImport({ params: { ...params, id: importId! } })
  await expect(undo(id)).resolves.toEqual({ undone: 2 })
  expect(await rowOf(ana.id)).toMatchObject({ status: 'GRADED', marks: 15, deduction: 2, gradedAt, gradedBy: null, version: 3 })
  expect(await rowOf(bea.id)).toMatchObject({ status: 'SUBMITTED', marks: null, gradedAt: null })
  const history = await db.select().from(gradeChanges).where(eq(gradeChanges.submissionId, bea.id)).orderBy(asc(gradeChanges.id))
  expect(history.map(({ action, newMarks }) => [action, newMarks])).toEqual([
    ['IMPORT', 9],
    ['UNDO', null],
  ])
  expect(await db.select().from(notices).where(eq(notices.userId, students[1]!.id))).toEqual([])
  await expect(undo(id)).rejects.toMatchObject({ status: 409, message: 'This import was undone already.' })

  const second = await send(lines)
  await client.submissions.gradeSubmission({ params: { id: bea.id }, body: { marks: 10 } })
  await expect(undo(second.id)).rejects.toMatchObject({ status: 409, message: 'A mark has changed since the import. Nothing was undone.' })
  expect(await rowOf(ana.id)).toMatchObject({ marks: 16 })

  const third = await send([head, `${students[0]!.id},Ana,17`])
  clock.set('2026-11-20T12:10:01Z')
  await expect(undo(third.id)).rejects.toMatchObject({ status: 409 })
})

test('the same file sent twice with one key is saved once; two imports at once both count', async () => {
  const { client, students, submit, head, params, send } = await classOf(['Ana', 'Bea'])
  const work = await submit(students[0]!.id)
  const body = () => formOf([head, `${students[0]!.id},Ana,16`].join('\n'))
  const call = () => client.marks.importMarks({ params, body: body() }, { idempotencyKey: 'b7f0c4c2-1a52-4c3e-9a40-0d7f3a6f2b11' })
  const [once, again] = [await call(), await call()]
  expect(again).toEqual(once)
  expect(await rowOf(work.id)).toMatchObject({ version: 2 })
  const both = await Promise.all([17, 18].map((marks) => send([head, `${students[0]!.id},Ana,${marks}`])))
  expect(both.every(({ id }) => id !== null)).toBe(true)
  expect(await rowOf(work.id)).toMatchObject({ version: 4 })
})

test('marks are saved against the current version of an assignment, even if it changed or was deleted after the check', async () => {
  const { students, submit, check, send, head, essay } = await classOf(['Ana'])
  await submit(students[0]!.id)
  const lines = [head, `${students[0]!.id},Ana,19`]
  await expect(check(lines)).resolves.toMatchObject({ cells: [{ finding: null }] })
  await db.update(assignments).set({ maxMarks: 10 }).where(eq(assignments.id, essay.id))
  await expect(send(lines)).resolves.toMatchObject({ id: null, cells: [{ finding: 'ABOVE_MAXIMUM' }] })
  await db.update(assignments).set({ deletedAt: '2026-11-20T11:00:00Z' }).where(eq(assignments.id, essay.id))
  await expect(send(lines)).rejects.toMatchObject({ status: 422 })
})

test('an import takes as many statements for many students as for few', async () => {
  const few = await classOf(['Ana', 'Bea'])
  const many = await classOf(['Ana', 'Bea', 'Cleo', 'Dora', 'Eve'])
  const count = async ({ students, submit, send, head }: typeof few) => {
    for (const { id } of students.slice(1)) await submit(id)
    return statements(() => send([head, ...students.map(({ id }) => `${id},,11`)]))
  }
  expect(await count(many)).toBe(await count(few))
})

test('imported marks are held where the assignment holds new marks: students get no notice before the release', async () => {
  const { students, submit, send, check, client, essay, head, params } = await classOf(['Ana', 'Bea'])
  const [ana, bea] = students
  const seen = await submit(ana!.id, { marks: 12 })
  const fresh = await submit(bea!.id)
  await db.update(assignments).set({ holdMarks: true }).where(eq(assignments.id, essay.id))
  const lines = [head, `${ana!.id},Ana,14`, `${bea!.id},Bea,15`]
  await expect(check(lines)).resolves.toMatchObject({ cells: [{ isHeld: false }, { isHeld: true }] })
  const { id } = await send(lines)
  expect([(await rowOf(seen.id)).isHeld, (await rowOf(fresh.id)).isHeld]).toEqual([false, true])
  expect(await db.select().from(notices).where(eq(notices.userId, bea!.id))).toEqual([])
  expect(await db.select().from(notices).where(eq(notices.userId, ana!.id))).toHaveLength(1)
  await client.marks.undoMarksImport({ params: { ...params, id: id! } })
  expect(await rowOf(fresh.id)).toMatchObject({ status: 'SUBMITTED', isHeld: false, marks: null })

  const again = await send(lines)
  await client.heldMarks.releaseMarks({ params: { ...params, assignmentId: essay.id }, body: {} })
  expect(await db.select().from(notices).where(eq(notices.userId, bea!.id))).toHaveLength(1)
  await expect(client.marks.undoMarksImport({ params: { ...params, id: again.id! } })).rejects.toBeProblem('conflict')
})

test('a mark without a submission records the work; undoing the import removes both, and keeps drafts', async () => {
  const { trainer, client, students, check, send, export: exported, essay, params } = await classOf(['Ana', 'Bea', 'Cleo'])
  const [ana, bea, cleo] = students
  const draft = [{ questionId: crypto.randomUUID(), value: 'Half a sentence' }]
  const place = { assignmentId: essay.id, courseId: params.courseId }
  await db.insert(submissions).values({ ...place, studentId: bea!.id, draft, draftVersion: 3, version: 4 })
  await client.assignmentExceptions.excuseStudents({ params: place, body: { studentIds: [cleo!.id], reason: 'Ill' } })
  const rows = await exported()
  for (const row of rows) if (students.some(({ id }) => id === row[0])) row[3] = '11'
  const note = { marks: 11, now: null, version: null, finding: null, detail: 'No submission: the mark is saved anyway' }
  const found = [note, note, { finding: 'NOT_SUBMITTED', detail: 'Excused, no submission' }]
  await expect(check(csvOf(rows))).resolves.toMatchObject({ cells: found })
  const work = () => db.select().from(submissions).where(eq(submissions.assignmentId, essay.id)).orderBy(asc(submissions.version))
  expect(await work()).toMatchObject([{ studentId: bea!.id, attempt: 0 }])

  const { id, cells } = await send(csvOf(rows))
  expect(cells).toMatchObject(found)
  const graded = { status: 'GRADED', attempt: 1, marks: 11, deduction: 0, late: false, recordedBy: trainer.id, gradedBy: trainer.id }
  expect(await work()).toMatchObject([
    { ...graded, studentId: ana!.id },
    { ...graded, studentId: bea!.id, draft },
  ])
  expect(await db.select().from(notices).where(eq(notices.userId, ana!.id))).toMatchObject([{ subject: { marks: 11 } }])

  await expect(client.marks.undoMarksImport({ params: { ...params, id: id! } })).resolves.toEqual({ undone: 2 })
  expect(await work()).toMatchObject([{ studentId: bea!.id, status: 'DRAFT', attempt: 0, marks: null, recordedBy: null, draft }])
  expect(await db.select().from(notices).where(eq(notices.userId, ana!.id))).toEqual([])
})

test('if a student submits during an import the answers are kept and no mark is saved; a later attempt prevents undo', async () => {
  const { client, students, check, send, head, essay, params } = await classOf(['Ana', 'Bea'])
  const [ana, bea] = students
  const place = { assignmentId: essay.id, courseId: params.courseId }
  const lines = [head, `${ana!.id},Ana,11`, `${bea!.id},Bea,12`]
  const own = {
    ...place,
    studentId: ana!.id,
    status: 'SUBMITTED' as const,
    attempt: 1,
    version: 1,
    submittedAt: '2026-11-20T12:00:00.000Z',
    effectiveSubmittedAt: '2026-11-20T12:00:00.000Z',
  }
  const call = callDuring(
    database,
    (tx) => tx.insert(submissions).values(own),
    () => send(lines),
  )
  await expect(call).rejects.toBeProblem('conflict')
  expect(await db.select().from(submissions).where(eq(submissions.assignmentId, essay.id))).toMatchObject([own])
  // As the page sends the checked file: an empty version means no submission.
  const checked = [`${head},Versions`, `${ana!.id},Ana,11,`]
  await expect(check(checked)).resolves.toMatchObject({ cells: [{ finding: 'CHANGED_SINCE', detail: 'Submitted in the meantime' }] })

  const { id } = await send([head, `${bea!.id},Bea,12`])
  await db.update(submissions).set({ attempt: 2, version: 9 }).where(eq(submissions.studentId, bea!.id))
  await expect(client.marks.undoMarksImport({ params: { ...params, id: id! } })).rejects.toBeProblem('conflict')
  const undone = [`${head},Versions`, `${ana!.id},Ana,11,${essay.id.slice(-12)}:1`]
  await db.delete(submissions).where(eq(submissions.studentId, ana!.id))
  await expect(check(undone)).resolves.toMatchObject({ cells: [{ detail: 'The submission was undone in the meantime' }] })
})
