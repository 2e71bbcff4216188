/** Writers that record each write and its response, and the comparison with the database afterwards. */

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isReplaced, kinds, type Write } from './kinds.ts'
import { call } from './product.ts'
import { randomFrom } from './random.ts'
import type { School } from './school.ts'

/** `refused`: the response says that nothing was changed. `unknown`: there was no response, or an inconclusive one. */
type Outcome = 'acknowledged' | 'refused' | 'unknown'

interface Entry {
  kind: string
  marker: string
  place?: string | undefined
  outcome: Outcome
}

export interface Ledger {
  /** Responses that no write may get, whatever fails. */
  surprises: string[]
  acknowledged: () => number
  /** Lets every writer finish its write; a keyed write is retried until there is a response. */
  stop: () => Promise<void>
}

interface Writing {
  school: School
  /** The current addresses of the product; two processes alternate. */
  addressOf: (turn: number) => string
  seed: number
  /** The first turn, for a second ledger in the same data directory: nobody can enrol twice. */
  firstTurn?: number
  /** Milliseconds between two writes of one writer; 0 by default. */
  pause?: number
}

/** Milliseconds. Without one, eight writers take the whole processor: in the long form a kill interrupts more of their writes. */
export const pauseOf = (isShort: boolean): number => (isShort ? 20 : 0)

const entriesOf = new WeakMap<Ledger, Entry[]>()

/** Milliseconds for which a keyed write is retried. */
const settling = 90_000

/** One writer per desk, each sending the next write after the response. Half of them use an Idempotency-Key. */
export function startWriting({ school, addressOf, seed, firstTurn = 0, pause = 0 }: Writing): Ledger {
  const entries: Entry[] = []
  const surprises: string[] = []
  const run = seed.toString(36)
  const state = { isStopping: false }
  const names = Object.keys(kinds)

  async function write(kind: string, wanted: Write, turn: number, isKeyed: boolean): Promise<void> {
    const key = isKeyed ? `key-${wanted.marker}`.slice(0, 200) : undefined
    const entry: Entry = { kind, marker: wanted.marker, place: wanted.place, outcome: 'unknown' }
    entries.push(entry)
    const until = Date.now() + settling
    let mayBeThere = false
    for (;;) {
      const answer = await call(addressOf(turn), wanted.method, wanted.path, { token: wanted.token, body: wanted.body, key })
      if (answer.status >= 200 && answer.status < 300) return void (entry.outcome = 'acknowledged')
      const isAway = answer.status === 0 || answer.status === 503
      if (!isAway) surprises.push(`${kind} was answered ${answer.status}: ${answer.body.detail ?? ''}`)
      const isRefused = answer.status !== 0 && String(answer.body.detail).includes('Nothing was changed')
      mayBeThere ||= !isRefused
      entry.outcome = mayBeThere ? 'unknown' : 'refused'
      await sleep(100)
      if (!isKeyed || !isAway) return
      if (Date.now() > until) return void surprises.push(`${kind} with a key was not answered for ${settling / 1000} s`)
    }
  }

  const writer = async (index: number) => {
    const desk = school.desks[index]!
    const random = randomFrom(seed + index)
    const turns = new Map<string, number>()
    while (!state.isStopping) {
      const kind = names[Math.floor(random() * names.length)]!
      const turn = turns.get(kind) ?? firstTurn
      turns.set(kind, turn + 1)
      const isKeyed = random() < 0.5
      const wanted = kinds[kind]!.write(school, desk, `w-${run}-${index}-${kind}-${turn}`, turn)
      if (wanted) await write(kind, wanted, turn + index, isKeyed)
      if (pause > 0) await sleep(pause)
    }
  }
  const writers = school.desks.map((_, index) => writer(index))
  const ledger: Ledger = {
    surprises,
    acknowledged: () => entries.filter(({ outcome }) => outcome === 'acknowledged').length,
    stop: async () => {
      state.isStopping = true
      await Promise.all(writers)
    },
  }
  entriesOf.set(ledger, entries)
  return ledger
}

export interface Balance {
  acknowledged: number
  refused: number
  unknown: number
  lost: number
  doubled: number
  /** Stored although the response said that nothing was changed. */
  denied: number
  surprises: number
  /** The first errors, for diagnosis. */
  examples: string[]
}

/** Reads everything back. */
export async function balanceOf(ledger: Ledger, url: string): Promise<Balance> {
  const entries = entriesOf.get(ledger)!
  const count = (outcome: Outcome) => entries.filter((entry) => entry.outcome === outcome).length
  const balance: Balance = {
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unknown: count('unknown'),
    lost: 0,
    doubled: 0,
    denied: 0,
    surprises: ledger.surprises.length,
    examples: ledger.surprises.slice(0, 3),
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const [kind, { stored }] of Object.entries(kinds)) {
      const { rows } = await client.query<{ marker: string; place?: string }>(stored)
      const ofKind = entries.filter((entry) => entry.kind === kind)
      const faults = isReplaced(kind) ? checkReplaced(ofKind, rows) : checkAdded(ofKind, rows)
      for (const { fault, entry } of faults) {
        balance[fault]++
        if (balance.examples.length < 6) balance.examples.push(`${fault}: ${entry}`)
      }
    }
  } finally {
    await client.end()
  }
  return balance
}

type Fault = { fault: 'lost' | 'doubled' | 'denied'; entry: string }

function checkAdded(entries: readonly Entry[], rows: readonly { marker: string }[]): Fault[] {
  const found = Map.groupBy(rows, ({ marker }) => marker)
  return entries.flatMap(({ marker, outcome }): Fault[] => {
    const times = found.get(marker)?.length ?? 0
    if (times > 1) return [{ fault: 'doubled', entry: marker }]
    if (times === 0 && outcome === 'acknowledged') return [{ fault: 'lost', entry: marker }]
    return times === 1 && outcome === 'refused' ? [{ fault: 'denied', entry: marker }] : []
  })
}

function checkReplaced(entries: readonly Entry[], rows: readonly { marker: string; place?: string }[]): Fault[] {
  const found = Map.groupBy(rows, ({ place }) => place)
  return [...Map.groupBy(entries, ({ place }) => place)].flatMap(([place, written]): Fault[] => {
    const there = found.get(place) ?? []
    if (there.length > 1) return [{ fault: 'doubled', entry: String(place) }]
    const last = written.findLastIndex(({ outcome }) => outcome === 'acknowledged')
    // Before the first acknowledged write, the previous value may still be there.
    const may = written.slice(Math.max(last, 0))
    const match = may.find(({ marker }) => marker === there[0]?.marker)
    if (!match) return last < 0 ? [] : [{ fault: 'lost', entry: `${place} holds ${there[0]?.marker}` }]
    return match.outcome === 'refused' ? [{ fault: 'denied', entry: match.marker }] : []
  })
}

/** The summary of a scenario's ledger; throws if anything differs from the responses. */
export function assertBalanced({ lost, doubled, denied, surprises, acknowledged, unknown, examples }: Balance): string {
  const said = `${acknowledged} acknowledged, ${unknown} unknown, ${lost} lost, ${doubled} doubled`
  if (lost + doubled + denied + surprises === 0) return said
  throw new Error(`${said}, ${denied} stored though refused, ${surprises} unexpected answers\n  ${examples.join('\n  ')}`)
}
