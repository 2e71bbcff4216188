/** What a row of `undoables` is, and the course and work that rows begin with. */

import { eq } from 'drizzle-orm'
import type { ProblemName } from '@lms/contract/problems'
import { submissions } from '#db/schema/assignments.ts'
import type { As, TestApp } from '#test/app.ts'

export interface Undoable {
  /** Who did it. */
  by: As
  /** Somebody else with the same rights in the same place. */
  other: As
  undo: (who: As) => Promise<unknown>
  /** Whether all is as it was before. */
  isUndone: () => Promise<boolean>
  /** Who gets an email about it, if it is not undone. */
  reader?: { id: string }
}

export interface Row {
  /** Milliseconds in which the server undoes it; null for ever, and `job` until a job has made it final. */
  within: number | 'job' | null
  /** How it is refused after that. */
  refusal?: ProblemName
  /** How it is refused to others; undefined where colleagues may undo it, too. */
  refusalToOthers?: ProblemName
  /** Milliseconds in which nobody hears of it. */
  unheard?: number
  make: (test: TestApp) => Promise<Undoable>
}

/** A student who is emailed at once, with a course and two trainers of it. */
export async function courseOf({ given, as }: TestApp) {
  const { course, trainer } = await given.course()
  const student = await given.user({ preferences: { emailMarks: 'NOW', emailSignUps: 'NOW', emailAnnouncements: 'NOW' } })
  await given.member(course.id, student)
  const colleague = await given.trainer()
  await given.member(course.id, colleague)
  return { course, student, by: await as(trainer), other: await as(colleague) }
}

export async function submissionOf(test: TestApp, values: Parameters<TestApp['given']['submission']>[0] = {}) {
  const home = await courseOf(test)
  const { submission, assignment } = await test.given.submission({
    studentId: home.student.id,
    ...values,
    assignment: { courseId: home.course.id },
  })
  const isUngraded = async () => {
    const [now] = await test.database.db.select().from(submissions).where(eq(submissions.id, submission.id))
    return now?.status === 'SUBMITTED' && now.marks === null
  }
  return { ...home, submission, assignment, isUngraded }
}
