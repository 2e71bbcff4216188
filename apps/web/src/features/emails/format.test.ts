/** Audiences in words. */

import { expect, test } from 'vitest'
import type { AudienceRule, Recipient } from '@lms/contract/course-emails'
import { countPeople, describeRule, formatReason, shortAudience } from './format.ts'

const rule = (kind: AudienceRule['kind'], facts: Partial<AudienceRule> = {}): AudienceRule => ({ kind, title: null, days: null, ...facts })

test.each<[number, AudienceRule[], string]>([
  [1, [rule('STUDENTS')], '1 student'],
  [5, [rule('NOT_SUBMITTED'), rule('NOT_WATCHED'), rule('ABSENT')], '5 students'],
  [1, [rule('ALL')], '1 person'],
  [5, [rule('STUDENTS'), rule('TRAINERS')], '5 people'],
  [2, [], '2 people'],
])('%i with %j are %s', (count, rules, words) => expect(countPeople(count, rules)).toBe(words))

test.each<[AudienceRule, string]>([
  [rule('NOT_SUBMITTED', { title: 'Essay' }), 'Students who have not submitted Essay'],
  [rule('UNGRADED', { title: null }), 'Students whose work is not marked yet: something that was deleted'],
  [rule('NOT_WATCHED', { title: 'Lecture' }), 'Students who have not watched Lecture'],
  [rule('ABSENT', { title: 'Week 2' }), 'Students who were absent in Week 2'],
  [rule('INACTIVE', { days: 1 }), 'Students not seen for 1 day'],
  [rule('ALL'), 'All students and trainers'],
  [rule('PENDING'), 'People waiting for review of their sign-up'],
  [rule('PEOPLE'), 'Chosen people'],
])('%j reads %s', (one, words) => expect(describeRule(one).filter(Boolean).join(' ')).toBe(words))

test.each<[AudienceRule[], string]>([
  [[rule('NOT_SUBMITTED')], '3 not submitted'],
  [[rule('UNGRADED')], '3 not marked'],
  [[rule('NOT_WATCHED')], '3 not watched'],
  [[rule('ABSENT', { title: 'Week 2' })], '3 absent in Week 2'],
  [[rule('ABSENT')], '3 absent in a deleted week'],
  [[rule('PENDING')], '3 waiting for review'],
  [[rule('STUDENTS')], '3 students'],
  [[rule('ABSENT'), rule('UNGRADED')], '3 students'],
])('in the log %j is %s', (rules, words) => expect(shortAudience(3, rules)).toBe(words))

test('when somebody was last seen is said of one person alone', () => {
  const ana = { id: 'a', name: 'Ana', lastSeenAt: null } as Recipient
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  expect([formatReason('INACTIVE', [ana], now), formatReason('INACTIVE', [ana, ana], now)]).toEqual(['Last seen never', 'Not seen'])
  expect(formatReason('INACTIVE', [{ ...ana, lastSeenAt: '2025-09-08T09:00:00.000Z' }], now)).toBe('Last seen 8 Sep 2025')
})
