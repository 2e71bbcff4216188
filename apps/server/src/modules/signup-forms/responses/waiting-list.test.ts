/** Seats and the waiting list: who moves up, and what undoing a decision gives back. */

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'
import { callDuring } from '#test/concurrent-calls.ts'
import { openSignUpReview } from '#test/sign-up-review.ts'
import { countTransactions } from '#test/transactions.ts'

const { clock, database, runJobs, openReview, mailsTo, isMember } = await openSignUpReview()

test('seats go in order of arrival; other approved users wait in that order', async () => {
  const { courseId, answer, decide, list, runMoveUp } = await openReview({ seats: 3 })
  const all = [await answer('First'), await answer('Second'), await answer('Third'), await answer('Fourth')]
  const { items, seatsLeft } = await decide(all.map(({ id }) => id).toReversed(), 'APPROVED')
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['First', 'APPROVED'],
    ['Second', 'APPROVED'],
    ['Third', 'WAITLISTED'],
    ['Fourth', 'WAITLISTED'],
  ])
  expect(seatsLeft).toBe(0)
  await expect(list({ status: 'WAITLISTED', sort: 'place' })).resolves.toMatchObject({
    items: [
      { person: { name: 'Third' }, place: 1 },
      { person: { name: 'Fourth' }, place: 2 },
    ],
    counts: { enrolled: 2, waitlisted: 2 },
    seats: { taken: 3, total: 3 },
  })
  // Declining an enrolled user frees the seat for the first who waits, who gets an email.
  await decide([all[0]!.id], 'REJECTED', { email: false })
  await runMoveUp()
  expect(await isMember(all[0]!.who, courseId)).toBe(false)
  expect(await isMember(all[2]!.who, courseId)).toBe(true)
  expect((await mailsTo(all[2]!.user.id)).map(({ subject }) => subject)).toContain('You are enrolled in Data Journalism')
  const { id, user } = all[2]!
  const decided = sql`signup_responses where id = ${id}`
  expect(await countTransactions(database.db, decided, sql`memberships where user_id = ${user.id}`)).toBe(1)
})

test('undoing an approval restores the place on the waiting list; the seat stays free', async () => {
  const { answer, decide, list, names } = await openReview({ seats: 3 })
  const all = [await answer('First'), await answer('Second'), await answer('Third')]
  const [first, second] = all.map(({ id }) => id) as [string, string]
  const waiting = () => names({ status: 'WAITLISTED', sort: 'place' })
  await decide(
    all.map(({ id }) => id),
    'WAITLISTED',
  )
  await decide([first], 'APPROVED')
  await decide([first], 'WAITLISTED', { email: false })
  await runJobs()
  expect(await waiting()).toEqual(['First', 'Second', 'Third'])
  await expect(list()).resolves.toMatchObject({ seats: { taken: 1, total: 3 } })
  // Later it is a new decision.
  await decide([first, second], 'APPROVED')
  clock.set(new Date(Date.UTC(2026, 10, 20, 13)))
  await decide([first], 'WAITLISTED')
  expect(await waiting()).toEqual(['Third', 'First'])
})

test('undoing “Decline” returns the seat even in a full course; after the undo time it goes to the waiting list', async () => {
  const { courseId, answer, decide, runMoveUp } = await openReview({ seats: 2 })
  const [first, second] = [await answer('First'), await answer('Second')]
  await decide([first.id, second.id], 'APPROVED')
  clock.set(new Date())
  await decide([first.id], 'REJECTED')
  await runJobs()
  expect(await isMember(second.who, courseId)).toBe(false)
  await expect(decide([first.id], 'APPROVED', { email: false })).resolves.toMatchObject({ items: [{ status: 'APPROVED' }] })
  await runMoveUp()
  expect([await isMember(first.who, courseId), await isMember(second.who, courseId)]).toEqual([true, false])
  await decide([first.id], 'REJECTED')
  await runMoveUp()
  expect([await isMember(first.who, courseId), await isMember(second.who, courseId)]).toEqual([false, true])
})

