/** What a file of marks is read as, what it says about changed work, and what becomes of its imports. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { callDuring } from '#test/concurrent-calls.ts'
import { formOf } from '#test/files.ts'
import { assignments, markImports, submissions } from '#db/schema/assignments.ts'
import { memberships } from '#db/schema/courses.ts'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'

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
    const row = { attempt: 1, version: 1, status: 'SUBMITTED' as const, submittedAt: '2026-11-11T12:00:00Z', ...work }
    const [made] = await db
      .insert(submissions)
      .values({ assignmentId: assignment.id, courseId: course.id, studentId: students[index]!.id, ...row })
      .returning()
    return made!
  }
  const send = (lines: string[], query: { dryRun?: 'true' } = {}) =>
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
    ignoredColumns: [{ column: 'C', title: 'Essay' }],
    cells: [
      { student: { name: 'Ana' }, marks: 7, column: 'B', row: 3, finding: null },
      { student: { name: 'Bea' }, marks: 8 },
    ],
  })
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

test('a title that two assignments have names neither', async () => {
  const { course, week, students, check } = await classOf(['Ana'])
  await given.assignment({ title: 'Essay', courseId: course.id, weekId: week.id })
  await expect(check(['Student id,Essay', `${students[0]!.id},7`])).rejects.toBeProblem('validation-failed', ['/file'])
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
