/** When a mail that did not leave is tried again, and when it is given up: pure decisions. */

/** Milliseconds. */
const [second, hour, day] = [1000, 3_600_000, 86_400_000]

/** Until the next try: 10 s, twice as long each time, an hour at most. */
export const retryDelay = (attempts: number): number => Math.min(10 * second * 2 ** (attempts - 1), hour)

/**
 * A code that can no longer be used is no help. What the recipient's server puts off waits for three days, as between mail servers
 * (RFC 5321, 4.5.4.1); what our settings or our server hold back, for as long as the link of an invitation is good.
 */
export function isTooLate(mail: { kind: string; createdAt: string; delayedBy: string | null }, now: Date): boolean {
  const isHeld = mail.delayedBy === 'SETTINGS' || mail.delayedBy === 'SERVER'
  return now.getTime() - Date.parse(mail.createdAt) > (mail.kind === 'CODE' ? 600 * second : isHeld ? 7 * day : 3 * day)
}
