/** Names of zones, and the nights on which their clocks are changed. */

import { expect, test } from 'vitest'
import { findClockChange, nameZone } from '#rules/time-zones.ts'
import { fromWallTime } from '#rules/wall-clock.ts'

test.each([
  ['Europe/Lisbon', '2027-03-28T01:30', '01:00', '02:00'],
  ['Europe/Berlin', '2026-03-29T02:59', '02:00', '03:00'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '02:00', '02:30'],
  // Samoa left out a whole day.
  ['Pacific/Apia', '2011-12-30T12:00', '00:00', '00:00'],
])('in %s, clocks skip %s: they go from %s to %s', (zone, time, from, to) =>
  expect(findClockChange(fromWallTime(time, zone), zone)).toEqual({ from, to }),
)

test.each([
  ['Europe/Lisbon', 'Lisbon time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ['America/New_York', 'New York time'],
  ['Etc/GMT-1', 'GMT+1'],
  ['CET', 'GMT+1'],
  ['UTC', 'UTC'],
])('the zone %s is called %s', (zone, name) => expect(nameZone(zone, Date.parse('2026-11-20T14:02Z'))).toBe(name))
