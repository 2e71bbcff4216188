/** How often something may be tried: counted in the database, for all processes together. */
import { createHash } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/limits.ts'
import { problem, type ProblemError } from '#http/problems.ts'

/**
 * THE table: how many, in how many seconds, and what is said before the time to wait where it is not “Too many tries.” The
 * window begins with the first try. Source: reliability.md 2.3, rule 20.
 */
const table = {
  /** Failures only, both: a class that signs in behind one address has none. */
  'sign-in.account': [10, 900],
  'sign-in.address': [100, 900],
  'code.email': [3, 900],
  'code.address': [60, 3600],
  /** Told, and refused by nobody: the code itself bears as many. Longer than any code, and begun anew with each that is asked for. */
  'code.tries': [5, 3600],
  'register.address': [60, 3600],
  /** Wrong set-up codes. */
  'setup.address': [10, 900],
  /** A calendar reads a few times an hour; a wrong address may be a guess. */
  'calendar.feed': [60, 3600],
  'calendar.address': [60, 3600],
  'write.person': [60, 60],
  /** Addresses to send files to: each is a row, though a GET asks for it. */
  'sign.person': [60, 60],
  /** What a page sends by itself while somebody works: progress, drafts, one mark after the other (decision 0023). */
  'write.person.often': [600, 60],
  /** Others read them: nobody fills a discussion. They count as writes too. */
  'comment.person': [1, 5, 'Comments are five seconds apart.'],
  /** Whole lists as a file: each reads all there is. */
  'export.person': [10, 60],
  /** What has arrived of uploads: a store is asked for each. */
  'arrived.person': [120, 60],
  /** Addresses for parts of uploads that have begun: at 8 MiB a part, 160 MiB a second (decision 0041). */
  'part.person': [1200, 60],
} as const satisfies Record<string, readonly [most: number, seconds: number, why?: string]>
export type LimitName = keyof typeof table

export interface Claim {
  key: string
  most: number
  seconds: number
  why: string
}

/** A try of somebody: an e-mail address, an id, or where they call from. Kept as a hash. */
export function claim(limit: LimitName, whom: string): Claim {
  const [most, seconds, why = 'Too many tries.'] = table[limit]
  return { key: `${limit}:${createHash('sha256').update(whom).digest('base64url').slice(0, 24)}`, most, seconds, why }
}

/** Whoever has one IPv6 address has 2^64 of them. */
export function networkOf(ip: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (v4 || !ip.includes(':')) return v4 ?? ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const [left, right] = [head, tail ?? ''].map((side) => side.split(':').filter(Boolean)) as [string[], string[]]
  const groups = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return groups.slice(0, 4).join(':')
}

export interface Limits {
  /**
   * Counts a try for each; throws `rate-limited` where one is too many. Parallel tries are counted one by one; what is refused
   * counts for none.
   */
  take: (claims: Claim[]) => Promise<Taken>
  /**
   * Counts a try that was looked at already where it failed; throws `rate-limited` where one more would be too many, also for
   * one that was right: beyond a limit nobody can tell one from the other. What is refused counts for none.
   */
  settle: (claims: Claim[], isFailure: boolean) => Promise<void>
  /** Throws where another try would be one too many, without counting it. */
  peek: (claims: Claim[]) => Promise<void>
  /** Takes counts back that turned out not to matter; of a window that has ended there is nothing to take back. */
  giveBack: (taken: Taken) => Promise<void>
  /** Counts a try, and says how many more there are; undefined where nothing is counted. */
  left: (claim: Claim) => Promise<number | undefined>
  /** Forgets all tries: whoever they were about has shown who they are. */
  forget: (claims: Claim[]) => Promise<void>
}

const nothing = () => Promise.resolve(undefined)
const unlimited: Limits = { take: async () => [], settle: nothing, peek: nothing, giveBack: nothing, left: nothing, forget: nothing }

/** `db` is never a transaction: a try counts also where the call fails. */
export const limitsOn = (db: Database['db'], isOn: boolean, now: () => Date): Limits =>
  isOn
    ? {
        take: async (claims) => {
          const taken = await count(db, claims, now(), 1)
          const refusal = refusalOf(taken, claims, now(), 0)
          if (!refusal) return taken
          await giveBack(db, taken)
          throw refusal
        },
        settle: (claims, isFailure) => db.transaction((tx) => settle(tx, claims, isFailure, now())),
        peek: async (claims) => refuse(refusalOf(await read(db, claims), claims, now(), 1)),
        giveBack: (taken) => giveBack(db, taken),
        left: async (claim) => Math.max(0, claim.most - (await count(db, [claim], now(), 1))[0]!.count),
        forget: async (claims) => void (await db.delete(rateLimits).where(inArray(rateLimits.key, keysOf(claims)))),
      }
    : unlimited

/** The first statement holds the rows, so that no other try is settled between the look and the count. */
async function settle(db: Db, claims: Claim[], isFailure: boolean, now: Date): Promise<void> {
  refuse(refusalOf(await count(db, claims, now, 0), claims, now, 1))
  if (isFailure) await count(db, claims, now, 1)
}

type Row = typeof rateLimits.$inferSelect
/** What was counted, each in its window. */
export type Taken = readonly Pick<Row, 'key' | 'endsAt'>[]

/** Sorted, as whatever holds rows does, so that two who count the same keys never wait for each other. */
const keysOf = (claims: Claim[]) => claims.map(({ key }) => key).toSorted()

async function count(db: Db, claims: Claim[], now: Date, tries: 0 | 1): Promise<Row[]> {
  const rows = claims
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, seconds }) => ({ key, count: tries, endsAt: new Date(now.getTime() + seconds * 1000).toISOString() }))
  const isOver = sql`${rateLimits.endsAt} <= ${now.toISOString()}::timestamptz`
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

const read = (db: Db, claims: Claim[]): Promise<Row[]> =>
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
function refusalOf(rows: Row[], claims: Claim[], now: Date, more: number): ProblemError | undefined {
  const [last] = rows
    .flatMap(({ key, count, endsAt }) => {
      const { most, why } = claims.find((one) => one.key === key)!
      return count + more > most ? [{ why, retryAfter: Math.ceil((Date.parse(endsAt) - now.getTime()) / 1000) }] : []
    })
    .filter(({ retryAfter }) => retryAfter > 0)
    .toSorted((a, b) => b.retryAfter - a.retryAfter)
  return last && problem('rate-limited', { detail: `${last.why} Try again in ${inWords(last.retryAfter)}.`, retryAfter: last.retryAfter })
}

function refuse(refusal: ProblemError | undefined): void {
  if (refusal) throw refusal
}

const inWords = (seconds: number) =>
  seconds === 1 ? '1 second' : seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
