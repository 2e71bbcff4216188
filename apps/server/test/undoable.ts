/** For each call that undoes something: something to undo, who did it, and for how long that can be undone. */

import { eq, sql } from 'drizzle-orm'
import { undoMs } from '@lms/contract/grading'
import { undoTimeMs } from '@lms/contract/rules/course-emails'
import { restorableDays } from '@lms/contract/rules/deletion'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { comments, discussionReads } from '#db/schema/discussions.ts'
import { courseEmails } from '#db/schema/mail.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import type { As } from '#test/app.ts'
import { formOf } from '#test/files.ts'
import { cheapHash } from '#test/given.ts'
import { many, send, unique } from '#test/people-file.ts'
import { courseOf, submissionOf, type Row } from '#test/undoable-rows.ts'

/** Milliseconds. */
const [second, minute, day] = [1000, 60_000, 86_400_000]

export const undoables: Record<string, Row> = {
  'discussions.restoreComment': {
    within: minute,
    refusal: 'not-found',
    refusalToOthers: 'not-found',
    make: async (test) => {
      const { course, student, by, other } = await courseOf(test)
      const { discussion } = await test.given.discussion({ courseId: course.id })
      const { id } = await test.given.comment({ discussionId: discussion.id, authorId: student.id, content: 'Their words' })
      await by.discussions.removeComment({ params: { discussionId: discussion.id, commentId: id } })
      const params = { courseId: course.id, discussionId: discussion.id, commentId: id }
      return {
        by,
        other,
        undo: (who) => who.discussions.restoreComment({ params }),
        isUndone: async () => {
          const [found] = await test.database.db.select().from(comments).where(eq(comments.id, id))
          return found?.deletedAt === null && found.content === 'Their words'
        },
      }
    },
  },

  // As long as they read no further.
  'myDiscussions.restoreUnread': {
    within: null,
    refusalToOthers: 'conflict',
    make: async (test) => {
      const { course, student, by, other } = await courseOf(test)
      const [readUntil, createdAt] = ['2026-11-10T10:00:00Z', '2026-11-12T10:00:00Z']
      const asked = { courseId: course.id, authorId: student.id, createdAt, lastActivityAt: createdAt }
      const { discussion } = await test.given.discussion(asked)
      await test.database.db.insert(discussionReads).values({ userId: by.user.id, discussionId: discussion.id, readUntil })
      const body = { until: test.clock.now().toISOString() }
      const { undo } = await by.myDiscussions.markMyDiscussionsRead({ body })
      return {
        by,
        other,
        undo: (who) => who.myDiscussions.restoreUnread({ body: undo! }),
        isUndone: async () => (await by.myDiscussions.listMyDiscussions()).counts.unread === 1,
      }
    },
  },

  'grading.undoGrade': {
    within: undoMs + 20 * second,
    refusal: 'conflict',
    refusalToOthers: 'conflict',
    unheard: undoMs,
    make: async (test) => {
      const { course, student, by, other, submission, isUngraded } = await submissionOf(test)
      const { version } = await by.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 12 } })
      const params = { submissionId: submission.id, courseId: course.id }
      return { by, other, reader: student, undo: (who) => who.grading.undoGrade({ params, body: { version } }), isUndone: isUngraded }
    },
  },

  // As long as nobody changes the record.
  'attendance.undoAttendance': {
    within: null,
    refusalToOthers: 'conflict',
    make: async (test) => {
      const { course, student, by, other } = await courseOf(test)
      const { media, week } = await test.given.live({ courseId: course.id })
      const [params, own] = [
        { courseId: course.id, weekId: week.id },
        { userId: student.id, mediaId: media.id },
      ]
      const joined = {
        status: 'LATE' as const,
        source: 'JOIN' as const,
        markedAt: '2026-11-20T11:12:00Z',
        joinedAt: '2026-11-20T11:12:00Z',
      }
      await test.database.db.insert(attendance).values({ ...params, userId: student.id, sessionId: media.id, ...joined })
      const { markedAt } = await by.attendance.markBulkAttendance({ params, body: { attendance: [{ ...own, status: 'ABSENT' }] } })
      return {
        by,
        other,
        undo: (who) => who.attendance.undoAttendance({ params, body: { markedAt, marks: [own] } }),
        isUndone: async () => {
          const [found] = await test.database.db.select().from(attendance).where(eq(attendance.sessionId, media.id))
          return found?.status === 'LATE' && found.source === 'JOIN' && found.markedBy === null
        },
      }
    },
  },

  'marks.undoMarksImport': {
    within: 10 * minute,
    refusal: 'conflict',
    unheard: 10 * minute,
    make: async (test) => {
      const { course, student, by, other, assignment, isUngraded } = await submissionOf(test)
      const file = `Student id,Assignment [${assignment.id}]\n${student.id},14`
      const { id } = await by.marks.importMarks({ params: { courseId: course.id }, query: {}, body: formOf(file) })
      const params = { courseId: course.id, id: id! }
      return { by, other, reader: student, undo: (who) => who.marks.undoMarksImport({ params }), isUndone: isUngraded }
    },
  },

  'users.undoImport': {
    within: 7 * day,
    refusal: 'not-found',
    refusalToOthers: 'not-found',
    make: async (test) => {
      const [by, other, key, id] = [await test.as('ADMIN'), await test.as('ADMIN'), unique(), crypto.randomUUID()]
      await send(by, many(2, key), { importId: id })
      return {
        by,
        other,
        undo: (who) => who.users.undoImport({ params: { id } }),
        isUndone: async () => (await test.database.db.$count(users, sql`email like ${`%-${key}@example.org`}`)) === 0,
      }
    },
  },

  'recordedWork.undoRecordedWork': {
    within: null,
    make: async (test) => {
      const { course, student, by, other } = await courseOf(test)
      const { assignment } = await test.given.assignment({ courseId: course.id })
      const of = { params: { courseId: course.id, assignmentId: assignment.id }, body: { studentIds: [student.id] } }
      await by.recordedWork.recordWork(of)
      return {
        by,
        other,
        undo: (who) => who.recordedWork.undoRecordedWork(of),
        isUndone: async () => (await test.database.db.$count(submissions, eq(submissions.assignmentId, assignment.id))) === 0,
      }
    },
  },

  'courses.restoreCourse': {
    within: restorableDays * day,
    refusal: 'not-found',
    make: async (test) => {
      const { course } = await test.given.course({ description: 'About data' })
      const [by, other] = [await test.as('ADMIN'), await test.as('ADMIN')]
      await by.courses.removeCourse({ params: course })
      return {
        by,
        other,
        undo: (who) => who.courses.restoreCourse({ params: course }),
        isUndone: async () => {
          const [found] = await test.database.db.select().from(courses).where(eq(courses.id, course.id))
          return found?.deletedAt === null && found.description === 'About data'
        },
      }
    },
  },

  'weeks.restoreWeek': {
    within: restorableDays * day,
    refusal: 'not-found',
    make: async (test) => {
      const { course, by, other } = await courseOf(test)
      const { week } = await test.given.week({ courseId: course.id, number: 1, description: 'Cleaning' })
      const { assignment } = await test.given.assignment({ courseId: course.id, weekId: week.id })
      const params = { courseId: course.id, weekId: week.id }
      await by.weeks.removeWeek({ params })
      return {
        by,
        other,
        undo: (who) => who.weeks.restoreWeek({ params }),
        isUndone: async () => {
          const [found] = await test.database.db.select().from(weeks).where(eq(weeks.id, week.id))
          const items = await test.database.db.$count(assignments, eq(assignments.id, assignment.id))
          return found?.deletedAt === null && found.description === 'Cleaning' && items === 1
        },
      }
    },
  },

  'assignmentChanges.restoreAssignment': {
    within: restorableDays * day,
    refusal: 'not-found',
    make: async (test) => {
      const { course, by, other } = await courseOf(test)
      const { assignment } = await test.given.assignment({ courseId: course.id })
      await by.assignmentChanges.removeAssignment({ params: assignment })
      return {
        by,
        other,
        undo: (who) => who.assignmentChanges.restoreAssignment({ params: assignment }),
        isUndone: async () => {
          const [found] = await test.database.db.select().from(assignments).where(eq(assignments.id, assignment.id))
          return found?.deletedAt === null
        },
      }
    },
  },

  'courseEmails.cancelCourseEmail': {
    within: 'job',
    refusal: 'conflict',
    unheard: undoTimeMs,
    make: async (test) => {
      const { course, student, by, other } = await courseOf(test)
      const body = { subject: 'Hello', body: '<p>Hello</p>', sendTo: 'STUDENTS' }
      const { id } = await by.courseEmails.sendMails({ params: { courseId: course.id }, body })
      const isUndone = async () => (await test.database.db.$count(courseEmails, eq(courseEmails.id, id))) === 0
      const undo = (who: As) => who.courseEmails.cancelCourseEmail({ params: { courseId: course.id, id } })
      return { by, other, reader: student, undo, isUndone }
    },
  },

  'users.cancelEmailChange': {
    within: null,
    make: async (test) => {
      const user = await test.given.user({ passwordHash: cheapHash })
      const [by, params] = [await test.as('ADMIN'), { id: user.id }]
      await by.users.changeEmail({ params, body: { email: `new-${user.id}@example.org` } })
      const isUndone = async () => (await by.users.getEmailChange({ params })).pending === null
      return { by, other: await test.as(user), undo: (who) => who.users.cancelEmailChange({ params }), isUndone }
    },
  },

  // Undone by another decision.
  'signupResponses.decideResponses': {
    within: null,
    unheard: 10 * second,
    make: async (test) => {
      const { course, by, other } = await courseOf(test)
      const { db } = test.database
      const applicant = await test.given.user({ preferences: { emailSignUps: 'NOW' } })
      await test.given.member(course.id, applicant, 'PENDING')
      const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning({ id: signupForms.id })
      await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
      const [made] = await db
        .insert(signupResponses)
        .values({ formId: form!.id, userId: applicant.id, version: 1, answers: [], status: 'PENDING' })
        .returning({ id: signupResponses.id })
      const decide = (who: As, decision: 'REJECTED' | 'PENDING') =>
        who.signupResponses.decideResponses({ params: { courseId: course.id }, body: { ids: [made!.id], decision, email: true } })
      await decide(by, 'REJECTED')
      return {
        by,
        other,
        reader: applicant,
        undo: (who) => decide(who, 'PENDING'),
        isUndone: async () => {
          const [found] = await db.select().from(signupResponses).where(eq(signupResponses.id, made!.id))
          return found?.status === 'PENDING' && found.decidedAt === null
        },
      }
    },
  },
}
