/**
 * Random sequences of deleting, restoring and purging, compared with a model after each step: what is there, in which order, with exactly
 * the texts that it had, and what is left at the end. `DELETION_RUNS=20000 npm test -- test/deletion` runs more.
 */

import { and, eq, notInArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletables } from '@lms/contract/rules/deletion'
import { submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { weeks } from '#db/schema/courses.ts'
import { lanesOn } from '#jobs.ts'
import { eraseJob } from '#modules/discussions/jobs.ts'
import { testApp, type As } from '#test/app.ts'
import { DeletionModel, things, type Thing } from '#test/deletion-model.ts'
import { runSequences, isAnswered, readRuns, runTaken } from '#test/model-run.ts'

const setting = readRuns('DELETION', 36)
const { as, clock, database, deps, given } = await testApp()
const { db } = database
const admin = await as('ADMIN')
const trainer = await given.trainer()
const client = await as(trainer)
const start = Date.parse('2026-11-20T12:00:00Z')
const tasks = Object.assign({}, ...lanesOn(deps).map((lane) => lane.tasks))

type Rows = Record<string, Record<string, unknown>>
interface Real extends Record<Thing, string[]> {
  courseId: string
  /** Of the first student. */
  submissionId: string | null
  student: As
  before: Rows
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** What a call changes in a row on purpose; the model has its own copy of what matters. */
const changing = ['deleted_at', 'deleted_by', 'number', 'revision', 'student_count', 'comment_count', 'top_level_count', 'last_activity_at']

/** Every row of the course, and of its people, by table and key. */
async function readRows({ courseId, user, discussion }: Pick<Real, 'courseId' | 'user' | 'discussion'>): Promise<Rows> {
  const rowsOf = (table: string, key: string, where: ReturnType<typeof sql>) => sql`
    select ${`${table} `}::text || ${sql.raw(key)} as key, to_jsonb(t) - ${sql.param(changing)}::text[] as row from ${sql.raw(table)} t where ${where}`
  const inCourse = sql`course_id = ${courseId}`
  const students = sql`user_id = any(${sql.param(user)}::uuid[])`
  const { rows } = await db.execute<{ key: string; row: Record<string, unknown> }>(
    sql.join(
      [
        rowsOf('courses', 'id', sql`id = ${courseId}`),
        ...['weeks', 'assignments', 'media', 'submissions', 'discussions'].map((table) => rowsOf(table, 'id', inCourse)),
        rowsOf('comments', 'id', sql`discussion_id = ${discussion[0]}`),
        rowsOf('attendance', 'session_id', inCourse),
        ...['memberships', 'enrolments'].map((table) => rowsOf(table, 'user_id', sql`${inCourse} and ${students}`)),
        rowsOf('users', 'id', sql`id = any(${sql.param(user)}::uuid[])`),
      ],
      sql` union all `,
    ),
  )
  return Object.fromEntries(rows.map(({ key, row }) => [key, row]))
}

async function open(hasSubmission: boolean): Promise<{ model: DeletionModel; real: Real }> {
  clock.set(iso(start))
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  // Those of earlier sequences.
  await db.execute(sql`update courses set deleted_at = null where deleted_at is not null`)
  const { course } = await given.course({ description: 'About compilers' })
  const courseId = course.id
  await given.member(courseId, trainer)
  const user = [await given.student(), await given.student(), await given.student()]
  for (const one of user) await given.member(courseId, one)
  const real = { courseId, submissionId: null as string | null, week: [] as string[], assignment: [] as string[], media: [] as string[] }
  for (const number of [1, 2]) {
    const { week } = await given.week({ courseId, number, title: `Week ${number}`, description: 'Parsing' })
    const { assignment } = await given.assignment({ courseId, weekId: week.id })
    const { media } = await given.live({ courseId, weekId: week.id, startsAt: '2027-03-01T10:00:00Z' })
    real.week.push(week.id)
    real.assignment.push(assignment.id)
    real.media.push(media.id)
    await db.insert(attendance).values({ sessionId: media.id, userId: user[2]!.id, courseId, weekId: week.id, source: 'STAFF' })
  }
  // Those that the builders made for themselves.
  await db.delete(weeks).where(and(eq(weeks.courseId, courseId), notInArray(weeks.id, real.week)))
  const work = { assignmentId: real.assignment[0]!, courseId, studentId: user[0]!.id, answers: [], status: 'GRADED' as const, marks: 12 }
  const submitted = { ...work, attempt: 1, submittedAt: iso(start), effectiveSubmittedAt: iso(start), gradedAt: iso(start) }
  if (hasSubmission) real.submissionId = (await db.insert(submissions).values(submitted).returning())[0]!.id
  await db.insert(submissions).values({ assignmentId: real.assignment[1]!, courseId, studentId: user[1]!.id, draft: [] })
  const { discussion } = await given.discussion({ courseId, authorId: user[0]!.id })
  const comment = await given.comment({ discussionId: discussion.id, authorId: user[1]!.id, content: 'Look here' })
  const all = { ...real, discussion: [discussion.id], comment: [comment.id], user: user.map(({ id }) => id) }
  const model = new DeletionModel(hasSubmission)
  model.now = start
  return { model, real: { ...all, student: await as(user[0]!), before: await readRows(all) } }
}

/** The rows that the model says are left, as they were. */
function expectedRows(model: DeletionModel, { before, courseId, ...real }: Real): Rows {
  const left = new Map<string, Record<string, unknown>>()
  const keep = (key: string, isLeft: boolean, change: Record<string, unknown> = {}) =>
    void (isLeft && left.set(key, { ...before[key], ...change }))
  const blank = ({ isBlank }: { isBlank: boolean }, change: Record<string, unknown>) => (isBlank ? change : {})
  keep(`courses ${courseId}`, model.course.isLeft, blank(model.course, { description: '' }))
  for (const n of [0, 1]) {
    keep(`weeks ${real.week[n]}`, model.week[n]!.isLeft, blank(model.week[n]!, { description: '' }))
    keep(`assignments ${real.assignment[n]}`, model.assignment[n]!.isLeft)
    keep(`media ${real.media[n]}`, model.media[n]!.isLeft)
    keep(`attendance ${real.media[n]}`, model.attendance[n]!)
  }
  const isDraft = (row: Record<string, unknown>) => row['attempt'] === 0
  for (const [key, row] of Object.entries(before)) if (key.startsWith('submissions ')) keep(key, isDraft(row) ? model.hasDraft : true)
  keep(`discussions ${real.discussion[0]}`, model.discussion[0]!.isLeft)
  keep(`comments ${real.comment[0]}`, model.comment[0]!.isLeft, blank(model.comment[0]!, { content: '' }))
  for (const [n, id] of real.user.entries()) {
    for (const table of ['memberships', 'enrolments']) keep(`${table} ${id}`, model.memberships.includes(n))
    const isGone = model.user[n]!.deletedAt !== null
    keep(`users ${id}`, true, isGone ? { name: 'Former student', email: null } : {})
  }
  return Object.fromEntries(left)
}

/** A deleted student keeps no enrolment that goes on, and no words to be found by. */
function simplify(rows: Rows): Rows {
  const without = (row: Record<string, unknown>) => {
    const { search_text: _, periods: __, since: ___, ...rest } = row
    return rest
  }
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, without(row)]))
}

