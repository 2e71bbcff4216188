/** Reviewing the responses to a course's sign-up form. */

import { decideMove, toPlaceState } from '@lms/contract/rules/places'
import { listChoices, listFileKeys } from '@lms/contract/rules/questions'
import type * as contract from '@lms/contract/signup-responses'
import type { SignupResponse } from '@lms/contract/signup-responses'
import type { CourseContext, Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { findTimeZone } from '#modules/courses/queries.ts'
import { lockCourse } from '#modules/courses/queries.ts'
import { findCourseSeats } from '#modules/courses/seats/queries.ts'
import { countResponses, findForm, listVersions, updateResponse, type Form } from '#modules/signup-forms/queries.ts'
import { decide } from '#modules/signup-forms/responses/decide.ts'
import { exportRows } from '#modules/signup-forms/responses/export.ts'
import { countAnswers, countByStatus, getFileName, listFiles, listPeople, lockResponses } from '#modules/signup-forms/responses/queries.ts'
import { listResponsesOf } from '#modules/signup-forms/responses/search.ts'
import { findBefore } from '#modules/signup-forms/responses/waiting-list.ts'

export const listResponses: Handler<typeof contract.listResponses> = async (ctx, { params, query }) => {
  const form = await findFormOrFail(ctx, params.courseId)
  const { page, limit, ...filter } = query
  const { counts, inStatus } = await countByStatus(ctx.db, form.id)
  const found = await listResponsesOf(ctx.db, form.id, filter, inStatus, { page, limit })
  const versions = form.version === 1 ? [{ version: 1, questions: form.questions }] : await listVersions(ctx.db, form.id)
  const { seats, studentCount } = (await findCourseSeats(ctx.db, form.courseId)) ?? notFound('course')
  return {
    ...found,
    items: await withFilesAndPeople(ctx, found.items, versions),
    counts,
    versions,
    seats: { taken: studentCount, total: seats },
  }
}

export const exportResponses: Handler<typeof contract.exportResponses> = async (ctx, { params, query }) => {
  const form = await findFormOrFail(ctx, params.courseId)
  return exportRows(ctx.snapshot, form, await listVersions(ctx.db, form.id), query, await findTimeZone(ctx.db, params.courseId))
}

export const summarizeResponses: Handler<typeof contract.summarizeResponses> = async (ctx, { params }) => {
  const form = await findFormOrFail(ctx, params.courseId)
  const [given, total] = [await countAnswers(ctx.db, form.id), await countResponses(ctx.db, form.id)]
  const countOf = (questionId: string, option: string | null) =>
    given.find((row) => row.questionId === questionId && row.option === option)?.count ?? 0
  const questions = form.questions.map((question) => ({
    ...question,
    answered: countOf(question.id, null),
    choices: listChoices(question).map((option) => ({ option, count: countOf(question.id, option) })),
  }))
  return { total, questions }
}

export const decideResponse: Handler<typeof contract.decideResponse> = async (ctx, { params, body }) => {
  const { course, form } = await lockForm(ctx, params.courseId)
  return decide(ctx, course, form, { ...body, ids: [params.id] })
}

export const decideResponses: Handler<typeof contract.decideResponses> = async (ctx, { params, body }) => {
  const { course, form } = await lockForm(ctx, params.courseId)
  return decide(ctx, course, form, body)
}

export const moveUp: Handler<typeof contract.moveUp> = async (ctx, { params }) => {
  const { course, form } = await lockForm(ctx, params.courseId)
  const [found] = await lockResponses(ctx.db, form.id, [params.id])
  const { response, name } = found ?? notFound('response')
  const state = toPlaceState(undefined, response.status)
  const decision = decideMove({ move: 'moveForward', state, course, name, now: ctx.now().getTime() })
  if ('refused' in decision) throw problem(decision.refused[0], { detail: decision.refused[1] })
  const before = await findBefore(ctx.db, form.id, response)
  if (before) {
    await updateResponse(ctx.db, response.id, { waitlistedAt: before.waitlistedAt })
    // Responses sent in the same millisecond are ordered by id.
    const isSame = before.waitlistedAt === response.waitlistedAt
    await updateResponse(ctx.db, before.id, { waitlistedAt: isSame ? addMillisecond(response.waitlistedAt!) : response.waitlistedAt })
  }
  const { seats, studentCount } = course
  return {
    items: [{ id: response.id, name, before: response.status, status: response.status }],
    seatsLeft: seats === null ? null : Math.max(0, seats - studentCount),
    passed: 0,
  }
}

const addMillisecond = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString()

const findFormOrFail = async (ctx: CourseContext, courseId: string): Promise<Form> => (await findForm(ctx.db, courseId)) ?? notFound('form')

/** Locks the course before its form's responses: everything that counts seats uses this order. */
async function lockForm(ctx: CourseContext, courseId: string) {
  const course = (await lockCourse(ctx.db, courseId)) ?? notFound('course')
  return { course, form: await findFormOrFail(ctx, courseId) }
}

type Found = Awaited<ReturnType<typeof listResponsesOf>>['items']
type Versions = Awaited<ReturnType<typeof listVersions>>

async function withFilesAndPeople(ctx: CourseContext, found: Found, versions: Versions): Promise<SignupResponse[]> {
  const questionsOf = (version: number) => versions.find((one) => one.version === version)?.questions ?? []
  const keysOf = (one: Found[number]) =>
    [one, ...one.earlier].flatMap(({ version, answers }) => listFileKeys(questionsOf(version), answers))
  const keys = found.flatMap(keysOf)
  const stored = keys.length > 0 ? await listFiles(ctx.db, keys) : []
  const deciders = [...new Set(found.flatMap(({ decidedBy }) => decidedBy ?? []))]
  const people = deciders.length > 0 ? await listPeople(ctx.db, deciders) : []
  const open = async ({ key, name, size }: (typeof stored)[number]) => {
    const fileName = getFileName(key, name)
    return { key, name: fileName, size: size ?? 0, url: await ctx.services.storage.presignGet(key, { fileName }) }
  }
  return Promise.all(
    found.map(async (item) => ({
      ...item,
      decidedBy: people.find(({ id }) => id === item.decidedBy) ?? null,
      files: await Promise.all(stored.filter(({ key }) => keysOf(item).includes(key)).map(open)),
    })),
  )
}
