/** Join links: creating one, and enrolling with it. */

import { randomBytes, randomInt } from 'node:crypto'
import type { Membership } from '@lms/contract/courses'
import type * as contract from '@lms/contract/join-links'
import type { JoinLink } from '@lms/contract/join-links'
import { isStudentRole } from '@lms/contract/policy'
import type { Reply } from '@lms/contract/route'
import { joinCodeAlphabet, joinCodeLength } from '@lms/contract/rules/join-code'
import { decideMove, toPlaceState, type CourseWithPlaces } from '@lms/contract/rules/places'
import type { BaseContext, Context, Handler } from '#call/handler.ts'
import { getNetwork, rateLimitKey } from '#call/limits.ts'
import { notFound, problem, ProblemError } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { findEnrolment, insertStudent, listMemberCourseIds, lockCourse } from '#modules/courses/queries.ts'
import { findSeats, type CourseSeats } from '#modules/courses/seats/queries.ts'
import { findCourseOfLink, findLink, listTrainers, replaceLink, updateLink } from '#modules/join-links/queries.ts'
import { insertJoinedCourses } from '#modules/users/changes/queries.ts'

export const getJoinLink: Handler<typeof contract.getJoinLink> = async (ctx, { params }) => {
  const link = await findLink(ctx.db, params.courseId)
  return { link: link ? toJoinLink(ctx, link) : null }
}

export const resetJoinLink: Handler<typeof contract.resetJoinLink> = async (ctx, { params }) => {
  // Concurrent calls wait for each other.
  void ((await lockCourse(ctx.db, params.courseId)) ?? notFound('course'))
  const made = () => ({
    token: randomBytes(16).toString('base64url'),
    code: Array.from({ length: joinCodeLength }, () => joinCodeAlphabet[randomInt(joinCodeAlphabet.length)]).join(''),
    createdBy: ctx.actor.id,
    createdAt: ctx.now().toISOString(),
  })
  // One code in 78 billion is taken by another course.
  const link = (await replaceLink(ctx.db, params.courseId, made())) ?? (await replaceLink(ctx.db, params.courseId, made()))
  return { link: toJoinLink(ctx, link!) }
}

export const updateJoinLink: Handler<typeof contract.updateJoinLink> = async (ctx, { params, body }) => {
  const link = (await updateLink(ctx.db, params.courseId, body.isActive)) ?? notFound('link')
  return { link: toJoinLink(ctx, link) }
}

export const findJoinOffer: Handler<typeof contract.findJoinOffer> = async (ctx, { params }) => {
  const found = await limitGuesses(ctx, missesOf(ctx), () => openLink(ctx.db, params.token))
  const { description, startsOn, endsOn } = found.isSeen ? found : { description: '', startsOn: null, endsOn: null }
  const course = { id: found.id, title: found.title, coverImageUrl: found.coverImageUrl, description, startsOn, endsOn }
  const isMember = (await listMemberCourseIds(ctx.db, ctx.actor, [course.id])).length > 0
  const isStudent = isStudentRole(ctx.actor.role)
  const membership = isStudent ? await findEnrolment(ctx.db, course.id, ctx.actor.id) : undefined
  const blocker = isStudent ? (await joinBlocker(ctx, found, membership?.status))?.[1] : 'Only students enrol in courses.'
  return { course: { ...course, trainers: await listTrainers(ctx.db, course.id) }, isMember, blocker: isMember ? null : (blocker ?? null) }
}

export const findJoinCourse: Handler<typeof contract.findJoinCourse> = async (ctx, { params }) => {
  const { title, isSeen } = await limitGuesses(ctx, [visitorMisses(ctx)], () => openLink(ctx.db, params.token))
  return { title: isSeen ? title : null }
}

export const joinCourse: Handler<typeof contract.joinCourse> = (ctx, { params }) =>
  limitGuesses(ctx, missesOf(ctx), () => ctx.once((db) => join({ ...ctx, db }, params.token)))

async function join(ctx: Context, token: string): Promise<Reply<typeof contract.joinCourse>> {
  const { id: courseId } = await openLink(ctx.db, token)
  const course = (await lockCourse(ctx.db, courseId)) ?? notFound('course')
  const before = await findEnrolment(ctx.db, courseId, ctx.actor.id)
  if (before?.status === 'ACTIVE' && course.status !== 'DRAFT' && !course.isArchivedDraft) {
    ctx.status(200)
    return { courseId, membership: before }
  }
  const blocker = await joinBlocker(ctx, course, before?.status)
  if (blocker) throw problem(blocker[0], { detail: blocker[1] })
  await insertJoinedCourses(ctx.db, [ctx.actor.id], [courseId], { actorId: ctx.actor.id, now: ctx.now() })
  await insertStudent(ctx.db, courseId, ctx.actor.id)
  return { courseId, membership: { role: 'STUDENT', status: 'ACTIVE' } }
}

/** Why the user may not enrol now; undefined if they may. The link works whatever the enrolment mode of the course. */
async function joinBlocker(ctx: Context, course: CourseWithPlaces & CourseSeats, status: Membership['status'] | undefined) {
  const now = ctx.now()
  const seats = await findSeats(ctx.db, course, ctx.actor.id, now)
  const decision = decideMove({ move: 'join', state: toPlaceState(status), course, seats, now: now.getTime() })
  return 'refused' in decision ? decision.refused : undefined
}

/** Wrong tokens are limited per user, and per network: a school where many mistype the code shares one. */
const missesOf = ({ actor, request }: Context) => [
  rateLimitKey('join-unknown', actor.id),
  rateLimitKey('join-unknown-network', getNetwork(request.ip)),
]
/** Their own: visitors who mistype keep nobody from joining. */
const visitorMisses = ({ request }: BaseContext) => rateLimitKey('join-unknown-visitors', getNetwork(request.ip))

async function limitGuesses<T>(
  ctx: BaseContext,
  misses: Parameters<BaseContext['limits']['check']>[0],
  open: () => Promise<T>,
): Promise<T> {
  await ctx.limits.check(misses)
  try {
    return await open()
  } catch (error) {
    if (error instanceof ProblemError && error.problem === 'not-found') await ctx.limits.take(misses)
    throw error
  }
}

const openLink = async (db: Db, token: string) => (await findCourseOfLink(db, token)) ?? notFound('link')

const toJoinLink = (ctx: Context, { token, code, isActive }: { token: string; code: string; isActive: boolean }): JoinLink => ({
  url: `${ctx.services.config.publicUrl}/join/${token}`,
  code,
  isActive,
  isOpenToNewPeople: ctx.services.config.registration !== 'closed',
})
