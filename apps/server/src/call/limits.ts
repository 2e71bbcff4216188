/** Rate limits, counted in the database for all processes together. */

import { createHash } from 'node:crypto'
import { problem, type ProblemError } from '#call/problems.ts'
import type { Database } from '#db/client.ts'
import type { Db } from '#db/drizzle.ts'
import {
  clockSlackSeconds,
  countTries,
  deleteCounts,
  readCounts,
  refund,
  type RateLimitKey,
  type Row,
  type Taken,
} from '#db/rate-limits.ts'

/**
 * All limits: count, seconds, and the message before the waiting time if it is not “Too many tries.” The
 * window starts with the first try.
 */
const limitTable = {
  /**
   * Failed sign-ins and requested codes (decision 0008). `per-source`: one account from one network or known device. The others
   * count only sources the account has not signed in from before: `per-network` one network at any account, `by-strangers` all
   * networks at one account; that one bounds guessing from many networks and must be several times the limit per source.
   */
  'sign-in-per-source': [10, 900],
  'sign-in-per-network': [100, 900],
  'sign-in-by-strangers': [100, 900],
  'otp-request-per-source': [3, 900],
  'otp-request-per-source-and-day': [20, 86_400],
  'otp-request-per-network': [60, 3600],
  'otp-request-by-strangers': [100, 86_400],
  register: [60, 3600],
  /** With a valid join link or code: a lecture behind one address registers in its first minutes. */
  'register-to-join': [600, 3600],
  /** New addresses of one account, and of all accounts that want the same one: each is an email to somebody who may not want it. */
  'email-change': [10, 3600],
  /** Wrong set-up codes. */
  'setup-code': [10, 900],
  /** Calendar apps read a few times an hour; an unknown feed URL may be a guess. */
  'calendar-feed': [60, 3600],
  'calendar-unknown-feed': [60, 3600],
  /** Unknown join links and codes: each may be a guess, or a typing error in a class. */
  'join-unknown': [20, 900],
  'join-unknown-network': [300, 3600],
  'join-unknown-visitors': [300, 3600],
  write: [60, 60],
  /** Upload URLs: each creates a row although the method is GET. */
  presign: [60, 60],
  /** Background requests of pages: progress, drafts, marks (decision 0008). */
  autosave: [600, 60],
  /** Keeps one user from flooding a discussion. Comments count as writes too. */
  comment: [1, 5, 'Comments are five seconds apart.'],
  /** Whole lists as a file: each reads every row. */
  export: [10, 60],
  /** Progress of unfinished uploads: each request asks the file store. */
  'upload-status': [120, 60],
  /** URLs for parts of uploads in progress: at 8 MiB per part, 160 MiB a second. */
  'upload-part': [1200, 60],
} as const satisfies Record<string, readonly [most: number, seconds: number, why?: string]>
export type LimitName = keyof typeof limitTable

/** What an attempt is counted under: an email, an id or a network, and its source if that is counted separately. Stored as hashes. */
export function rateLimitKey(limit: LimitName, whom: string, source?: string): RateLimitKey {
  const [most, seconds, why = 'Too many tries.'] = limitTable[limit]
  return { key: [toPrefix(limit, whom), ...(source === undefined ? [] : [hash(source)])].join(':'), most, seconds, why }
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 24)
const toPrefix = (limit: LimitName, whom: string) => `${limit}:${hash(whom)}`

/** The network of an address: the first 24 bits of IPv4, the first 48 of IPv6, the usual allocation for one customer. */
export function getNetwork(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)?.[1]
  if (v4) return v4
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const [left, right] = [head, tail ?? ''].map((side) => side.split(':').filter(Boolean)) as [string[], string[]]
  const groups = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return groups.slice(0, 3).join(':')
}

