/** Users: lists, accounts, and the caller's own profile. */

import { isStudentRole, isAdminRole, membershipRole, mayGrant, type Role } from '@lms/contract/policy'
import type { FieldError } from '@lms/contract/problems'
import { decideMove } from '@lms/contract/rules/places'
import type * as contract from '@lms/contract/users'
import type { Context, Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { lockLogin } from '#modules/auth/queries.ts'
import { deleteSessionsOf } from '#modules/auth/sessions/queries.ts'
import { deleteFeed } from '#modules/calendar/queries.ts'
import { listCoursesOfPerson } from '#modules/courses/of-person/queries.ts'
import {
  deleteMembership,
  listMemberCourseIds,
  lockCourse,
  lockCourses,
  lockCoursesOf,
  type LockedCourses,
} from '#modules/courses/queries.ts'
import { listSeats } from '#modules/courses/seats/queries.ts'
import { assertTakePeople } from '#modules/courses/seats/rules.ts'
import { validateImage } from '#modules/files/verify.ts'
import { listActivity } from '#modules/users/activity/queries.ts'
import { changePassword } from '#modules/users/change-password.ts'
import { insertEdits, insertLeftCourses, listChanges, insertJoinedCourses } from '#modules/users/changes/queries.ts'
import { exportUsers } from '#modules/users/export.ts'
import { inviteAll, replaceLinks } from '#modules/users/invitations.ts'
import { listStudents, listUsers as listPeople } from '#modules/users/list/queries.ts'
import { deleteUsers } from '#modules/users/personal-data.ts'
import {
  findOwnAccount,
  findUser,
  findUserByEmail,
  findUserWithin,
  insertInvited,
  lockWithSuperAdmins,
  mergePreferences,
  updateUserRow,
  insertMemberships,
} from '#modules/users/queries.ts'
import { changeBlocker, getDisplayNameAfterDeletion, isUnchanged, nextStatus, removalBlocker } from '#modules/users/rules.ts'

export const listUsers: Handler<typeof contract.listUsers> = async (ctx, { query }) =>
  query.download ? exportUsers(ctx.snapshot, query) : listPeople(ctx.db, query)

export const listCourseStudents: Handler<typeof contract.listCourseStudents> = (ctx, { params, query }) =>
  listStudents(ctx.db, params.courseId, query)

export const getUser: Handler<typeof contract.getUser> = async (ctx, { params }) => {
  const user = (await findUserWithin(ctx.db, params.id, ctx.reach(), ctx.actor.id)) ?? notFound('person')
  return { ...user, courses: await listCoursesOfPerson(ctx.db, user, ctx.actor, ctx.now()) }
}

export const addUserToCourse: Handler<typeof contract.addUserToCourse> = async (ctx, { params }) => {
  const courses = await openCourses(ctx, [params.courseId])
  return { passed: await enrol(ctx, courses, await touchable(ctx, params.id)) }
}

export const removeUserFromCourse: Handler<typeof contract.removeUserFromCourse> = async (ctx, { params }) => {
  const course = (await lockCourse(ctx.db, params.courseId)) ?? notFound('course')
  const target = await touchable(ctx, params.id)
  const isMember = (await listMemberCourseIds(ctx.db, target, [course.id])).length > 0
  const decision = decideMove({ move: 'remove', state: isMember ? 'ENROLLED' : 'OUTSIDE', course, now: ctx.now().getTime() })
  if ('refused' in decision) notFound('member')
  await insertLeftCourses(ctx.db, [target.id], course.id, { actorId: ctx.actor.id, now: ctx.now() })
  await deleteMembership(ctx.db, course.id, target)
}

export const listUserChanges: Handler<typeof contract.listUserChanges> = async (ctx, { params, query }) => {
  if (!(await findUser(ctx.db, params.id))) notFound('person')
  return listChanges(ctx.db, params.id, query)
}

export const listUserActivity: Handler<typeof contract.listUserActivity> = async (ctx, { params, query }) => {
  const user = (await findUserWithin(ctx.db, params.id, ctx.reach(), ctx.actor.id)) ?? notFound('person')
  return listActivity(ctx.db, user, ctx.actor, ctx.now(), query)
}

export const addUser: Handler<typeof contract.addUser> = async (ctx, { body }) => {
  const { courseId, courseIds, invite, ...person } = body
  if (!mayGrant(ctx.actor.role, body.role)) throw problem('forbidden', { detail: 'Only a super admin may invite an admin.' })
  // The email before its courses, as imports do: a different order could deadlock.
  const made = await insertInvited(ctx.db, person)
  const courses = await openCourses(ctx, [...new Set([...(courseId ? [courseId] : []), ...courseIds])])
  if (!made && courses.length === 0)
    throw problem('email-taken', { detail: 'This address has an account already. Choose a course to enrol it.' })
  const user = made ?? (await findUserByEmail(ctx.db, body.email)) ?? notFound('person')
  if (user.role !== body.role)
    throw problem('email-taken', { detail: 'This address has an account with another role already. Nobody was added.' })
  const passed = await enrol(ctx, courses, user)
  if (made && invite) await inviteAll(ctx.db, [made], senderOf(ctx))
  if (!made) ctx.status(200)
  return { ...user, isNew: made !== undefined, passed }
}

export const resendInvitation: Handler<typeof contract.resendInvitation> = async (ctx, { params }) => {
  const target = await lockInvited(ctx, (await findUser(ctx.db, params.id)) ?? notFound('person'))
  await inviteAll(ctx.db, [target], senderOf(ctx))
}

export const replaceInvitationLink: Handler<typeof contract.replaceInvitationLink> = async (ctx, { body }) => {
  const target = await lockInvited(ctx, (await findUserByEmail(ctx.db, body.email)) ?? notFound('person'))
  const { links, expiresAt } = await replaceLinks(ctx.db, [target], ctx.now(), ctx.services.config.publicUrl)
  return { url: links[0]!.url, expiresAt: expiresAt.toISOString() }
}

const senderOf = (ctx: Context) => ({ senderId: ctx.actor.id, now: ctx.now(), publicUrl: ctx.services.config.publicUrl })

/** Locked until the commit, so that the earlier invitation cannot be accepted and the user cannot be deleted. */
async function lockInvited<U extends { id: string; role: Role }>(ctx: Context, target: U): Promise<U> {
  if (!mayGrant(ctx.actor.role, target.role)) throw problem('forbidden', { detail: 'Only a super admin may invite an admin.' })
  const status = (await lockLogin(ctx.db, target.id))?.status
  if (status === 'SUSPENDED') throw problem('conflict', { detail: 'This person is suspended. Let them in again first.' })
  if (status !== 'INVITED') throw problem('conflict', { detail: 'This person has already accepted an invitation.' })
  return target
}

export const updateUser: Handler<typeof contract.updateUser> = async (ctx, { params, body: { version, ...body } }) => {
  const courses = body.role ? await lockCoursesOf(ctx.db, [params.id]) : []
  const locked = await lockWithSuperAdmins(ctx.db, params.id)
  const target = locked.find(({ id }) => id === params.id) ?? notFound('person')
  const blocker = changeBlocker(ctx.actor, target, body, locked)
  if (blocker) throw problem(blocker[0], { detail: blocker[1] })
  if (version !== undefined && version !== target.version) {
    const current = (await findUser(ctx.db, target.id))!
    if (isUnchanged(body, target)) return current
    throw problem('version-conflict', { detail: `${target.name} was changed by someone else. Nothing was saved.`, current })
  }
  // The courses that they were a student of come back with the role.
  const returning = courses.filter(({ deletedAt }) => deletedAt === null)
  if (isStudentRole(body.role) && !isStudentRole(target.role)) await takeSeats(ctx, returning, target.id, 'regainRole')
  const status = nextStatus(body.status, target.hasPassword)
  await insertEdits(ctx.db, target.id, { ...body, status }, { actorId: ctx.actor.id, now: ctx.now() })
  await updateUserRow(ctx.db, target.id, { ...body, status })
  const isCut = status === 'SUSPENDED' || (body.role !== undefined && body.role !== target.role)
  if (isCut) await deleteSessionsOf(ctx.db, target.id)
  if (status === 'SUSPENDED') await deleteFeed(ctx.db, target.id)
  return (await findUser(ctx.db, target.id))!
}

export const updateMe: Handler<typeof contract.updateMe> = async (ctx, { body }) => {
  ctx.reach()
  const { currentPassword, newPassword, preferences, ...profile } = body
  const getPictureErrors = async (db: Db) => {
    const detail = profile.profileImage ? await validateImage({ ...ctx, db }, profile.profileImage) : undefined
    return detail ? [{ pointer: '/profileImage', detail }] : []
  }
  const password = await changePassword(ctx, { currentPassword, newPassword })
  assertNoErrors([...password.errors, ...(await getPictureErrors(ctx.db))])
  const setPassword = await password.prepare()
  return ctx.transaction(async (db) => {
    // Checked again: from here on the picture is locked.
    assertNoErrors(await getPictureErrors(db))
    await setPassword?.(db)
    await insertEdits(db, ctx.actor.id, { name: profile.name }, { actorId: ctx.actor.id, now: ctx.now() })
    await updateUserRow(db, ctx.actor.id, profile)
    if (preferences) await mergePreferences(db, ctx.actor.id, preferences)
    // Deleted in the meantime: nothing is stored.
    return (await findOwnAccount(db, ctx.actor.id)) ?? notFound('person')
  })
}

function assertNoErrors(errors: FieldError[]): void {
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
}

export const removeUser: Handler<typeof contract.removeUser> = async (ctx, { params }) => {
  await lockCoursesOf(ctx.db, [params.id])
  const locked = await lockWithSuperAdmins(ctx.db, params.id)
  const target = locked.find(({ id }) => id === params.id) ?? notFound('person')
  const blocker = removalBlocker(ctx.actor, target, locked)
  if (blocker) throw problem(blocker[0], { detail: blocker[1] })
  await deleteUsers(ctx.db, [target.id], getDisplayNameAfterDeletion(target.role), ctx.now())
}

/** A user whose courses the caller may change. */
async function touchable({ db, actor }: Context, id: string) {
  const target = (await findUser(db, id)) ?? notFound('person')
  if (!mayGrant(actor.role, target.role)) throw problem('forbidden', { detail: 'Only a super admin may change an admin.' })
  return target
}

/** The courses, locked so that nobody else takes their last seats until the commit. */
async function openCourses({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<LockedCourses> {
  if (ids.length === 0) return []
  const courses = await lockCourses(db, ids)
  return courses.length === ids.length ? courses : notFound('course')
}

/** All of them, or none. Existing memberships stay. Returns how many people on waiting lists the user was put before. */
async function enrol(ctx: SeatContext, courses: LockedCourses, user: { id: string; role: Role }): Promise<number> {
  if (courses.length === 0) return 0
  if (isAdminRole(user.role)) throw problem('conflict', { detail: 'Admins have access to every course and cannot be enrolled.' })
  const ids = courses.map(({ id }) => id)
  const here = new Set(await listMemberCourseIds(ctx.db, user, ids))
  const added = courses.filter(({ id }) => !here.has(id))
  assertTakePeople(added, ctx.now())
  const passed = isStudentRole(user.role) ? await takeSeats(ctx, added, user.id, 'add') : 0
  await insertJoinedCourses(ctx.db, [user.id], ids, { actorId: ctx.actor.id, now: ctx.now() })
  await insertMemberships(
    ctx.db,
    ids.map((courseId) => ({ courseId, userId: user.id, role: membershipRole(user.role) })),
  )
  return passed
}

type SeatContext = Pick<Context, 'db' | 'actor' | 'now'>

const origin = { add: 'OUTSIDE', regainRole: 'LEFT' } as const

/** Refused if one of the courses has no seat for the student; else, how many people on waiting lists are passed. */
async function takeSeats({ db, now }: SeatContext, courses: LockedCourses, userId: string, move: keyof typeof origin): Promise<number> {
  const seats = await listSeats(db, courses, userId, now())
  return courses.reduce((passed, course) => {
    const decision = decideMove({ move, state: origin[move], course, seats: seats.get(course.id)!, now: now().getTime() })
    if ('refused' in decision) throw problem('course-full', { detail: `${course.title} has no seat left.` })
    return passed + decision.passed
  }, 0)
}
