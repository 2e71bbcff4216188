/** Decides a response, or fills a free seat: the state, the membership and the email, in one transaction. */

import { randomUUIDv7 } from 'node:crypto'
import { isolate } from '@lms/contract/rules/direction'
import { getEmailTiming } from '@lms/contract/rules/notices'
import { countFreeSeats, courseRefusal, toPlaceState } from '@lms/contract/rules/places'
import type { Dependencies } from '#call/dependencies.ts'
import type { Context } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { lockCourse } from '#modules/courses/queries.ts'
import { findSeats, keepFreedSeats } from '#modules/courses/seats/queries.ts'
import { layout, queueMails, type Recipient } from '#modules/mail/outbox.ts'
import { notify } from '#modules/notices/notify.ts'
import { deleteNotices } from '#modules/notices/queries.ts'
import { deleteReviewNotices } from '#modules/signup-forms/notify.ts'
import { findForm, setMemberships, type Form, type Response } from '#modules/signup-forms/queries.ts'
import { deleteQueuedDecisions, listIdsWith, lockResponses, updateDecision } from '#modules/signup-forms/responses/queries.ts'
import { endReserves, findNextReserve, listWaiting, lockWaiting } from '#modules/signup-forms/responses/waiting-list.ts'
import { decideInOrder, takeMovingUp, type Decision } from '#modules/signup-forms/rules.ts'
import { insertJoinedCourses, insertLeftCourses } from '#modules/users/changes/queries.ts'
import { addJob, type Task } from '#services/jobs.ts'

/** Also in the triggers of migration 52, which add the job. */
export const moveUpJob = 'signup-forms.moveUp'

/** Milliseconds in which a decision can be undone: until then its email is not sent, and a seat freed by it stays reserved. */
const undoTimeMs = 10_000

type Course = NonNullable<Awaited<ReturnType<typeof lockCourse>>>
type Found = Awaited<ReturnType<typeof lockWaiting>>[number]
type DecidedStatus = Exclude<Response['status'], 'WITHDRAWN'>
type DecideContext = Pick<Context, 'db' | 'now' | 'services' | 'actor'>
type Scope = { db: Context['db']; now: Date; publicUrl: string; actorId: string }

/** Decides responses: the waiting list by place, then in the order in which they were sent. The course is locked. */
export async function decide(
  ctx: DecideContext,
  course: Course,
  form: Form,
  { ids, decision, email, note }: { ids: string[]; decision: Decision; email: boolean; note?: string | undefined },
) {
  const now = ctx.now()
  const named = await lockResponses(ctx.db, form.id, ids)
  if (named.length < new Set(ids).size) notFound('response')
  // Users who have left the course must sign up again, or be added by an admin.
  const found = named.filter(({ hasLeft }) => !hasLeft)
  await endReserves(ctx.db, form, now)
  const line = { course, seats: await findSeats(ctx.db, course, null, now), waiting: await listWaiting(ctx.db, form.id) }
  const places = found.map((one) => toPlace(one, now))
  const outcome = decideInOrder(places, decision, line, now)
  if ('refused' in outcome) throw problem(outcome.refused[0], { detail: outcome.refused[1] })
  const decided = found.map((one, index) => ({ one, ...outcome.decided[index]! }))
  const scope = { db: ctx.db, now, publicUrl: ctx.services.config.publicUrl, actorId: ctx.actor.id }
  await applyEach(scope, course, decided, { email, note })
  const seatsLeft = countFreeSeats(outcome.seats)
  return {
    items: decided.map(({ one, status }) => ({ id: one.response.id, name: one.name, before: one.response.status, status })),
    seatsLeft: seatsLeft === Infinity ? null : Math.max(0, seatsLeft),
    passed: Math.max(0, ...decided.map(({ passed }) => passed)),
  }
}

const toPlace = ({ response, name }: Found, now: Date) => ({
  id: response.id,
  name,
  state: stateOf(response),
  hasReserve: hasReserve(response, now),
})

