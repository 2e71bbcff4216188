/**
 * Random sequences of all calls that change who is in a course or waits, compared with a model after each step. Short ones with one
 * seed by default; `PLACES_RUNS=20000 npm test -- places.test` runs more. A failure prints the seed that `PLACES_SEED` repeats.
 */

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courses, joinLinks } from '#db/schema/courses.ts'
import { signupForms, signupFormVersions } from '#db/schema/signup-forms.ts'
import { moveUpTasks } from '#modules/signup-forms/responses/decide.ts'
import { testApp, type As } from '#test/app.ts'
import { cheapHash } from '#test/given.ts'
import { isAnswered, readRuns, runTaken } from '#test/model-run.ts'
import { send, sheet } from '#test/people-file.ts'
import { PlacesModel, type Person } from '#test/places-model.ts'

const { runs, seed } = readRuns('PLACES', 120)

const { as, clock, database, deps, given } = await testApp()
const { db } = database
const admin = await as('ADMIN')
const newcomer = await as('USER')
const start = Date.parse('2026-11-20T12:00:00Z')
const size = 4
const people = await Promise.all(Array.from({ length: size }, (_, n) => given.user({ name: `P${n}`, passwordHash: cheapHash })))
const ids = people.map(({ id }) => id)

interface Real {
  courseId: string
  formId: string
  token: string
  clients: (As | undefined)[]
  imports: string[]
  /** Since when each is enrolled. */
  since: (string | null)[]
}

async function open(seats: number | null, isReviewed: boolean): Promise<{ model: PlacesModel; real: Real }> {
  clock.set(new Date(start))
  // A role comes back to all courses of the person, and is refused if one of them is full.
  await db.execute(sql`delete from courses`)
  await db.execute(sql`update users set role = 'USER', status = 'ACTIVE' where id = any(${sql.param(ids)}::uuid[])`)
  // The clock goes back: of an admin's imports only the newest are kept.
  await db.execute(sql`delete from import_results`)
  const [course] = await db
    .insert(courses)
    .values({ title: 'Compilers', status: 'PUBLISHED', enrolment: 'FORM', seats })
    .returning({ id: courses.id })
  const courseId = course!.id
  const [form] = await db.insert(signupForms).values({ courseId, autoApprove: !isReviewed }).returning({ id: signupForms.id })
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
  const token = randomBytes(16).toString('base64url')
  await db.insert(joinLinks).values({ courseId, token, code: token.slice(0, 8) })
  const model = new PlacesModel(size, seats, isReviewed)
  model.now = start
  return { model, real: { courseId, formId: form!.id, token, clients: [], imports: [], since: people.map(() => null) } }
}

/** A role or status that changes ends the sessions. */
const clientOf = async ({ clients }: Real, at: number): Promise<As> => (clients[at] ??= await as(people[at]!))

/** Runs the jobs of the waiting list that are due, also those that wait for a reserve, which add themselves again if it is not over. */
const moveUp = () => runTaken(db, moveUpTasks(deps), sql`true`, sql`j.run_at <= now()`)

async function compare(model: PlacesModel, real: Real): Promise<void> {
  const inCourse = (person: Person) => person.isMember && person.isStudent
  const { rows } = await db.execute<{ id: string; since: string | null }>(sql`
    select user_id as id, since from enrolments where course_id = ${real.courseId}`)
  const since = ids.map((id) => rows.find((row) => row.id === id)?.since ?? null)
  expect(since.map((one) => one !== null)).toEqual(model.people.map(inCourse))
  real.since = since
  if (model.isDeleted) return
  const params = { courseId: real.courseId }
  const { items, seats, counts } = await admin.signupResponses.listResponses({ params, query: { sort: 'sentAt', limit: 100 } })
  const shown = items.map(({ status, place }) => ({ status, place }))
  expect({ shown, seats, all: counts.all }).toEqual({
    shown: model.shown,
    seats: { taken: model.taken, total: model.seats },
    all: model.shown.length,
  })
  if (model.isUnseen) return
  const form = await newcomer.signupForms.getForm({ params })
  expect(form?.seatsLeft).toBe(model.left)
}

interface Step {
  name: string
  /** Whom the call can be about: it is about one of them. */
  whom?: (model: PlacesModel, person: Person) => boolean
  isPossible?: (model: PlacesModel) => boolean
  call: (real: Real, n: number, model: PlacesModel) => Promise<unknown>
  change: (model: PlacesModel, person: Person) => void
}

