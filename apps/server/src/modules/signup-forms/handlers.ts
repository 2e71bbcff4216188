/** Sign-up forms: editing and answering them. */

import { randomUUIDv7 } from 'node:crypto'
import { countFreeSeats, decideMove, toPlaceState, type PlaceState, type Seats } from '@lms/contract/rules/places'
import { listFileKeys } from '@lms/contract/rules/questions'
import type * as contract from '@lms/contract/signup-forms'
import type { MyResponse, SignupForm } from '@lms/contract/signup-forms'
import type { Answer } from '@lms/contract/submissions'
import { rereadBy, type CourseContext, type Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { findEnrolment, lockCourse } from '#modules/courses/queries.ts'
import { findCourseSeats, findPlace, findSeats, type CourseSeats } from '#modules/courses/seats/queries.ts'
import { checkFiles } from '#modules/files/verify.ts'
import { deleteReviewNotices, notifyReviewers } from '#modules/signup-forms/notify.ts'
import {
  countResponses,
  findForm,
  findQuestionsOf,
  findResponseOf,
  listVersions,
  saveFormRow,
  setMemberships,
  updateResponse,
  upsertResponse,
  type Form,
  type Response,
} from '#modules/signup-forms/queries.ts'
import { answerErrors, formErrors, toResponseStatus } from '#modules/signup-forms/rules.ts'
import { insertJoinedCourses } from '#modules/users/changes/queries.ts'

type Course = NonNullable<Awaited<ReturnType<typeof lockCourse>>>

const save: Handler<typeof contract.saveForm> = async (ctx, { params, body }) => {
  const course = (await lockCourse(ctx.db, params.courseId)) ?? notFound('course')
  const before = await findForm(ctx.db, course.id)
  if (body.version !== undefined && body.version !== (before?.version ?? 0))
    throw problem('version-conflict', { detail: 'This form was changed by someone else. Nothing was saved.', current: before })
  const versions = before ? await listVersions(ctx.db, before.id) : []
  const errors = formErrors(body.questions, new Set(versions.flatMap(({ questions }) => questions.map(({ id }) => id))))
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  const questions = body.questions.map(({ id = randomUUIDv7(), label, help, type, required, options }) => ({
    id,
    label,
    help,
    type,
    required,
    options,
  }))
  const { status, closesAt, autoApprove } = body
  await saveFormRow(ctx.db, { courseId: course.id, before, settings: { status, closesAt, autoApprove }, questions, by: ctx.actor.id })
  return show(ctx, course, (await findForm(ctx.db, course.id))!)
}

export const saveForm = rereadBy<typeof contract.saveForm>(
  save,
  async (ctx) => (await getForm(ctx, { params: { courseId: ctx.course.id } })) ?? notFound('form'),
)

export const getForm: Handler<typeof contract.getForm> = async (ctx, { params }) => {
  const found = await findForm(ctx.db, params.courseId)
  return found ? show(ctx, (await findCourseSeats(ctx.db, params.courseId)) ?? notFound('course'), found) : null
}

export const answerForm: Handler<typeof contract.answerForm> = async (ctx, { params, body }) => {
  const { course, form } = await lockForm(ctx, params)
  const now = ctx.now()
  const seats = await findSeats(ctx.db, course, ctx.actor.id, now)
  const before = await findResponseOf(ctx.db, form.id, ctx.actor.id)
  const membership = await findEnrolment(ctx.db, course.id, ctx.actor.id)
  const to = decideOwn(ctx, 'answer', { course, form, seats, state: toPlaceState(membership?.status, before?.status) })
  const answers = await checkAnswers(ctx, form, body)
  const status = toResponseStatus(to)
  const sentAt = now.toISOString()
  const times = { sentAt, waitlistedAt: status === 'WAITLISTED' ? sentAt : null }
  const response = { formId: form.id, userId: ctx.actor.id, version: form.version, answers, status, ...times }
  const saved = await upsertResponse(ctx.db, { ...response, earlier: before ? withEarlier(before) : [] })
  if (status === 'APPROVED') await insertJoinedCourses(ctx.db, [ctx.actor.id], [course.id], { actorId: ctx.actor.id, now })
  await setMemberships(ctx.db, course.id, [ctx.actor.id], status)
  if (status === 'PENDING') await notifyReviewers(ctx.db, course, saved, now)
  return {
    id: saved.id,
    status: status === 'APPROVED' ? 'ACCEPTED' : (status as 'PENDING' | 'WAITLISTED'),
    place: status === 'WAITLISTED' ? seats.before + 1 : null,
    membership: { role: 'STUDENT', status: status === 'APPROVED' ? 'ACTIVE' : status },
  }
}

export const changeAnswers: Handler<typeof contract.changeAnswers> = async (ctx, { params, body }) => {
  const { course, form } = await lockForm(ctx, params)
  const before = await findOwn(ctx, form)
  decideOwn(ctx, 'changeAnswers', { course, form, state: toPlaceState(undefined, before.status) })
  const answers = await checkAnswers(ctx, form, body)
  return showResponse(ctx, await updateResponse(ctx.db, before.id, { answers, version: form.version }), form)
}

export const withdrawAnswers: Handler<typeof contract.withdrawAnswers> = async (ctx, { params }) => {
  const { course, form } = await lockForm(ctx, params)
  const before = await findOwn(ctx, form)
  decideOwn(ctx, 'withdraw', { course, form, state: toPlaceState(undefined, before.status) })
  const saved = await updateResponse(ctx.db, before.id, { status: 'WITHDRAWN', waitlistedAt: null, keepsSeat: false })
  await setMemberships(ctx.db, course.id, [ctx.actor.id], 'WITHDRAWN')
  await deleteReviewNotices(ctx.db, course.id, [ctx.actor.id])
  return showResponse(ctx, saved, form)
}

/** The form and its course, locked, so that one transaction at a time counts seats. */
async function lockForm(ctx: CourseContext, params: { courseId: string; id: string }): Promise<{ course: Course; form: Form }> {
  const course = (await lockCourse(ctx.db, params.courseId)) ?? notFound('course')
  const form = await findForm(ctx.db, course.id)
  return { course, form: form?.id === params.id ? form : notFound('form') }
}

const findOwn = async (ctx: CourseContext, form: Form): Promise<Response> =>
  (await findResponseOf(ctx.db, form.id, ctx.actor.id)) ?? notFound('response')

/** What becomes of the caller; throws if the move is refused. */
function decideOwn(
  ctx: CourseContext,
  move: 'answer' | 'changeAnswers' | 'withdraw',
  of: { course: Course; form: Form; state: PlaceState; seats?: Seats },
): PlaceState {
  const decision = decideMove({ move, ...of, now: ctx.now().getTime() })
  if ('refused' in decision) throw problem(decision.refused[0], { detail: decision.refused[1] })
  return decision.to
}

async function checkAnswers(ctx: CourseContext, form: Form, body: { answers: Answer[]; version?: number | undefined }): Promise<Answer[]> {
  if (body.version !== undefined && body.version !== form.version) {
    const { questions, version } = form
    throw problem('version-conflict', {
      detail: 'This form was changed while you filled it in. Nothing was sent.',
      current: { questions, version },
    })
  }
  const errors = answerErrors(form.questions, body.answers)
  if (errors.length > 0)
    throw problem('validation-failed', {
      detail: errors.length === 1 ? errors[0]!.detail : `${errors.length} answers need attention.`,
      errors,
    })
  const keys = listFileKeys(form.questions, body.answers)
  const [[key, detail] = []] = await checkFiles(ctx, keys)
  if (detail !== undefined) {
    const { questionId } = body.answers.find(({ value }) => [value].flat().includes(key!))!
    throw problem('validation-failed', { detail, errors: [{ pointer: `/answers/${questionId}`, detail }] })
  }
  return body.answers
}

/** Earlier responses that are stored. */
const mostEarlier = 5

const withEarlier = ({ version, answers, sentAt, earlier }: Response): Response['earlier'] =>
  [{ version, answers, sentAt }, ...earlier].slice(0, mostEarlier)

/** Seats that a newcomer would get: not reserved, and nobody waits for them. */
async function countSeatsLeft(ctx: CourseContext, course: CourseSeats): Promise<number | null> {
  if (course.seats === null) return null
  const seats = await findSeats(ctx.db, course, null, ctx.now())
  return Math.max(0, countFreeSeats(seats) - seats.before)
}

async function show(ctx: CourseContext, course: CourseSeats, form: Form): Promise<SignupForm> {
  const response = await findResponseOf(ctx.db, form.id, ctx.actor.id)
  return {
    ...form,
    seatsLeft: await countSeatsLeft(ctx, course),
    responseCount: ctx.course.isStaff ? await countResponses(ctx.db, form.id) : null,
    response: response ? await showResponse(ctx, response, form) : null,
  }
}

async function showResponse(ctx: CourseContext, response: Response, form: Form): Promise<MyResponse> {
  const questions = response.version === form.version ? form.questions : await findQuestionsOf(ctx.db, form.id, response.version)
  const { id, status, version, answers, note, sentAt } = response
  return {
    id,
    status,
    version,
    questions,
    answers,
    note,
    sentAt,
    place: status === 'WAITLISTED' ? await findPlace(ctx.db, form.courseId, ctx.actor.id, ctx.now()) : null,
  }
}