async function compare(model: DeletionModel, real: Real): Promise<void> {
  expect(simplify(await readRows(real))).toEqual(simplify(expectedRows(model, real)))
  const params = { courseId: real.courseId }
  if (model.isThere(model.course)) {
    const { weeks: all } = await client.courses.getCourse({ params: { id: real.courseId } })
    const shown = all!.map(({ id, assignments, media }) => ({ id, assignments: assignments.length, media: media.length }))
    const expected = model.order.map((n) => ({
      id: real.week[n]!,
      assignments: Number(model.isThere(model.assignment[n]!)),
      media: Number(model.isThere(model.media[n]!)),
    }))
    expect(shown).toEqual(expected)
    const { items } = await client.weeks.listDeletedWeeks({ params })
    const restorable = [0, 1].filter((n) => model.mayRestore('week', n)).map((n) => real.week[n]!)
    expect(items.map(({ id }) => id).toSorted()).toEqual(restorable.toSorted())
  }
  const isListed = (await admin.courses.listDeletedCourses()).items.some(({ id }) => id === real.courseId)
  expect(isListed).toBe(model.isYoung(model.course, deletables.course.restorableFor))
  if (model.user[0]!.deletedAt !== null || !real.submissionId) return
  // The author always finds the submitted work, in one of two places.
  const [own, deleted] = [await real.student.submissions.listMySubmissions(), await real.student.submissions.listMyDeletedSubmissions()]
  const isShown = model.isPlaceThere('assignment', 0) && model.isThere(model.assignment[0]!)
  expect({ own: own.items.length, deleted: deleted.items.length }).toEqual({ own: Number(isShown), deleted: Number(!isShown) })
}

