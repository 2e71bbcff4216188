import { expect, test } from 'vitest'
import { isTooLate, retryDelay } from '#modules/mail/jobs.ts'

test('attempts are ten seconds apart, then twice as long each time, at most an hour', () => {
  expect([1, 2, 3, 4, 9, 10, 50].map((attempts) => retryDelay(attempts) / 1000)).toEqual([10, 20, 40, 80, 2560, 3600, 3600])
})

test.each([
  ['CODE', '11:51', false],
  ['CODE', '11:49', true],
  ['INVITATION', '11:49', false],
])('a %s of %s at noon is too late: %s', (kind, time, expected) =>
  expect(isTooLate({ kind, createdAt: `2026-11-20T${time}:00Z`, delayedBy: null }, new Date('2026-11-20T12:00:00Z'))).toBe(expected),
)

test('an email held back by our settings or server waits until it can be sent, an invitation while its link is valid', () => {
  expect(isTooLate({ kind: 'NOTICE', createdAt: '2026-01-01T12:00:00Z', delayedBy: 'SERVER' }, new Date('2026-11-20T12:00:00Z'))).toBe(
    false,
  )
  const mail = { kind: 'INVITATION', createdAt: '2026-11-13T12:00:01Z', delayedBy: 'SETTINGS' as const }
  expect([isTooLate(mail, new Date('2026-11-20T12:00:00Z')), isTooLate(mail, new Date('2026-11-20T12:00:02Z'))]).toEqual([false, true])
})

test('other emails are given up after three days', () => {
  const mail = { kind: 'NOTICE', createdAt: '2026-11-17T11:59:59Z', delayedBy: 'RECIPIENT' as const }
  expect([isTooLate(mail, new Date('2026-11-20T12:00:00Z')), isTooLate(mail, new Date('2026-11-20T11:59:00Z'))]).toEqual([true, false])
})
