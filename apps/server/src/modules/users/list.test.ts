/** The totals of the user list: kept by triggers, always equal to counting. */

import { isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles } from '@lms/contract/policy'
import { userCounts, users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { formOf } from '#test/files.ts'

const { given, as, database } = await testApp()
const { db } = database

const statuses = ['INVITED', 'ACTIVE', 'SUSPENDED', 'all'] as const
const filters = [...roles, 'STAFF' as const, 'all' as const].flatMap((role) => statuses.map((status) => ({ role, status })))

/** The reported totals, that of all users last, and the counted ones. */
async function totals() {
  const admin = await as('ADMIN')
  const totalsListed = []
  for (const query of filters) totalsListed.push((await admin.users.listUsers({ query: { ...query, limit: 1 } })).total)
  const there = await db.select({ role: users.role, status: users.status }).from(users).where(isNull(users.deletedAt))
  const fits = (wanted: string, value: string) => wanted === 'all' || wanted === value || (wanted === 'STAFF' && value !== 'USER')
  const counted = filters.map((wanted) => there.filter(({ role, status }) => fits(wanted.role, role) && fits(wanted.status, status)).length)
  return { totalsListed, counted }
}

test('totals stay right when users are added, imported, changed or deleted, and after a rollback', async () => {
  const admin = await as('ADMIN')
  const people = await Promise.all(Array.from({ length: 120 }, () => given.student()))
  const file = `name,email\n${Array.from({ length: 700 }, (_, n) => `P ${n},p${n}@import.example.org`).join('\n')}`
  const [first, second, third, fourth] = people
  await Promise.all([
    admin.users.importUsers({ query: { role: 'TRAINER' }, body: formOf(file) }),
    admin.users.updateUser({ params: { id: first!.id }, body: { role: 'TRAINER', name: 'Other' } }),
    admin.users.updateUser({ params: { id: second!.id }, body: { name: 'Same role' } }),
    admin.users.removeUser({ params: { id: third!.id } }),
    admin.users.updateUser({ params: { id: fourth!.id }, body: { status: 'SUSPENDED' } }),
    ...Array.from({ length: 60 }, () => given.trainer()),
  ])
  const failed = database.transaction(async (tx) => {
    await tx.insert(users).values({ name: 'Never', email: 'never@example.org' })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  const { totalsListed, counted } = await totals()
  expect(totalsListed).toEqual(counted)
  expect(counted.at(-1)).toBeGreaterThan(870)
  // Merged now and then, or this table would grow as long as the list.
  expect(await db.$count(userCounts)).toBeLessThan(150)
  await db.execute(
    sql`delete from users where email like '%@import.example.org' and id not in (select user_id from emails where user_id is not null)`,
  )
  const after = await totals()
  expect(after.totalsListed).toEqual(after.counted)
})

test('totals of a search and of a course are what is found, on every page', async () => {
  const admin = await as('ADMIN')
  const key = crypto.randomUUID().slice(0, 8)
  const { course, trainer } = await given.course()
  for (let n = 0; n < 5; n++) await given.member(course.id, await given.user({ name: `100%_\\ ${key} ${n}` }))
  const total = async (query: object) => (await admin.users.listUsers({ query: { limit: 2, ...query } })).total
  expect(await total({ search: `100%_\\ ${key}` })).toBe(5)
  expect(await total({ search: `100_%\\ ${key}` })).toBe(0)
  expect(await total({ search: key, page: 3 })).toBe(5)
  expect(await total({ search: key, page: 9 })).toBe(5)
  // Without those who are not admitted.
  expect(await total({ courseId: course.id })).toBe(7)
  expect(await total({ courseId: course.id, role: 'TRAINER', search: trainer.email })).toBe(1)
})

test('users are found by status, also with other filters', async () => {
  const admin = await as('ADMIN')
  const key = crypto.randomUUID().slice(0, 8)
  const { course } = await given.course()
  const suspended = await given.user({ name: `A ${key}`, status: 'SUSPENDED' })
  const invited = await given.user({ name: `B ${key}`, status: 'INVITED' })
  await given.user({ name: `C ${key}` })
  await given.member(course.id, suspended)
  const find = async (query: object) => (await admin.users.listUsers({ query })).items.map(({ id }) => id)
  expect(await find({ search: key, status: 'SUSPENDED' })).toEqual([suspended.id])
  expect(await find({ search: key, status: 'INVITED' })).toEqual([invited.id])
  expect(await find({ search: key, status: 'all' })).toHaveLength(3)
  expect(await find({ courseId: course.id, status: 'SUSPENDED' })).toEqual([suspended.id])
  expect(await find({ status: 'INVITED', role: 'USER', limit: 100 })).toContain(invited.id)
  await expect(admin.users.listUsers({ query: { status: 'GONE' } as object })).rejects.toBeProblem('validation-failed', ['?status'])
})

test('everybody who can teach a course is found, with the courses that admins teach', async () => {
  const [admin, trainer] = [
    await given.user({ role: 'ADMIN', name: 'Zora Staff' }),
    await given.user({ role: 'TRAINER', name: 'Zeno Staff' }),
  ]
  await given.user({ role: 'USER', name: 'Zina Staff' })
  const { course } = await given.course()
  await given.member(course.id, admin)
  const client = await as('ADMIN')
  const { items, total } = await client.users.listUsers({ query: { role: 'STAFF', search: 'staff' } })
  expect([items.map(({ id }) => id), total]).toEqual([[trainer.id, admin.id], 2])
  expect(items[1]!.courses).toEqual([{ id: course.id, title: course.title }])
})

test('a row names two courses of the user, in the role of the account, and their number', async () => {
  const admin = await as('ADMIN')
  const key = crypto.randomUUID().slice(0, 8)
  const person = await given.user({ name: key })
  for (const title of ['C', 'A', 'B']) await given.member((await given.course({ title })).course.id, person)
  await given.member((await given.course({ title: '0' })).course.id, person, 'PENDING')
  const row = async () => (await admin.users.listUsers({ query: { search: key } })).items[0]
  expect(await row()).toMatchObject({ courses: [{ title: 'A' }, { title: 'B' }], courseCount: 3 })
  const { course: last } = await given.course({ title: 'Z' })
  await given.member(last.id, person)
  expect((await admin.users.listUsers({ query: { search: key, courseId: last.id } })).items[0]?.courses.map(({ title }) => title)).toEqual([
    'Z',
    'A',
  ])
  await admin.users.updateUser({ params: person, body: { role: 'TRAINER' } })
  expect(await row()).toMatchObject({ courses: [], courseCount: 0 })
})
