/** When a mail that did not leave is tried again, and when it is given up: pure decisions. */

/** Milliseconds. */
const [second, hour, day] = [1000, 3_600_000, 86_400_000]

/** Until the next try: 10 s, twice as long each time, an hour at most. */
export const retryDelay = (attempts: number): number => Math.min(10 * second * 2 ** (attempts - 1), hour)

/** A code that can no longer be used is no help; other mail waits for three days, as between mail servers (RFC 5321, 4.5.4.1). */
export const isTooLate = (mail: { kind: string; createdAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(mail.createdAt) > (mail.kind === 'CODE' ? 600 * second : 3 * day)
