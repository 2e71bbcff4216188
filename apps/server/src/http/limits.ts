/** How often something may be tried: counted in the database, for all processes together. */
import { createHash } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/limits.ts'
import { problem, type ProblemError } from '#http/problems.ts'

/**
 * THE table: how many, in how many seconds, and what is said before the time to wait where it is not “Too many tries.” The
 * window begins with the first try.
 */
const table = {
  /**
   * Failed sign-ins, and codes asked for (decision 0008). `source`: one account from one network or known device. The rest counts
   * strangers only, sources that the account has not signed in from: `network` is all of one network, whatever the account;
   * `strangers` is all of them at one account, which bounds guessing from many networks and must be several times what one may.
   */
  'sign-in.source': [10, 900],
  'sign-in.network': [100, 900],
  'sign-in.strangers': [100, 900],
  'code.source': [3, 900],
  'code.source-day': [20, 86_400],
  'code.network': [60, 3600],
  'code.strangers': [100, 86_400],
  'register.address': [60, 3600],
  /** Wrong set-up codes. */
  'setup.address': [10, 900],
  /** A calendar reads a few times an hour; a wrong address may be a guess. */
  'calendar.feed': [60, 3600],
  'calendar.address': [60, 3600],
  'write.person': [60, 60],
  /** Addresses to send files to: each is a row, though a GET asks for it. */
  'sign.person': [60, 60],
  /** What a page sends in the background while somebody works: progress, drafts, marks (decision 0008). */
  'write.person.often': [600, 60],
  /** Others read them: nobody fills a discussion. They count as writes too. */
  'comment.person': [1, 5, 'Comments are five seconds apart.'],
  /** Whole lists as a file: each reads all there is. */
  'export.person': [10, 60],
  /** What has arrived of uploads: a store is asked for each. */
  'arrived.person': [120, 60],
  /** Addresses for parts of uploads in progress: at 8 MiB a part, 160 MiB a second. */
  'part.person': [1200, 60],
} as const satisfies Record<string, readonly [most: number, seconds: number, why?: string]>
export type LimitName = keyof typeof table

export interface RateLimitKey {
  key: string
  most: number
  seconds: number
  why: string
}

/** What an attempt is counted under: an email, an id or a network, and its source where that counts separately. Stored as hashes. */
export function rateLimitKey(limit: LimitName, whom: string, source?: string): RateLimitKey {
  const [most, seconds, why = 'Too many tries.'] = table[limit]
  return { key: [prefixOf(limit, whom), ...(source === undefined ? [] : [hash(source)])].join(':'), most, seconds, why }
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 24)
const prefixOf = (limit: LimitName, whom: string) => `${limit}:${hash(whom)}`

/** The network of an address: the first 24 bits of IPv4, the first 48 of IPv6, which is what one customer is given. */
export function networkOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)?.[1]
  if (v4) return v4
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const [left, right] = [head, tail ?? ''].map((side) => side.split(':').filter(Boolean)) as [string[], string[]]
  const groups = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return groups.slice(0, 3).join(':')
}

export interface Limits {
  /**
   * Counts a try for each; throws `rate-limited` where one is too many. Parallel tries are counted one by one; what is refused
   * counts for none.
   */
  take: (claims: RateLimitKey[]) => Promise<Taken>
  /**
   * Counts a try that was looked at already where it failed; throws `rate-limited` where one more would be too many, also for
   * one that was right: beyond a limit nobody can tell one from the other. What is refused counts for none.
   */
  settle: (claims: RateLimitKey[], isFailure: boolean) => Promise<void>
  /** Throws where another try would be one too many, without counting it. */
  peek: (claims: RateLimitKey[]) => Promise<void>
  /** Takes counts back that turned out not to matter; of a window that has ended there is nothing to take back. */
  giveBack: (taken: Taken) => Promise<void>
  /** Deletes all counts of one account, wherever the tries came from. */
  forget: (limits: LimitName[], whom: string) => Promise<void>
}

const nothing = () => Promise.resolve(undefined)
const unlimited: Limits = { take: async () => [], settle: nothing, peek: nothing, giveBack: nothing, forget: nothing }