/** Those who get the same status together. */
async function applyEach(
  scope: Scope,
  course: Course,
  decided: readonly { one: Found; status: DecidedStatus; keepsSeat: boolean }[],
  { email, note }: Pick<Outcome, 'email' | 'note'>,
): Promise<void> {
  await keepFreedSeats(scope.db)
  for (const status of new Set(decided.map((each) => each.status))) {
    const changed = decided.filter((each) => each.status === status && each.one.response.status !== status)
    const keeping = changed.flatMap(({ one, keepsSeat }) => (keepsSeat ? [one.response.id] : []))
    await apply(
      scope,
      course,
      changed.map(({ one }) => one),
      { status, email, note, keeping },
    )
  }
}

/** Of somebody who has not left. */
const stateOf = ({ status }: Response) => toPlaceState(status === 'APPROVED' ? 'ACTIVE' : undefined, status)

const hasReserve = ({ status, reservedUntil }: Response, now: Date): boolean =>
  status === 'REJECTED' && reservedUntil !== null && Date.parse(reservedUntil) > now.getTime()

interface Outcome {
  status: DecidedStatus
  email: boolean
  note?: string | undefined
  /** Responses that are put on the waiting list while a seat stays free for them. */
  keeping?: string[]
  /** Whether a seat became free for somebody on the waiting list. */
  isMoveUp?: boolean
}

/** Moves all of them to one state, in a fixed number of statements. None of them is in it yet. */
async function apply(scope: Scope, course: Course, found: Found[], outcome: Outcome): Promise<void> {
  if (found.length === 0) return
  const { db } = scope
  const userIds = toUserIds(found)
  if (outcome.status === 'APPROVED') await insertJoinedCourses(db, userIds, [course.id], scope)
  await insertLeftCourses(db, toUserIds(found.filter(({ response }) => response.status === 'APPROVED')), course.id, scope)
  const batchIds = found.flatMap(({ response }) => response.decisionBatchId ?? [])
  await deleteQueuedDecisions(db, batchIds, userIds)
  const batchId = outcome.status !== 'PENDING' && outcome.email ? randomUUIDv7() : null
  await saveDecision(scope, found, outcome, batchId)
  await setMemberships(db, course.id, userIds, outcome.status)
  // Including those that wait for the daily email, which must not contain an undone decision.
  await deleteNotices(db, userIds, groupKey(course))
  await deleteReviewNotices(db, course.id, userIds)
  if (outcome.status !== 'PENDING') await announceDecision(scope, course, found, { ...outcome, status: outcome.status, batchId })
}

const toUserIds = (people: readonly Found[]) => people.map(({ response }) => response.userId)

async function saveDecision({ db, actorId, now }: Scope, found: Found[], { status, note, keeping = [] }: Outcome, batchId: string | null) {
  const isDecided = status !== 'PENDING'
  await updateDecision(
    db,
    found.map(({ response }) => response.id),
    {
      status,
      note: isDecided ? (note ?? null) : null,
      decidedAt: isDecided ? now.toISOString() : null,
      decidedBy: isDecided ? actorId : null,
      decisionBatchId: batchId,
    },
    { now, keeping, reservedUntil: new Date(now.getTime() + undoTimeMs) },
  )
}

/** By email at once or with the daily one, as each prefers, and as a notice. */
async function announceDecision(
  scope: Scope,
  course: Course,
  found: Found[],
  { status, note, email, isMoveUp, batchId }: Outcome & { status: keyof typeof noticeOutcomes; batchId: string | null },
): Promise<void> {
  const isDaily = ({ preferences }: Found) => getEmailTiming('FORM', preferences) === 'DAILY'
  const recipients = found.flatMap((one) =>
    one.email && !isDaily(one) ? { userId: one.response.userId, address: one.email, name: one.name } : [],
  )
  if (batchId) await sendDecision(scope, course, recipients, { text: isMoveUp ? 'SEAT_FREE' : status, note, batchId })
  const notice = {
    kind: 'FORM' as const,
    courseId: course.id,
    groupKey: groupKey(course),
    sourceId: `decision:${randomUUIDv7()}`,
    actorId: null,
    subject: { title: course.title, outcome: isMoveUp ? ('SEAT_FREE' as const) : noticeOutcomes[status] },
  }
  const daily = { ...notice, userIds: toUserIds(found.filter(isDaily)), isEmailed: email }
  await notify(scope.db, [daily, { ...notice, userIds: toUserIds(found.filter((one) => !isDaily(one))), isEmailed: false }], scope.now)
}

