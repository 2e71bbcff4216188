/** The times of an assignment in their order. */

import { expect, test } from 'vitest'
import { findInstantErrors, findTimeErrors } from '#rules/assignment-times.ts'

const notDue = { dueAt: 'Choose a due time after it opens' }
const closesBeforeOpening = { closesAt: 'Choose a closing time after it opens' }
const closesBeforeDue = { closesAt: 'Choose a closing time after it is due' }

test.each([
  ['in order', [1, 2, 3], {}],
  ['none', [undefined, undefined, undefined], {}],
  ['only one', [undefined, 2, undefined], {}],
  ['only one, another', [undefined, undefined, 2], {}],
  ['due when it opens', [2, 2, undefined], notDue],
  ['due before it opens', [3, 2, undefined], notDue],
  ['closed when it is due', [undefined, 2, 2], closesBeforeDue],
  ['closed before it is due', [1, 3, 2], closesBeforeDue],
  ['closed when it opens', [2, undefined, 2], closesBeforeOpening],
  ['closed before it opens', [3, undefined, 2], closesBeforeOpening],
  ['closed later than it opens', [1, undefined, 2], {}],
  ['due later than it opens', [1, 2, undefined], {}],
  ['the other way round', [3, 2, 1], { ...notDue, ...closesBeforeDue }],
  // The first millisecond of time is a time.
  ['due at 0', [1, 0, undefined], notDue],
] as const)('%s', (_, [availableFrom, dueAt, closesAt], errors) => {
  expect(findTimeErrors<number>({ availableFrom, dueAt, closesAt })).toEqual(errors)
})

test('instants of any zone; local times as they are written', () => {
  const [opens, due] = ['2026-11-15T12:00:00+02:00', '2026-11-15T11:00:00Z']
  expect(findInstantErrors({ availableFrom: opens, dueAt: due, closesAt: null })).toEqual({})
  expect(findInstantErrors({ availableFrom: due, dueAt: opens, closesAt: due })).toEqual(notDue)
  expect(findInstantErrors({ availableFrom: null, dueAt: due, closesAt: opens })).toEqual(closesBeforeDue)
  expect(findTimeErrors({ availableFrom: '2026-11-15T12:00', dueAt: '2026-11-15T11:00', closesAt: undefined })).toEqual(notDue)
})
