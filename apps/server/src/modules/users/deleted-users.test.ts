/** Deletions: trainers of a deleted course no longer see its students; a deleted user loses tokens and sessions. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { otpCodes } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { given, as, anonymous, database, runJobs } = await testApp()
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

/** Our tables that have a row with this text. */
async function findTables(words: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const counts = rows.map(async ({ name }) => {
    const found = await db.execute(sql`select 1 from ${sql.identifier(name)} t where t::text ilike ${`%${words}%`} limit 1`)
    return found.rows.length > 0 ? [name] : []
  })
  return (await Promise.all(counts)).flat().toSorted()
}

test('the name and email of a deleted user are in no table: not in sent or queued emails, tokens or history', async () => {
  const word = `zebedee-${crypto.randomUUID().slice(0, 8)}`
  const { course } = await given.course()
  const admin = await as('ADMIN')
  const body = { name: word, email: `${word}@example.org`, role: 'USER' as const, courseIds: [course.id], invite: true }
  const { id } = await admin.users.addUser({ body })
  await admin.users.updateUser({ params: { id }, body: { name: `${word} Smith` } })
  await anonymous.auth.generateOtp({ body: { email: body.email } })
  await runJobs()
  await admin.users.resendInvitation({ params: { id } })
  expect(await findTables(word)).toEqual(['emails', 'otp_codes', 'user_changes', 'users'])
  await admin.users.removeUser({ params: { id } })
  await runJobs()
  expect(await findTables(word)).toEqual([])
})
