/** What a file of marks is read as, what it says about changed work, and what becomes of its imports. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { assignments, markImports, submissions } from '#db/schema/assignments.ts'
import { memberships } from '#db/schema/courses.ts'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { callDuring } from '#test/concurrent-calls.ts'
import { formOf } from '#test/files.ts'
import { cell, rowsXml, workbook } from '#test/zip.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

type Work = Partial<typeof submissions.$inferInsert>

/** An assignment of 20, and students of these names besides the one that each course has. */
async function classOf(names: string[], values: Partial<typeof assignments.$inferInsert> = {}) {
  const { assignment, course, week, trainer } = await given.assignment({ title: 'Essay', ...values })
  const students: Awaited<ReturnType<typeof given.user>>[] = []
  for (const name of names) {
    const student = await given.user({ name, role: 'USER' })
    await given.member(course.id, student)
    students.push(student)
  }
  const params = { courseId: course.id }
  const client = await as(trainer)
  const submit = async (index: number, work: Work = {}) => {
    const times = { submittedAt: '2026-11-11T12:00:00Z', effectiveSubmittedAt: '2026-11-11T12:00:00Z' }
    const row = { attempt: 1, version: 1, status: 'SUBMITTED' as const, ...times, ...work }
    const [made] = await db
      .insert(submissions)
      .values({ assignmentId: assignment.id, courseId: course.id, studentId: students[index]!.id, ...row })
      .returning()
    return made!
  }
  const send = (lines: string[], query: { dryRun?: 'true'; emailColumn?: string; nameColumns?: string } = {}) =>
    client.marks.importMarks({ params, query, body: formOf(lines.join('\n')) })
  const check = (lines: string[]) => send(lines, { dryRun: 'true' })
  return { assignment, course, week, students, params, client, submit, send, check, head: `Student id,Essay [${assignment.id}]` }
}

test('student ids may be in capitals; a repeated column is ignored by name, and rows are counted', async () => {
  const { students, submit, check, head } = await classOf(['Ana', 'Bea'])
  await submit(0)
  await submit(1)
  const lines = [`${head},Essay`, `${students[0]!.id.toUpperCase()},7,9`, `${students[1]!.id},8,9`]
  await expect(check(['Marks of autumn', ...lines])).resolves.toMatchObject({
    rows: 2,
    ignoredColumns: [{ column: 'C', title: 'Essay', reason: 'A second column of this assignment.' }],
    cells: [
      { student: { name: 'Ana' }, marks: 7, column: 'B', row: 3, finding: null },
      { student: { name: 'Bea' }, marks: 8 },
    ],
  })
})

test('the columns of names and addresses can be chosen; parents are not taken for students', async () => {
  const { students, submit, send } = await classOf(['Ana'])
  await submit(0)
  const lines = ['Pupil,Tutor,Parent email,Student email,Essay', `Annie,Smith,eva@home.example,${students[0]!.email},7`]
  await expect(send(lines, { dryRun: 'true' })).resolves.toMatchObject({
    cells: [{ student: { name: 'Ana' }, marks: 7 }],
    read: { nameColumns: '1', emailColumn: '4' },
    columns: [
      { at: 1, title: 'Pupil', samples: ['Annie'] },
      { at: 2, title: 'Tutor', samples: ['Smith'] },
      { at: 3, title: 'Parent email', samples: ['eva@home.example'] },
      { at: 4, title: 'Student email', samples: [students[0]!.email] },
    ],
  })
  await expect(send(lines, { dryRun: 'true', emailColumn: '3', nameColumns: '2' })).resolves.toMatchObject({
    cells: [{ student: null, name: 'Smith', finding: 'UNKNOWN_STUDENT' }],
    read: { nameColumns: '2', emailColumn: '3' },
  })
  await expect(send(lines, { emailColumn: '9' })).rejects.toBeProblem('validation-failed', ['?emailColumn'])
})