const groupKey = ({ id }: Course): string => `sign-up:${id}`
const noticeOutcomes = { APPROVED: 'APPROVED', WAITLISTED: 'WAITLISTED', REJECTED: 'DECLINED' } as const

const emailTexts = {
  APPROVED: { subject: 'You are enrolled in', heading: 'You are enrolled', line: 'Your sign-up was approved. The course is open to you.' },
  SEAT_FREE: {
    subject: 'You are enrolled in',
    heading: 'A seat became free',
    line: 'You were next on the waiting list and are enrolled now. The course is open to you.',
  },
  WAITLISTED: {
    subject: 'You are on the waiting list of',
    heading: 'You are on the waiting list',
    line: 'All seats are taken. You get an email when a seat is free for you.',
  },
  REJECTED: {
    subject: 'Your sign-up for',
    heading: 'Your sign-up was declined',
    line: 'Staff of the course have read your answers and declined.',
  },
} as const

/** Ten seconds later: until then the decision can be undone unnoticed. */
async function sendDecision(
  { db, now, publicUrl }: Scope,
  course: Course,
  recipients: Recipient[],
  { text, note, batchId }: { text: keyof typeof emailTexts; note: string | undefined; batchId: string },
): Promise<void> {
  const { subject, heading, line } = emailTexts[text]
  const page = text === 'APPROVED' || text === 'SEAT_FREE' ? `/courses/course/${course.id}` : `/courses-details/${course.id}`
  const letter = {
    kind: 'NOTICE' as const,
    batchId,
    subject: `${subject} ${isolate(course.title)}`,
    ...layout({
      heading,
      lines: [`${isolate(course.title)}: ${line}`, ...(note ? [note] : [])],
      action: { label: 'Open the course', href: `${publicUrl}${page}` },
      footer: 'You get this email because you signed up for the course.',
    }),
  }
  await queueMails(db, letter, recipients, now, { runAt: new Date(now.getTime() + undoTimeMs) })
}

/** Of those who wait, when the way into the course changes: those on the list first. The course is locked again, because their number changes. */
export async function decideWaiting(ctx: DecideContext, courseId: string, decision: 'APPROVED' | 'REJECTED'): Promise<void> {
  for (const status of ['WAITLISTED', 'PENDING'] as const) {
    const course = (await lockCourse(ctx.db, courseId)) ?? notFound('course')
    const form = await findForm(ctx.db, courseId)
    const ids = form ? await listIdsWith(ctx.db, form.id, status) : []
    if (form && ids.length > 0) await decide(ctx, course, form, { ids, decision, email: true })
  }
}

/** Responses that one job approves; another one follows for the rest. */
const batchSize = 500

/** Enrols the first users of the waiting list while seats are free, in courses that take people. Triggers add the job (migration 52). */
export const moveUpTasks = ({ database, now, services }: Dependencies): Record<string, Task> => ({
  [moveUpJob]: (payload) =>
    database.transaction(async (db) => {
      const { courseId } = payload as { courseId: string }
      const course = await lockCourse(db, courseId)
      const form = course && (await findForm(db, course.id))
      if (!form || courseRefusal({ move: 'moveUp', course, now: now().getTime() })) return
      await endReserves(db, form, now())
      const reservedUntil = await findNextReserve(db, form.id)
      const after = reservedUntil === null ? null : Math.max(1, Date.parse(reservedUntil) - now().getTime())
      if (after !== null) await addJob(db, moveUpJob, { courseId }, { after, key: `${moveUpJob}:${courseId}:reserved` })
      const seats = await findSeats(db, course, null, now())
      const movingUp = takeMovingUp(await lockWaiting(db, form.id, batchSize), { course, seats }, now())
      if (movingUp.length === 0) return
      const actorId = movingUp[0]!.response.decidedBy ?? movingUp[0]!.response.userId
      const scope = { db, now: now(), publicUrl: services.config.publicUrl, actorId }
      await apply(scope, course, movingUp, { status: 'APPROVED', email: true, isMoveUp: true })
      if (movingUp.length === batchSize) await addJob(db, moveUpJob, { courseId })
    }),
})
