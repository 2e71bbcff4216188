/** What a student did: everything that proves presence, within the courses that the reader may see. */

import { expect, test } from 'vitest'
import { attendance } from '#db/schema/attendance.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database, statements } = await testApp()
clock.set('2026-11-20T12:00:00Z')
const at = (user: { id: string }) => ({ params: { id: user.id } })

type Mark = 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null

async function home() {
  const { course, student, trainer } = await given.course({ title: 'Mine' })
  const mark = async (status: Mark) => {
    const { media, week } = await given.live({ courseId: course.id, title: `Session ${status}` })
    const record = { sessionId: media.id, userId: student.id, courseId: course.id, weekId: week.id, source: 'STAFF' as const }
    await database.db.insert(attendance).values({ ...record, status, markedAt: '2026-11-18T10:00:00Z' })
    return { ...media, weekId: week.id }
  }
  return { course, student, trainer, mark }
}

test('submissions, attendance marks and posts, newest first, each with its proof of presence', async () => {
  const { course, student, trainer, mark } = await home()
  const { submission, assignment } = await given.submission({
    studentId: student.id,
    assignment: { courseId: course.id, title: 'Essay' },
    submittedAt: '2026-11-19T10:00:00Z',
    late: true,
  })
  const media = await mark('LATE')
  await mark(null)
  const own = { courseId: course.id, authorId: student.id }
  const { discussion } = await given.discussion({ ...own, title: 'My question', createdAt: '2026-11-17T10:00:00Z' })
  const theirs = (await given.discussion({ courseId: course.id, authorId: trainer.id, title: 'Theirs' })).discussion
  await given.comment({ discussionId: theirs.id, authorId: student.id, createdAt: '2026-11-16T10:00:00Z' })
  await given.comment({ discussionId: theirs.id, authorId: student.id, deletedAt: '2026-11-16T10:00:00Z' })
  await given.discussion({ ...own, deletedAt: '2026-11-16T10:00:00Z' })
  const reply = await (await as(trainer)).users.listUserActivity(at(student))
  const where = { course: { id: course.id, title: 'Mine' } }
  expect(reply).toMatchObject({
    total: 4,
    items: [
      {
        type: 'SUBMISSION',
        subjectId: submission.id,
        title: assignment.title,
        attempt: 1,
        late: true,
        at: '2026-11-19T10:00:00.000Z',
        ...where,
      },
      { type: 'ATTENDANCE', subjectId: media.id, weekId: media.weekId, title: media.title, attendance: 'LATE', ...where },
      { type: 'DISCUSSION', subjectId: discussion.id, title: 'My question', ...where },
      { type: 'COMMENT', subjectId: theirs.id, title: 'Theirs', ...where },
    ],
  })
  const second = await (await as('ADMIN')).users.listUserActivity({ ...at(student), query: { page: 2, limit: 3 } })
  expect(second.items).toEqual(reply.items.slice(3))
})

test('trainers see the activity of the courses that they teach, nobody that of deleted courses', async () => {
  const { course, student, trainer, mark } = await home()
  await mark('PRESENT')
  const elsewhere = await given.submission({ assignment: { title: 'Elsewhere' } })
  const gone = (await given.course({ deletedAt: '2026-11-01T00:00:00Z' })).course
  for (const { id } of [elsewhere.course, gone]) await given.member(id, student)
  await given.discussion({ courseId: elsewhere.course.id, authorId: student.id, title: 'Elsewhere' })
  await given.discussion({ courseId: gone.id, authorId: student.id, title: 'Gone' })
  const titles = async (who: Parameters<typeof as>[0]) =>
    (await (await as(who)).users.listUserActivity(at(student))).items.flatMap(({ course, title }) => (course ? [title] : []))
  expect(await titles(trainer)).toEqual(['Session PRESENT'])
  expect((await titles('ADMIN')).toSorted()).toEqual(['Elsewhere', 'Session PRESENT'])
  expect((await titles(student)).toSorted()).toEqual(['Elsewhere', 'Session PRESENT'])
  await expect((await as('TRAINER')).users.listUserActivity(at(student))).rejects.toBeProblem('not-found')
  // Removed from the course: only admins see it now.
  await (await as('ADMIN')).users.removeUserFromCourse({ params: { id: student.id, courseId: course.id } })
  await expect((await as(trainer)).users.listUserActivity(at(student))).rejects.toBeProblem('not-found')
  expect((await titles('ADMIN')).toSorted()).toEqual(['Elsewhere', 'Session PRESENT'])
})

test('students do not see drafts or weeks that are unpublished or locked; staff do', async () => {
  const { course, student, trainer } = await home()
  const add = async (title: string, week: Parameters<typeof given.week>[0], status: 'DRAFT' | 'PUBLISHED' = 'PUBLISHED') => {
    const { week: made } = await given.week({ courseId: course.id, ...week })
    await given.submission({ studentId: student.id, assignment: { courseId: course.id, weekId: made.id, title, status } })
  }
  await add('Open', {})
  await add('Draft', {}, 'DRAFT')
  await add('Taken back', { published: false })
  await add('Locked', { unlockAt: '2027-01-01T00:00:00Z' })
  const titles = async (who: Parameters<typeof as>[0]) =>
    (await (await as(who)).users.listUserActivity(at(student))).items.flatMap(({ course, title }) => (course ? [title] : [])).toSorted()
  expect(await titles(student)).toEqual(['Open'])
  expect(await titles(trainer)).toEqual(['Draft', 'Locked', 'Open', 'Taken back'])
})

test('attendance in percent: late is present, excused not counted, without marks it is null', async () => {
  const { student, trainer, mark } = await home()
  const now = async () => (await (await as(trainer)).users.getUser(at(student))).courses[0]?.attendance
  expect(await now()).toMatchObject({ percentage: null, marked: 0 })
  await mark('EXCUSED')
  await mark(null)
  expect(await now()).toMatchObject({ percentage: null })
  for (const status of ['PRESENT', 'LATE', 'ABSENT'] as const) await mark(status)
  expect(await now()).toMatchObject({ percentage: 66 })
  expect((await (await as(trainer)).users.getUser(at(trainer))).courses).toMatchObject([{ attendance: null, percentage: null }])
})

test('many items take no more statements', async () => {
  const { student, mark } = await home()
  const admin = await as('ADMIN')
  await mark('PRESENT')
  const few = await statements(() => admin.users.listUserActivity(at(student)))
  for (const _ of [1, 2, 3]) await mark('PRESENT')
  expect(await statements(() => admin.users.listUserActivity(at(student)))).toBe(few)
})
