/** Deletions: trainers of a deleted course no longer see its students; a deleted user loses tokens and sessions. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { otpCodes } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { given, as, database } = await testApp()
const { db } = database

test('trainers see the students of a course until it is deleted, and never those who only applied', async () => {
  const { course, trainer, student } = await given.course()
  const waiting = await given.student()
  await given.member(course.id, waiting, 'PENDING')
  const me = await as(trainer)
  await expect(me.users.getUser({ params: { id: student.id } })).resolves.toMatchObject({ id: student.id })
  await expect(me.users.getUser({ params: { id: waiting.id } })).rejects.toBeProblem('not-found')
  await (await as('ADMIN')).courses.removeCourse({ params: { id: course.id } })
  await expect(me.users.getUser({ params: { id: student.id } })).rejects.toBeProblem('not-found')
})

test('users who only applied cannot open the course', async () => {
  const { week, assignment } = await given.assignment()
  const waiting = await given.student()
  await given.member(week.courseId, waiting, 'PENDING')
  const me = await as(waiting)
  await expect(me.weeks.getWeek({ params: { courseId: week.courseId, weekId: week.id } })).rejects.toBeProblem('forbidden')
  await expect(me.discussions.listDiscussions({ params: { courseId: week.courseId } })).rejects.toBeProblem('forbidden')
  // Nor its assignment by id.
  await expect(me.assignments.getAssignment({ params: { id: assignment.id } })).rejects.toBeProblem('not-found')
})

test('deleting a user deletes their tokens', async () => {
  const person = await given.user()
  const code = { email: person.email!, source: 'home', salt: 's', codeHash: 'h', expiresAt: '2100-01-01T00:00:00Z' }
  await db.insert(otpCodes).values(code)
  await (await as('SUPER_ADMIN')).users.removeUser({ params: { id: person.id } })
  expect(await db.select().from(otpCodes).where(eq(otpCodes.email, person.email!))).toEqual([])
})
