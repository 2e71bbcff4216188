import { expect, test } from 'vitest'
import { createClient } from '@lms/contract/client'
import { contract } from '@lms/contract'
import { testApp } from '#test/app.ts'
import { demoAccounts, demoPassword, ensureAdmin, seedDemo } from '#db/seed/seed.ts'
import type { Storage } from '#services/storage.ts'

const stored = new Map<string, Uint8Array>()
const storage = { put: async (key: string, _type: string, bytes: Uint8Array) => void stored.set(key, bytes) } as unknown as Storage

const { database, anonymous, as, app, clock } = await testApp({ SEED: 'demo' })
const now = new Date('2026-11-20T14:03:20Z')
clock.set(now)

const startedAt = performance.now()
const results = await Promise.all([seedDemo(database.db, storage, now), seedDemo(database.db, storage, now)])
const took = performance.now() - startedAt

const signedIn = async (role: string) => {
  const { email, password } = demoAccounts.find((account) => account.role === role)!
  const { user, token } = await anonymous.auth.login({ body: { email, password } })
  expect(createClient(contract, async () => new Response(token))).toBeDefined()
  return as(user)
}

test('two processes that start together seed once, and soon', async () => {
  expect(results.toSorted()).toEqual([false, true])
  await expect(seedDemo(database.db, storage, now)).resolves.toBe(false)
  expect(took).toBeLessThan(1500)
  expect(stored.size).toBe(1)
})

test('there is one account a role, offered by the sign-in page', async () => {
  const { demoAccounts: offered } = await anonymous.auth.getSignInOptions()
  expect(offered.map(({ role, password }) => [role, password])).toEqual(['SUPER_ADMIN', 'ADMIN', 'TRAINER', 'USER'].map((role) => [role, demoPassword]))
  for (const { role } of demoAccounts) await expect(signedIn(role)).resolves.toMatchObject({ user: { role } })
})

test('the student is in week six of a course, half way, with work in every state', async () => {
  const ana = await signedIn('USER')
  const { items } = await ana.courses.listMyCourses()
  expect(items.map(({ title }) => title)).toEqual(['Data Journalism', 'Furniture Making: Joints', 'Public Health Statistics'])
  expect(items[0]).toMatchObject({ currentWeek: 6, next: { title: 'Peer review: two leads' } })
  const { percentage, items: steps } = await ana.courses.getProgress({ params: { id: items[0]!.id } })
  expect(percentage).toBeGreaterThan(60)
  expect(percentage).toBeLessThan(90)
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['WATCHED', 'PRESENT', 'GRADED', 'MISSING', 'IN_PROGRESS', 'NOT_STARTED', 'DRAFT']))
  const { weeks } = await ana.courses.getCourse({ params: { id: items[0]!.id } })
  expect(weeks!.map(({ locked }) => locked)).toEqual([false, false, false, false, false, false, false, true, true, true])
  expect(weeks![5]!.media.find(({ type }) => type === 'LIVE')).toMatchObject({ startsAt: '2026-11-20T14:00:00.000Z' })
})

test('the trainer has work to grade, of every kind', async () => {
  const ines = await signedIn('TRAINER')
  const { items } = await ines.assignments.listMyAssignments({ query: { limit: 100 } })
  expect(items.some(({ counts }) => counts!.submitted > counts!.graded)).toBe(true)
  const critique = items.find(({ title }) => title === 'Week 5 chart critique')!
  const roster = await ines.submissions.listSubmissions({ params: { courseId: critique.courseId, assignmentId: critique.id }, query: { limit: 100 } })
  expect(new Set(roster.items.map(({ status }) => status))).toEqual(new Set([null, 'SUBMITTED', 'GRADED', 'RETURNED']))
  expect(roster.counts).toMatchObject({ all: 24 })
  expect(roster.counts.late).toBeGreaterThan(0)
})

test('every stored line of the demo is shown by its call', async () => {
  const marta = await signedIn('ADMIN')
  expect((await marta.users.listUsers({ query: { limit: 100 } })).total).toBe(28)
  const { items } = await marta.courses.listCourses()
  expect(items.map(({ studentCount }) => studentCount).toSorted()).toEqual([11, 18, 24])
  expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
})

test('the first super admin is made where there is none, and only there', async () => {
  await expect(ensureAdmin(database.db, { email: 'x@example.org', password: 'enough and more' })).resolves.toBe(false)
})