/** A call and what it does to the model; a refusal changes nothing in both. */
function toCommand(
  { name, whom = () => true, isPossible, call, change }: Step,
  choice: number,
  seconds: number,
): fc.AsyncCommand<PlacesModel, Real> {
  const candidates = (model: PlacesModel) => [...model.people.keys()].filter((n) => whom(model, model.people[n]!))
  let chosen = ''
  return {
    check: (model) => (isPossible?.(model) ?? true) && candidates(model).length > 0,
    run: async (model, real) => {
      model.now += seconds * 1000
      clock.set(new Date(model.now))
      const n = candidates(model)[choice % candidates(model).length]!
      chosen = `P${n}`
      const before = { since: real.since, people: model.people.map((one) => ({ ...one })) }
      await isAnswered(call(real, n, model))
      await moveUp()
      change(model, model.people[n]!)
      model.moveUp()
      await compare(model, real)
      // Those who stayed are enrolled since the same moment.
      for (const [at, person] of model.people.entries()) {
        const was = before.people[at]!
        const hasStayed = was.changes === person.changes && was.isStudent === person.isStudent
        if (hasStayed && real.since[at] !== null) expect(real.since[at]).toBe(before.since[at])
      }
    },
    toString: () => `${name} ${chosen} +${seconds}s`,
  }
}

