/**
 * Random sequences of all calls that change who is in a course or waits, compared with a model after each step. Short ones with one
 * seed by default; `PLACES_RUNS=20000 npm test -- places.test` runs more. A failure prints the seed that `PLACES_SEED` repeats.
 */

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlaceMove } from '@lms/contract/rules/places'
import type { As } from '#test/app.ts'
import { isAnswered, readRuns } from '#test/model-run.ts'
import { send, sheet } from '#test/people-file.ts'
import type { PlacesModel, Person } from '#test/places-model.ts'
import { type Real, admin, clientOf, clock, compare, db, followStates, ids, moveUp, moves, open, people, size } from '#test/places-run.ts'

const { runs, seed } = readRuns('PLACES', 200)

interface Step {
  name: string
  moves?: readonly PlaceMove[]
  /** Whether the call does something even if no state changes. */
  isMove?: boolean
  /** Whom the call can be about: it is about one of them. */
  whom?: (model: PlacesModel, person: Person) => boolean
  isPossible?: (model: PlacesModel) => boolean
  call: (real: Real, n: number, model: PlacesModel) => Promise<unknown>
  change: (model: PlacesModel, person: Person) => void
}

/** A call and what it does to the model; a refusal changes nothing in both. */
function toCommand(
  { name, moves: made = [], isMove = false, whom = () => true, isPossible, call, change }: Step,
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
      const isDone = await isAnswered(call(real, n, model))
      await followStates(real, made, isMove && isDone ? n : undefined)
      await moveUp()
      await followStates(real, ['moveUp'])
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

const asPerson = (name: string, move: PlaceMove, call: (who: As, real: Real) => Promise<unknown>, change: Step['change']): Step => ({
  name,
  moves: [move],
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
  'answer',
  ({ signupForms: forms }, { courseId, formId }) => forms.answerForm({ params: { courseId, id: formId }, body: { answers: [] } }),
  (model, person) => model.answer(person),
)
const decisionMoves = { APPROVED: 'approve', WAITLISTED: 'waitlist', REJECTED: 'decline', PENDING: 'reopen' } as const
const decides = (decision: 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING', isForTwo = false): Step => {
  /** The person, and perhaps the next who can be decided. */
  const chosen = (model: PlacesModel, n: number) => {
    const all = [...model.people.keys()].filter((one) => canBeDecided(model, model.people[one]!))
    return isForTwo ? [...new Set([n, all[(all.indexOf(n) + 1) % all.length]!])] : [n]
  }
  return {
    name: `${decision}${isForTwo ? ' with the next' : ''}`,
    moves: [decisionMoves[decision]],
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
    moves: ['import'],
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

const restores: Step = {
  name: 'restore',
  call: ({ courseId }) => admin.courses.restoreCourse({ params: { id: courseId } }),
  change: (model) => void (model.isDeleted = false),
}
const isUndecided = ({ response }: Person) => response?.status === 'PENDING' || response?.status === 'WAITLISTED'
const own: Step[] = [
  asPerson(
    'withdraws',
    'withdraw',
    ({ signupForms: forms }, { courseId, formId }) => forms.withdrawAnswers({ params: { courseId, id: formId } }),
    (model, person) => model.withdraw(person),
  ),
  {
    ...asPerson(
      'changes answers',
      'changeAnswers',
      ({ signupForms: forms }, { courseId, formId }) => forms.changeAnswers({ params: { courseId, id: formId }, body: { answers: [] } }),
      () => {},
    ),
    isMove: true,
  },
]

const steps: Step[] = [
  ...own,
  asPerson(
    'enrols',
    'enrol',
    (who, { courseId }) => who.courses.enroll({ params: { id: courseId } }),
    (model, person) => model.enrol(person),
  ),
  asPerson(
    'joins',
    'join',
    (who, { token }) => who.joinLinks.joinCourse({ params: { token } }),
    (model, person) => model.join(person),
  ),
  {
    name: 'add',
    moves: ['add'],
    whom: (_, { isStudent }) => isStudent,
    call: ({ courseId }, n) => admin.users.addUserToCourse({ params: { id: ids[n]!, courseId } }),
    change: (model, person) => model.add(person),
  },
  ...([1, 2, null] as const).map((seats) => updates({ seats }, (model) => model.setSeats(seats))),
  ...(['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const).map((status) => updates({ status }, (model) => model.setStatus(status))),
  ...(['OPEN', 'FORM', 'INVITE'] as const).flatMap((enrolment) =>
    (['KEEP', 'ENROL', 'DECLINE'] as const).map((waiting) => ({
      ...updates({ enrolment, waiting }, (model) => model.setEnrolment(enrolment, waiting)),
      moves: waiting === 'KEEP' ? [] : ([waiting === 'ENROL' ? 'approve' : 'decline'] as const),
      isPossible: (model: PlacesModel) => model.people.every((person) => person.response === null || person.isStudent),
    })),
  ),
  {
    name: 'delete',
    call: ({ courseId }) => admin.courses.removeCourse({ params: { id: courseId } }),
    change: (model) => void (model.isDeleted = true),
  },
  restores,
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
]

/** Little happens in a course that is not open. */
const reopening: Step[] = [
  { ...restores, isPossible: ({ isDeleted }) => isDeleted },
  { ...updates({ status: 'PUBLISHED' }, (model) => model.setStatus('PUBLISHED')), isPossible: ({ status }) => status !== 'PUBLISHED' },
]

/** Rarely possible, so they are more frequent. */
const rare: Step[] = [
  ...own.map((step): Step => ({ ...step, whom: (model, person) => model.canAct(person) && isUndecided(person) })),
  {
    name: 'remove',
    moves: ['remove'],
    whom: (_, { isMember, isStudent }) => isMember && isStudent,
    call: ({ courseId }, n) => admin.users.removeUserFromCourse({ params: { id: ids[n]!, courseId } }),
    change: (model, person) => model.remove(person),
  },
  {
    name: 'one place up',
    moves: ['moveForward'],
    isMove: true,
    isPossible: mayReview,
    whom: (_, { response }) => response?.status === 'WAITLISTED',
    call: async (real, n) => admin.signupResponses.moveUp({ params: { courseId: real.courseId, id: (await responseIds(real, [n]))[0]! } }),
    change: (model, person) => model.moveUpOne(person),
  },
  {
    ...edits(
      'make a trainer',
      { role: 'TRAINER' },
      (person) => person.isStudent && (person.isMember || person.response !== null),
      (model, person) => model.setRole(person, false),
    ),
    moves: ['loseRole'],
  },
  {
    ...edits(
      'make a student',
      { role: 'USER' },
      (person) => !person.isStudent,
      (model, person) => model.setRole(person, true),
    ),
    moves: ['regainRole'],
  },
]

const importing: Step[] = [
  imports(1),
  imports(3),
  ...[0, 1].map((n) => ({
    name: `undo import ${n}`,
    moves: ['undoImport'] as const,
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
  { weight: 3, arbitrary: fc.constantFrom(...rare) },
  { weight: 3, arbitrary: fc.constantFrom(...reopening) },
  { weight: 4, arbitrary: fc.constantFrom(...steps) },
)
/** Mostly within the time for undoing, sometimes just at its end or beyond. */
const anyCommand = fc.tuple(anyStep, fc.nat({ max: size - 1 }), fc.constantFrom(1, 1, 1, 3, 10, 70)).map((parts) => toCommand(...parts))

test('the product and the model agree after each step of any sequence', { timeout: runs * 5000 }, async () => {
  const sequence = fc.asyncProperty(
    fc.commands([anyCommand], { maxCommands: 20, size: 'max' }),
    fc.constantFrom(1, 2, null),
    fc.boolean(),
    fc.constantFrom('FORM', 'FORM', 'FORM', 'OPEN'),
    (commands, seats, isReviewed, enrolment) => fc.asyncModelRun(() => open(seats, isReviewed, enrolment), commands),
  )
  await expect(fc.assert(sequence, { numRuns: runs, seed })).resolves.toBeUndefined()
  moves.expectAll()
})
