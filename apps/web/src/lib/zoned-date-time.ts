/** Between an instant and what a date field holds: the wall clock of a zone, such as the course's. */
import { viewerZone } from './format-date.ts'

/** `2026-11-22T23:59` as the clocks of the zone show it, for a datetime-local field; empty for no instant. */
export function toLocalInput(at: string | null | undefined, zone = viewerZone()): string {
  return at ? toWallTime(new Date(at).getTime(), zone) : ''
}

function toWallTime(at: number, timeZone: string): string {
  // Swedish writes dates as ISO does.
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return written.replace(' ', 'T')
}

/** How far the zone's clocks are from UTC at an instant, in milliseconds. */
const getOffset = (at: number, zone: string): number => Date.parse(`${toWallTime(at, zone)}Z`) - Math.floor(at / 60_000) * 60_000

/**
 * The instant of a field's wall time in a zone, as ISO in UTC, or null when empty or unreadable. An hour that the clocks repeat means its
 * first pass; an hour that they skip moves on by the gap (ask `isSkipped` to warn).
 */
export function fromLocalInput(value: string, zone = viewerZone()): string | null {
  const asUtc = Date.parse(`${value}Z`)
  if (!value || Number.isNaN(asUtc)) return null
  const before = asUtc - getOffset(asUtc - 86_400_000, zone)
  const after = asUtc - getOffset(asUtc + 86_400_000, zone)
  const exact = [before, after].sort((a, b) => a - b).find((at) => toWallTime(at, zone) === value.slice(0, 16))
  return new Date(exact ?? before).toISOString()
}

/** Whether the zone's clocks jump over this wall time, as they do on one night in spring. */
export function isInDstGap(value: string, zone = viewerZone()): boolean {
  const at = fromLocalInput(value, zone)
  return at !== null && toLocalInput(at, zone) !== value.slice(0, 16)
}
