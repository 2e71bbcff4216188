/** Deleted courses and weeks can be restored for 30 days, which are 24 hours each: clocks that change do not matter. */

import { expect, test } from 'vitest'
import { purgeBefore, restorableUntil } from '#rules/deletion.ts'

test('what was deleted 30 days ago is at its end, and what is purged was deleted before that', () => {
  const deletedAt = '2026-10-20T12:00:00.000Z'
  expect(restorableUntil(deletedAt)).toBe('2026-11-19T12:00:00.000Z')
  expect(purgeBefore(new Date('2026-11-19T12:00:00.000Z')).toISOString()).toBe(deletedAt)
})