/** Outside the transaction of a call: a try counts also where the call fails. */
export const limitsOn = ({ db, transaction }: Pick<Database, 'db' | 'transaction'>, isOn: boolean, now: () => Date): Limits =>
  isOn
    ? {
        take: async (claims) => {
          const taken = await count(db, claims, now(), 1)
          const refusal = refusalOf(taken, claims, now(), 0)
          if (!refusal) return taken
          await giveBack(db, taken)
          throw refusal
        },
        settle: (claims, isFailure) => transaction((tx) => settle(tx, claims, isFailure, now())),
        peek: async (claims) => refuse(refusalOf(await read(db, claims), claims, now(), 1)),
        giveBack: (taken) => giveBack(db, taken),
        forget: async (names, whom) => {
          const prefixes = names.map((name) => prefixOf(name, whom))
          await db.delete(rateLimits).where(sql`${rateLimits.key} ^@ any(${sql.param(prefixes)}::text[])`)
        },
      }
    : unlimited

/** The first statement holds the rows, so that no other try is settled between the look and the count. */
async function settle(db: Db, claims: RateLimitKey[], isFailure: boolean, now: Date): Promise<void> {
  refuse(refusalOf(await count(db, claims, now, 0), claims, now, 1))
  if (isFailure) await count(db, claims, now, 1)
}

/** Seconds by which the clocks of processes may differ, and a call may wait between reading the clock and counting. */
const clockSlack = 10

type Row = typeof rateLimits.$inferSelect
/** What was counted, each in its window. */
export type Taken = readonly Pick<Row, 'key' | 'endsAt'>[]

/** Sorted, as whatever holds rows does, so that two who count the same keys never wait for each other. */
const keysOf = (claims: RateLimitKey[]) => claims.map(({ key }) => key).toSorted()

async function count(db: Db, claims: RateLimitKey[], now: Date, tries: 0 | 1): Promise<Row[]> {
  const rows = claims
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, seconds }) => ({ key, count: tries, endsAt: new Date(now.getTime() + seconds * 1000).toISOString() }))
  // Also one that ends later than it could: the clock was set back after it started.
  const isOver = sql`(${rateLimits.endsAt} <= ${now.toISOString()}::timestamptz
    or ${rateLimits.endsAt} > excluded.ends_at + make_interval(secs => ${clockSlack}))`
  return db
    .insert(rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${rateLimits.count} + excluded.count end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning()
}

const read = (db: Db, claims: RateLimitKey[]): Promise<Row[]> =>
  db
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, keysOf(claims)))

/** Held in order, as by whoever counts. */
async function giveBack(db: Db, taken: Taken): Promise<void> {
  await db.execute(sql`
    with held as (
      select r.key from rate_limits r
      join unnest(${sql.param(taken.map(({ key }) => key))}::text[], ${sql.param(taken.map(({ endsAt }) => endsAt))}::timestamptz[]) t (key, ends_at)
        on t.key = r.key and t.ends_at = r.ends_at
      order by r.key for update of r)
    update rate_limits set count = greatest(count - 1, 0) where key in (select key from held)`)
}

/** `more` tries on top of those counted must still be within each limit; the one that lasts longest is told. */
function refusalOf(rows: Row[], claims: RateLimitKey[], now: Date, more: number): ProblemError | undefined {
  const [last] = rows
    .flatMap(({ key, count, endsAt }) => {
      const { most, why, seconds } = claims.find((one) => one.key === key)!
      const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / 1000)
      const isOver = left <= 0 || left > seconds + clockSlack
      return count + more > most && !isOver ? [{ why, retryAfter: Math.min(left, seconds) }] : []
    })
    .toSorted((a, b) => b.retryAfter - a.retryAfter)
  return last && problem('rate-limited', { detail: `${last.why} Try again in ${inWords(last.retryAfter)}.`, retryAfter: last.retryAfter })
}

function refuse(refusal: ProblemError | undefined): void {
  if (refusal) throw refusal
}

const inWords = (seconds: number) =>
  seconds === 1
    ? '1 second'
    : seconds < 100
      ? `${seconds} seconds`
      : seconds <= 7200
        ? `${Math.ceil(seconds / 60)} minutes`
        : `${Math.ceil(seconds / 3600)} hours`