test('who moves up from the waiting list reads that a seat became free', async () => {
  const { answer, decide, runMoveUp } = await openReview({ seats: 2 })
  const [first, second] = [await answer('First'), await answer('Second')]
  await decide([first.id, second.id], 'APPROVED')
  clock.set(new Date())
  await decide([first.id], 'REJECTED')
  await runMoveUp()
  const email = (await mailsTo(second.user.id)).find(({ text }) => text.includes('A seat became free'))
  expect(email).toMatchObject({ subject: 'You are enrolled in Data Journalism' })
  expect(email!.text).not.toContain('approved')
  const [notice] = await database.db.select().from(notices).where(eq(notices.userId, second.user.id))
  expect(notice).toMatchObject({ kind: 'FORM', subject: { outcome: 'SEAT_FREE' } })
})

test('a seat that is taken away while the waiting list moves up is given to nobody', async () => {
  const { courseId, answer, decide, runMoveUp } = await openReview({ seats: 2 })
  const [first, second] = [await answer('First'), await answer('Second')]
  await decide([first.id, second.id], 'APPROVED')
  await decide([first.id], 'REJECTED')
  const takeSeat = (db: Db) => db.update(courses).set({ seats: 1 }).where(eq(courses.id, courseId))
  await callDuring(database, takeSeat, runMoveUp)
  expect(await isMember(second.who, courseId)).toBe(false)
})

test('nobody moves up in a course that is over', async () => {
  const { courseId, answer, decide, runMoveUp } = await openReview({ seats: 2 })
  const [first, second] = [await answer('First'), await answer('Second')]
  await decide([first.id, second.id], 'APPROVED')
  await decide([first.id], 'REJECTED')
  await database.db.update(courses).set({ status: 'ARCHIVED' }).where(eq(courses.id, courseId))
  await runMoveUp()
  expect(await isMember(second.who, courseId)).toBe(false)
})

test('a user who became a trainer while waiting is skipped', async () => {
  const { courseId, answer, decide, runMoveUp } = await openReview({ seats: 2 })
  const [first, second, third] = [await answer('First'), await answer('Second'), await answer('Third')]
  await decide([first.id, second.id, third.id], 'APPROVED')
  await database.db.update(users).set({ role: 'TRAINER' }).where(eq(users.id, second.user.id))
  await decide([first.id], 'REJECTED')
  await runMoveUp()
  expect(await isMember(third.who, courseId)).toBe(true)
})

/** Three enrolled students, who fill all seats, and a fourth on the waiting list. */
async function openFullCourse() {
  const { courseId, answer, decide, runMoveUp } = await openReview({ seats: 3 })
  const all = [await answer('First'), await answer('Second'), await answer('Third'), await answer('Fourth')]
  const ids = all.map(({ id }) => id)
  await decide(ids, 'APPROVED')
  const enrolled = () => Promise.all(all.map(({ who }) => isMember(who, courseId)))
  clock.set(new Date())
  return { first: ids[0]!, second: ids[1]!, enrolled, decide, runMoveUp }
}

test('undoing one of two declines keeps the other’s seat for the waiting list', async () => {
  const { first, second, enrolled, decide, runMoveUp } = await openFullCourse()
  await decide([first], 'REJECTED')
  await decide([second], 'REJECTED')
  await decide([second], 'APPROVED', { email: false })
  await runMoveUp()
  expect(await enrolled()).toEqual([false, true, true, false])
})

test('undoing a user’s approval leaves their seat free, and keeps a seat just declined for the waiting list', async () => {
  const { first, second, enrolled, decide, runMoveUp } = await openFullCourse()
  await decide([first], 'REJECTED')
  await decide([second], 'WAITLISTED')
  await runJobs()
  expect(await enrolled()).toEqual([false, false, false, false])
  await runMoveUp()
  expect(await enrolled()).toEqual([false, false, true, false])
})

test('moving up the waiting list one place at a time, even with equal times', async () => {
  const { courseId, answer, decide, names, trainer } = await openReview({ seats: 1 })
  const all = [await answer('A'), await answer('B'), await answer('C')]
  await decide(
    all.map(({ id }) => id),
    'WAITLISTED',
  )
  const waiting = () => names({ status: 'WAITLISTED', sort: 'place' })
  expect(await waiting()).toEqual(['A', 'B', 'C'])
  const up = (n: number) => trainer.signupResponses.moveUp({ params: { courseId, id: all[n]!.id } })
  await up(2)
  expect(await waiting()).toEqual(['A', 'C', 'B'])
  await up(2)
  expect(await waiting()).toEqual(['C', 'A', 'B'])
  await up(2)
  expect(await waiting()).toEqual(['C', 'A', 'B'])
  await decide([all[1]!.id], 'REJECTED')
  await expect(up(1)).rejects.toBeProblem('conflict')
})
