/** The pages and tabs of the list of submissions: the first page is read from an index, later ones are not. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissions } from '#db/schema/assignments.ts'
import { enrolments, memberships } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'
import { correctStudentCounts } from '#modules/courses/deletion/queries.ts'
import { testApp } from '#test/app.ts'

const { given, as, database } = await testApp()
const { db } = database

type Work = Partial<typeof submissions.$inferInsert>
const at = (minute: number) => `2026-11-19T10:${String(minute).padStart(2, '0')}:00.000Z`
const waiting = (minute: number): Work => ({ submittedAt: at(minute), effectiveSubmittedAt: at(minute) })
const graded = (marks: number, minute: number): Work => ({ ...waiting(minute), status: 'GRADED', marks })

/** A class with work in every state; some students with work were excused, deleted, became staff or left. */
async function makeClass() {
  const { course, assignment, trainer, student, submission: first } = await given.submission(waiting(5))
  const params = { courseId: course.id, assignmentId: assignment.id }
  const add = async (work?: Work) => {
    const one = await given.student()
    await given.member(course.id, one)
    if (work) await db.insert(submissions).values({ ...params, studentId: one.id, status: 'SUBMITTED', attempt: 1, ...work })
    return one
  }
  for (const minute of [3, 4, 4, 1]) await add(waiting(minute))
  for (const [minute, marks] of [12, 20, 7.5, 12].entries()) await add(graded(marks, minute))
  await add({ ...graded(9, 9), status: 'RETURNED', late: true })
  await add({ status: 'DRAFT', attempt: 0 })
  await add()
  const [excused, excusedGraded, gone, staff, former] = [
    await add(waiting(0)),
    await add(graded(19, 2)),
    await add(waiting(0)),
    await add(graded(18, 0)),
    await add(graded(17, 0)),
  ]
  const trainerClient = await as(trainer)
  await trainerClient.assignmentExceptions.excuseStudents({ params, body: { studentIds: [excused.id, excusedGraded.id], reason: 'Ill' } })
  const leave = async () => {
    await db
      .update(users)
      .set({ deletedAt: at(0), email: null })
      .where(eq(users.id, gone.id))
    await db.update(users).set({ role: 'TRAINER' }).where(eq(users.id, staff.id))
    await db.delete(memberships).where(eq(memberships.userId, former.id))
  }
  const comeBack = async () => {
    await db.update(users).set({ deletedAt: null }).where(eq(users.id, gone.id))
    await db.update(users).set({ role: 'USER' }).where(eq(users.id, staff.id))
    await given.member(course.id, former)
  }
  const list = (query: object) => trainerClient.submissions.listSubmissions({ params, query })
  return { list, leave, comeBack, first, student }
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof makeClass>>['list']>>['items'][number]
const sorts = ['name', '-name', 'state', '-state', 'submittedAt', '-submittedAt', 'marks', '-marks'] as const

test('all pages together are the whole list, in every order and tab', async () => {
  const { list, leave } = await makeClass()
  await leave()
  const states = { all: undefined, 'to-grade': 'SUBMITTED', graded: 'GRADED', returned: 'RETURNED' } as const
  for (const [status, state] of Object.entries(states))
    for (const sort of sorts) {
      const whole = await list({ status, sort, limit: 100 })
      const others = whole.items.filter((row) => state && row.status !== state)
      expect(others, `${status} by ${sort}`).toEqual([])
      const pages = []
      for (let page = 1; page <= Math.ceil(whole.total / 2); page++) pages.push(...(await list({ status, sort, limit: 2, page })).items)
      expect(pages, `${status} by ${sort}`).toEqual(whole.items)
    }
})

test('each sort order is right', async () => {
  const { list, leave } = await makeClass()
  await leave()
  const marks = async (sort: string, limit = 3) => (await list({ sort, limit })).items.map((row) => row.marks)
  // That of excused work is neither shown nor sorted by.
  expect(await marks('-marks')).toEqual([20, 12, 12])
  expect(await marks('marks')).toEqual([7.5, 9, 12])
  const times = async (query: object) => (await list(query)).items.map(({ submittedAt }) => submittedAt)
  const oldest = [1, 3, 4, 4, 5].map(at)
  expect(await times({ sort: 'state', limit: 5 })).toEqual(oldest)
  const ranks = ['waiting', 'nothing', 'nothing', 'RETURNED', 'GRADED', 'excused']
  const rankOf = ({ status, attempt, excuseReason }: Row) =>
    excuseReason ? 'excused' : attempt === 0 ? 'nothing' : status === 'SUBMITTED' ? 'waiting' : status
  const inOrder = (await list({ sort: 'state', limit: 100 })).items.map(rankOf)
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => ranks.indexOf(one!) - ranks.indexOf(other!)))
  expect(new Set(inOrder)).toEqual(new Set(ranks))
  expect(await times({ sort: 'submittedAt', status: 'to-grade' })).toEqual(oldest)
  expect(await times({ sort: '-submittedAt', status: 'to-grade', limit: 2 })).toEqual([at(5), at(4)])
  expect(await times({ sort: 'name', status: 'returned', late: 'true' })).toEqual([at(9)])
  expect(await times({ sort: 'name', status: 'returned', late: 'false' })).toEqual([])
})

test('excused students are only in the tab of excused ones, whatever their work', async () => {
  const { list } = await makeClass()
  for (const status of ['to-grade', 'graded', 'returned', 'missing', 'not-submitted', 'excused'] as const)
    for (const sort of sorts) {
      const { items } = await list({ status, sort, limit: 100 })
      const isExcused = items.map(({ excuseReason }) => excuseReason !== null)
      expect(isExcused, `${status} by ${sort}`).toEqual(items.map(() => status === 'excused'))
    }
})

test('deleted users, new staff and former students are in no tab, until they return', async () => {
  const { list, leave, comeBack } = await makeClass()
  const counts = { all: 17, toGrade: 6, graded: 6, returned: 1, late: 1, excused: 2, missing: 0, notSubmitted: 2, beforeJoining: 0 }
  expect((await list({})).counts).toEqual(counts)
  await leave()
  const left = { ...counts, all: 14, toGrade: 5, graded: 4 }
  expect((await list({})).counts).toEqual(left)
  // The nightly correction gives the same result.
  await db.update(enrolments).set({ periods: [{ from: at(0), until: null }] })
  expect((await list({})).counts).not.toEqual(left)
  await correctStudentCounts(db)
  expect((await list({})).counts).toEqual(left)
  await comeBack()
  expect((await list({})).counts).toEqual(counts)
  await db.update(enrolments).set({ periods: [] })
  expect((await list({})).counts).not.toEqual(counts)
  await correctStudentCounts(db)
  expect((await list({})).counts).toEqual(counts)
})

test('a search within ungraded work finds the student', async () => {
  const { list, first, student } = await makeClass()
  const found = await list({ status: 'to-grade', search: student.email })
  expect(found.items.map(({ submissionId }) => submissionId)).toEqual([first.id])
})
