/** What must show in no answer when it is added to the world of the rights matrix: deleted things, and people who do not belong to the course. */

import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { assignments, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { discussions } from '#db/schema/discussions.ts'
import { courseEmails } from '#db/schema/mail.ts'
import { media } from '#db/schema/media.ts'
import { notices } from '#db/schema/notices.ts'
import { signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { cleanPost } from '#services/html.ts'
import { givenOn } from '#test/given.ts'
import type { Caller, Ids } from '#test/rights/row.ts'
import { known } from '#test/rights/world.ts'

type Db = Database['db']
type Place = { courseId: string; weekId: string; deletedAt?: string }

/** In every title, to be searched for. */
export const word = 'Addendum'
const title = `${word} to all`

/** The time of the world, and one after all that is there. */
const [now, soon] = ['2026-11-20T14:00:00Z', '2026-11-20T18:00:00Z']
const deletedAt = now

export interface Addition {
  /** Whose answers stay as they are, if not everybody's. */
  for?: readonly Caller[]
  /** Calls that show it. */
  except?: readonly string[]
  add: (
    db: Db,
    ids: Ids,
    other: { removedWeekId: string; foreignCourseId: string; userIdOf: (caller: Caller) => string },
  ) => Promise<unknown>
}

async function addWork(db: Db, { courseId, assignmentId }: { courseId: string; assignmentId: string }, studentId: string, marks?: number) {
  const at = '2026-11-01T10:00:00Z'
  const outcome = marks === undefined ? { status: 'SUBMITTED' as const } : { status: 'GRADED' as const, marks, gradedAt: now }
  const work = { ...outcome, attempt: 1, answers: [], submittedAt: at, effectiveSubmittedAt: at, updatedAt: at, late: true }
  const [made] = await db
    .insert(submissions)
    .values({ ...work, assignmentId, courseId, studentId })
    .returning({ id: submissions.id })
  await db.insert(submissionAttempts).values({ submissionId: made!.id, attempt: 1, answers: [], submittedAt: work.submittedAt, late: true })
}

/** Assignments with work that waits and work that counts, a recording, and a session to come. */
async function addItems(db: Db, place: Place, studentId?: string): Promise<void> {
  for (const marks of [undefined, 3]) {
    const policy = { kind: 'FLAG' as const, percent: 0, floor: 0 }
    const [{ id } = { id: '' }] = await db
      .insert(assignments)
      .values({ ...place, title, questions: [], maxMarks: 20, latePolicy: policy, dueAt: soon })
      .returning({ id: assignments.id })
    if (studentId) await addWork(db, { ...place, assignmentId: id }, studentId, marks)
  }
  await db.insert(media).values({ ...place, title, type: 'RECORDED', source: 'https://example.org/a.mp4', durationSeconds: 60 })
  const joinUrl = 'https://example.org/join'
  await db.insert(media).values({ ...place, title, type: 'LIVE', startsAt: soon, durationMinutes: 60, timeZone: 'UTC', joinUrl })
}

/** A course that they belong to, with something of every kind in it. */
async function addCourse(db: Db, userId: string, values: Partial<typeof courses.$inferInsert>): Promise<void> {
  const [{ id: courseId } = { id: '' }] = await db
    .insert(courses)
    .values({ title, ...values })
    .returning({ id: courses.id })
  await db.insert(memberships).values({ courseId, userId, role: 'STUDENT' })
  const { week } = await givenOn(db).week({ courseId, title })
  await addItems(db, { courseId, weekId: week.id }, userId)
  await givenOn(db).discussion({ courseId, authorId: userId, title })
  const email = { courseId, senderId: userId, subject: title, body: cleanPost(title), audience: { to: ['ALL'], except: [] }, recipients: 1 }
  await db.insert(courseEmails).values({ ...email, state: 'SENT', sendAt: now, createdAt: now, showUntil: '2026-11-30' })
  const about = { kind: 'ANNOUNCEMENT', subject: { title }, groupKey: 'email:1', sourceId: 'email:1' } as const
  await db.insert(notices).values({ ...about, userId, courseId, createdAt: now })
}

async function findClassmate(db: Db, { courseId, userId }: Ids): Promise<string> {
  const isClassmate = and(eq(memberships.courseId, courseId), eq(memberships.role, 'STUDENT'), ne(memberships.userId, userId))
  const [found] = await db.select({ id: memberships.userId }).from(memberships).where(isClassmate)
  return found!.id
}

/** A student of no course. */
const findOutsider = async (db: Db): Promise<string> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.email, known.email)))[0]!.id

/** Enrolled, with a mark and a session attended. */
async function takePart(db: Db, ids: Ids, userId: string): Promise<void> {
  const { courseId, weekId, mediaId } = ids
  await givenOn(db).member(courseId, { id: userId, role: 'USER' })
  await addWork(db, ids, userId, 3)
  await db.insert(attendance).values({ sessionId: mediaId, userId, courseId, weekId, status: 'PRESENT', source: 'STAFF', markedAt: now })
}

/** Staff see which work would be lost, no matter who submitted it. */
const keptAnswers = 'assignmentChanges.getAssignmentUsage'
/** What is in a deleted week can be put into another. */
const library = 'media.listMedia'
const deletedWork = 'submissions.listMyDeletedSubmissions'

