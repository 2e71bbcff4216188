/** Notices of marks: whatever changes a mark, the student's notice shows the mark that counts. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { noticeText } from '@lms/contract/rules/notices'
import { assignments } from '#db/schema/assignments.ts'
import { notices } from '#db/schema/notices.ts'
import { testApp } from '#test/app.ts'
import { answer, courseFixtures } from '#test/course-fixtures.ts'
import { formOf } from '#test/files.ts'

const { given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

const dueAt = '2026-11-19T12:00:00Z'
const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }

/** A choice that was answered wrong and an essay, submitted a day late. */
async function graded(values: Parameters<typeof given.assignment>[0] = {}) {
  const choice = given.question({ type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['a'], points: 10 })
  const essay = given.question({ points: 10 })
  const questions = [choice, essay]
  const home = await openAssignment({ title: 'Maps', questions, latePolicy, ...values })
  const answers = [...answer(choice.id, 'b').answers, ...answer(essay.id).answers]
  const { id } = await home.studentClient.submissions.submitAssignment({ params: home.params, body: { answers } })
  const grade = (marks: number) => {
    const questionMarks = [
      { questionId: choice.id, marks: 0 },
      { questionId: essay.id, marks },
    ]
    return home.trainerClient.submissions.gradeSubmission({ params: { id }, body: { marks, questionMarks } })
  }
  await grade(8)
  const edit = (body: object) => home.trainerClient.assignments.updateAssignment({ params: { id: home.assignment.id }, body })
  const at = { courseId: home.course.id, assignmentId: home.assignment.id }
  const changes = {
    key: () => edit({ questions: [{ ...choice, answerKey: ['b'] }, essay] }),
    'due time': () => edit({ dueAt: '2026-11-22T12:00:00Z' }),
    extension: () =>
      home.trainerClient.assignmentExceptions.extendDueTime({
        params: at,
        body: { studentIds: [home.student.id], dueAt: '2026-11-22T12:00:00Z', closesAt: null, recheckLate: false },
      }),
    import: () => {
      const body = formOf(`Student id,Maps [${home.assignment.id}]\n${home.student.id},18`)
      return home.trainerClient.marks.importMarks({ params: { courseId: home.course.id }, query: {}, body })
    },
    hand: () => grade(10),
  }
  const list = async () => (await home.studentClient.notices.listNotices({ query: {} })).items.filter(({ kind }) => kind === 'MARKS')
  const texts = async () => (await list()).map((one) => noticeText({ ...one, actor: null }))
  const read = async () => home.studentClient.notices.updateNotices({ body: { ids: (await list()).map((one) => one.id) } })
  const stored = () => database.db.select().from(notices).where(eq(notices.userId, home.student.id))
  return { ...home, id, at, grade, edit, changes, list, texts, read, stored }
}

test.each([
  ['key', {}, '8 / 20', '18 / 20'],
  ['due time', { dueAt }, '6 / 20', '8 / 20'],
  ['extension', { dueAt }, '6 / 20', '8 / 20'],
  ['import', {}, '8 / 20', '18 / 20'],
  ['hand', {}, '8 / 20', '10 / 20'],
] as const)('a mark changed by %s: an unread notice shows it, and a read one is followed', async (by, values, before, after) => {
  const unread = await graded(values)
  expect(await unread.texts()).toEqual([`Maps was marked: ${before}`])
  await unread.changes[by]()
  expect(await unread.texts()).toEqual([`Maps was marked: ${after}`])
  const read = await graded(values)
  await read.read()
  await read.changes[by]()
  expect(await read.texts()).toEqual([`Your mark of Maps changed to ${after}`])
  expect(await read.list()).toMatchObject([{ isRead: false }])
})

test('an emailed notice is known, too', async () => {
  const { changes, texts, student } = await graded()
  await database.db.update(notices).set({ emailAt: null }).where(eq(notices.userId, student.id))
  await changes.key()
  expect(await texts()).toEqual(['Your mark of Maps changed to 18 / 20'])
})

test('held or unchanged marks create no notice', async () => {
  const held = await graded({ holdMarks: true })
  await held.changes.key()
  expect(await held.stored()).toEqual([])
  const same = await graded()
  await same.edit({ dueAt: '2026-11-30T12:00:00Z' })
  expect(await same.stored()).toHaveLength(1)
})

test('notices show the title and the week as they are now', async () => {
  const { edit, list, week, course, assignment } = await graded()
  await edit({ title: 'Map critique' })
  const { week: other } = await given.week({ courseId: course.id, number: week.number + 1 })
  await database.db.update(assignments).set({ weekId: other.id }).where(eq(assignments.id, assignment.id))
  expect(await list()).toMatchObject([{ subject: { title: 'Map critique', weekId: other.id, marks: 8 } }])
})
