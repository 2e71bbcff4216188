/**
 * Random sequences of what gives notices about marks, sign-ups, announcements, emails, invitations and tasks of the server, and takes
 * them away, compared with a model after each step. `NOTICES_RUNS=20000 npm test -- course-notices` runs more.
 */

import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticeMoves, type NoticeState } from '@lms/contract/rules/notices'
import { isVisible } from '#access/notices.ts'
import { submissions } from '#db/schema/assignments.ts'
import { signupForms, signupFormVersions } from '#db/schema/signup-forms.ts'
import { lanesOn } from '#jobs.ts'
import { MailRefused } from '#services/mailer.ts'
import { testApp } from '#test/app.ts'
import { CourseNoticesModel, operator, students, trainer } from '#test/course-notices-model.ts'
import { cheapHash } from '#test/given.ts'
import { followMoves, isAnswered, readRuns, runSequences, runTaken } from '#test/model-run.ts'

const setting = readRuns('NOTICES', 60)
const { as, clock, database, deps, given } = await testApp()
const { db } = database
const tasks = Object.assign({}, ...lanesOn(deps).map((lane) => lane.tasks))
deps.services.mailer = {
  keepsText: false,
  delivery: 'SMTP',
  check: async () => {},
  close: () => {},
  send: () => Promise.reject(new MailRefused('no such mailbox')),
}
const [second, day] = [1000, 86_400_000]
const start = Date.parse('2026-11-20T12:00:00Z')
const people = await Promise.all(
  (['TRAINER', 'USER', 'USER', 'SUPER_ADMIN'] as const).map((role) => given.user({ role, passwordHash: cheapHash })),
)
const clients = await Promise.all(people.map((one) => as(one)))
const [teacher, admin] = [clients[trainer]!, clients[operator]!]

type List = Awaited<ReturnType<typeof admin.notices.listNotices>>
interface Real {
  courseId: string
  formId: string
  assignmentId: string
  /** By person. */
  work: string[]
  emails: string[]
  looks: (List | null)[]
  /** By the notice's id. */
  states: Map<string, NoticeState>
  marks: number
}

async function open(): Promise<{ model: CourseNoticesModel; real: Real }> {
  clock.set(new Date(start))
  for (const table of ['notices', 'emails', 'graphile_worker._private_jobs']) await db.execute(sql`delete from ${sql.raw(table)}`)
  const { course, week } = await given.week()
  await db.execute(sql`delete from memberships where course_id = ${course.id}`)
  for (const who of [trainer, students[0]]) await given.member(course.id, people[who]!)
  await db.execute(sql`update courses set enrolment = 'FORM', time_zone = 'UTC' where id = ${course.id}`)
  const [form] = await db.insert(signupForms).values({ courseId: course.id, autoApprove: false }).returning()
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
  const { assignment } = await given.assignment({ courseId: course.id, weekId: week.id, maxMarks: 1000 })
  const at = clock.now().toISOString()
  const row = { assignmentId: assignment.id, courseId: course.id, answers: [], attempt: 1, status: 'SUBMITTED' as const }
  const values = students.map((who) => ({ ...row, studentId: people[who]!.id, submittedAt: at, effectiveSubmittedAt: at }))
  const made = await db.insert(submissions).values(values).returning()
  const work = people.map(({ id }) => made.find(({ studentId }) => studentId === id)?.id ?? '')
  const model = new CourseNoticesModel()
  model.now = start
  const ids = { courseId: course.id, formId: form!.id, assignmentId: assignment.id }
  return { model, real: { ...ids, work, emails: [], looks: people.map(() => null), states: new Map(), marks: 0 } }
}

const moves = followMoves(noticeMoves)
/** A job deletes old notices; whatever else deletes them withdraws them. */
async function followStates(real: Real, isSweep: boolean): Promise<void> {
  const { rows } = await db.execute<{ id: string; state: NoticeState }>(sql`
    select notice.id, case when not ${isVisible()} then 'HIDDEN' when notice.read_at is null then 'UNREAD' else 'READ' end as state
    from notices notice join users account on account.id = notice.user_id left join courses course on course.id = notice.course_id`)
  const now = new Map(rows.map(({ id, state }) => [id, state]))
  for (const id of new Set([...real.states.keys(), ...now.keys()]))
    moves.follow(isSweep ? ['expire'] : ['write', 'read', 'withdraw', 'hide', 'show'], {
      before: real.states.get(id) ?? 'NONE',
      after: now.get(id) ?? 'NONE',
    })
  real.states = now
}

async function compare(model: CourseNoticesModel): Promise<void> {
  for (const n of people.keys()) {
    const { items, unread } = await clients[n]!.notices.listNotices({ query: { limit: 100 } })
    const rows = items.map(({ kind, isRead, subject: { outcome } }) => ({ kind, isRead, outcome }))
    expect({ n, rows }).toEqual({ n, rows: model.rows(n).map(({ kind, readAt, outcome }) => ({ kind, isRead: readAt !== null, outcome })) })
    const badge = (await clients[n]!.auth.getSession()).unreadNotices
    const listed = items.filter(({ isRead }) => !isRead).length
    expect({ n, unread, badge }).toEqual({ n, unread: listed, badge: listed })
  }
}

