import { expect, test } from 'vitest'
import type { Role } from '@lms/contract/policy'
import { changeBlocker, getDisplayNameAfterDeletion, isUnchanged, nextStatus, removalBlocker, type Person } from '#modules/users/rules.ts'

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
  ['a trainer touches an admin', trainer, admin, {}, 'forbidden'],
  ['a super admin suspends another', root, second, { status: 'SUSPENDED' }, undefined],
  ['a super admin is suspended by themselves', root, root, { status: 'SUSPENDED' }, 'forbidden'],
  ['a super admin reactivates themselves', root, root, { status: 'ACTIVE' }, undefined],
  ['an admin suspends a student', admin, student, { status: 'SUSPENDED' }, undefined],
] as const)('%s: %s', (_, actor, target, change, expected) => {
  expect(changeBlocker(actor, target, change, [root, second])?.[0]).toBe(expected)
})

const lastStays = ['last-super-admin', 'Make someone else a super admin first.']
test.each([
  ['is suspended', root, root, { status: 'SUSPENDED' }, lastStays],
  ['only gets another name', root, root, {}, undefined],
  ['is reactivated', root, root, { status: 'ACTIVE' }, undefined],
  ['makes another one', root, admin, { role: 'SUPER_ADMIN' }, undefined],
  ['suspends an admin', root, admin, { status: 'SUSPENDED' }, undefined],
] as const)('the last super admin %s', (_, actor, target, change, expected) => {
  // Other admins cannot take the place of a super admin.
  expect(changeBlocker(actor, target, change, [root, admin])).toEqual(expected)
})

test('a refusal says why', () => {
  const change = (...[actor, target, wanted]: [Person, Person, Parameters<typeof changeBlocker>[2]]) =>
    changeBlocker(actor, target, wanted, [root, second])?.[1]
  expect(change(root, root, { role: 'ADMIN' })).toBe('You cannot change your own role.')
  expect(change(admin, root, {})).toBe('Only a super admin may change an admin.')
  expect(change(admin, student, { role: 'ADMIN' })).toBe('Only a super admin may make someone an admin.')
  expect(change(root, root, { status: 'SUSPENDED' })).toBe('You cannot suspend yourself.')
})

test('a suspended super admin is not counted', () => {
  expect(changeBlocker(root, second, { role: 'USER' }, [person('1', 'SUPER_ADMIN', 'SUSPENDED'), second])?.[0]).toBe('last-super-admin')
  expect(removalBlocker(root, second, [second])?.[0]).toBe('last-super-admin')
})

test('users cannot delete themselves, nor admins admins', () => {
  expect(removalBlocker(root, root, [root, second])).toEqual(['conflict', 'You cannot delete your own account here.'])
  expect(removalBlocker(admin, root, [root, second])).toEqual(['forbidden', 'Only a super admin may delete an admin.'])
  expect(removalBlocker(root, second, [root, second])).toBeUndefined()
  expect(removalBlocker(admin, trainer, [root])).toBeUndefined()
  expect(removalBlocker(root, admin, [])).toBeUndefined()
})

test('reactivating a user without a password leaves them invited', () => {
  expect([nextStatus('ACTIVE', false), nextStatus('ACTIVE', true), nextStatus('SUSPENDED', false), nextStatus(undefined, false)]).toEqual([
    'INVITED',
    'ACTIVE',
    'SUSPENDED',
    undefined,
  ])
})

test.each([
  ['nothing', {}, true],
  ['what is there already', { name: 'Ana', role: 'TRAINER', status: 'ACTIVE' }, true],
  ['another name', { name: 'Zoe' }, false],
  ['another role', { role: 'USER' }, false],
  ['another status', { status: 'SUSPENDED' }, false],
] as const)('an edit to %s is stored already: %s', (_, edit, expected) => {
  const now = { ...trainer, name: 'Ana', hasPassword: true }
  expect(isUnchanged(edit, now)).toBe(expected)
})

test('to reactivate somebody who is still invited changes nothing', () => {
  const invited = { ...person('6', 'USER', 'INVITED'), name: 'Ana', hasPassword: false }
  expect(isUnchanged({ status: 'ACTIVE' }, invited)).toBe(true)
  expect(isUnchanged({ status: 'ACTIVE' }, { ...invited, status: 'SUSPENDED' })).toBe(false)
})

test.each<[Role, string]>([
  ['USER', 'Former student'],
  ['TRAINER', 'Former trainer'],
  ['ADMIN', 'Former member of staff'],
  ['SUPER_ADMIN', 'Former member of staff'],
])('a deleted %s is called %s', (role, name) => expect(getDisplayNameAfterDeletion(role)).toBe(name))
