/**
 * Random sequences of all that happens to emails to a course, compared with a model after each step: nobody gets one twice, nobody gets
 * one that was undone or cancelled, and the log says what became of each. `COURSE_EMAILS_RUNS=20000 npm test -- test/course-emails` runs more.
 */

import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courseEmailMoves, type CourseEmailState } from '@lms/contract/rules/course-emails'
import { courses } from '#db/schema/courses.ts'
import { emailOptOuts, emails as mails } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'
import { lanesOn } from '#jobs.ts'
import { MailDelayed, MailRefused, type Mail } from '#services/mailer.ts'
import { testApp } from '#test/app.ts'
import { CourseEmailsModel, type Sender, type Server } from '#test/course-emails-model.ts'
import { cheapHash } from '#test/given.ts'
import { runSequences, isAnswered, readRuns, runTaken } from '#test/model-run.ts'

const setting = readRuns('COURSE_EMAILS', 75)
const { as, clock, database, deps, given } = await testApp()
const { db } = database
const admin = await as('ADMIN')
/** A day ahead of the database, whose clock says when what was delayed is tried again: at the next pass. */
const start = Date.now() + 86_400_000
const staff = await Promise.all([1, 2].map(() => given.user({ role: 'TRAINER', passwordHash: cheapHash })))
const students = await Promise.all(Array.from({ length: 3 }, () => given.user({ passwordHash: cheapHash })))
const callers = { TRAINER: await as(staff[0]!), ADMIN: admin }
const tasks = Object.assign({}, ...lanesOn(deps).map((lane) => lane.tasks))
const mailTasks = Object.fromEntries(['mail.startBatch', 'mail.send'].map((name) => [name, tasks[name]]))

interface Real {
  courseId: string
  emails: string[]
  states: CourseEmailState[]
  sent: string[]
}

let [current, server]: [Real | undefined, Server] = [undefined, 'WORKS']
deps.services.mailer = {
  keepsText: false,
  check: async () => {},
  close: () => {},
  get delivery() {
    return server === 'IS MISSING' ? 'NONE' : 'SMTP'
  },
  send: async ({ subject, to }: Mail) => {
    if (server === 'IS DOWN') throw new MailDelayed('SERVER', new Error('no answer'))
    if (server === 'REFUSES') throw new MailRefused('no such mailbox')
    current!.sent.push(`${subject}, ${students.findIndex(({ email }) => email === to)}`)
  },
}

async function open(): Promise<{ model: CourseEmailsModel; real: Real }> {
  clock.set(new Date(start))
  server = 'WORKS'
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  await db.delete(mails)
  await db.update(users).set({ status: 'ACTIVE' })
  const [course] = await db.insert(courses).values({ title: 'Compilers', status: 'PUBLISHED', timeZone: 'UTC' }).returning()
  const courseId = course!.id
  for (const one of [...staff, ...students]) await given.member(courseId, one)
  const model = new CourseEmailsModel(students.length)
  model.now = start
  const real: Real = { courseId, emails: [], states: [], sent: [] }
  current = real
  return { model, real }
}

async function compare(model: CourseEmailsModel, real: Real): Promise<void> {
  expect(real.sent.toSorted()).toEqual(model.sent.toSorted())
  expect(new Set(real.sent.map((one) => one.replace(/, \d+,/, ','))).size).toBe(real.sent.length)
  if (model.isDeleted) return
  const { items } = await admin.courseEmails.listCourseEmails({ params: { courseId: real.courseId }, query: { limit: 100 } })
  const byId = new Map(items.map((one) => [one.id, one]))
  const log = real.emails.map((id) => ({ state: byId.get(id)?.state ?? ('NONE' as const), counts: byId.get(id)?.counts ?? null }))
  expect(log).toEqual(model.log)
  const states = log.map(({ state }) => state)
  for (const [n, to] of states.entries()) {
    const from = real.states[n] ?? 'NONE'
    const next = Object.values(courseEmailMoves as Record<string, { ways: Partial<Record<CourseEmailState, readonly CourseEmailState[]>> }>)
    if (from !== to) expect(next.flatMap(({ ways }) => ways[from] ?? [])).toContain(to)
  }
  real.states = states
}

