/** Enrols a user in courses, in the role of their account. */
import type { Role } from '@lms/contract/policy'
import { membershipRole } from '#access/course.ts'
import type { Context } from '#http/handler.ts'
import { notFound, problem } from '#http/problems.ts'
import { countStudentsOf, listMemberOf, lockCourses } from '#modules/courses/queries.ts'
import { insertJoins } from '#modules/users/changes/queries.ts'
import { insertMemberships } from '#modules/users/queries.ts'

type Courses = Awaited<ReturnType<typeof lockCourses>>

/** The courses, locked so that nobody else takes their last seats until the commit. */
export async function openCourses({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<Courses> {
  if (ids.length === 0) return []
  const courses = await lockCourses(db, ids)
  return courses.length === ids.length ? courses : notFound('course')
}

/** All of them, or none. Existing memberships stay. */
export async function enrol(ctx: Pick<Context, 'db' | 'actor' | 'now'>, courses: Courses, user: { id: string; role: Role }): Promise<void> {
  if (courses.length === 0) return
  if (user.role !== 'USER' && user.role !== 'TRAINER')
    throw problem('conflict', { detail: 'Admins have access to every course and cannot be enrolled.' })
  const ids = courses.map(({ id }) => id)
  const here = new Set(await listMemberOf(ctx.db, user, ids))
  const limited = courses.filter(({ id, seats }) => seats !== null && !here.has(id) && user.role === 'USER')
  const taken = await countStudentsOf(
    ctx.db,
    limited.map(({ id }) => id),
  )
  const full = limited.find(({ id, seats }) => (taken.get(id) ?? 0) >= seats!)
  if (full) throw problem('course-full', { detail: `${full.title} has no place left.` })
  await insertJoins(ctx.db, [user.id], ids, { actorId: ctx.actor.id, now: ctx.now() })
  await insertMemberships(
    ctx.db,
    ids.map((courseId) => ({ courseId, userId: user.id, role: membershipRole(user) })),
  )
}
