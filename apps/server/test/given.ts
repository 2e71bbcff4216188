/** Builders for tests: each creates its own parents, so that a test only states what matters to it. */

import { and, eq, sql } from 'drizzle-orm'
import type { Role } from '@lms/contract/policy'
import type { EnrolmentPeriod } from '@lms/contract/rules/owed-work'
import type { Database } from '#db/client.ts'
import { assignments, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, enrolments, memberships, weeks } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { files, media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'

type New<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>
type Actor = { id: string; role: Role }

let counter = 0
const next = () => ++counter

const one = <T>(rows: T[]): T => rows[0]!

export const password = 'quiet desk 20'
/** Of this password with 8 KiB and one pass, checked in microseconds: for tests of all but the hash itself. */
export const cheapHash = '$argon2id$v=19$m=8,t=1,p=1$vladm3HB4vkitSanaqjk+w$ejNeAGTv2iWBz02n58BvLLeKM9cjuXIADMxUMpEF63M'

export function givenOn(db: Database['db']) {
  const user = async (values: New<typeof users> = {}) => {
    const n = next()
    return one(
      await db
        .insert(users)
        .values({ name: `Person ${n}`, email: `person${n}-${crypto.randomUUID().slice(0, 8)}@example.org`, ...values })
        .returning(),
    )
  }
  const trainer = () => user({ role: 'TRAINER' })
  const student = () => user({ role: 'USER' })
  const member = (courseId: string, who: Actor, status: 'ACTIVE' | 'PENDING' | 'WAITLISTED' = 'ACTIVE') =>
    db
      .insert(memberships)
      // Before all that happens in a course, whatever the clock of a test says.
      .values({ courseId, userId: who.id, role: who.role === 'USER' ? 'STUDENT' : 'TRAINER', status, createdAt: '2026-01-01T00:00:00Z' })

  /** When a student of the course was enrolled. */
  const periods = (courseId: string, userId: string, ...all: EnrolmentPeriod[]) =>
    db
      .update(enrolments)
      .set({ periods: all })
      .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, userId)))

  /**
   * Memberships that do not count: of a deleted student, of a trainer who is a student by now, of a student who is a trainer, and of
   * two students who are not admitted.
   */
  const addNonMembers = async (courseId: string) => {
    const [deleted, demoted, promoted] = [await user({ deletedAt: '2026-01-02T00:00:00Z' }), await student(), await trainer()]
    await member(courseId, await student(), 'PENDING')
    await member(courseId, await student(), 'WAITLISTED')
    await db.insert(memberships).values([
      { courseId, userId: deleted.id, role: 'STUDENT' },
      { courseId, userId: demoted.id, role: 'TRAINER' },
      { courseId, userId: promoted.id, role: 'STUDENT' },
    ])
  }

  /** A published course with one trainer and one student, and users whose memberships do not count. */
  const course = async (values: New<typeof courses> = {}) => {
    const made = one(
      await db
        .insert(courses)
        // Not in UTC, so that a time in the wrong zone is noticed.
        .values({ title: `Course ${next()}`, status: 'PUBLISHED', timeZone: 'Asia/Kathmandu', ...values })
        .returning(),
    )
    const people = { trainer: await trainer(), student: await student() }
    await member(made.id, people.trainer)
    await member(made.id, people.student)
    await addNonMembers(made.id)
    return { course: made, ...people }
  }
  const week = async (values: New<typeof weeks> & { courseId?: string } = {}) => {
    const home = values.courseId ? undefined : await course()
    const courseId = values.courseId ?? home!.course.id
    return {
      ...home!,
      week: one(
        await db
          .insert(weeks)
          .values({ number: next(), title: 'Week', ...values, courseId })
          .returning(),
      ),
    }
  }
  const recorded = async (values: New<typeof media> = {}) => {
    const home = await week(values.courseId ? { courseId: values.courseId } : {})
    const made = one(
      await db
        .insert(media)
        .values({
          title: 'Video',
          type: 'RECORDED',
          source: 'https://example.org/video.mp4',
          durationSeconds: 100,
          weekId: home.week.id,
          ...values,
          courseId: home.week.courseId,
        })
        .returning(),
    )
    return { ...home, media: made }
  }
  const live = (values: New<typeof media> = {}) =>
    recorded({
      title: 'Session',
      type: 'LIVE',
      source: null,
      durationSeconds: null,
      startsAt: '2026-11-20T14:00:00Z',
      durationMinutes: 60,
      timeZone: 'UTC',
      joinUrl: 'https://example.org/join',
      ...values,
    })

  const question = (values: Partial<(typeof assignments.$inferInsert & { questions: object[] })['questions'][number]> = {}) => ({
    id: crypto.randomUUID(),
    type: 'TEXT' as const,
    prompt: 'Why?',
    required: true,
    options: [] as string[],
    points: 20,
    answerKey: [] as string[],
    ...values,
  })
  const assignment = async (values: New<typeof assignments> = {}) => {
    const home = await week(values.courseId ? { courseId: values.courseId } : {})
    const questions = values.questions ?? [question()]
    const maxMarks = questions.reduce((sum, { points }) => sum + points, 0)
    const made = one(
      await db
        .insert(assignments)
        .values({
          title: 'Assignment',
          maxMarks,
          latePolicy: { kind: 'FLAG', percent: 0, floor: 0 },
          weekId: home.week.id,
          ...values,
          questions,
          courseId: home.week.courseId,
        })
        .returning(),
    )
    return { ...home, assignment: made }
  }
  /** Submitted once, not graded yet. */
  const submission = async (values: New<typeof submissions> & { assignment?: New<typeof assignments> } = {}) => {
    const home = await assignment(values.assignment)
    const studentId = values.studentId ?? home.student.id
    const answers = home.assignment.questions.map(({ id }) => ({ questionId: id, value: 'Because' }))
    const { assignment: _, ...own } = values
    const row = { answers, status: 'SUBMITTED' as const, attempt: 1, submittedAt: '2026-11-19T10:00:00.000Z', ...own }
    const made = one(
      await db
        .insert(submissions)
        .values({
          effectiveSubmittedAt: row.attempt !== 0 ? row.submittedAt : null,
          ...row,
          assignmentId: home.assignment.id,
          courseId: home.assignment.courseId,
          studentId,
        })
        .returning(),
    )
    if (made.attempt > 0)
      await db
        .insert(submissionAttempts)
        .values({ submissionId: made.id, attempt: made.attempt, answers: made.answers, submittedAt: made.submittedAt!, late: made.late })
    return { ...home, submission: made }
  }
  const discussion = async (values: New<typeof discussions> = {}) => {
    const home = values.courseId ? undefined : await course()
    const authorId = values.authorId ?? home?.student.id ?? (await student()).id
    const made = one(
      await db
        .insert(discussions)
        .values({ title: 'Thread', content: 'Text', ...values, courseId: values.courseId ?? home!.course.id, authorId })
        .returning(),
    )
    return { ...home!, discussion: made }
  }
  const comment = async (values: New<typeof comments> & { discussionId: string; authorId: string }) => {
    if (!values.rootId && !values.deletedAt)
      await db
        .update(discussions)
        .set({ topLevelCount: sql`${discussions.topLevelCount} + 1` })
        .where(eq(discussions.id, values.discussionId))
    return one(
      await db
        .insert(comments)
        .values({ content: 'Comment', ...values })
        .returning(),
    )
  }
  const file = async (ownerId: string, values: New<typeof files> = {}) =>
    one(
      await db
        .insert(files)
        .values({
          key: `document/${ownerId}/${crypto.randomUUID()}.pdf`,
          ownerId,
          contentType: 'application/pdf',
          name: 'work.pdf',
          size: 1000,
          status: 'READY',
          ...values,
        })
        .returning(),
    )

  return {
    user,
    trainer,
    student,
    member,
    periods,
    course,
    week,
    recorded,
    live,
    question,
    assignment,
    submission,
    discussion,
    comment,
    file,
  }
}
export type Given = ReturnType<typeof givenOn>
