/** How roles and states of people are called, and who may touch whom (product-decisions section 3). */
import { type Action, mayEver, mayGrant, type Role } from '@lms/contract/policy'
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

export const statusWords: Record<User['status'], string> = { ACTIVE: 'Active', INVITED: 'Invited', SUSPENDED: 'Suspended' }

/** Admins reach every course and are enrolled in none. */
export const takesCourse = (role: Role): boolean => role === 'USER' || role === 'TRAINER'

type Who = Pick<SessionUser, 'id' | 'role'>

/** Whether name, role and status of a person are the actor's to change. */
export const mayManage = (actor: Who, person: Pick<User, 'id' | 'role'>): boolean => mayGrant(actor.role, person.role)

/** Nobody suspends or deletes themselves. */
export const mayRemove = (actor: Who, person: Pick<User, 'id' | 'role'>): boolean => actor.id !== person.id && mayManage(actor, person)

/** What a role adds, by the right that decides it. */
const powers: readonly (readonly [Action, string])[] = [
  ['submission.write', 'take courses and hand in work'],
  ['course.create', 'create courses'],
  ['submission.grade', 'grade work'],
  ['course.update', 'change and delete any course'],
  ['user.update', 'manage trainers and students'],
  ['media.library', 'see all media'],
]
const powersOf = (role: Role): string[] => [
  ...powers.filter(([action]) => mayEver(role, action)).map(([, words]) => words),
  ...(mayGrant(role, 'ADMIN') ? ['manage admins'] : []),
]

/** “Omar will be able to create courses, grade work.” Says what a change of role does before it is saved. */
export function roleEffect(name: string, from: Role, to: Role): string {
  const [before, after] = [powersOf(from), powersOf(to)]
  const gained = after.filter((power) => !before.includes(power))
  const lost = before.filter((power) => !after.includes(power))
  const sentences = [
    gained.length > 0 && `${name} will be able to ${gained.join(', ')}.`,
    lost.length > 0 && `${name} will no longer be able to ${lost.join(', ')}.`,
  ]
  return [...sentences, 'The change signs the person out once.'].filter(Boolean).join(' ')
}
