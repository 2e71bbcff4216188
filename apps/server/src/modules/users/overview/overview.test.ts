/** One user on one page: the same figures as in the course, for the courses that the caller may see. */

import { expect, test } from 'vitest'
import { attendance } from '#db/schema/attendance.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database, statements } = await testApp()
clock.set('2026-11-20T12:00:00Z')
const at = (user: { id: string }) => ({ params: { id: user.id } })

async function classroom(title = 'Data Journalism') {
  const { course, student, trainer } = await given.course({ title })
  const work = (values: object, submission?: object) =>
    submission
      ? given.submission({ studentId: student.id, assignment: { courseId: course.id, maxMarks: 20, ...values }, ...submission })
      : given.assignment({ courseId: course.id, maxMarks: 20, ...values })
  const session = async (title: string, status: 'PRESENT' | 'LATE' | 'ABSENT' | null, remark: string | null = null) => {
    const { media, week } = await given.live({ courseId: course.id, title, startsAt: '2026-11-12T14:00:00Z' })
    if (status)
      await database.db.insert(attendance).values({
        sessionId: media.id,
        userId: student.id,
        courseId: course.id,
        weekId: week.id,
        source: 'STAFF',
        status,
        remark,
        markedAt: '2026-11-12T15:00:00Z',
      })
    return media
  }
  return { course, student, trainer, work, session }
}

test('progress, marks, missing work and attendance are those of the course', async () => {
  const { course, student, trainer, work, session } = await classroom()
  await work({ title: 'Essay' }, { status: 'GRADED', marks: 14, feedback: 'Good start', gradedAt: '2026-11-18T10:00:00Z' })
  await work({ title: 'Peer review', dueAt: '2026-11-18T10:00:00Z', closesAt: '2026-11-24T10:00:00Z' })
  await work({ title: 'Fact check', dueAt: '2026-11-08T10:00:00Z', closesAt: '2026-11-15T10:00:00Z' })
  await session('Critique circle', 'ABSENT', 'Has a new shift')
  await session('Mapping clinic', 'LATE')
  await session('Sourcing', 'PRESENT')
  await session('Cleaning', null)
  const teacher = await as(trainer)
  const { courses, missing, marks, feedback, exceptions, sessions } = await teacher.users.getUserOverview(at(student))
  const gradebook = await teacher.marks.getGradebook({ params: { courseId: course.id } })
  const progress = await teacher.courses.getStudentProgress({ params: { id: course.id, userId: student.id } })
  const details = await teacher.users.getUser(at(student))
  const [own] = courses
  expect(own).toMatchObject({ title: 'Data Journalism', role: 'STUDENT', trainers: [trainer.name] })
  const { weeks, ...numbers } = own!.numbers!
  expect(numbers).toMatchObject({ total: gradebook.items[0]!.total, marked: 1, assignments: 3, missing: 2 })
  expect(numbers.attendance).toEqual({ percentage: 66, marked: 3, sessions: 4 })
  expect(details.courses[0]!.attendance).toEqual(numbers.attendance)
  const sum = (key: 'done' | 'total') => weeks.reduce((all, week) => all + week[key], 0)
  expect([sum('done'), sum('total')]).toEqual([progress.completed, progress.total])
  expect(missing.map(({ title, canSubmit, isCounted }) => [title, canSubmit, isCounted])).toEqual([
    ['Peer review', true, false],
    ['Fact check', false, true],
  ])
  expect(marks).toMatchObject([{ title: 'Essay', marks: 14, maxMarks: 20, courseTitle: 'Data Journalism' }])
  expect(feedback).toMatchObject({ title: 'Essay', text: 'Good start' })
  expect(exceptions.map(({ title, status, remark }) => [title, status, remark])).toEqual([
    ['Critique circle', 'ABSENT', 'Has a new shift'],
    ['Mapping clinic', 'LATE', null],
    ['Cleaning', null, null],
  ])
  expect(sessions).toBeNull()
})

test('trainers see their own courses only, admins all and where the user is signed in', async () => {
  const { student, trainer } = await classroom('Mine')
  const { course } = await given.course({ title: 'Theirs' })
  await given.member(course.id, student)
  await as(student)
  expect((await (await as(trainer)).users.getUserOverview(at(student))).courses.map(({ title }) => title)).toEqual(['Mine'])
  const admin = await as('ADMIN')
  const { courses, sessions } = await admin.users.getUserOverview(at(student))
  expect(courses.map(({ title }) => title)).toEqual(['Mine', 'Theirs'])
  expect(sessions).toHaveLength(1)
  await expect((await as(await given.trainer())).users.getUserOverview(at(student))).rejects.toBeProblem('not-found')
  await expect((await as(student)).users.getUserOverview(at(student))).rejects.toBeProblem('forbidden')
})

test('of a trainer only the courses that they teach', async () => {
  const { trainer } = await classroom()
  const reply = await (await as('ADMIN')).users.getUserOverview(at(trainer))
  expect(reply).toMatchObject({ courses: [{ role: 'TRAINER', numbers: null }], missing: [], marks: [], exceptions: [] })
})

test('a user is signed out on every device, by those who may change the account', async () => {
  const student = await given.student()
  const me = await as(student)
  await expect((await as(await given.trainer())).users.removeUserSessions(at(student))).rejects.toBeProblem('forbidden')
  await (await as('ADMIN')).users.removeUserSessions(at(student))
  await expect(me.auth.getSession()).rejects.toBeProblem('unauthenticated')
  const superAdmin = await given.user({ role: 'SUPER_ADMIN' })
  await expect((await as('ADMIN')).users.removeUserSessions(at(superAdmin))).rejects.toBeProblem('forbidden')
})

test('ten courses take as many statements as one', async () => {
  const { student, work, session } = await classroom()
  const admin = await as('ADMIN')
  await work({}, {})
  await session('One', 'ABSENT')
  const few = await statements(() => admin.users.getUserOverview(at(student)))
  for (let n = 0; n < 9; n++) {
    const { course } = await given.course()
    await given.member(course.id, student)
    await given.assignment({ courseId: course.id })
    await given.live({ courseId: course.id })
  }
  expect(await statements(() => admin.users.getUserOverview(at(student)))).toBe(few)
})
