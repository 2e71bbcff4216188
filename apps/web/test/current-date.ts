/**
 * Preloaded into the processes of the web tests (--import): in each of them it is now the morning of 25 November 2026, and the clock goes on.
 * So a test may name a day of this month without its year, and call it past or ahead, and will still pass in any other year.
 */

/** In the zone of the tests, where it is another day than in UTC. */
const start = Date.parse('2026-11-25T09:00:00+10:30')

const readRealClock = Date.now
const shift = start - readRealClock()
Date.now = () => readRealClock() + shift
globalThis.Date = new Proxy(Date, {
  construct: (OwnDate, parts, asked) => Reflect.construct(OwnDate, parts.length === 0 ? [OwnDate.now()] : parts, asked) as Date,
})