test('a separator before exactly three digits is not read, because it means thousands to some', async () => {
  const { students, submit, send, head } = await classOf(['Ana', 'Bea', 'Cleo'], { maxMarks: 5000 })
  for (const at of [0, 1, 2]) await submit(at)
  const lines = [`${head};`, `${students[0]!.id};1,250`, `${students[1]!.id};2.000`, `${students[2]!.id};1250,5`]
  const { cells } = await send(lines.map((line) => line.replace(',Essay', ';Essay')))
  expect(cells).toMatchObject([
    { text: '1,250', marks: null, finding: 'THOUSANDS', detail: 'Write 1250 or 1.25' },
    { text: '2.000', marks: null, finding: 'THOUSANDS', detail: 'Write 2000 or 2' },
    { marks: 1250.5, finding: null },
  ])
})

test('a title that two assignments have names neither, and the check says so', async () => {
  const { course, week, students, submit, check } = await classOf(['Ana'])
  await submit(0)
  await given.assignment({ title: 'Essay', courseId: course.id, weekId: week.id })
  const { assignment: quiz } = await given.assignment({ title: 'Quiz', courseId: course.id, weekId: week.id })
  const reason = 'Two assignments are called “Essay”. Export the marks: that file tells them apart.'
  await expect(check(['Student id,Essay', `${students[0]!.id},7`])).rejects.toMatchObject({
    errors: [{ pointer: '/file', detail: reason }],
  })
  const found = await check(['Student id,Essay,Quiz', `${students[0]!.id},7,8`])
  expect(found.ignoredColumns).toEqual([{ column: 'B', title: 'Essay', reason }])
  expect(found.cells).toMatchObject([{ assignment: { id: quiz.id }, marks: 8 }])
})

test.each(['Essay 1', 'essay1', ' Essay  1', 'Essay\u00a01', 'ＥＳＳＡＹ１'])('blanks in a title do not matter: %j', async (title) => {
  const { students, submit, check } = await classOf(['Ana'], { title: 'Essay 1' })
  await submit(0)
  await expect(check([`Student id;${title}`, `${students[0]!.id};7`])).resolves.toMatchObject({ cells: [{ marks: 7, column: 'B' }] })
})

test('of titles that differ in blanks the one that is written so counts', async () => {
  const { course, week, students, submit, check, assignment } = await classOf(['Ana'], { title: 'Quiz 11' })
  await submit(0)
  await given.assignment({ title: 'Quiz 1 1', courseId: course.id, weekId: week.id })
  await expect(check(['Student id,quiz 11', `${students[0]!.id},7`])).resolves.toMatchObject({
    cells: [{ assignment: { id: assignment.id } }],
  })
})

test.each([
  'Email',
  'E-mail address',
  'Email address',
  'E-Mail-Adresse',
  'Adresse e-mail',
  'Correo electrónico',
  'E-postadress',
  'Sähköposti',
  'メールアドレス',
])('students are found in a column called %j, with the name of the row', async (header) => {
  const { students, submit, check } = await classOf(['Ana'])
  await submit(0)
  const { cells } = await check([`Given name(s);Family name;${header};Essay`, `Ana;Li;${students[0]!.email};7`, 'Bo;Berg;bo@example.org;8'])
  expect(cells).toMatchObject([
    { student: { name: 'Ana' }, marks: 7 },
    { student: null, name: 'Bo Berg', finding: 'UNKNOWN_STUDENT', detail: 'Not enrolled in this course' },
  ])
})

test('an assignment whose title mentions email is no column of addresses', async () => {
  const { students, submit, check } = await classOf(['Ana'], { title: 'Email etiquette' })
  await submit(0)
  await expect(check(['Email etiquette,Mail', `7,${students[0]!.email}`])).resolves.toMatchObject({
    cells: [{ student: { name: 'Ana' }, marks: 7 }],
  })
})

