/** The relation of an actor to a course and its content. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  isStudentRole,
  isTrainerRole,
  isAdminRole,
  membershipRole,
  can,
  policy,
  getReach,
  isClosedWhenArchived,
  type Action,
  type Reach,
} from '@lms/contract/policy'
import type { Actor, CourseAccess, CourseRelation, Subject } from '#call/actor.ts'
import { courseArchived, notFound, problem } from '#call/problems.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { courses, memberships } from '#db/schema/courses.ts'

const courseRelation = prepared((db) =>
  db
    .select({ id: courses.id, status: courses.status, isArchivedDraft: courses.isArchivedDraft, membership: memberships.status })
    .from(courses)
    .leftJoin(
      memberships,
      and(
        eq(memberships.courseId, courses.id),
        eq(memberships.userId, sql.placeholder('userId')),
        eq(memberships.role, sql.placeholder('role')),
        eq(memberships.status, 'ACTIVE'),
      ),
    )
    .where(and(eq(courses.id, sql.placeholder('courseId')), isNull(courses.deletedAt))),
)

export async function findCourseRelation(db: Db, actor: Actor, courseId: string): Promise<CourseRelation | undefined> {
  const [found] = await courseRelation(db, { userId: actor.id, role: membershipRole(actor.role), courseId })
  return found
}

/** Undefined if the course is unknown, or a draft hidden from the actor. */
function toAccess(actor: Actor, found: CourseRelation | undefined): CourseAccess | undefined {
  if (!found) return undefined
  const isMember = found.membership !== null
  const isStaff = isAdminRole(actor.role) || (isTrainerRole(actor.role) && isMember)
  if ((found.status === 'DRAFT' || found.isArchivedDraft) && !isStaff) return undefined
  return {
    id: found.id,
    status: found.status,
    isStaff,
    relation: { teaches: isTrainerRole(actor.role) && isMember, enrolled: isStudentRole(actor.role) && isMember },
  }
}

/** Whether the course is within the reach at all; `own` objects belong to courses that their owner is enrolled in. */
const isWithin = (reach: Reach, { relation }: CourseAccess) =>
  reach === 'all' ||
  (reach === 'teaching' && relation.teaches) ||
  ((reach === 'enrolled' || reach === 'own') && (relation.enrolled || relation.teaches))

/** 404 if the caller may not know of the course, 403 if the action is out of reach in it. */
export function enterCourse(actor: Actor, action: Action, relation: CourseRelation | undefined): CourseAccess {
  const course = toAccess(actor, relation) ?? notFound('course')
  if (!isWithin(getReach(actor.role, action), course)) throw problem('forbidden')
  return course
}

/** Archived courses are read only. Reading may need the same right as changing. */
export function assertOpen(action: Action, course: CourseAccess): void {
  if (course.status === 'ARCHIVED' && isClosedWhenArchived(action, course)) throw courseArchived()
}

/** Throws unless the actor may do `action` to the subject: 403 if the actor may read it, else 404. `known` saves a query. */
export async function allow(db: Db, actor: Actor, action: Action, subject: Subject, known?: CourseAccess): Promise<CourseAccess> {
  const course =
    known?.id === subject.courseId ? known : (toAccess(actor, await findCourseRelation(db, actor, subject.courseId)) ?? notFound('object'))
  const relation = {
    ...course.relation,
    owns: subject.ownerId === actor.id && (course.relation.enrolled === true || course.relation.teaches === true),
  }
  if (can(actor.role, action, relation)) return course
  const read = `${action.split('.')[0]}.read`
  if (read in policy && can(actor.role, read as Action, relation)) throw problem('forbidden')
  return notFound('object')
}
