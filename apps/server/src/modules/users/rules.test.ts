import { expect, test } from 'vitest'
import type { Role } from '@lms/contract/policy'
import { changeBlocker, getDisplayNameAfterDeletion, nextStatus, removalBlocker, type Person } from '#modules/users/rules.ts'

const person = (id: string, role: Role, status: Person['status'] = 'ACTIVE'): Person => ({ id, role, status })
const [root, second, admin, trainer, student] = [
  person('1', 'SUPER_ADMIN'),
  person('2', 'SUPER_ADMIN'),
  person('3', 'ADMIN'),
  person('4', 'TRAINER'),
  person('5', 'USER'),
]

test.each([
  ['an admin changes a student', admin, student, { role: 'TRAINER' }, undefined],
  ['an admin makes an admin', admin, student, { role: 'ADMIN' }, 'forbidden'],
  ['an admin touches an admin', admin, person('9', 'ADMIN'), {}, 'forbidden'],
  ['an admin touches a super admin', admin, root, { status: 'SUSPENDED' }, 'forbidden'],
  ['a super admin changes the own role', root, root, { role: 'ADMIN' }, 'forbidden'],
  ['a super admin keeps the own role', root, root, { role: 'SUPER_ADMIN' }, undefined],
  ['a super admin demotes another', root, second, { role: 'USER' }, undefined],
  ['the last super admin is suspended', root, root, { status: 'SUSPENDED' }, 'last-super-admin'],
] as const)('%s: %s', (_, actor, target, change, expected) => {
  const admins = expected === 'last-super-admin' ? [root] : [root, second]
  expect(changeBlocker(actor, target, change, admins)?.[0]).toBe(expected)
})

test('a suspended super admin is not counted', () => {
  expect(changeBlocker(root, second, { role: 'USER' }, [person('1', 'SUPER_ADMIN', 'SUSPENDED'), second])?.[0]).toBe('last-super-admin')
  expect(removalBlocker(root, second, [second])?.[0]).toBe('last-super-admin')
})

test('users cannot delete themselves, nor admins admins', () => {
  expect(removalBlocker(root, root, [root, second])?.[0]).toBe('conflict')
  expect(removalBlocker(admin, root, [root, second])?.[0]).toBe('forbidden')
  expect(removalBlocker(admin, trainer, [root])).toBeUndefined()
})

test('reactivating a user without a password leaves them invited', () => {
  expect([nextStatus('ACTIVE', false), nextStatus('ACTIVE', true), nextStatus('SUSPENDED', false), nextStatus(undefined, false)]).toEqual([
    'INVITED',
    'ACTIVE',
    'SUSPENDED',
    undefined,
  ])
})

test.each<[Role, string]>([
  ['USER', 'Former student'],
  ['TRAINER', 'Former trainer'],
  ['ADMIN', 'Former member of staff'],
  ['SUPER_ADMIN', 'Former member of staff'],
])('a deleted %s is called %s', (role, name) => expect(getDisplayNameAfterDeletion(role)).toBe(name))
