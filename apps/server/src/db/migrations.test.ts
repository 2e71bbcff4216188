/** Migrations of existing data, run on rows as they were written before. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SingleLineText, TimeZone } from '@lms/contract/values'
import { submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, enrolments, weeks } from '#db/schema/courses.ts'
import { discussions } from '#db/schema/discussions.ts'
import { signupForms, signupResponses } from '#db/schema/signup-forms.ts'
import { userChanges, users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { database, given } = await testApp()
const { db } = database
const text = (name: string) => readFile(new URL(`./migrations/${name}.sql`, import.meta.url), 'utf8')

test('names and titles become one line, like new ones', async () => {
  const breaks = ['Ana\r\nLi', 'Ana\u2028Li\t', '\u0085Ana\u007f\u0001Li', 'Ana Li', 'Ana  Li', 'Ana\u00a0Li']
  const people = await Promise.all(breaks.map((name) => given.user({ name })))
  const { course, week } = await given.week()
  await db.update(courses).set({ title: 'Field\nnotes' }).where(eq(courses.id, course.id))
  await db.update(weeks).set({ title: 'Week\r\n1' }).where(eq(weeks.id, week.id))
  await db.execute(sql.raw(await text('0015_single_line_text')))
  const stored = await db.select({ id: users.id, name: users.name }).from(users)
  expect(people.map(({ id }) => stored.find((one) => one.id === id)?.name)).toEqual(breaks.map((name) => SingleLineText(120).parse(name)))
  expect(await db.select({ title: courses.title }).from(courses).where(eq(courses.id, course.id))).toEqual([{ title: 'Field notes' }])
  expect(await db.select({ title: weeks.title }).from(weeks).where(eq(weeks.id, week.id))).toEqual([{ title: 'Week 1' }])
})

test('names lose characters that reverse text, like new names; everything else is unchanged', async () => {
  const written = [
    'Ana\u202e\u2066 Li\u200f\u061c',
    '\u202e\u00a0Ana \u2069',
    'e\u200e\u0301',
    ...Array.from('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069', (mark) => `A${mark}B`),
  ]
  // Neighbours of the marks, joiners, and names in right-to-left scripts.
  // A name of marks only is kept: an empty name is invisible in lists, and its form cannot be saved.
  const others = [
    '\u202e\u2066',
    '\u202e \u00a0',
    'A\u061b',
    'A\u200d\u200cB',
    'A\u2029B',
    'A\u202fB',
    'A\u2065B',
    'A\u206aB',
    'ליאה',
    'ليلى',
    ' Ana ',
    '\\u202e',
    "O'Neil",
  ]
  const people = await Promise.all([...written, ...others].map((name) => given.user({ name })))
  const { course } = await given.course({ title: '\u2067Field\u2069 notes' })
  await db.insert(userChanges).values({
    userId: people[0]!.id,
    changedBy: people[0]!.id,
    changedAt: '2026-11-20T12:00:00Z',
    field: 'NAME',
    before: 'Li\u202e',
    after: 'Li\u202dA',
  })
  const migration = await text('0013_names_without_bidi')
  const nameOf = async ({ id }: { id: string }) => (await db.select({ name: users.name }).from(users).where(eq(users.id, id)))[0]?.name
  // The second run changes nothing.
  for (const _ of [1, 2]) {
    await db.execute(sql.raw(migration))
    expect(await Promise.all(people.map(nameOf))).toEqual([...written.map((name) => SingleLineText(120).parse(name)), ...others])
  }
  expect(await db.select({ title: courses.title }).from(courses).where(eq(courses.id, course.id))).toEqual([{ title: 'Field notes' }])
  const changes = db.select({ before: userChanges.before, after: userChanges.after }).from(userChanges)
  expect(await changes.where(eq(userChanges.userId, people[0]!.id))).toEqual([{ before: 'Li', after: 'LiA' }])
})

test('work that waited for a mark when the last key was added gets the marks of its questions; all other work waits on', async () => {
  const choice = (id = randomUUID()) => given.question({ id, type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['a'], points: 4 })
  const questions = [choice(), choice()]
  const questionMarks = questions.map(({ id }, n) => ({ questionId: id, marks: n * 4 }))
  const byDay = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const submitted = async (assignment: object, values: object = {}) =>
    (await given.submission({ assignment: { questions, ...assignment }, questionMarks, ...values })).submission.id
  const [stuck, held] = [await submitted({}), await submitted({ holdMarks: true })]
  const [late, lateByDay] = [await submitted({}, { late: true }), await submitted({ latePolicy: byDay }, { late: true })]
  const notAsked = await submitted({}, { questionMarks: questionMarks.slice(1) })
  const noKey = await submitted({ questions: [questions[0]!, { ...questions[1]!, answerKey: [] }] })
  const name = (await readdir(new URL('./migrations/', import.meta.url))).find((one) => one.endsWith('_complete_keys.sql'))!
  const rowsOf = (ids: string[]) =>
    db.select().from(submissions).where(inArray(submissions.id, ids)).orderBy(submissions.createdAt, submissions.id)
  // The second run changes nothing.
  for (const _ of [1, 2]) {
    await db.execute(sql.raw(await text(name.slice(0, -4))))
    const marked = { status: 'GRADED', marks: 4, deduction: 0, isHeld: false, gradedBy: null, version: 1 }
    await expect(rowsOf([stuck, held, late])).resolves.toMatchObject([marked, { ...marked, isHeld: true }, { ...marked, late: true }])
    await expect(rowsOf([lateByDay, notAsked, noKey])).resolves.toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'SUBMITTED', marks: null, version: 0 })),
    )
  }
  await expect(db.select().from(submissionAttempts).where(eq(submissionAttempts.submissionId, stuck))).resolves.toMatchObject([
    { marks: 4 },
  ])
})

test('submitted work without the time that lateness is counted by counts from its submission', async () => {
  const { submission } = await given.submission()
  const { submission: draft } = await given.submission({ attempt: 0, status: 'DRAFT', submittedAt: null })
  const clear = () => db.update(submissions).set({ effectiveSubmittedAt: null }).where(eq(submissions.id, submission.id))
  await expect(clear()).rejects.toThrow('Failed query')
  await db.execute(sql`alter table submissions drop constraint submissions_submitted_check`)
  await clear()
  await db.execute(sql.raw(await text('0051_effective_submission_time')))
  const timesOf = ({ id }: { id: string }) => db.select().from(submissions).where(eq(submissions.id, id))
  expect(await timesOf(submission)).toMatchObject([{ effectiveSubmittedAt: submission.submittedAt }])
  expect(await timesOf(draft)).toMatchObject([{ submittedAt: null, effectiveSubmittedAt: null }])
})

test('questions that staff replied to become answered by the first remaining reply', async () => {
  const { course, trainer, student, discussion } = await given.discussion({ commentCount: 2 })
  const { discussion: open } = await given.discussion({ courseId: course.id, authorId: student.id, commentCount: 1 })
  const say = (authorId: string, values = {}) => given.comment({ discussionId: discussion.id, authorId, ...values })
  await say(trainer.id, { deletedAt: '2026-11-20T12:00:00Z' })
  await say(student.id)
  const { id } = await say((await given.user({ role: 'ADMIN' })).id)
  await say(trainer.id)
  await given.comment({ discussionId: open.id, authorId: (await given.trainer()).id })
  const update = (await text('0025_unanswered_questions')).split('--> statement-breakpoint').find((part) => part.includes('UPDATE'))!
  await db.execute(sql.raw(update))
  const replies = await db.select({ id: discussions.id, staffReplyId: discussions.staffReplyId }).from(discussions)
  expect(Object.fromEntries(replies.map((one) => [one.id, one.staffReplyId]))).toEqual({ [discussion.id]: id, [open.id]: null })
})

test('enrolments begin with the membership or the later decision, and earlier ones with the work that is known', async () => {
  const { course, student, submission } = await given.submission({ createdAt: '2025-11-01T00:00:00Z', submittedAt: '2025-11-03T00:00:00Z' })
  const [waited, left] = [await given.student(), await given.student()]
  await given.member(course.id, waited)
  const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning()
  const response = { formId: form!.id, userId: waited.id, version: 1, answers: [], status: 'APPROVED' as const }
  await db.insert(signupResponses).values({ ...response, decidedAt: '2026-01-05T00:00:00Z' })
  await db.insert(submissions).values({ ...submission, id: randomUUID(), studentId: left.id })
  await db.delete(enrolments)
  const fill = (await text('0049_enrolments')).split('--> statement-breakpoint').find((part) => part.includes('range_agg'))!
  await db.execute(sql.raw(fill))
  const found = await db.select().from(enrolments).where(eq(enrolments.courseId, course.id))
  const periodsOf = ({ id }: { id: string }) => found.find(({ userId }) => userId === id)?.periods.map(({ from }) => from.slice(0, 10))
  expect([student, waited, left].map(periodsOf)).toEqual([['2025-11-01', '2026-01-01'], ['2026-01-05'], ['2025-11-01']])
  expect(found.find(({ userId }) => userId === left.id)?.since).toBeNull()
})

test('every stored time zone becomes one that the contract takes', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select name from pg_timezone_names where name !~ '^posix'`)
  const isKnown = (zone: string) => {
    try {
      return !!new Intl.DateTimeFormat('en', { timeZone: zone })
    } catch {
      return false
    }
  }
  const former = rows.map(({ name }) => name).filter((zone) => isKnown(zone) && TimeZone.safeParse(zone).data !== zone)
  expect(former).toContain('US/Eastern')
  await db.insert(courses).values(former.map((timeZone) => ({ title: timeZone, timeZone })))
  const { course, week } = await given.week()
  const { media: session } = await given.live({ courseId: course.id, weekId: week.id, timeZone: 'US/Eastern' })
  const person = await given.user({ timeZone: 'US/Eastern' })
  await db.execute(sql.raw(await text('0062_stored_time_zones')))
  const stored = await db.select().from(courses).where(inArray(courses.title, former))
  expect(stored.map(({ title }) => title).toSorted()).toEqual(former.toSorted())
  for (const { timeZone } of stored) expect(TimeZone.parse(timeZone)).toBe(timeZone)
  expect(stored.find(({ title }) => title === 'US/Eastern')?.timeZone).toBe('America/New_York')
  const zoneOf = async (table: string, id: string) =>
    (await db.execute<{ zone: string }>(sql`select time_zone as zone from ${sql.raw(table)} where id = ${id}`)).rows[0]!.zone
  expect([await zoneOf('media', session.id), await zoneOf('users', person.id)]).toEqual(['America/New_York', 'America/New_York'])
})
