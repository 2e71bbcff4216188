/** Who may change whom. Pure. */

import { mayGrant, type Role } from '@lms/contract/policy'

export interface Person {
  id: string
  role: Role
  status: 'INVITED' | 'ACTIVE' | 'SUSPENDED'
}
export interface Change {
  role?: Role | undefined
  status?: 'ACTIVE' | 'SUSPENDED' | undefined
}
type Blocker = ['forbidden' | 'last-super-admin' | 'conflict', string]

/** Whether nobody else could manage all users. `admins` are the current super admins. */
const isLast = (target: Person, admins: readonly Person[]) =>
  target.role === 'SUPER_ADMIN' && !admins.some(({ id, role, status }) => id !== target.id && role === 'SUPER_ADMIN' && status === 'ACTIVE')

const lastStays: Blocker = ['last-super-admin', 'Make someone else a super admin first.']

/** Why a change is rejected; undefined if it is allowed. */
export function changeBlocker(
  actor: { id: string; role: Role },
  target: Person,
  change: Change,
  admins: readonly Person[],
): Blocker | undefined {
  const role = change.role ?? target.role
  const isOwn = actor.id === target.id
  if (isOwn && role !== target.role) return ['forbidden', 'You cannot change your own role.']
  if (!mayGrant(actor.role, target.role)) return ['forbidden', 'Only a super admin may change an admin.']
  if (!mayGrant(actor.role, role)) return ['forbidden', 'Only a super admin may make someone an admin.']
  const leaves = role !== 'SUPER_ADMIN' || change.status === 'SUSPENDED'
  if (leaves && isLast(target, admins)) return lastStays
  if (isOwn && change.status === 'SUSPENDED') return ['forbidden', 'You cannot suspend yourself.']
  return undefined
}

export function removalBlocker(actor: { id: string; role: Role }, target: Person, admins: readonly Person[]): Blocker | undefined {
  if (actor.id === target.id) return ['conflict', 'You cannot delete your own account here.']
  if (!mayGrant(actor.role, target.role)) return ['forbidden', 'Only a super admin may delete an admin.']
  return isLast(target, admins) ? lastStays : undefined
}

/** A user who never chose a password is still invited, however often they are suspended and reactivated. */
export const nextStatus = (wanted: Change['status'], hasPassword: boolean): Person['status'] | undefined =>
  wanted === 'ACTIVE' && !hasPassword ? 'INVITED' : wanted

interface Edit extends Change {
  name?: string | undefined
}

/** Whether an edit is stored already: sending it again after a lost response is no conflict. */
export const isUnchanged = (edit: Edit, now: Person & { name: string; hasPassword: boolean }): boolean =>
  (edit.name ?? now.name) === now.name &&
  (edit.role ?? now.role) === now.role &&
  (nextStatus(edit.status, now.hasPassword) ?? now.status) === now.status

/** Shown in place of the name of a deleted user. */
export const getDisplayNameAfterDeletion = (role: Role): string => formerNames[role]

const formerNames: Record<Role, string> = {
  USER: 'Former student',
  TRAINER: 'Former trainer',
  ADMIN: 'Former member of staff',
  SUPER_ADMIN: 'Former member of staff',
}