export interface Limits {
  /**
   * Counts a try under each key; throws `rate-limited` if one is over its limit. Concurrent tries are counted one by one; a rejected
   * try is not counted.
   */
  take: (claims: RateLimitKey[]) => Promise<Taken>
  /**
   * Records the result of a try: counts it if it failed. Throws `rate-limited` if one more would exceed the limit, even for a
   * correct one: beyond the limit right and wrong must look the same. A rejected try is not counted.
   */
  record: (claims: RateLimitKey[], isFailure: boolean) => Promise<void>
  /** Throws `rate-limited` if another try would exceed the limit; counts nothing. */
  check: (claims: RateLimitKey[]) => Promise<void>
  /** Subtracts tries that turned out not to count; a window that has ended needs no refund. */
  refund: (taken: Taken) => Promise<void>
  /** Deletes all counts of one account, wherever the tries came from. */
  clear: (limits: LimitName[], whom: string) => Promise<void>
}

const doNothing = () => Promise.resolve(undefined)
const unlimited: Limits = { take: async () => [], record: doNothing, check: doNothing, refund: doNothing, clear: doNothing }

/** Outside the transaction of a call: a try counts even if the call fails. */
export const limitsOn = ({ db, transaction }: Pick<Database, 'db' | 'transaction'>, isOn: boolean, now: () => Date): Limits =>
  isOn
    ? {
        take: async (claims) => {
          const taken = await countTries(db, claims, now(), 1)
          const exceeded = findExceededLimit(taken, claims, now(), 0)
          if (!exceeded) return taken
          await refund(db, taken)
          throw exceeded
        },
        record: (claims, isFailure) => transaction((tx) => recordTry(tx, claims, isFailure, now())),
        check: async (claims) => throwIfExceeded(findExceededLimit(await readCounts(db, claims), claims, now(), 1)),
        refund: (taken) => refund(db, taken),
        clear: async (names, whom) => {
          const prefixes = names.map((name) => toPrefix(name, whom))
          await deleteCounts(db, prefixes)
        },
      }
    : unlimited

/**
 * The limits and the transactions of one call. Counting takes a connection of its own, so inside a transaction it throws: as
 * many calls as there are connections, each holding one and waiting for another, would block the server.
 */
export function limitsOutside(limits: Limits, begin: Database['transaction']): { limits: Limits; transaction: Database['transaction'] } {
  let open = 0
  const guard =
    <P extends unknown[], R>(count: (...given: P) => Promise<R>) =>
    async (...given: P): Promise<R> => {
      if (open > 0) throw new Error('Rate limits must be counted outside of transactions.')
      return count(...given)
    }
  const { take, record, check, refund, clear } = limits
  return {
    limits: { take: guard(take), record: guard(record), check: guard(check), refund: guard(refund), clear: guard(clear) },
    transaction: (work) =>
      begin(async (db) => {
        open++
        return work(db).finally(() => open--)
      }),
  }
}

/** The first statement locks the rows, so that no other try is recorded between check and count. */
async function recordTry(db: Db, claims: RateLimitKey[], isFailure: boolean, now: Date): Promise<void> {
  throwIfExceeded(findExceededLimit(await countTries(db, claims, now, 0), claims, now, 1))
  if (isFailure) await countTries(db, claims, now, 1)
}

/** Checks that `more` tries stay within each limit; the limit that lasts longest is reported. */
function findExceededLimit(rows: Row[], claims: RateLimitKey[], now: Date, more: number): ProblemError | undefined {
  const [last] = rows
    .flatMap(({ key, count, endsAt }) => {
      const { most, why, seconds } = claims.find((one) => one.key === key)!
      const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / 1000)
      const isOver = left <= 0 || left > seconds + clockSlackSeconds
      return count + more > most && !isOver ? [{ why, retryAfter: Math.min(left, seconds) }] : []
    })
    .toSorted((a, b) => b.retryAfter - a.retryAfter)
  return (
    last && problem('rate-limited', { detail: `${last.why} Try again in ${formatSeconds(last.retryAfter)}.`, retryAfter: last.retryAfter })
  )
}

function throwIfExceeded(exceeded: ProblemError | undefined): void {
  if (exceeded) throw exceeded
}

const formatSeconds = (seconds: number) =>
  seconds === 1
    ? '1 second'
    : seconds < 100
      ? `${seconds} seconds`
      : seconds <= 7200
        ? `${Math.ceil(seconds / 60)} minutes`
        : `${Math.ceil(seconds / 3600)} hours`
