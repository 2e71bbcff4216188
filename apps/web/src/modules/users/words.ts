/** How roles and states of people are called, and who may touch whom (product-decisions section 3). */
import type { Role } from '@lms/contract/policy'
import type { User } from '@lms/contract/users'
import type { SessionUser } from '#lib/session.ts'

export const roleWords: Record<Role, string> = { SUPER_ADMIN: 'Super admin', ADMIN: 'Admin', TRAINER: 'Trainer', USER: 'Student' }

export const roleMeanings: Record<Role, string> = {
  USER: 'Joins courses, watches, submits work.',
  TRAINER: 'Creates courses, runs and grades the courses taught.',
  ADMIN: 'Runs all courses, manages trainers and students.',
  SUPER_ADMIN: 'Everything, and manages admins too.',
}

export const statusGlyphs = { ACTIVE: 'active', INVITED: 'invited', SUSPENDED: 'suspended' } as const satisfies Record<
  User['status'],
  string
>

const ranked: readonly Role[] = ['USER', 'TRAINER', 'ADMIN', 'SUPER_ADMIN']

/** Roles that somebody may give: admins stop at trainers. */
export const grantableRoles = (giver: Role): readonly Role[] =>
  giver === 'SUPER_ADMIN' ? ranked : giver === 'ADMIN' ? ranked.slice(0, 2) : []

type Who = Pick<SessionUser, 'id' | 'role'>

/** Whether name, role and status of a person are the actor's to change. */
export const mayManage = (actor: Who, person: Pick<User, 'id' | 'role'>): boolean => grantableRoles(actor.role).includes(person.role)

/** Nobody suspends or deletes themselves. */
export const mayRemove = (actor: Who, person: Pick<User, 'id' | 'role'>): boolean => actor.id !== person.id && mayManage(actor, person)
