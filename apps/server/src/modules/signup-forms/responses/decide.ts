/** Decides a response, or fills a free seat: the state, the membership and the email, in one transaction. */
import { isolate } from '@lms/contract/rules/direction'
import { randomUUIDv7 } from 'node:crypto'
import { overReason } from '@lms/contract/rules/course-state'
import { getEmailTiming } from '@lms/contract/rules/notices'
import type { Context } from '#http/handler.ts'
import type { Dependencies } from '#http/mount.ts'
import { notFound, problem } from '#http/problems.ts'
import { lockCourse } from '#modules/courses/queries.ts'
import { layout, queueMails, type Recipient } from '#modules/mail/outbox.ts'
import { notify } from '#modules/notices/notify.ts'
import { deleteNotices } from '#modules/notices/queries.ts'
import { deleteReviewNotices } from '#modules/signup-forms/notify.ts'
import { findForm, setMemberships, type Form, type Response } from '#modules/signup-forms/queries.ts'
import { statusAfter, type Decision } from '#modules/signup-forms/rules.ts'
import {
  cancelMoveUp,
  deleteQueuedDecisions,
  findHasDeclined,
  lockResponses,
  lockWaiting,
  updateDecided,
} from '#modules/signup-forms/responses/changes.ts'
import { insertJoins, insertLeaves } from '#modules/users/changes/queries.ts'
import { addJob, type Task } from '#services/jobs.ts'

export const moveUpJob = 'signup-forms.moveUp'
/** Same as in the trigger that adds the job when someone leaves. */
const moveUpKey = (courseId: string): string => `${moveUpJob}:${courseId}`

/** Milliseconds in which a decision can be undone: until then its email is not sent, and a seat freed by it stays reserved. */
const undoTime = 10_000

type Course = NonNullable<Awaited<ReturnType<typeof lockCourse>>>
type Found = Awaited<ReturnType<typeof lockWaiting>>[number]
type DecidedStatus = Exclude<Response['status'], 'WITHDRAWN'>
type Scope = { db: Context['db']; now: Date; publicUrl: string; actorId: string }

/** Decides responses in the order in which they were sent; the course is locked. */
export async function decide(
  ctx: Context,
  course: Course,
  form: Form,
  { ids, decision, email, note }: { ids: string[]; decision: Decision['decision']; email: boolean; note?: string | undefined },
) {
  const named = await lockResponses(ctx.db, form.id, ids)
  if (named.length < new Set(ids).size) notFound('response')
  // Users who have left the course must sign up again, or be added by an admin.
  const found = named.filter(({ hasLeft }) => !hasLeft)
  const withdrawn = found.find(({ response }) => response.status === 'WITHDRAWN')
  if (withdrawn) throw problem('conflict', { detail: `${withdrawn.name} has withdrawn. Nothing was changed.` })
  const seatsBefore = course.seats === null ? null : course.seats - course.studentCount
  let seatsLeft = seatsBefore
  const decided = found.map((one) => {
    const before = one.response.status
    const status = before === decision ? before : statusAfter({ decision, seatsLeft })
    if (seatsLeft !== null) seatsLeft += Number(before === 'APPROVED') - Number(status === 'APPROVED')
    return { one, status }
  })
  const scope = { db: ctx.db, now: ctx.now(), publicUrl: ctx.services.config.publicUrl, actorId: ctx.actor.id }
  for (const status of new Set(decided.map((each) => each.status))) {
    const changed = decided.filter((each) => each.status === status && each.one.response.status !== status)
    await apply(
      scope,
      course,
      changed.map(({ one }) => one),
      { status, email, note },
    )
  }
  await updateMoveUp(
    ctx,
    form,
    decided.map(({ one, status }) => ({ before: one.response, status })),
    seatsBefore,
  )
  return {
    items: decided.map(({ one, status }) => ({ id: one.response.id, name: one.name, before: one.response.status, status })),
    seatsLeft: seatsLeft === null ? null : Math.max(0, seatsLeft),
  }
}

/**
 * Only declining gives a seat to the waiting list, and only once it can no longer be undone. A user who loses a seat in
 * another way must not be moved up to it again.
 */
