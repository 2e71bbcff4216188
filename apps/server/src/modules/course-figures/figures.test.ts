/** The figures of the cards of one's own courses are those of the pages that they lead to. */

import { expect, test } from 'vitest'
import { attendance } from '#db/schema/attendance.ts'
import { testApp, type As } from '#test/app.ts'

const { given, as, clock, database, statements } = await testApp()
clock.set('2026-11-20T12:00:00Z')

const own = async (client: As, query: object = {}) => (await client.courses.listMyCourses({ query: { figures: 'true', ...query } })).items

async function classroom() {
  const { course, student, trainer } = await given.course()
  const work = (values: object, submission?: object) =>
    submission
      ? given.submission({ studentId: student.id, assignment: { courseId: course.id, maxMarks: 20, ...values }, ...submission })
      : given.assignment({ courseId: course.id, maxMarks: 20, ...values })
  const session = async (title: string, startsAt: string, status?: 'PRESENT' | 'ABSENT') => {
    const { media, week } = await given.live({ courseId: course.id, title, startsAt })
    const record = { sessionId: media.id, userId: student.id, courseId: course.id, weekId: week.id, source: 'STAFF' as const }
    if (status) await database.db.insert(attendance).values({ ...record, status, markedAt: startsAt })
    return { ...media, weekId: week.id }
  }
  return { course, student, trainer, work, session }
}

test('a student reads the mark so far, attendance with its base, and what is missing', async () => {
  const { course, student, work, session } = await classroom()
  await work({}, { status: 'GRADED', marks: 14, gradedAt: '2026-11-18T10:00:00Z' })
  await work({ dueAt: '2026-11-08T10:00:00Z' })
  await work({ dueAt: '2026-12-08T10:00:00Z' })
  await session('One', '2026-11-12T14:00:00Z', 'PRESENT')
  await session('Two', '2026-11-13T14:00:00Z', 'ABSENT')
  await session('Three', '2026-11-14T14:00:00Z')
  const me = await as(student)
  const [listed] = await own(me)
  const marks = await me.marks.getMyMarks({ params: { courseId: course.id } })
  const { course: attended } = await me.myAttendance.getMyAttendance({ query: { courseId: course.id } })
  expect(listed!.studentFigures).toEqual({ total: marks.total, marked: 1, assignments: 3, missing: 1, attendance: attended!.rate })
  expect(listed!.studentFigures).toMatchObject({ total: 70, attendance: { percentage: 50, marked: 2, sessions: 3 } })
  expect(listed!.staffFigures).toBeUndefined()
})

test('a held mark is in no figure of its student until it is released', async () => {
  const { course, student, trainer, work } = await classroom()
  const { assignment } = await work({ holdMarks: true }, { status: 'GRADED', marks: 5, isHeld: true, gradedAt: '2026-11-18T10:00:00Z' })
  const me = await as(student)
  expect((await own(me))[0]!.studentFigures).toMatchObject({ total: null, marked: 0, assignments: 1 })
  await (await as(trainer)).heldMarks.releaseMarks({ params: { courseId: course.id, assignmentId: assignment.id }, body: {} })
  expect((await own(me))[0]!.studentFigures).toMatchObject({ total: 25, marked: 1, assignments: 1 })
})

test('what students do not see yet counts nowhere, and a course without anything has figures too', async () => {
  const { course, student, work } = await classroom()
  const { week } = await given.week({ courseId: course.id, number: 7, published: false })
  await work({ weekId: week.id, dueAt: '2026-11-08T10:00:00Z' })
  await work({ status: 'DRAFT' })
  const nothing = { total: null, marked: 0, assignments: 0, missing: 0, attendance: { percentage: null, marked: 0, sessions: 0 } }
  expect((await own(await as(student)))[0]!.studentFigures).toEqual(nothing)
})

test('staff read what waits for a mark, open registers, sign-ups, and the session now or next', async () => {
  const { course, student, trainer, work, session } = await classroom()
  const mate = await given.student()
  await given.member(course.id, mate)
  await work({}, { submittedAt: '2026-11-18T10:00:00Z' })
  await given.submission({ studentId: mate.id, assignment: { courseId: course.id }, submittedAt: '2026-11-17T10:00:00Z' })
  await session('Over', '2026-11-12T14:00:00Z', 'PRESENT')
  const now = await session('Now', '2026-11-20T11:30:00Z')
  await session('Later', '2026-11-21T11:30:00Z')
  const me = await as(trainer)
  const counts = await me.home.getCourseCounts({ params: { id: course.id } })
  const [listed] = await own(me)
  expect(listed!.staffFigures).toEqual({
    toGrade: { count: counts.toGrade, oldestAt: '2026-11-17T10:00:00.000Z' },
    openRegisters: { count: counts.openRegisters.length, oldestAt: '2026-11-12T14:00:00.000Z' },
    signUps: { count: 0, oldestAt: null },
    nextSession: {
      id: now.id,
      weekId: now.weekId,
      title: 'Now',
      startsAt: '2026-11-20T11:30:00.000Z',
      durationMinutes: now.durationMinutes,
    },
  })
  expect([counts.toGrade, counts.openRegisters.length]).toEqual([2, 1])
  expect(listed!.studentFigures).toBeUndefined()
  expect((await own(await as(student)))[0]!.staffFigures).toBeUndefined()
})

test('only who asks gets figures, and ten courses take as many statements as one', async () => {
  const { course, student, trainer, work, session } = await classroom()
  await work({}, {})
  await session('One', '2026-11-12T14:00:00Z', 'PRESENT')
  const [me, teacher] = [await as(student), await as(trainer)]
  const [plain] = (await me.courses.listMyCourses()).items
  expect([plain!.id, plain!.studentFigures]).toEqual([course.id, undefined])
  const few = [await statements(() => own(me)), await statements(() => own(teacher))]
  for (let n = 0; n < 9; n++) {
    const { course } = await given.course()
    await given.member(course.id, student)
    await given.member(course.id, trainer)
    await given.assignment({ courseId: course.id })
    await given.live({ courseId: course.id })
  }
  expect([await statements(() => own(me)), await statements(() => own(teacher))]).toEqual(few)
  expect(await own(me)).toHaveLength(10)
})
