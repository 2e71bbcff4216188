import fc from 'fast-check'
import { expect, test } from 'vitest'
import { can, grantableRoles, canEver, mayGrant, policy, getReach, roles, type Action, type Role } from '#policy.ts'

const actions = Object.keys(policy) as Action[]
const anyAction = fc.constantFrom(...actions)
const anyRole = fc.constantFrom(...roles)
const anyRelation = fc.record({ teaches: fc.boolean(), enrolled: fc.boolean(), owns: fc.boolean() })

test('a role that may never do something may not, whatever the relation', () => {
  fc.assert(
    fc.property(anyRole, anyAction, anyRelation, (role, action, relation) => {
      expect(canEver(role, action) || !can(role, action, relation)).toBe(true)
    }),
  )
})

test('a closer relation never takes a right away', () => {
  const close = { teaches: true, enrolled: true, owns: true }
  fc.assert(
    fc.property(anyRole, anyAction, anyRelation, (role, action, relation) => {
      expect(!can(role, action, relation) || can(role, action, close)).toBe(true)
    }),
  )
})

test('a student does only what is open to all, enrolled or own', () => {
  for (const action of actions) expect(['all', 'enrolled', 'own', '-']).toContain(getReach('USER', action))
})

test('an admin may do what a super admin may: the difference is whom they may touch, not what', () => {
  for (const action of actions) expect(getReach('ADMIN', action)).toBe(getReach('SUPER_ADMIN', action))
})

test('a few cells that must never change by accident', () => {
  expect(can('USER', 'submission.read', { enrolled: true, owns: false })).toBe(false)
  expect(can('TRAINER', 'submission.grade', { teaches: false })).toBe(false)
  expect(can('TRAINER', 'course.update', { teaches: true })).toBe(false)
  expect(can('TRAINER', 'course.publish', { teaches: true })).toBe(true)
  expect(can('TRAINER', 'course.publish', { teaches: false })).toBe(false)
  expect(can('USER', 'user.list')).toBe(false)
  expect(can('TRAINER', 'user.list')).toBe(false)
})

test.each<[Role, Role, boolean]>([
  ['SUPER_ADMIN', 'SUPER_ADMIN', true],
  ['SUPER_ADMIN', 'USER', true],
  ['ADMIN', 'TRAINER', true],
  ['ADMIN', 'USER', true],
  ['ADMIN', 'ADMIN', false],
  ['ADMIN', 'SUPER_ADMIN', false],
  ['TRAINER', 'USER', false],
  ['USER', 'USER', false],
])('%s may grant %s: %s', (actor, role, expected) => expect(mayGrant(actor, role)).toBe(expected))

test('the roles that may be given, the least first', () => {
  expect(grantableRoles('SUPER_ADMIN')).toEqual(['USER', 'TRAINER', 'ADMIN', 'SUPER_ADMIN'])
  expect(grantableRoles('ADMIN')).toEqual(['USER', 'TRAINER'])
  expect(grantableRoles('TRAINER')).toEqual([])
})
