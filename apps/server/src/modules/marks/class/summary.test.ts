/** A kept summary equals one that is computed, whatever happens in the course and however much time passes. */

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findGradebookColumns } from '#modules/marks/queries.ts'
import { testApp } from '#test/app.ts'
import { readRuns } from '#test/model-run.ts'
import { type ClassSummary, computeSummary, summarizeClass } from './summary.ts'

const { given, as, clock, database, statements } = await testApp()
const { db } = database
const start = new Date('2026-11-20T12:00:00Z')
const hour = 3_600_000
clock.set(start)

async function openClass() {
  const { assignment, course, trainer } = await given.assignment({ dueAt: new Date(start.getTime() + 5 * hour).toISOString() })
  const { assignment: other } = await given.assignment({ courseId: course.id, weekId: assignment.weekId })
  const students = [await given.user(), await given.user(), await given.user()]
  for (const student of students) await given.member(course.id, student)
  return { course, trainer: await as(trainer), assignments: [assignment.id, other.id], students: students.map(({ id }) => id) }
}
type Class = Awaited<ReturnType<typeof openClass>>
type Change = (place: { assignment: string; student: string; course: string; hours: number }) => ReturnType<typeof sql>

const submitted =
  (status: string, marks: number | null, isHeld = false): Change =>
  ({ assignment, student, course }) =>
    sql`
  insert into submissions (id, assignment_id, course_id, student_id, attempt, status, submitted_at, effective_submitted_at, marks, is_held, graded_at)
  values (gen_random_uuid(), ${assignment}, ${course}, ${student}, 1, ${status}, now(), now(), ${marks}, ${isHeld}, ${marks === null ? null : sql`now()`})
  on conflict (assignment_id, student_id) do update set status = excluded.status, marks = excluded.marks, is_held = excluded.is_held, graded_at = excluded.graded_at`
const later = (hours: number): string => new Date(start.getTime() + hours * hour).toISOString()
const excepted =
  (column: string, to: (hours: number) => string): Change =>
  ({ assignment, student, hours }) =>
    sql`
  insert into assignment_exceptions (assignment_id, student_id, ${sql.identifier(column)}) values (${assignment}, ${student}, ${to(hours)})
  on conflict (assignment_id, student_id) do update set ${sql.identifier(column)} = excluded.${sql.identifier(column)}`
const changes: Record<string, Change> = {
  submit: submitted('SUBMITTED', null),
  mark: submitted('GRADED', 12),
  'mark held': submitted('GRADED', 18, true),
  return: submitted('RETURNED', 5),
  withdraw: ({ assignment, student }) => sql`delete from submissions where assignment_id = ${assignment} and student_id = ${student}`,
  extend: excepted('due_at', later),
  excuse: excepted('excused_at', later),
  reopen: excepted('reopened_until', later),
  'no exception': ({ assignment, student }) =>
    sql`delete from assignment_exceptions where assignment_id = ${assignment} and student_id = ${student}`,
  leave: ({ student, course }) => sql`delete from memberships where user_id = ${student} and course_id = ${course}`,
  join: ({ student, course }) =>
    sql`insert into memberships (user_id, course_id, role, status) values (${student}, ${course}, 'STUDENT', 'ACTIVE') on conflict do nothing`,
  'move the due time': ({ assignment, hours }) =>
    sql`update assignments set due_at = ${later(hours)}, closes_at = null where id = ${assignment}`,
  'move the end': ({ assignment, hours }) =>
    sql`update assignments set closes_at = greatest(due_at, ${later(hours)}) where id = ${assignment}`,
  close: ({ assignment }) => sql`update assignments set status = 'CLOSED', closed_at = now() where id = ${assignment}`,
  open: ({ assignment }) => sql`update assignments set status = 'PUBLISHED', closed_at = null where id = ${assignment}`,
  weigh: ({ assignment, hours }) => sql`update assignments set weight = ${hours} where id = ${assignment}`,
  'count from the due time': ({ course }) => sql`update courses set missing_counts = 'DUE' where id = ${course}`,
  'hide the week': ({ course }) => sql`update weeks set published = not published where course_id = ${course}`,
  wait: () => sql`select`,
}
const step = fc.record({
  // Half of the steps only take time.
  change: fc.oneof(fc.constant('wait'), fc.constantFrom(...Object.keys(changes))),
  assignment: fc.nat({ max: 1 }),
  student: fc.nat({ max: 2 }),
  hours: fc.integer({ min: 1, max: 40 }),
  wait: fc.constantFrom(0, 1),
})

/** What is kept for staff and for students, and what is computed. */
async function readBoth({ course }: Pick<Class, 'course'>) {
  const { columns } = await findGradebookColumns(db, course.id, clock.now())
  const asked = { courseId: course.id, columns, now: clock.now() }
  const both = { kept: [] as ClassSummary[], computed: [] as ClassSummary[] }
  for (const view of ['staff', 'students'] as const) {
    both.kept.push(await summarizeClass(db, asked, view))
    both.computed.push(await computeSummary(db, asked, view))
  }
  return both
}

const { runs, seed } = readRuns('SUMMARY', 15)
test(`a kept summary is the computed one after every change (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
      clock.set(start)
      const place = await openClass()
      for (const { change, assignment, student, hours, wait } of steps) {
        clock.set(new Date(clock.now().getTime() + wait * hour))
        const at = { assignment: place.assignments[assignment]!, student: place.students[student]!, course: place.course.id, hours }
        await db.execute(changes[change]!(at))
        const { kept, computed } = await readBoth(place)
        expect({ change, both: kept }).toEqual({ change, both: computed })
      }
    }),
    { numRuns: runs, seed },
  )
})

test.each(['due_at', 'closes_at', 'reopened_until'])(
  'work is missing once its %s of an extension is over, without a change',
  async (column) => {
    clock.set(start)
    const times = { dueAt: later(-5), ...(column !== 'due_at' && { dueAt: null, closesAt: later(-4) }) }
    const closed = column === 'reopened_until' && { status: 'CLOSED' as const, closedAt: later(-3) }
    const { assignment, course } = await given.assignment({ ...times, ...closed })
    const student = await given.user()
    await given.member(course.id, student)
    await db.execute(sql`update enrolments set periods = tstzmultirange(tstzrange(${later(-99)}, null)) where course_id = ${course.id}`)
    await db.execute(excepted(column, later)({ assignment: assignment.id, student: student.id, course: course.id, hours: 2 }))
    const before = await readBoth({ course })
    clock.set(new Date(later(3)))
    const after = await readBoth({ course })
    expect(after.kept).toEqual(after.computed)
    expect(after.kept[0]!.assignments[0]!.missing).toBe(before.kept[0]!.assignments[0]!.missing + 1)
  },
)

test('a summary is computed once as long as nothing changes, and again after a mark', async () => {
  clock.set(start)
  const { course, trainer, assignments, students } = await openClass()
  const params = { courseId: course.id }
  const read = () => statements(() => trainer.marks.getMarksSummary({ params }))
  const [first, second] = [await read(), await read()]
  expect(second).toBe(first - 1)
  await db.execute(changes['mark']!({ assignment: assignments[0]!, student: students[0]!, course: course.id, hours: 1 }))
  expect([await read(), await read()]).toEqual([first, second])
})