async function updateMoveUp(
  { db, now }: Context,
  form: Form,
  decided: readonly { before: Response; status: DecidedStatus }[],
  seatsBefore: number | null,
): Promise<void> {
  const freed = decided.filter(({ before, status }) => before.status === 'APPROVED' && status !== 'APPROVED')
  const undoneSince = new Date(now().getTime() - undoTime)
  const isUndone = decided.some(
    ({ before, status }) => before.status === 'REJECTED' && status === 'APPROVED' && isSince(before, undoneSince),
  )
  if (freed.length === 0 && !isUndone) return
  const key = moveUpKey(form.courseId)
  if (!(await findHasDeclined(db, form.id, undoneSince))) return void (await cancelMoveUp(db, key))
  // Seats of others who were just declined are still filled, but not those of users who lose their seat now.
  const isDeclined = freed.some(({ status }) => status === 'REJECTED')
  const job: MoveUp = { courseId: form.courseId, ...(!isDeclined && seatsBefore !== null && { most: seatsBefore }) }
  await addJob(db, moveUpJob, job, { key, runAt: new Date(now().getTime() + undoTime) })
}

/** `most`: seats to fill, if not all free ones. The trigger that adds the job only names the course. */
type MoveUp = { courseId: string; most?: number }

const isSince = ({ decidedAt }: Response, since: Date): boolean => decidedAt !== null && Date.parse(decidedAt) > since.getTime()

interface Outcome {
  status: DecidedStatus
  email: boolean
  note?: string | undefined
  /** Whether a seat became free for somebody on the waiting list. */
  isMoveUp?: boolean
}

/** Moves all of them to one state, in a fixed number of statements. None of them is in it yet. */
async function apply(scope: Scope, course: Course, found: Found[], { status, email, note, isMoveUp = false }: Outcome): Promise<void> {
  if (found.length === 0) return
  const { db, actorId, now } = scope
  const userIds = found.map(({ response }) => response.userId)
  if (status === 'APPROVED') await insertJoins(db, userIds, [course.id], scope)
  const leaving = found.filter(({ response }) => response.status === 'APPROVED')
  await insertLeaves(
    db,
    leaving.map(({ response }) => response.userId),
    course.id,
    scope,
  )
  await deleteQueuedDecisions(
    db,
    found.flatMap(({ response }) => response.decisionBatchId ?? []),
    userIds,
  )
  const isDecided = status !== 'PENDING'
  const batchId = isDecided && email ? randomUUIDv7() : null
  await updateDecided(
    db,
    found.map(({ response }) => response.id),
    {
      status,
      note: isDecided ? (note ?? null) : null,
      decidedAt: isDecided ? now.toISOString() : null,
      decidedBy: isDecided ? actorId : null,
      decisionBatchId: batchId,
    },
    now,
  )
  await setMemberships(db, course.id, userIds, status)
  // Including those that wait for the daily email, which must not contain an undone decision.
  await deleteNotices(db, userIds, groupKey(course))
  await deleteReviewNotices(db, course.id, userIds)
  if (!isDecided) return
  const isDaily = ({ preferences }: Found) => getEmailTiming('FORM', preferences) === 'DAILY'
  const recipients = found.flatMap((one) =>
    one.email && !isDaily(one) ? { userId: one.response.userId, address: one.email, name: one.name } : [],
  )
  if (batchId) await sendDecision(scope, course, recipients, { text: isMoveUp ? 'SEAT_FREE' : status, note, batchId })
  const idsOf = (people: Found[]) => people.map(({ response }) => response.userId)
  const notice = {
    kind: 'FORM' as const,
    courseId: course.id,
    groupKey: groupKey(course),
    sourceId: `decision:${randomUUIDv7()}`,
    actorId: null,
    subject: { title: course.title, outcome: isMoveUp ? ('SEAT_FREE' as const) : noticeOutcomes[status] },
  }
  const daily = { ...notice, userIds: idsOf(found.filter(isDaily)), isEmailed: email }
  await notify(db, [daily, { ...notice, userIds: idsOf(found.filter((one) => !isDaily(one))), isEmailed: false }], now)
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
  await queueMails(db, letter, recipients, now, { runAt: new Date(now.getTime() + undoTime) })
}

/** Enrols the first users of the waiting list if seats are free. A trigger adds the job when someone leaves or seats are added. */
export const moveUpTasks = ({ database, now, services }: Dependencies): Record<string, Task> => ({
  [moveUpJob]: (payload) =>
    database.transaction(async (db) => {
      const { courseId, most = 500 } = payload as MoveUp
      const course = await lockCourse(db, courseId)
      const form = course && (await findForm(db, course.id))
      if (!form || overReason(course, now().getTime())) return
      const free = course.seats === null ? most : Math.min(most, course.seats - course.studentCount)
      if (free <= 0) return
      const waiting = await lockWaiting(db, form.id, free)
      const actorId = waiting[0]?.response.decidedBy ?? waiting[0]?.response.userId
      if (!actorId) return
      const scope = { db, now: now(), publicUrl: services.config.publicUrl, actorId }
      await apply(scope, course, waiting, { status: 'APPROVED', email: true, isMoveUp: true })
    }),
})