interface Choice {
  who: Sender
  /** Which email, and which student. */
  which: number
  seconds: number
}
interface Step {
  name: string
  needsEmail?: true
  run: (model: CourseEmailsModel, real: Real, choice: Choice) => Promise<void>
}

/** A refusal changes nothing in both. */
async function does(call: Promise<unknown>, isAllowed: boolean): Promise<void> {
  expect(await isAnswered(call)).toBe(isAllowed)
}

const at = (milliseconds: number) => new Date(milliseconds).toISOString()
const send = (seconds: number | null, isAnnouncement: boolean): Step => ({
  name: `writes ${isAnnouncement ? 'an announcement' : 'an email'}${seconds === null ? '' : ' for later'}`,
  run: async (model, real, { who }) => {
    const sendAt = model.now + (seconds ?? 10) * 1000
    const subject = `${real.emails.length}, 1`
    const body = { subject, body: '<p>Hello</p>', sendTo: 'STUDENTS', showUntil: isAnnouncement ? '2099-01-01' : null }
    const params = { courseId: real.courseId }
    const call = callers[who].courseEmails.sendMails({ params, body: { ...body, ...(seconds !== null && { sendAt: at(sendAt) }) } })
    await does(
      call.then(({ id }) => real.emails.push(id)),
      model.send(who, sendAt, isAnnouncement),
    )
  },
})
type Of = {
  model: CourseEmailsModel
  email: CourseEmailsModel['emails'][number]
  n: number
  who: Sender
  params: { courseId: string; id: string }
}
const ofEmail = (name: string, run: (of: Of) => Promise<void>): Step => ({
  name,
  needsEmail: true,
  run: (model, real, { who, which }) => {
    const n = which % model.emails.length
    return run({ model, email: model.emails[n]!, n, who, params: { courseId: real.courseId, id: real.emails[n]! } })
  },
})
const show = (showUntil: string | null) =>
  ofEmail(showUntil ? 'shows it on the page' : 'takes it off the page', ({ model, email, who, params }) =>
    does(callers[who].courseEmails.updateCourseEmail({ params, body: { showUntil } }), model.show(who, email, showUntil !== null)),
  )

const ofEmails: Step[] = [
  ofEmail('changes the text', ({ model, email, n, who, params }) => {
    const version = email.version + 1
    const call = callers[who].courseEmails.updateCourseEmail({ params, body: { subject: `${n}, ${version}` } })
    return does(call, model.edit(who, email, { version }))
  }),
  ofEmail('changes the time', ({ model, email, who, params }) => {
    const sendAt = model.now + 60_000
    const call = callers[who].courseEmails.updateCourseEmail({ params, body: { sendAt: at(sendAt) } })
    return does(call, model.edit(who, email, { sendAt }))
  }),
  ofEmail('sends it now', ({ model, email, who, params }) =>
    does(callers[who].courseEmails.sendCourseEmailNow({ params }), model.sendNow(who, email)),
  ),
  ofEmail('undoes it', ({ model, email, who, params }) =>
    does(callers[who].courseEmails.cancelCourseEmail({ params }), model.undo(who, email)),
  ),
  ofEmail('tries again', ({ model, email, who, params }) =>
    does(callers[who].courseEmails.retryDeliveries({ params, body: {} }), model.retry(who, email)),
  ),
  show('2099-01-01'),
  show(null),
]