test('student numbers of the school are no ids of ours: the address decides, and the check says so', async () => {
  const { students, submit, check } = await classOf(['Ana', 'Bea'])
  await submit(0)
  await submit(1)
  const found = await check([
    'Student ID,Name,Email,Essay',
    `20231234,Okafor,${students[0]!.email},17`,
    `20231235,Berg,${students[1]!.email},18`,
    '20231236,Costa,,18',
  ])
  expect(found.ignoredColumns).toEqual([{ column: 'A', title: 'Student ID', reason: 'Not our student ids: students are found by email.' }])
  expect(found.cells).toMatchObject([
    { student: { name: 'Ana' }, marks: 17, finding: null },
    { student: { name: 'Bea' }, marks: 18, finding: null },
    { student: null, name: 'Costa', finding: 'UNKNOWN_STUDENT', detail: 'No student id and no email' },
  ])
  await expect(check(['Student ID,Essay', '20231234,17'])).resolves.toMatchObject({
    cells: [{ finding: 'UNKNOWN_STUDENT', detail: 'This is not one of our student ids, and there is no email' }],
  })
})

test('ids of another system are ignored, and an id that contradicts the email is a finding', async () => {
  const { students, submit, send, params } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora'])
  for (const at of [0, 1, 2, 3]) await submit(at)
  const away = await given.user({ name: 'Eve', role: 'USER' })
  const [ana, bea, cleo, dora] = students
  const { cells } = await send([
    'Student ID,ID,Email,Essay',
    `20231234,${crypto.randomUUID()},${ana!.email},11`,
    `20231235,${bea!.id},${cleo!.email},12`,
    `20231236,${away.id},${cleo!.email},13`,
    `20231237,${dora!.id},private@example.org,14`,
    `20231238,,${bea!.email},15`,
  ])
  expect(cells.map(({ student, marks, finding, detail }) => [student?.name, marks, finding, detail])).toEqual([
    ['Ana', 11, null, null],
    ['Bea', null, 'CONFLICT', 'The student id belongs to Bea, the email to Cleo'],
    ['Cleo', null, 'CONFLICT', 'The student id belongs to someone else, the email to Cleo'],
    ['Dora', 14, null, null],
    ['Bea', 15, null, null],
  ])
  const saved = await db
    .select({ studentId: submissions.studentId, marks: submissions.marks })
    .from(submissions)
    .where(eq(submissions.courseId, params.courseId))
  const marksOf = Object.fromEntries(saved.map(({ studentId, marks }) => [studentId, marks]))
  expect(students.map(({ id }) => marksOf[id])).toEqual([11, 15, null, 14])
})

test('the sheets of a workbook that are not read are named, unless they are empty', async () => {
  const { students, submit, client, params } = await classOf(['Ana'])
  await submit(0)
  const marks = rowsXml(
    `<row r="1">${cell('A1', 'Email')}${cell('B1', 'Essay')}</row>`,
    `<row r="2">${cell('A2', students[0]!.email!)}<c r="B2"><v>7</v></c></row>`,
  )
  const others = { 'Resits &amp; notes': rowsXml(`<row r="1">${cell('A1', 'x')}</row>`), Sheet3: rowsXml('<row r="1"><c r="A1"/></row>') }
  const found = await client.marks.importMarks({ params, query: { dryRun: 'true' }, body: formOf(workbook(marks, { others })) })
  expect(found).toMatchObject({ ignoredSheets: ['Resits & notes'], cells: [{ marks: 7 }] })
})

test('a row that cannot be read is reported, and nothing of it is saved', async () => {
  const { students, submit, send, head } = await classOf(['Ana', 'Bea'])
  const ana = await submit(0)
  await submit(1)
  const { cells } = await send([`${head},Remark`, `${students[1]!.id},8,Good`, `${students[0]!.id},7,"Good"!`])
  expect(cells).toMatchObject([
    { marks: 8, finding: null },
    { row: 3, finding: 'UNREADABLE', marks: null },
  ])
  expect((await db.select().from(submissions).where(eq(submissions.id, ana.id)))[0]).toMatchObject({ marks: null })
})

