/** Into which courses staff may add people. */

import { expect, test } from 'vitest'
import { assertTakePeople } from '#modules/courses/seats/rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const course = (status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED') => ({ status, enrolment: 'INVITE' as const, endsOn: null, timeZone: 'UTC' })

test('into drafts and published courses; one that is archived refuses for all, and says so', () => {
  expect(() => assertTakePeople([], now)).not.toThrow()
  expect(() => assertTakePeople([course('DRAFT'), course('PUBLISHED')], now)).not.toThrow()
  expect(() => assertTakePeople([course('PUBLISHED'), course('ARCHIVED')], now)).toThrow('This course is archived.')
})
