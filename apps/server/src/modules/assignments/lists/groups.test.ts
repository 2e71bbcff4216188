/** The groups of the lists of assignments: SQL and the shared rules say the same. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isToDo, isDueSoon } from '@lms/contract/rules/owed-work'
import { classGroups, getClassGroup, getOwnGroup, ownGroups, getGroupSort } from '@lms/contract/rules/work-groups'
import { submissions } from '#db/schema/assignments.ts'
import { courses } from '#db/schema/courses.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const at = '2026-11-20T12:00:30Z'
const inHours = (hours: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + hours * 3_600_000).toISOString()

async function manyKinds() {
  clock.set(at)
  const { course, student, trainer } = await given.course()
  const { week } = await given.week({ courseId: course.id })
  const place = { courseId: course.id, weekId: week.id }
  const times = [null, inHours(-30), inHours(0), inHours(1), inHours(24 * 7), inHours(24 * 7 + 1)]
  for (const status of ['PUBLISHED', 'CLOSED', 'DRAFT'] as const)
    for (const dueAt of times)
      for (const closesAt of [null, inHours(-1), inHours(24 * 30)])
        await given.assignment({
          ...place,
          status,
          dueAt,
          closesAt,
          closedAt: status === 'CLOSED' ? inHours(-2) : null,
          title: `${status} ${dueAt} ${closesAt}`,
        })
  for (const status of ['DRAFT', 'SUBMITTED', 'GRADED', 'RETURNED'] as const)
    for (const dueAt of [inHours(-30), inHours(5)])
      await given.submission({
        studentId: student.id,
        assignment: { ...place, dueAt },
        status,
        attempt: status === 'DRAFT' ? 0 : 1,
        submittedAt: inHours(-3),
      })
  await given.assignment({ ...place, dueAt: '2025-01-01T00:00:00Z', title: 'Before enrolment' })
  await given.periods(course.id, student.id, { from: '2026-01-01T00:00:00Z', until: null })
  const excused = await given.assignment({ ...place, dueAt: inHours(-30), title: 'Excused' })
  const staff = await as(trainer)
  await staff.assignmentExceptions.excuseStudents({
    params: { courseId: course.id, assignmentId: excused.assignment.id },
    body: { studentIds: [student.id], reason: 'Ill' },
  })
  return { course, own: await as(student), staff }
}

test('the groups of a student are those of the rule, in the list and counted', async () => {
  const { course, own } = await manyKinds()
  const now = clock.now().getTime()
  const { items } = await own.assignments.listMyAssignments({ query: { limit: 100 } })
  const wanted = ownGroups.map((group) => ({ group, count: items.filter((row) => getOwnGroup(row, now) === group).length }))
  expect(wanted.every(({ count }) => count > 0)).toBe(true)
  const counts = await own.assignments.countMyAssignments({ query: {} })
  expect(counts).toEqual({
    groups: wanted,
    dueSoon: items.filter((row) => isToDo(row, row.work, now) && isDueSoon(row.dueAt, now)).length,
    toGrade: 0,
  })
  expect(await own.assignments.countMyAssignments({ query: { courseId: course.id } })).toEqual(counts)
  for (const group of ownGroups) {
    const list = await own.assignments.listMyAssignments({ query: { group, sort: getGroupSort(group), limit: 100 } })
    expect(list.items.map(({ id }) => id).toSorted()).toEqual(
      items
        .filter((row) => getOwnGroup(row, now) === group)
        .map(({ id }) => id)
        .toSorted(),
    )
  }
})

test('nothing of an archived course is to do: it is closed, in the list and counted', async () => {
  const { course, own } = await manyKinds()
  await database.db.update(courses).set({ status: 'ARCHIVED' }).where(eq(courses.id, course.id))
  const now = clock.now().getTime()
  const { items } = await own.assignments.listMyAssignments({ query: { limit: 100 } })
  const wanted = ownGroups.flatMap((group) => {
    const count = items.filter((row) => getOwnGroup(row, now) === group).length
    return count > 0 ? [{ group, count }] : []
  })
  expect(wanted.map(({ group }) => group)).toEqual(['CLOSED', 'SUBMITTED', 'GRADED', 'EXCUSED', 'BEFORE_JOINING'])
  expect(await own.assignments.countMyAssignments({ query: {} })).toEqual({ groups: wanted, dueSoon: 0, toGrade: 0 })
})

test('the groups of a class are those of the rule; what waits longest comes first', async () => {
  const { own, staff } = await manyKinds()
  const now = clock.now().getTime()
  const { items } = await staff.assignments.listMyAssignments({ query: { limit: 100 } })
  const wanted = classGroups.map((group) => ({ group, count: items.filter((row) => getClassGroup(row, now) === group).length }))
  expect(wanted.every(({ count }) => count > 0)).toBe(true)
  const toGrade = items.reduce((sum, { counts }) => sum + counts!.toGrade, 0)
  expect(await staff.assignments.countMyAssignments({ query: {} })).toEqual({ groups: wanted, dueSoon: 0, toGrade })
  for (const { group, count } of wanted) {
    const list = await staff.assignments.listMyAssignments({ query: { group, limit: 100 } })
    expect([list.total, list.items.every((row) => getClassGroup(row, now) === group)]).toEqual([count, true])
  }
  const longest = items.find(({ counts }) => counts!.toGrade > 0)!
  await database.db
    .update(submissions)
    .set({ submittedAt: inHours(-50) })
    .where(eq(submissions.assignmentId, longest.id))
  const [first] = (await staff.assignments.listMyAssignments({ query: { state: 'TO_GRADE', sort: 'waiting', limit: 1 } })).items
  expect(first?.id).toBe(longest.id)
  // A student sees no group of a class.
  expect((await own.assignments.listMyAssignments({ query: { group: 'TO_GRADE' } })).total).toBe(0)
})
