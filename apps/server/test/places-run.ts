/** A course of places.test.ts, with its model: opening and comparing them. */

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { placeMoves, toPlaceState, type PlaceMove, type PlaceState } from '@lms/contract/rules/places'
import { courses, joinLinks } from '#db/schema/courses.ts'
import { signupForms, signupFormVersions } from '#db/schema/signup-forms.ts'
import { moveUpTasks } from '#modules/signup-forms/responses/decide.ts'
import { testApp, type As } from '#test/app.ts'
import { cheapHash } from '#test/given.ts'
import { followMoves, runTaken } from '#test/model-run.ts'
import { PlacesModel, type Person } from '#test/places-model.ts'

export const { as, clock, database, deps, given } = await testApp()
export const { db } = database
export const admin = await as('ADMIN')
const newcomer = await as('USER')
const start = Date.parse('2026-11-20T12:00:00Z')
export const size = 4
export const people = await Promise.all(Array.from({ length: size }, (_, n) => given.user({ name: `P${n}`, passwordHash: cheapHash })))
export const ids = people.map(({ id }) => id)

export interface Real {
  courseId: string
  formId: string
  token: string
  clients: (As | undefined)[]
  imports: string[]
  /** Since when each is enrolled. */
  since: (string | null)[]
  states: PlaceState[]
}

export async function open(
  seats: number | null,
  isReviewed: boolean,
  enrolment: 'FORM' | 'OPEN',
): Promise<{ model: PlacesModel; real: Real }> {
  clock.set(new Date(start))
  // A role comes back to all courses of the person, and is refused if one of them is full.
  await db.execute(sql`delete from courses`)
  await db.execute(sql`update users set role = 'USER', status = 'ACTIVE' where id = any(${sql.param(ids)}::uuid[])`)
  // The clock goes back: of an admin's imports only the newest are kept.
  await db.execute(sql`delete from import_results`)
  const [course] = await db
    .insert(courses)
    .values({ title: 'Compilers', status: 'PUBLISHED', enrolment, seats })
    .returning({ id: courses.id })
  const courseId = course!.id
  const [form] = await db.insert(signupForms).values({ courseId, autoApprove: !isReviewed }).returning({ id: signupForms.id })
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
  const token = randomBytes(16).toString('base64url')
  await db.insert(joinLinks).values({ courseId, token, code: token.slice(0, 8) })
  const model = new PlacesModel(size, seats, isReviewed)
  Object.assign(model, { now: start, enrolment })
  return {
    model,
    real: {
      courseId,
      formId: form!.id,
      token,
      clients: [],
      imports: [],
      since: people.map(() => null),
      states: people.map(() => 'OUTSIDE'),
    },
  }
}

/** A role or status that changes ends the sessions. */
export const clientOf = async ({ clients }: Real, at: number): Promise<As> => (clients[at] ??= await as(people[at]!))

/** Runs the jobs of the waiting list that are due, also those that wait for a reserve, which add themselves again if it is not over. */
export const moveUp = () => runTaken(db, moveUpTasks(deps), sql`true`, sql`j.run_at <= now()`)

export const moves = followMoves(placeMoves)
/** The state of people who are in the course, wait, or were declined; the others keep the state in which they left. */
function toState(before: PlaceState, found: PlaceState): PlaceState {
  const isOut = (state: PlaceState) => ['OUTSIDE', 'WITHDRAWN', 'LEFT'].includes(state)
  if (!isOut(found)) return found
  return before === 'ENROLLED' ? 'LEFT' : isOut(before) ? before : found
}

/** `made`: the moves of one call or job, and on whom it was made, if it was not refused. */
export async function followStates(real: Real, made: readonly PlaceMove[], person?: number): Promise<void> {
  const { rows } = await db.execute<{ id: string; isIn: boolean; status: Parameters<typeof toPlaceState>[1] | null }>(sql`
    select u.id, e.since is not null as "isIn", r.status from users u
    left join enrolments e on e.user_id = u.id and e.course_id = ${real.courseId}
    left join signup_responses r on r.user_id = u.id and r.form_id = ${real.formId}
    where u.id = any(${sql.param(ids)}::uuid[])`)
  const after = ids.map((id, n) => {
    const { isIn, status } = rows.find((row) => row.id === id)!
    return toState(real.states[n]!, toPlaceState(isIn ? 'ACTIVE' : undefined, status ?? undefined))
  })
  for (const [n, state] of after.entries()) moves.follow(made, { before: real.states[n]!, after: state, isDone: n === person })
  real.states = after
}

export async function compare(model: PlacesModel, real: Real): Promise<void> {
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