const asPerson = (name: string, call: (who: As, real: Real) => Promise<unknown>, change: Step['change']): Step => ({
  name,
  whom: (model, person) => model.canAct(person),
  call: async (real, n) => call(await clientOf(real, n), real),
  change,
})
async function responseIds({ formId }: Real, chosen: readonly number[]): Promise<string[]> {
  const of = sql.param(chosen.map((n) => ids[n]!))
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from signup_responses where form_id = ${formId} and user_id = any(${of}::uuid[])`,
  )
  return rows.map(({ id }) => id)
}
/** Archived courses are read only (policy.ts). */
const mayReview = ({ isDeleted, status }: PlacesModel) => !isDeleted && status !== 'ARCHIVED'
/** Nobody decides what a trainer once answered. */
const canBeDecided = (_: PlacesModel, { response, isStudent }: Person) => response !== null && isStudent

const answers = asPerson(
  'answers',
  ({ signupForms: forms }, { courseId, formId }) => forms.answerForm({ params: { courseId, id: formId }, body: { answers: [] } }),
  (model, person) => model.answer(person),
)
const decides = (decision: 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING', isForTwo = false): Step => {
  /** The person, and perhaps the next who can be decided. */
  const chosen = (model: PlacesModel, n: number) => {
    const all = [...model.people.keys()].filter((one) => canBeDecided(model, model.people[one]!))
    return isForTwo ? [...new Set([n, all[(all.indexOf(n) + 1) % all.length]!])] : [n]
  }
  return {
    name: `${decision}${isForTwo ? ' with the next' : ''}`,
    isPossible: mayReview,
    whom: canBeDecided,
    call: async (real, n, model) =>
      admin.signupResponses.decideResponses({
        params: { courseId: real.courseId },
        body: { ids: await responseIds(real, chosen(model, n)), decision },
      }),
    change: (model, person) =>
      model.decide(
        chosen(model, model.people.indexOf(person)).map((n) => model.people[n]!),
        decision,
      ),
  }
}
const updates = (body: Parameters<As['courses']['updateCourse']>[0]['body'] & object, change: (model: PlacesModel) => void): Step => ({
  name: Object.values(body).join(),
  call: ({ courseId }) => admin.courses.updateCourse({ params: { id: courseId }, body }),
  change,
})
const edits = (
  name: string,
  body: Parameters<As['users']['updateUser']>[0]['body'] & object,
  whom: (person: Person) => boolean,
  change: Step['change'],
): Step => ({
  name,
  whom: (_, person) => whom(person),
  call: async ({ clients }, n) => {
    clients[n] = undefined
    await admin.users.updateUser({ params: { id: ids[n]! }, body })
  },
  change,
})
const imports = (count: number): Step => {
  const chosen = (model: PlacesModel, n: number) =>
    Array.from({ length: count }, (_, more) => (n + more) % size).filter((one) => model.people[one]!.isStudent)
  return {
    name: `import ${count} from`,
    isPossible: (model) => mayReview(model) && model.imports.length < 5,
    whom: (_, { isStudent, isMember }) => isStudent && !isMember,
    call: async (real, n, model) => {
      const importId = crypto.randomUUID()
      real.imports.push(importId)
      await send(admin, sheet(...chosen(model, n).map((one) => `P${one},${people[one]!.email}`)), { courseId: real.courseId, importId })
    },
    change: (model, person) => model.import(chosen(model, model.people.indexOf(person)).map((one) => model.people[one]!)),
  }
}

const steps: Step[] = [
  asPerson(
    'withdraws',
    ({ signupForms: forms }, { courseId, formId }) => forms.withdrawAnswers({ params: { courseId, id: formId } }),
    (model, person) => model.withdraw(person),
  ),
  asPerson(
    'enrols',
    (who, { courseId }) => who.courses.enroll({ params: { id: courseId } }),
    (model, person) => model.enrol(person),
  ),
  asPerson(
    'joins',
    (who, { token }) => who.joinLinks.joinCourse({ params: { token } }),
    (model, person) => model.join(person),
  ),
  {
    name: 'one place up',
    isPossible: mayReview,
    whom: (_, { response }) => response?.status === 'WAITLISTED',
    call: async (real, n) => admin.signupResponses.moveUp({ params: { courseId: real.courseId, id: (await responseIds(real, [n]))[0]! } }),
    change: (model, person) => model.moveUpOne(person),
  },
  {
    name: 'add',
    whom: (_, { isStudent }) => isStudent,
    call: ({ courseId }, n) => admin.users.addUserToCourse({ params: { id: ids[n]!, courseId } }),
    change: (model, person) => model.add(person),
  },
  {
    name: 'remove',
    whom: (_, { isMember, isStudent }) => isMember && isStudent,
    call: ({ courseId }, n) => admin.users.removeUserFromCourse({ params: { id: ids[n]!, courseId } }),
    change: (model, person) => model.remove(person),
  },
  ...([1, 2, null] as const).map((seats) => updates({ seats }, (model) => model.setSeats(seats))),
  ...(['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const).map((status) => updates({ status }, (model) => model.setStatus(status))),
  ...(['OPEN', 'FORM', 'INVITE'] as const).flatMap((enrolment) =>
    (['KEEP', 'ENROL', 'DECLINE'] as const).map((waiting) => ({
      ...updates({ enrolment, waiting }, (model) => model.setEnrolment(enrolment, waiting)),
      isPossible: (model: PlacesModel) => model.people.every((person) => person.response === null || person.isStudent),
    })),
  ),
  {
    name: 'delete',
    call: ({ courseId }) => admin.courses.removeCourse({ params: { id: courseId } }),
    change: (model) => void (model.isDeleted = true),
  },
  {
    name: 'restore',
    call: ({ courseId }) => admin.courses.restoreCourse({ params: { id: courseId } }),
    change: (model) => void (model.isDeleted = false),
  },
  edits(
    'suspend',
    { status: 'SUSPENDED' },
    (person) => !person.isSuspended,
    (_, person) => void (person.isSuspended = true),
  ),
  edits(
    'activate',
    { status: 'ACTIVE' },
    (person) => person.isSuspended,
    (_, person) => void (person.isSuspended = false),
  ),
  edits(
    'make a trainer',
    { role: 'TRAINER' },
    (person) => person.isStudent,
    (model, person) => model.setRole(person, false),
  ),
  edits(
    'make a student',
    { role: 'USER' },
    (person) => !person.isStudent,
    (model, person) => model.setRole(person, true),
  ),
]

const importing: Step[] = [
  imports(1),
  imports(3),
  ...[0, 1].map((n) => ({
    name: `undo import ${n}`,
    isPossible: (model: PlacesModel) => model.imports[n]?.isUndone === false,
    call: (real: Real) => admin.users.undoImport({ params: { id: real.imports[n]! } }),
    change: (model: PlacesModel) => model.undoImport(n),
  })),
]

/** More of the common calls, so that a short sequence gets somewhere. */
const decisions = (['APPROVED', 'WAITLISTED', 'REJECTED', 'PENDING'] as const).flatMap((one) => [
  decides(one),
  decides(one),
  decides(one, true),
])
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.constant(answers) },
  { weight: 3, arbitrary: fc.constantFrom(...decisions) },
  { weight: 2, arbitrary: fc.constantFrom(...importing, ...importing.slice(2)) },
  { weight: 4, arbitrary: fc.constantFrom(...steps) },
)
/** Mostly within the time for undoing, sometimes just at its end or beyond. */
const anyCommand = fc.tuple(anyStep, fc.nat({ max: size - 1 }), fc.constantFrom(1, 1, 1, 3, 10, 70)).map((parts) => toCommand(...parts))

test('the product and the model agree after each step of any sequence', { timeout: runs * 5000 }, async () => {
  const sequence = fc.asyncProperty(
    fc.commands([anyCommand], { maxCommands: 12, size: 'max' }),
    fc.constantFrom(1, 2, null),
    fc.boolean(),
    (commands, seats, isReviewed) => fc.asyncModelRun(() => open(seats, isReviewed), commands),
  )
  await expect(fc.assert(sequence, { numRuns: runs, seed })).resolves.toBeUndefined()
})