test('work that changed after the export is described', async () => {
  const { students, submit, check, head, assignment } = await classOf(['Ana', 'Bea', 'Cleo', 'Dora'])
  const gradedAt = '2026-11-19T12:00:00Z'
  await submit(0, { attempt: 2, version: 3, submittedAt: '2026-11-20T13:00:00Z' })
  await submit(1, { version: 3 })
  await submit(2, { version: 3, status: 'GRADED', marks: 12, gradedAt })
  await submit(3, { version: 1, status: 'RETURNED', marks: 9, gradedAt })
  const at = (index: number) => `${students[index]!.id},7,${assignment.id.slice(-12)}:1`
  const versions = 'Versions [exported 2026-11-20T12:00:00.000Z]'
  const { cells } = await check([`${head},${versions}`, ...[0, 1, 2, 3].map(at)])
  expect(cells.map(({ finding, detail }) => [finding, detail])).toEqual([
    ['CHANGED_SINCE', 'Submitted again after your export'],
    ['CHANGED_SINCE', 'A mark was undone after your export'],
    ['CHANGED_SINCE', 'Changed to 12 after your export'],
    [null, 'Returned for another attempt. Saving a mark cancels that'],
  ])
})

test('students get an email about imported marks once the import can no longer be undone', async () => {
  const { students, submit, send, head } = await classOf(['Ana'])
  await submit(0)
  await db
    .update(users)
    .set({ preferences: { emailMarks: 'NOW' } })
    .where(eq(users.id, students[0]!.id))
  await send([head, `${students[0]!.id},7`])
  const [notice] = await db.select().from(notices).where(eq(notices.userId, students[0]!.id))
  expect(notice).toMatchObject({ emailAt: '2026-11-20T12:10:00.000Z' })
})

test('imports are stored for a day, and undone only in their own course', async () => {
  const { students, submit, send, client, head, params } = await classOf(['Ana'])
  await submit(0)
  const { course: other, trainer } = await given.course()
  const first = await send([head, `${students[0]!.id},7`])
  const away = (await as(trainer)).marks.undoMarksImport({ params: { courseId: other.id, id: first.id! } })
  await expect(away).rejects.toBeProblem('not-found')
  const stored = async () => (await db.select().from(markImports).where(eq(markImports.courseId, params.courseId))).map(({ id }) => id)
  clock.set('2026-11-21T11:59:00Z')
  const second = await send([head, `${students[0]!.id},8`])
  expect(new Set(await stored())).toEqual(new Set([first.id, second.id]))
  clock.set('2026-11-21T12:01:00Z')
  const third = await send([head, `${students[0]!.id},9`])
  expect(new Set(await stored())).toEqual(new Set([second.id, third.id]))
  await expect(client.marks.undoMarksImport({ params: { ...params, id: first.id! } })).rejects.toBeProblem('not-found')
})

test('trainers are told which of their courses a file belongs to, but not of one that they only were a student of', async () => {
  const { students, client, params } = await classOf(['Ana'])
  const { course: mine } = await given.course({ title: 'Mine' })
  const { course: former } = await given.course({ title: 'Former' })
  await given.member(mine.id, client.user)
  await db.insert(memberships).values({ courseId: former.id, userId: client.user.id, role: 'STUDENT' })
  const check = async (courseId: string) => {
    const { assignment } = await given.assignment({ courseId })
    const lines = [`Student id,Essay [${assignment.id}]`, `${students[0]!.id},7`]
    return client.marks.importMarks({ params, query: {}, body: formOf(lines.join('\n')) })
  }
  await expect(check(mine.id)).rejects.toMatchObject({ errors: [{ detail: 'This file belongs to Mine. Nothing was read.' }] })
  await expect(check(former.id)).rejects.toMatchObject({ errors: [{ detail: 'This file belongs to another course. Nothing was read.' }] })
})

test('if an assignment is deleted while its marks are being saved, none is', async () => {
  const { assignment, students, submit, send, head } = await classOf(['Ana'])
  const work = await submit(0)
  const call = callDuring(
    database,
    (tx) => tx.update(assignments).set({ deletedAt: '2026-11-20T12:00:00Z' }).where(eq(assignments.id, assignment.id)),
    () => send([head, `${students[0]!.id},7`]),
  )
  await expect(call).rejects.toBeProblem('conflict')
  expect((await db.select().from(submissions).where(eq(submissions.id, work.id)))[0]).toMatchObject({ marks: null })
})

test('a file with more changes than an import may have is rejected', async () => {
  const { check, head } = await classOf([])
  await expect(check([head, ...Array.from({ length: 20_001 }, () => ',7')])).rejects.toBeProblem('too-large')
})
