import { count, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attendance } from '#db/schema/attendance.ts'
import { memberships } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { users } from '#db/schema/users.ts'
import { demoAccounts, demoPassword } from '#db/seed/people.ts'
import { seedSchool } from '#db/seed/school.ts'
import { testApp } from '#test/app.ts'

const { database, anonymous } = await testApp()
const { db } = database
const isFilled = await seedSchool(database, 'small')

test('a school of a thousand users has 200 students in each course, and activity', async () => {
  expect(isFilled).toBe(true)
  expect(await db.$count(users)).toBe(1000)
  const classes = await db
    .select({ students: count() })
    .from(memberships)
    .where(sql`role = 'STUDENT'`)
    .groupBy(memberships.courseId)
  expect(classes).toEqual(Array.from({ length: 20 }, () => ({ students: 200 })))
  expect(await db.$count(attendance)).toBeGreaterThan(10_000)
})

test('stored counters match the counted rows', async () => {
  const counted = db
    .select({ n: count() })
    .from(comments)
    .where(sql`${comments.discussionId} = ${discussions.id}`)
  expect(await db.$count(discussions)).toBe(1000)
  expect(await db.$count(discussions, sql`${discussions.commentCount} <> (${counted})`)).toBe(0)
  const replied = db
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(sql`${comments.discussionId} = ${discussions.id} and ${users.role} = 'TRAINER'`)
  expect(await db.$count(discussions, isNull(discussions.staffReplyId))).toBe(40)
  expect(await db.$count(discussions, sql`${discussions.staffReplyId} is distinct from (${replied})`)).toBe(0)
})

test('the demo accounts can sign in', async () => {
  for (const { email, role } of demoAccounts) {
    const { user } = await anonymous.auth.login({ body: { email, password: demoPassword } })
    expect(user.role).toBe(role)
  }
})

test('a database with users is not changed', async () => {
  await expect(seedSchool(database, 'small')).resolves.toBe(false)
  expect(await db.$count(users)).toBe(1000)
})
