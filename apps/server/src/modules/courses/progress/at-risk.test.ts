/** Who is at risk: the same for trainers, the student and the first page, and SQL sorts and counts by the rule of the contract. */

import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { defaultAtRiskLimits } from '@lms/contract/rules/at-risk'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { memberships, weeks } from '#db/schema/courses.ts'
import { media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { listRates } from '#modules/attendance/rates.ts'
import { countAllAtRisk } from '#modules/courses/progress/students-at-risk.ts'
import { testApp, type As } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
const now = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000
const ago = (days: number) => new Date(now - days * day).toISOString()
const [sessionCount, workCount, classSize] = [6, 5, 60]

const anyStudent = fc.record({
  seen: fc.option(fc.integer({ min: 0, max: 30 })),
  enrolled: fc.integer({ min: 1, max: 40 }),
  marks: fc.array(fc.constantFrom('PRESENT', 'LATE', 'ABSENT', 'ABSENT', 'EXCUSED', null), {
    minLength: sessionCount,
    maxLength: sessionCount,
  }),
  watches: fc.boolean(),
  work: fc.array(fc.constantFrom('SUBMITTED', 'NONE', 'NONE', 'EXCUSED', 'EXTENDED'), { minLength: workCount, maxLength: workCount }),
})

/** A class in which everything that the rule looks at varies; the seed is fixed. */
async function generatedClass() {
  const { course, trainer } = await given.course({ timeZone: 'UTC' })
  const courseId = course.id
  const { week } = await given.week({ courseId, number: 1 })
  const [locked] = await db
    .insert(weeks)
    .values({ courseId, number: 2, title: 'Locked', unlockAt: ago(-5) })
    .returning()
  const session = (place: number) => ({
    courseId,
    weekId: week.id,
    title: `Session ${place}`,
    type: 'LIVE' as const,
    startsAt: ago(5 * place + 1),
    durationMinutes: 60,
    timeZone: 'UTC',
  })
  const sessions = await db
    .insert(media)
    .values(Array.from({ length: sessionCount }, (_, place) => session(place)))
    .returning()
  const piece = (place: number) => ({
    courseId,
    // The last one is in a locked week: nobody owes it yet.
    weekId: place === workCount - 1 ? locked!.id : week.id,
    title: `Work ${place}`,
    maxMarks: 10,
    latePolicy: { kind: 'FLAG' as const, percent: 0, floor: 0 },
    dueAt: ago(8 * place + 1),
  })
  const work = await db
    .insert(assignments)
    .values(Array.from({ length: workCount }, (_, place) => piece(place)))
    .returning()
  for (const one of fc.sample(anyStudent, { numRuns: classSize, seed: 7 })) {
    const made = await given.user({ role: 'USER', lastSeenAt: one.seen === null ? null : ago(one.seen) })
    await db.insert(memberships).values({ courseId, userId: made.id, role: 'STUDENT', createdAt: ago(one.enrolled) })
    await given.periods(courseId, made.id, { from: ago(one.enrolled), until: null })
    const marks = one.marks.flatMap((status, place) =>
      status
        ? [
            {
              courseId,
              weekId: week.id,
              sessionId: sessions[place]!.id,
              userId: made.id,
              source: 'STAFF' as const,
              status,
              watchedAt: one.watches ? ago(0.5) : null,
            },
          ]
        : [],
    )
    if (marks.length > 0) await db.insert(attendance).values(marks)
    for (const [place, state] of one.work.entries()) {
      const of = { assignmentId: work[place]!.id, studentId: made.id }
      const submitted = { status: 'SUBMITTED' as const, attempt: 1, submittedAt: ago(2), effectiveSubmittedAt: ago(2) }
      if (state === 'SUBMITTED') await db.insert(submissions).values({ courseId, ...of, ...submitted })
      if (state === 'EXCUSED') await db.insert(assignmentExceptions).values({ ...of, excusedAt: ago(3) })
      if (state === 'EXTENDED') await db.insert(assignmentExceptions).values({ ...of, dueAt: ago(-3) })
    }
  }
  const newcomer = await given.student()
  await given.member(courseId, newcomer)
  await given.periods(courseId, newcomer.id, { from: ago(0.5), until: null })
  return { courseId, trainer, newcomer, staff: await as(trainer) }
}

let made: Awaited<ReturnType<typeof generatedClass>>
beforeAll(async () => {
  clock.set(new Date(now).toISOString())
  made = await generatedClass()
})

type Row = Awaited<ReturnType<As['courses']['listCourseProgress']>>['items'][number]
const list = (query: object = {}) => made.staff.courses.listCourseProgress({ query: { courseId: made.courseId, limit: 100, ...query } })

const byName = (one: Row, other: Row) => (one.student.name < other.student.name ? -1 : 1)

test('the order by risk is that of the reasons, and the numbers are those of the rows', async () => {
  const byRisk = await list({ sort: 'risk' })
  const sorted = byRisk.items.toSorted((one, other) => other.reasons.length - one.reasons.length)
  expect(byRisk.items.map(({ reasons }) => reasons.length)).toEqual(sorted.map(({ reasons }) => reasons.length))
  const atRisk = byRisk.items.filter((row) => row.atRisk)
  expect(byRisk).toMatchObject({ total: classSize + 2, atRisk: atRisk.length, limits: defaultAtRiskLimits })
  // Every number of reasons occurs, so that the comparison says something.
  expect(new Set(byRisk.items.map(({ reasons }) => reasons.length))).toEqual(new Set([3, 2, 1, 0]))
  for (const count of [3, 2, 1, 0]) {
    const names = byRisk.items.filter(({ reasons }) => reasons.length === count)
    expect(names.map(({ student }) => student.name)).toEqual(names.toSorted(byName).map(({ student }) => student.name))
  }
  const filtered = await list({ sort: 'risk', atRisk: 'true' })
  expect(filtered.items).toEqual(atRisk)
  expect(await list({ atRisk: 'false' })).toMatchObject({ total: classSize + 2 - atRisk.length, atRisk: 0 })
  const pages = [await list({ sort: 'risk', limit: 20 }), await list({ sort: 'risk', limit: 20, page: 2 })]
  expect(pages.flatMap(({ items }) => items)).toEqual(byRisk.items.slice(0, 40))
  expect(await list({ page: 9 })).toMatchObject({ items: [], total: classSize + 2 })
})

test('the figures of a row are those of the student’s own items, rates and weeks', async () => {
  const { items } = await list()
  for (const row of items) {
    const own = await made.staff.courses.getStudentProgress({ params: { id: made.courseId, userId: row.student.id } })
    expect(own).toMatchObject({ completed: row.completed, total: row.total, percentage: row.percentage })
    expect(own.items.filter(({ state }) => state === 'MISSING')).toHaveLength(row.missing)
    const rates = await listRates(db, [made.courseId], row.student.id, new Date(now))
    expect(row.attendance).toEqual(rates.get(made.courseId))
    expect(row.weeks.reduce((sum, { total }) => sum + total, 0)).toBe(row.total)
  }
  expect(items.find(({ student }) => student.id === made.newcomer.id)!.weeks).toEqual([
    { number: 1, done: 0, total: 0, beforeJoining: true },
  ])
})

test('marks so far are the totals of the gradebook, for staff only', async () => {
  const { assignment } = await given.assignment({ courseId: made.courseId, maxMarks: 20, dueAt: ago(1) })
  const { items } = await list()
  for (const [place, { student }] of items.slice(0, 5).entries())
    await db.insert(submissions).values({
      courseId: made.courseId,
      assignmentId: assignment.id,
      studentId: student.id,
      status: 'GRADED',
      attempt: 1,
      submittedAt: ago(2),
      effectiveSubmittedAt: ago(2),
      marks: [11, 3, 20, 7, 15][place]!,
    })
  const gradebook = await made.staff.marks.getGradebook({ params: { courseId: made.courseId }, query: { limit: 100 } })
  const totals = new Map(gradebook.items.map(({ student, total }) => [student.id, total]))
  for (const sort of ['name', 'marks', '-marks']) {
    const rows = (await list({ sort })).items
    expect(rows.map(({ marks }) => marks)).toEqual(rows.map(({ student }) => totals.get(student.id)))
    if (sort === 'name') continue
    const known = rows.flatMap(({ marks }) => marks ?? [])
    expect(known).toEqual(known.toSorted((one, other) => (sort === 'marks' ? one - other : other - one)))
    expect(new Set(known).size).toBeGreaterThan(3)
  }
  const client = await as({ id: items[0]!.student.id, role: 'USER' })
  expect((await client.courses.listCourseProgress({ query: { courseId: made.courseId } })).items).toMatchObject([{ marks: null }])
  await db.delete(submissions).where(eq(submissions.assignmentId, assignment.id))
  await db.delete(assignments).where(eq(assignments.id, assignment.id))
})

test('students read the same reasons of themselves', async () => {
  const { items } = await list({ atRisk: 'true' })
  for (const { student, reasons } of items.slice(0, 8)) {
    const client = await as({ id: student.id, role: 'USER' })
    const own = await client.courses.getProgress({ params: { id: made.courseId } })
    const [row] = (await client.courses.listCourseProgress({ query: { courseId: made.courseId } })).items
    expect(own.reasons).toEqual(row!.reasons)
    expect(own.reasons.filter(({ kind }) => kind !== 'VISIT')).toEqual(reasons.filter(({ kind }) => kind !== 'VISIT'))
  }
})

test('students are listed in the order of each head, and found by name, missing work and last visit', async () => {
  const figures = {
    done: ({ percentage }: Row) => percentage,
    attendance: (row: Row) => row.attendance.percentage,
    missing: ({ missing }: Row) => missing,
    lastSeen: ({ lastSeenAt }: Row) => (lastSeenAt ? Date.parse(lastSeenAt) : 0),
  }
  for (const [key, figureOf] of Object.entries(figures))
    for (const [sort, sign] of [
      [key, 1],
      [`-${key}`, -1],
    ] as const) {
      const known = (await list({ sort })).items.map(figureOf).filter((figure) => figure !== null)
      expect([sort, known]).toEqual([sort, known.toSorted((one, other) => sign * (one - other))])
    }
  const { items } = await list()
  const withMissing = items.filter(({ missing }) => missing > 0)
  expect((await list({ missing: 'true' })).items).toEqual(withMissing)
  const unseen = items.filter(({ lastSeenAt }) => !lastSeenAt || now - Date.parse(lastSeenAt) >= 7 * day)
  expect((await list({ unseenDays: '7' })).items).toEqual(unseen)
  const [first] = items
  expect((await list({ search: first!.student.email })).items).toEqual([first])
})

test('a course’s own limits decide, for staff who may give marks in it', async () => {
  const params = { id: made.courseId }
  const body = { daysAway: 5, missing: 1, attendance: 90 }
  const before = await list()
  await made.staff.courses.updateAtRiskLimits({ params, body })
  const after = await list()
  expect(after).toMatchObject({ limits: body })
  expect(after.atRisk).toBeGreaterThan(before.atRisk)
  expect(after.atRisk).toBe(after.items.filter(({ atRisk }) => atRisk).length)
  const wrong = made.staff.courses.updateAtRiskLimits({ params, body: { daysAway: 0, missing: 0, attendance: 101 } })
  await expect(wrong).rejects.toMatchObject({
    errors: [{ pointer: '/daysAway' }, { pointer: '/missing' }, { pointer: '/attendance' }],
  })
  await made.staff.courses.updateAtRiskLimits({ params, body: defaultAtRiskLimits })
})

test('the first page of a trainer names those at risk in running courses, and how many there are', async () => {
  const homeOf = async () => (await made.staff.home.getHome()).teacher!.atRisk
  await countAllAtRisk(db, clock.now())
  const byRisk = await list({ sort: 'risk' })
  const shown = byRisk.items.slice(0, 5).map(({ student: { email: _, ...student }, reasons }) => ({ student, reasons }))
  const { items, total } = await homeOf()
  expect(total).toBe(byRisk.atRisk)
  expect(items.map(({ student, reasons }) => ({ student, reasons }))).toEqual(shown)
  expect(items[0]).toMatchObject({ courseId: made.courseId, reasons: { length: 3 } })
  const admin = await as('ADMIN')
  await admin.courses.updateCourse({ params: { id: made.courseId }, body: { status: 'ARCHIVED' } })
  expect(await homeOf()).toEqual({ items: [], total: 0 })
  expect(await list()).toMatchObject({ atRisk: 0, total: classSize + 2 })
  await admin.courses.updateCourse({ params: { id: made.courseId }, body: { status: 'PUBLISHED' } })
})

test('the file has a row for each student that matches, or for those named', async () => {
  const { items } = await list({ sort: 'risk' })
  const chosen = items.slice(0, 3).map(({ student }) => student)
  const read = async (query: object) => {
    const file = await made.staff.courses.exportCourseProgress({ params: { id: made.courseId }, query })
    return parse(await file.text(), { bom: true, columns: true }) as Record<string, string>[]
  }
  const rows = await read({ students: chosen.map(({ id }) => id).join(',') })
  expect(new Set(rows.map((row) => row['Student id']))).toEqual(new Set(chosen.map(({ id }) => id)))
  expect(rows[0]!['At risk']).toMatch(/^No visit for \d+ days, \d missing, \d+ % attendance$/)
  expect(await read({})).toHaveLength(classSize + 2)
  expect(await read({ atRisk: 'false' })).toHaveLength(items.filter(({ atRisk }) => !atRisk).length)
})

test('those on the first page are decided again after they were counted, and one who has left is none of them', async () => {
  const homeOf = async () => (await made.staff.home.getHome()).teacher!.atRisk
  const recount = () => countAllAtRisk(db, clock.now())
  await recount()
  const { items, total } = await homeOf()
  const [first, second] = items
  await db
    .update(users)
    .set({ lastSeenAt: new Date(now).toISOString() })
    .where(eq(users.id, first!.student.id))
  await db.delete(memberships).where(eq(memberships.userId, second!.student.id))
  const after = await homeOf()
  expect(after.total).toBe(total - 1)
  expect(after.items.map(({ student }) => student.id)).not.toContain(second!.student.id)
  expect(after.items.map(({ reasons }) => reasons.length)).toEqual(
    after.items.map(({ reasons }) => reasons.length).toSorted((a, b) => b - a),
  )
  await recount()
  const recounted = await homeOf()
  expect(recounted.total).toBe((await list()).atRisk)
  expect(after.items.map(({ reasons }) => reasons.length)).toEqual(recounted.items.map(({ reasons }) => reasons.length))
})
