/** When a mail that did not leave is tried again, and when it is given up: pure decisions. */

/** Milliseconds. */
const [second, hour, day] = [1000, 3_600_000, 86_400_000]

/** Until the next try: 10 s, twice as long each time, an hour at most. */
export const retryDelay = (attempts: number): number => Math.min(10 * second * 2 ** (attempts - 1), hour)

/**
 * A code that can no longer be used is no help, nor is the link of an invitation after seven days. What the recipient's server puts off
 * waits for three days, as between mail servers (RFC 5321, 4.5.4.1); what our settings or our server hold back, until it can leave.
 */
export function isTooLate(
  { kind, createdAt, delayedBy }: { kind: string; createdAt: string; delayedBy: string | null },
  now: Date,
): boolean {
  const age = now.getTime() - Date.parse(createdAt)
  if (kind === 'CODE') return age > 600 * second
  const isHeld = delayedBy === 'SETTINGS' || delayedBy === 'SERVER'
  if (isHeld) return kind === 'INVITATION' && age > 7 * day
  return age > 3 * day
}