interface Step {
  name: string
  isSweep?: true
  isPossible?: (model: CourseNoticesModel, who: number) => boolean
  run: (model: CourseNoticesModel, real: Real, who: number) => Promise<void>
}

/** The model changes if, and only if, it says that the call is allowed. */
async function does(isAllowed: boolean, call: Promise<unknown>, change: () => void): Promise<void> {
  expect(await isAnswered(call)).toBe(isAllowed)
  if (isAllowed) change()
}

const grades = (name: string, toMarks: (real: Real) => number | null): Step => ({
  name,
  isPossible: (model, who) => model.isIn[who]!,
  run: (model, real, who) => {
    const marks = toMarks(real)
    const body = marks === null ? { marks, action: 'RETURN' as const } : { marks }
    const call = teacher.submissions.gradeSubmission({ params: { id: real.work[who]! }, body })
    return does(model.mayGrade(), call, () => model.grade(who, marks))
  },
})
const sendsTo = async ({ courseId, emails }: Real, more: object): Promise<void> => {
  const body = { subject: 'Bring a laptop', body: '<p>Hello</p>', sendTo: 'STUDENTS', ...more }
  emails.push((await teacher.courseEmails.sendMails({ params: { courseId }, body })).id)
}
const giveUp = async (key: string): Promise<void> => {
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${key}`)
  await tasks['jobs.given-up'](undefined, undefined)
}
const toggles = (
  name: string,
  field: 'isDeleted' | 'isAssignmentDeleted',
  call: (real: Real, isDeleted: boolean) => Promise<unknown>,
): Step => ({
  name,
  isPossible: ({ isDeleted }) => field === 'isDeleted' || !isDeleted,
  run: (model, real) => does(true, call(real, model[field]), () => void (model[field] = !model[field])),
})

const signUps: Step[] = [
  {
    name: 'answers',
    run: (model, { courseId, formId: id }, who) => {
      const call = clients[who]!.signupForms.answerForm({ params: { courseId, id }, body: { answers: [] } })
      return does(model.mayAnswer(who), call, () => model.answer(who))
    },
  },
  {
    name: 'withdraws',
    isPossible: ({ responses }, who) => responses[who] !== null,
    run: (model, { courseId, formId: id }, who) =>
      does(model.mayWithdraw(who), clients[who]!.signupForms.withdrawAnswers({ params: { courseId, id } }), () => model.withdraw(who)),
  },
  ...(['APPROVED', 'WAITLISTED', 'REJECTED', 'PENDING'] as const).map((decision): Step => ({
    name: decision,
    isPossible: ({ responses, isDeleted }, who) => responses[who] !== null && !isDeleted,
    run: async (model, { courseId, formId }, who) => {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from signup_responses where form_id = ${formId} and user_id = ${people[who]!.id}`,
      )
      const call = admin.signupResponses.decideResponse({ params: { courseId, id: rows[0]!.id }, body: { decision } })
      await does(model.responses[who] !== 'WITHDRAWN', call, () => model.decide(who, decision))
    },
  })),
  {
    name: 'comes or goes',
    isPossible: ({ isDeleted }) => !isDeleted,
    run: async (model, { courseId }, who) => {
      const params = { id: people[who]!.id, courseId }
      await (model.isIn[who] ? admin.users.removeUserFromCourse({ params }) : admin.users.addUserToCourse({ params }))
      model.move(who)
    },
  },
]
const marking: Step[] = [
  grades('grades', (real) => ++real.marks),
  grades('returns', () => null),
  {
    name: 'undoes the grade',
    isPossible: ({ last }) => last !== null,
    run: async (model, { courseId, work }) => {
      const submissionId = work[model.last!.who]!
      const [row] = await db.select().from(submissions).where(eq(submissions.id, submissionId))
      const call = teacher.grading.undoGrade({ params: { submissionId, courseId }, body: { version: row!.version } })
      await does(model.mayUndo(), call, () => model.undo())
    },
  },
]
const removing: Step[] = [
  toggles('deletes or restores the course', 'isDeleted', ({ courseId: id }, isDeleted) =>
    isDeleted ? admin.courses.restoreCourse({ params: { id } }) : admin.courses.removeCourse({ params: { id } }),
  ),
  toggles('deletes or restores the assignment', 'isAssignmentDeleted', ({ assignmentId: id }, isDeleted) =>
    isDeleted
      ? teacher.assignmentChanges.restoreAssignment({ params: { id } })
      : teacher.assignmentChanges.removeAssignment({ params: { id } }),
  ),
]
const sending: Step[] = [
  {
    name: 'announces',
    isPossible: (model) => !model.isDeleted && model.hasReaders,
    run: async (model, real) => {
      await sendsTo(real, { showUntil: '2099-01-01' })
      model.now += 11 * second
      clock.set(new Date(model.now))
      await runTaken(db, { 'mail.startBatch': tasks['mail.startBatch'] }, sql`true`)
      model.announce(real.emails.length - 1)
    },
  },
  {
    name: 'takes an announcement off the page',
    isPossible: ({ announcements, isDeleted }) => announcements.length > 0 && !isDeleted,
    run: async (model, { courseId, emails }) => {
      const email = model.announcements[0]!
      await teacher.courseEmails.updateCourseEmail({ params: { courseId, id: emails[email]! }, body: { showUntil: null } })
      model.takeOff(email)
    },
  },
  {
    name: 'has an email given up',
    isPossible: (model) => !model.isDeleted && model.hasReaders,
    run: async (model, real) => {
      await sendsTo(real, {})
      await giveUp(`mail.startBatch:${real.emails.at(-1)}`)
      model.giveUpEmail(real.emails.length - 1)
    },
  },
  {
    name: 'has a task given up',
    run: async (model) => {
      await db.execute(sql`select graphile_worker.add_job('files.removeStored', '{}', job_key => 'given up')`)
      await giveUp('given up')
      model.write({ reader: operator, kind: 'JOB', group: 'jobs' })
    },
  },
  {
    name: 'has an invitation refused',
    run: async (model) => {
      const email = `${crypto.randomUUID()}@example.org`
      await admin.users.addUser({ body: { name: 'Invited', email, role: 'USER' } })
      await runTaken(db, { 'mail.send': tasks['mail.send'] }, sql`true`, sql`false`)
      model.write({ reader: operator, kind: 'INVITATION', group: 'invitations' })
    },
  },
  {
    name: 'lets the old ones be deleted',
    isSweep: true,
    // What is deleted can be restored for 30 days.
    isPossible: (model) => !model.isDeleted && !model.isAssignmentDeleted,
    run: async (model) => {
      model.now += 91 * day
      clock.set(new Date(model.now))
      await tasks['notices.sweep'](undefined, undefined)
      model.expire()
    },
  },
]
/** Those who look are of all roles: 1 and 2 are the students. */
const reading = [...people.keys()].flatMap((reader): Step[] => [
  {
    name: `${reader} looks`,
    run: async (model, real) => {
      real.looks[reader] = await clients[reader]!.notices.listNotices({ query: { limit: 100 } })
      model.looks[reader] = model.rows(reader)
    },
  },
  {
    name: `${reader} reads a row`,
    isPossible: ({ looks }) => (looks[reader]?.length ?? 0) > 0,
    run: async (model, real) => {
      await clients[reader]!.notices.updateNotices({ body: { ids: [real.looks[reader]!.items[0]!.id] } })
      const [row] = model.looks[reader]!
      if (model.notices.includes(row!)) model.readUntil(row!, ({ group }) => group === row!.group)
    },
  },
  {
    name: `${reader} reads all`,
    run: async (model, real) => {
      const list = await clients[reader]!.notices.listNotices({ query: { limit: 100 } })
      real.looks[reader] = list
      const [newest] = model.rows(reader)
      if (!newest) return
      await clients[reader]!.notices.updateNotices({ body: { upTo: list.items[0]!.id, shownAt: list.shownAt } })
      model.readUntil(newest, () => true)
    },
  },
  {
    name: `${reader} opens what they are about`,
    run: async (model, { assignmentId, courseId, emails }) => {
      await clients[reader]!.notices.updateNotices({ body: { about: [assignmentId, courseId, ...emails] } })
      model.read(reader, ({ about, kind }) => about !== undefined || kind === 'FORM')
    },
  },
])

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...signUps) },
  { weight: 3, arbitrary: fc.constantFrom(...marking) },
  { weight: 2, arbitrary: fc.constantFrom(...sending) },
  { weight: 2, arbitrary: fc.constantFrom(...removing, ...removing.slice(1)) },
  { weight: 4, arbitrary: fc.constantFrom(...reading) },
)
const anyCommand = fc
  .tuple(anyStep, fc.constantFrom(...students), fc.constantFrom(1, 1, 1, 5, 40))
  .map(([step, who, seconds]): fc.AsyncCommand<CourseNoticesModel, Real> => ({
    check: (model) => step.isPossible?.(model, who) ?? true,
    run: async (model, real) => {
      model.now += seconds * second
      clock.set(new Date(model.now))
      await step.run(model, real, who)
      await compare(model)
      await followStates(real, step.isSweep ?? false)
    },
    toString: () => `P${who} ${step.name} +${seconds}s`,
  }))

test('badge and list are what the model says after each step of any sequence', { timeout: setting.runs * 5000 }, async () => {
  await expect(runSequences(setting, anyCommand, open, 30)).resolves.toBeUndefined()
  moves.expectAll()
})