interface Step {
  name: string
  run: (model: DeletionModel, real: Real) => Promise<void>
}

/** The model changes if, and only if, it says that the call is allowed. */
async function does(isAllowed: boolean, call: Promise<unknown>, change: () => void): Promise<void> {
  expect(await isAnswered(call)).toBe(isAllowed)
  if (isAllowed) change()
}

const removals: Record<Thing, (real: Real, id: string) => Promise<unknown>> = {
  week: ({ courseId }, weekId) => client.weeks.removeWeek({ params: { courseId, weekId } }),
  assignment: (_, id) => client.assignmentChanges.removeAssignment({ params: { id } }),
  media: ({ courseId }, mediaId) => client.media.removeMedia({ params: { courseId, mediaId } }),
  discussion: (_, id) => client.discussions.removeDiscussion({ params: { id } }),
  comment: ({ discussion }, commentId) => client.discussions.removeComment({ params: { discussionId: discussion[0]!, commentId } }),
  user: (_, id) => admin.users.removeUser({ params: { id } }),
}
const restorations: Partial<typeof removals> = {
  week: ({ courseId }, weekId) => client.weeks.restoreWeek({ params: { courseId, weekId } }),
  assignment: (_, id) => client.assignmentChanges.restoreAssignment({ params: { id } }),
  comment: ({ courseId, discussion }, commentId) =>
    client.discussions.restoreComment({ params: { courseId, discussionId: discussion[0]!, commentId } }),
}

const steps: Step[] = things.flatMap((thing) =>
  [0, 1, 2].flatMap((n): Step[] => [
    {
      name: `delete ${thing} ${n}`,
      run: async (model, real) => {
        const id = real[thing][n]
        if (id) await does(model.mayDelete(thing, n), removals[thing](real, id), () => model.delete(thing, n))
      },
    },
    {
      name: `restore ${thing} ${n}`,
      run: async (model, real) => {
        const [id, restore] = [real[thing][n], restorations[thing]]
        if (id && restore) await does(model.mayRestore(thing, n), restore(real, id), () => model.restore(thing, n))
      },
    },
  ]),
)
const ofCourse: Step[] = [
  {
    name: 'delete the course',
    run: (model, { courseId: id }) =>
      does(model.isThere(model.course), admin.courses.removeCourse({ params: { id } }), () => void (model.course.deletedAt = model.now)),
  },
  {
    name: 'restore the course',
    run: (model, { courseId: id }) =>
      does(
        model.isYoung(model.course, deletables.course.restorableFor),
        admin.courses.restoreCourse({ params: { id } }),
        () => void (model.course.deletedAt = null),
      ),
  },
]
const jobs: Step = {
  name: 'jobs',
  run: async (model) => {
    await tasks['courses.purge'](undefined, undefined)
    await runTaken(db, { [eraseJob]: tasks[eraseJob] }, sql`j.run_at <= ${iso(model.now)}::timestamptz`)
    model.runJobs()
  },
}

const [second, day] = [1000, 86_400_000]
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...steps) },
  { weight: 2, arbitrary: fc.constantFrom(...ofCourse) },
  { weight: 2, arbitrary: fc.constant(jobs) },
)
const anyCommand = fc
  .tuple(anyStep, fc.constantFrom(second, second, second, 70 * second, day, 20 * day, 31 * day))
  .map(([step, passed]): fc.AsyncCommand<DeletionModel, Real> => ({
    check: () => true,
    run: async (model, real) => {
      model.now += passed
      clock.set(iso(model.now))
      await step.run(model, real)
      await compare(model, real)
    },
    toString: () => `${step.name} +${passed / 1000}s`,
  }))

test.each([true, false])(
  'restored is as before, and purged is what the registry says; submitted work: %s',
  { timeout: setting.runs * 5000 },
  (hasSubmission) =>
    expect(runSequences({ ...setting, runs: setting.runs / 2 }, anyCommand, () => open(hasSubmission), 30)).resolves.toBeUndefined(),
)