export const additions: Record<string, Addition> = {
  'a deleted comment and a deleted reply': {
    add: async (db, ids) => {
      const { discussionId, commentId } = ids
      const authorId = await findClassmate(db, ids)
      const own = { discussionId, authorId, content: title, createdAt: soon, deletedAt, deletedBy: authorId }
      await givenOn(db).comment(own)
      await givenOn(db).comment({ ...own, rootId: commentId, parentId: commentId })
    },
  },

  'a comment of one’s own that was deleted': {
    add: async (db, ids) => {
      const [theirs] = await db
        .select({ id: discussions.id })
        .from(discussions)
        .where(and(eq(discussions.courseId, ids.courseId), ne(discussions.authorId, ids.userId), isNull(discussions.deletedAt)))
      const own = { discussionId: theirs!.id, authorId: ids.userId, content: title, createdAt: soon, deletedAt, deletedBy: ids.userId }
      await givenOn(db).comment(own)
    },
  },

  'a deleted discussion with a comment': {
    add: async (db, ids) => {
      const own = { courseId: ids.courseId, authorId: await findClassmate(db, ids), title, content: title }
      const { discussion } = await givenOn(db).discussion({ ...own, createdAt: soon, lastActivityAt: soon, deletedAt })
      await givenOn(db).comment({ discussionId: discussion.id, authorId: own.authorId, content: title, createdAt: soon })
    },
  },

  'deleted items of a week, with work': {
    except: [deletedWork],
    add: (db, { courseId, weekId, userId }) => addItems(db, { courseId, weekId, deletedAt }, userId),
  },

  'a deleted recording of a file that another shows': {
    add: (db, { courseId, weekId, fileKey }) =>
      db.insert(media).values({ courseId, weekId, title, type: 'RECORDED', source: fileKey, deletedAt }),
  },

  'a deleted week with its items': {
    except: ['weeks.listDeletedWeeks', library, deletedWork],
    add: async (db, { courseId, userId }) => {
      const { week } = await givenOn(db).week({ courseId, title, startsOn: '2026-11-20', deletedAt })
      await addItems(db, { courseId, weekId: week.id }, userId)
    },
  },

  'items that were deleted before their week': {
    add: (db, { courseId }, { removedWeekId }) => addItems(db, { courseId, weekId: removedWeekId, deletedAt }),
  },

  'a deleted course that they belong to': {
    except: ['courses.listDeletedCourses', library, deletedWork],
    add: (db, ids) => addCourse(db, ids.userId, { status: 'PUBLISHED', deletedAt }),
  },

  'a draft of a course, for its students': {
    for: ['S'],
    add: (db, ids) => addCourse(db, ids.userId, { status: 'DRAFT' }),
  },

  'a deleted student with work and attendance': {
    except: [keptAnswers],
    add: async (db, ids) => {
      const gone = await givenOn(db).user({ name: title })
      await takePart(db, ids, gone.id)
      await db.update(users).set({ email: null, deletedAt: '2026-11-19T14:00:00Z' }).where(eq(users.id, gone.id))
    },
  },

  'a student who left, with work and attendance': {
    except: [keptAnswers],
    add: async (db, ids) => {
      const userId = await findOutsider(db)
      await takePart(db, ids, userId)
      await db.delete(memberships).where(and(eq(memberships.courseId, ids.courseId), eq(memberships.userId, userId)))
    },
  },

  'somebody whose sign-up waits': {
    for: ['T', 'S'],
    add: async (db, ids) => givenOn(db).member(ids.courseId, { id: await findOutsider(db), role: 'USER' }, 'PENDING'),
  },

  'memberships of another course that do not count': {
    for: ['T', 'S', 'N'],
    add: async (db, _ids, { foreignCourseId, userIdOf }) => {
      const other = { T: 'USER', S: 'TRAINER', N: 'TRAINER' } as const
      for (const caller of ['T', 'S', 'N'] as const)
        await givenOn(db).member(foreignCourseId, { id: userIdOf(caller), role: other[caller] })
    },
  },

  'answers to a form that were withdrawn': {
    // Their number is shown on its own.
    except: ['signupResponses.listResponses'],
    add: async (db, { formId, questionId }) => {
      const answers = [{ questionId, value: title }]
      await db.insert(signupResponses).values({ formId, userId: await findOutsider(db), version: 1, answers, status: 'WITHDRAWN' })
    },
  },

  'somebody on the waiting list who was deleted': {
    add: async (db, { formId, formCourseId, questionId }) => {
      const gone = await givenOn(db).user({ name: title, email: null, deletedAt: '2026-11-19T14:00:00Z' })
      await givenOn(db).member(formCourseId, gone, 'WAITLISTED')
      const first = { status: 'WAITLISTED' as const, waitlistedAt: '2026-11-01T14:00:00Z', sentAt: '2026-11-01T14:00:00Z' }
      await db.insert(signupResponses).values({ formId, userId: gone.id, version: 1, answers: [{ questionId, value: title }], ...first })
    },
  },

  'a draft of an assignment, and a week that is not open, for students': {
    for: ['S', 'N'],
    // How many weeks a course has is no secret: cards and first pages draw a line of them. How many sessions come decides which rate can be reached.
    except: ['courses.getCourse', 'courses.listCourses', 'courses.listMyCourses', 'home.getHome', 'myAttendance.getMyAttendance'],
    add: async (db, { courseId, weekId }) => {
      await db.insert(assignments).values({
        courseId,
        weekId,
        title,
        questions: [],
        maxMarks: 20,
        status: 'DRAFT',
        latePolicy: { kind: 'NONE', percent: 0, floor: 0 },
      })
      for (const values of [{ published: false }, { unlockAt: soon }]) {
        const { week } = await givenOn(db).week({ courseId, title: 'Closed', ...values })
        await addItems(db, { courseId, weekId: week.id })
      }
    },
  },

  'a mark that is held, for its student': {
    for: ['S'],
    add: (db, { submissionId }) =>
      db
        .update(submissions)
        .set({ status: 'GRADED', marks: 7, gradedAt: now, feedback: title, isHeld: true })
        .where(eq(submissions.id, submissionId)),
  },
}
