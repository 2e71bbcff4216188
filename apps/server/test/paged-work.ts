/** The paged calls about work, attendance, discussions and the calendar. */

import { eq } from 'drizzle-orm'
import { assignmentExceptions, gradeChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { attendance, attendanceChanges } from '#db/schema/attendance.ts'
import { users } from '#db/schema/users.ts'
import type { TestApp } from '#test/app.ts'
import { ago, day, each, many, places, studentsIn, type List, type Value } from '#test/paged-rows.ts'

const ranks = { SUBMITTED: 1, DRAFT: 3, RETURNED: 4, GRADED: 5 }
type Listed = { status: keyof typeof ranks | null; missing: boolean; excuseReason: string | null }
/** The order of states in the list of submissions. */
function stateRank({ status, missing, excuseReason }: Listed): Value {
  if (excuseReason !== null) return 6
  return status ? ranks[status] : missing ? 2 : 3
}

export const listsOfWork: Record<string, (test: TestApp) => Promise<List>> = {
  'attendance.getCourseAttendance': async (test) => {
    const { week, trainer, ...home } = await test.given.week()
    await studentsIn(test, home.course.id)
    return {
      as: await test.as(trainer),
      params: { courseId: home.course.id, weekId: week.id },
      total: many + 1,
      orders: { default: { by: (row) => row.user.name } },
    }
  },

  'attendance.listAttendanceChanges': async (test) => {
    const { course, week, media, student, trainer } = await test.given.live()
    const record = { sessionId: media.id, userId: student.id }
    const { db } = test.database
    await db.insert(attendance).values({ ...record, courseId: course.id, weekId: week.id, source: 'STAFF' })
    let hour = 0
    await each(() => db.insert(attendanceChanges).values({ ...record, changedAt: day(hour++), source: 'STAFF' }))
    return {
      as: await test.as(trainer),
      params: { courseId: course.id, mediaId: media.id, userId: student.id },
      total: many,
      orders: { default: { by: (row) => row.changedAt, isDescending: true } },
    }
  },

  'attendance.listOpenRegisters': async (test) => {
    const { course, student, trainer } = await test.given.course()
    await test.given.periods(course.id, student.id, { from: '2026-11-01T00:00:00Z', until: null })
    await each((place) => test.given.live({ courseId: course.id, startsAt: day(place) }))
    return { as: await test.as(trainer), total: many, orders: { default: { by: (row) => row.startsAt } } }
  },

  'assignments.listCourseAssignments': async (test) => {
    const { course, trainer } = await test.given.course()
    await each(async (place) => {
      const { week } = await test.given.week({ courseId: course.id, number: 100 + place })
      await test.given.assignment({ courseId: course.id, weekId: week.id, dueAt: day(6 - place) })
    })
    return {
      as: await test.as(trainer),
      params: { courseId: course.id },
      total: many,
      orders: { default: { by: (row) => row.weekNumber } },
    }
  },

  'assignments.listMyAssignments': async (test) => {
    const { course, student } = await test.given.course()
    const { week } = await test.given.week({ courseId: course.id })
    const due = (place: number): string => new Date(test.clock.now().getTime() + (1 + place) * 86_400_000).toISOString()
    const place = { courseId: course.id, weekId: week.id }
    await each((n) => test.given.assignment({ ...place, dueAt: n === 6 ? null : due(n) }))
    for (const n of [2, 4]) await test.given.submission({ studentId: student.id, assignment: { ...place, title: 'Done', dueAt: due(n) } })
    // Submitted work comes after all open work, newest first.
    const todo = ({ title, dueAt }: { title: string; dueAt: string | null }): Value => {
      const days = dueAt === null ? 1000 : Math.round((Date.parse(dueAt) - test.clock.now().getTime()) / 86_400_000)
      return title === 'Done' ? 2000 - days : days
    }
    return {
      as: await test.as(student),
      total: many + 2,
      orders: { dueAt: { by: (row) => row.dueAt }, todo: { by: todo }, waiting: { by: (row) => row.dueAt } },
    }
  },

  'grading.listMarkChanges': async (test) => {
    const { submission, trainer, course } = await test.given.submission()
    await each((place) =>
      test.database.db
        .insert(gradeChanges)
        .values({ submissionId: submission.id, changedBy: trainer.id, changedAt: day(place), action: 'GRADE', newMarks: place }),
    )
    return {
      as: await test.as(trainer),
      params: { submissionId: submission.id, courseId: course.id },
      total: many,
      orders: { default: { by: (row) => row.changedAt, isDescending: true } },
    }
  },

  'submissions.listAttempts': async (test) => {
    const { submission, trainer, course } = await workWithAttempts(test)
    return {
      as: await test.as(trainer),
      params: { submissionId: submission.id, courseId: course.id },
      total: many,
      orders: { default: { by: (row) => row.attempt, isDescending: true } },
    }
  },

  'submissions.listMyDeletedAttempts': async (test) => {
    const { submission, student } = await workWithAttempts(test, { deletedAt: test.clock.now().toISOString() })
    return {
      as: await test.as(student),
      params: { id: submission.id },
      total: many,
      orders: { default: { by: (row) => row.attempt, isDescending: true } },
    }
  },

  'submissions.listMySubmissions': async (test) => {
    const { course, student } = await test.given.course()
    await each((place) => test.given.submission({ studentId: student.id, submittedAt: day(place), assignment: { courseId: course.id } }))
    return { as: await test.as(student), total: many, orders: { default: { by: (row) => row.submittedAt, isDescending: true } } }
  },

  'submissions.listMyDeletedSubmissions': async (test) => {
    const { course, student } = await test.given.course({ deletedAt: test.clock.now().toISOString() })
    await each((place) => test.given.submission({ studentId: student.id, submittedAt: day(place), assignment: { courseId: course.id } }))
    return { as: await test.as(student), total: many, orders: { default: { by: (row) => row.submittedAt, isDescending: true } } }
  },

  'submissions.listSubmissions': async (test) => {
    const { assignment, trainer, course, student } = await test.given.assignment()
    const students = [student, ...(await studentsIn(test, course.id))]
    // Two have submitted nothing, and two have no marks.
    for (const [index, { id }] of students.slice(2).entries())
      await insertWork(test, { assignmentId: assignment.id, courseId: course.id, studentId: id }, index)
    const excused = { studentId: student.id, excusedAt: day(1), excuseReason: 'Ill' }
    await test.database.db.insert(assignmentExceptions).values({ assignmentId: assignment.id, ...excused })
    return {
      as: await test.as(trainer),
      params: { courseId: course.id, assignmentId: assignment.id },
      total: many + 1,
      orders: {
        name: { by: (row) => row.student.name },
        state: { by: stateRank },
        submittedAt: { by: (row) => row.submittedAt },
        marks: { by: (row) => row.marks },
      },
    }
  },

  'marks.getGradebook': async (test) => {
    const { assignment, trainer, course, student } = await test.given.assignment()
    const students = [student, ...(await studentsIn(test, course.id))]
    // Two have no marks, so no total.
    for (const [index, { id }] of students.slice(2).entries())
      await insertWork(test, { assignmentId: assignment.id, courseId: course.id, studentId: id }, index)
    return {
      as: await test.as(trainer),
      params: { courseId: course.id },
      query: { sortIn: assignment.id },
      total: many + 1,
      orders: {
        name: { by: (row) => row.student.name },
        total: { by: (row) => row.total },
        mark: { by: (row) => row.cells[0].marks },
      },
    }
  },

  'discussions.listComments': async (test) => {
    const { discussion, student, course } = await test.given.discussion()
    // Ids increase with time, except within one millisecond.
    const id = (place: number): string => `0198f6a0-000${place}-7000-8000-${discussion.id.slice(-12)}`
    for (const [index, place] of places.entries())
      await test.given.comment({ id: id(place), discussionId: discussion.id, authorId: student.id, content: String(index) })
    return {
      as: await test.as(student),
      params: { courseId: course.id, discussionId: discussion.id },
      total: many,
      orders: { default: { by: (row) => row.id } },
    }
  },

  'discussions.listDiscussions': async (test) => {
    const { course, student } = await test.given.course()
    await each((place) =>
      test.given.discussion({ courseId: course.id, authorId: student.id, pinned: place === 2, lastActivityAt: day(place) }),
    )
    return {
      as: await test.as(student),
      params: { courseId: course.id },
      total: many,
      orders: { default: { by: (row) => (row.pinned ? '9' : row.lastActivityAt), isDescending: true } },
    }
  },

  'calendar.listMySessions': async (test) => {
    const { course, student } = await test.given.course()
    await each((place) => test.given.live({ courseId: course.id, startsAt: day(place) }))
    return {
      as: await test.as(student),
      query: { from: day(0), to: day(8) },
      total: many,
      orders: { default: { by: (row) => row.startsAt } },
    }
  },
}

/** Students who differ in what they have submitted, where they were, and when they were last seen: for the sorts of a class. */
export async function classWithWork(test: TestApp) {
  const { given, database } = test
  const { course, trainer, student } = await given.course()
  const { week } = await given.week({ courseId: course.id })
  const place = { courseId: course.id, weekId: week.id }
  const students = [student, ...(await studentsIn(test, course.id))]
  const [work, sessions] = [
    await each(() => given.assignment({ ...place, dueAt: ago(test, 1) })),
    await each(() => given.live({ ...place, startsAt: ago(test, 5), durationMinutes: 60 })),
  ]
  for (const [index, { id }] of students.entries()) {
    await given.periods(course.id, id, { from: ago(test, 1000), until: null })
    if (index > 0)
      await database.db
        .update(users)
        .set({ lastSeenAt: ago(test, places[index - 1]! * 100) })
        .where(eq(users.id, id))
    for (const { assignment } of work.slice(0, index))
      await insertWork(test, { assignmentId: assignment.id, courseId: course.id, studentId: id }, index)
    // Nobody has marked the last one.
    for (const [n, { media }] of sessions.entries())
      if (index < many) await database.db.insert(attendance).values({ ...place, sessionId: media.id, userId: id, ...markFor(n, index) })
  }
  return { course, trainer }
}
const markFor = (session: number, index: number) => ({
  source: 'STAFF' as const,
  status: session < index ? ('PRESENT' as const) : ('ABSENT' as const),
})

async function insertWork(test: TestApp, of: { assignmentId: string; courseId: string; studentId: string }, index: number): Promise<void> {
  const isGraded = index < 4
  await test.database.db.insert(submissions).values({
    ...of,
    status: isGraded ? 'GRADED' : 'SUBMITTED',
    attempt: 1,
    submittedAt: day((index * 3) % many),
    effectiveSubmittedAt: day((index * 3) % many),
    marks: isGraded ? (index * 7) % 20 : null,
  })
}

/** The last of its attempts is the current one. */
async function workWithAttempts(test: TestApp, assignment: object = {}) {
  const made = await test.given.submission({ assignment, attempt: many + 1 })
  await each((place) =>
    test.database.db
      .insert(submissionAttempts)
      .values({ submissionId: made.submission.id, attempt: place + 1, answers: [], submittedAt: day(place), late: false }),
  )
  return made
}