const change = (name: string, run: (model: CourseEmailsModel, real: Real, n: number) => Promise<unknown>): Step => ({
  name,
  run: async (model, real, { which }) => void (await run(model, real, which % students.length)),
})
/** Nobody is added to an archived course. */
const mayMove = ({ isDeleted, status }: CourseEmailsModel, isIn: boolean) => !isDeleted && (isIn || status !== 'ARCHIVED')
const trainerMoves = change('the trainer comes or goes', async (model, { courseId }) => {
  const params = { id: staff[0]!.id, courseId }
  const isAllowed = mayMove(model, model.teaches)
  await does(model.teaches ? admin.users.removeUserFromCourse({ params }) : admin.users.addUserToCourse({ params }), isAllowed)
  if (isAllowed) model.teaches = !model.teaches
})
const restores = change('restores the course', async (model, { courseId: id }) => {
  await does(admin.courses.restoreCourse({ params: { id } }), model.isDeleted)
  model.isDeleted = false
})
const circumstances: Step[] = [
  change('deletes the course', async (model, { courseId: id }) => {
    await does(admin.courses.removeCourse({ params: { id } }), !model.isDeleted)
    model.isDeleted = true
  }),
  restores,
  restores,
  ...(['DRAFT', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'ARCHIVED'] as const).map((status) =>
    change(status, async (model, { courseId: id }) => {
      await does(admin.courses.updateCourse({ params: { id }, body: { status } }), !model.isDeleted)
      if (!model.isDeleted) model.status = status
    }),
  ),
  change('a student comes or goes', async (model, { courseId }, n) => {
    const params = { id: students[n]!.id, courseId }
    const student = model.students[n]!
    const call = student.isIn ? admin.users.removeUserFromCourse({ params }) : admin.users.addUserToCourse({ params })
    const isAllowed = mayMove(model, student.isIn)
    await does(call, isAllowed)
    if (isAllowed) student.isIn = !student.isIn
  }),
  change('a student is suspended or active again', async (model, _, n) => {
    const student = model.students[n]!
    student.isSuspended = !student.isSuspended
    const status = student.isSuspended ? 'SUSPENDED' : 'ACTIVE'
    await db.update(users).set({ status }).where(eq(users.id, students[n]!.id))
  }),
  change('a student stops the emails or wants them again', async (model, { courseId }, n) => {
    const student = model.students[n]!
    student.isStopped = !student.isStopped
    const mine = { userId: students[n]!.id, courseId }
    if (student.isStopped) await db.insert(emailOptOuts).values(mine)
    else await db.delete(emailOptOuts).where(and(eq(emailOptOuts.userId, mine.userId), eq(emailOptOuts.courseId, courseId)))
  }),
]
const servers = (['WORKS', 'IS DOWN', 'REFUSES', 'IS MISSING'] as const).map((mode) =>
  change(`the mail server ${mode}`, async (model) => void (server = model.server = mode)),
)
const passes: Step = {
  name: 'time passes',
  run: async (model) => {
    await runTaken(db, mailTasks, sql`j.run_at <= ${at(model.now)}::timestamptz`, sql`j.run_at <= now()`)
    model.pass()
  },
}

const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(send(null, false), send(600, false), send(null, true), send(30, true)) },
  { weight: 4, arbitrary: fc.constantFrom(...ofEmails) },
  { weight: 4, arbitrary: fc.constantFrom(...circumstances) },
  { weight: 4, arbitrary: fc.constantFrom(...servers, trainerMoves) },
  { weight: 3, arbitrary: fc.constant(passes) },
)
const anyChoice: fc.Arbitrary<Choice> = fc.record({
  who: fc.constantFrom<Sender>('TRAINER', 'ADMIN'),
  which: fc.nat({ max: 20 }),
  seconds: fc.constantFrom(1, 11, 11, 700),
})
const anyCommand = fc.tuple(anyStep, anyChoice).map(([step, choice]): fc.AsyncCommand<CourseEmailsModel, Real> => ({
  check: (model) => !step.needsEmail || model.emails.length > 0,
  run: async (model, real) => {
    model.now += choice.seconds * 1000
    clock.set(new Date(model.now))
    await step.run(model, real, choice)
    await compare(model, real)
  },
  toString: () => `${choice.who} ${step.name} ${choice.which} +${choice.seconds}s`,
}))

test('what was sent and what the log says is what the model says after each step', { timeout: setting.runs * 5000 }, () =>
  expect(runSequences(setting, anyCommand, open, 45)).resolves.toBeUndefined(),
)
