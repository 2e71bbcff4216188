/** A course with a sign-up form, for tests of seats and the waiting list: people who sign up, and the time that passes. */

import { and, eq, sql } from 'drizzle-orm'
import { memberships } from '#db/schema/courses.ts'
import type { As, TestApp } from '#test/app.ts'
import { cheapHash } from '#test/given.ts'

type App = Pick<TestApp, 'given' | 'as' | 'clock' | 'database' | 'runJobs'>

type Changes = NonNullable<Parameters<As['courses']['updateCourse']>[0]['body']>

export async function openWaitingCourse(
  { given, as, clock, database, runJobs }: App,
  { seats, autoApprove = true }: { seats: number | null; autoApprove?: boolean },
) {
  const { db } = database
  // The student of the builder leaves, so that every seat is free.
  const { course, student } = await given.course({ enrolment: 'FORM', seats, title: 'Compilers' })
  await db.delete(memberships).where(eq(memberships.userId, student.id))
  const courseId = course.id
  const admin = await as('ADMIN')
  const body = { autoApprove, questions: [{ label: 'Why?', type: 'SHORT_TEXT' as const }] }
  const form = await admin.signupForms.saveForm({ params: { courseId }, body })
  const params = { courseId, id: form.id }
  /** Every call is later than the one before. */
  const pass = (seconds = 1) => clock.set(new Date(clock.now().getTime() + seconds * 1000))
  const person = async (name: string): Promise<As> => as(await given.user({ name, passwordHash: cheapHash }))
  const answer = async (who: As) => {
    pass()
    const answers = [{ questionId: form.questions[0]!.id, value: 'Because' }]
    return who.signupForms.answerForm({ params, body: { answers } })
  }
  const signUp = async (name: string) => {
    const who = await person(name)
    return { who, ...(await answer(who)) }
  }
  type Decision = 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING'
  const decide = (ids: string[], decision: Decision) => {
    pass()
    return admin.signupResponses.decideResponses({ params: { courseId }, body: { ids, decision } })
  }
  const change = (changed: Changes) => {
    pass()
    return admin.courses.updateCourse({ params: { id: courseId }, body: changed })
  }
  const leave = (who: As) => {
    pass()
    return admin.users.removeUserFromCourse({ params: { id: who.user.id, courseId } })
  }
  /** Lets the jobs of the waiting list run, those that wait for a reserve too. */
  const moveUp = async () => {
    await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where key like ${`signup-forms.moveUp:${courseId}%`}`)
    await runJobs()
  }
  const statusOf = async ({ user }: As): Promise<string | undefined> =>
    (
      await db
        .select({ status: memberships.status })
        .from(memberships)
        .where(and(eq(memberships.courseId, courseId), eq(memberships.userId, user.id)))
    )[0]?.status
  return { courseId, course, form, admin, pass, person, answer, signUp, decide, change, leave, moveUp, statusOf }
}
