/** For tests that compare random sequences of calls with a model: how many, which jobs they run, refusals, and which moves are taken. */

import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import type { Task } from '#services/jobs.ts'

/** `<name>_RUNS` runs more, with a new seed that a failure prints and `<name>_SEED` repeats. */
export function readRuns(name: string, usual: number): { runs: number; seed: number } {
  const more = process.env[`${name}_RUNS`]
  return { runs: Number(more ?? usual), seed: Number(process.env[`${name}_SEED`] ?? (more ? Date.now() % 2 ** 31 : 20261126)) }
}

/** Takes the jobs of these tasks that are due, and runs them until none is left. */
export async function runTaken(db: Db, tasks: Record<string, Task>, isDue: SQL, isDueLater = isDue): Promise<void> {
  for (let due = isDue; ; due = isDueLater) {
    const { rows } = await db.execute<{ name: string; payload: unknown }>(sql`
      with taken as (
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = any(${sql.param(Object.keys(tasks))}::text[]) and ${due}
        returning t.identifier as name, j.payload, j.run_at, j.id)
      select name, payload from taken order by run_at, id`)
    for (const { name, payload } of rows) await tasks[name]!(payload, undefined)
    if (rows.length === 0) return
  }
}

/** Whether a call was answered; false if it was refused, which a test compares with its model. */
export const isAnswered = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: { status?: number }) => {
      if (error.status === undefined || error.status >= 500) throw error
      return false
    },
  )

/** Runs random sequences of commands, and repeats a failing one in its shortest form. */
export function runSequences<M extends object, R>(
  { runs, seed }: { runs: number; seed: number },
  command: fc.Arbitrary<fc.AsyncCommand<M, R>>,
  open: () => Promise<{ model: M; real: R }>,
  maxCommands: number,
): Promise<void> {
  const sequence = fc.asyncProperty(fc.commands([command], { maxCommands, size: 'max' }), (commands) => fc.asyncModelRun(open, commands))
  return fc.assert(sequence, { numRuns: runs, seed })
}

/** As the rules of the contract write moves down; with `ways`, each state has its own next ones. */
type MoveRule =
  | { from: readonly string[]; to: readonly string[] | 'SAME' | 'BEFORE' }
  | { ways: { readonly [from: string]: readonly string[] } }

function isWay(rule: MoveRule, before: string, after: string): boolean {
  if ('ways' in rule) return rule.ways[before]?.includes(after) ?? false
  if (!rule.from.includes(before)) return false
  return rule.to === 'BEFORE' || (rule.to === 'SAME' ? before === after : rule.to.includes(after))
}

/** Compares each change of a state with the moves of the contract, and knows in the end which were never taken. */
export function followMoves<M extends string>(rules: Record<M, MoveRule>) {
  const untaken = new Set(Object.keys(rules))
  const states = new Set(Object.values<MoveRule>(rules).flatMap((rule) => ('ways' in rule ? Object.keys(rule.ways) : rule.from)))
  /** Two moves that one call makes, such as recording work for its mark. */
  const chain = (first: M, next: M, before: string, after: string) =>
    [...states].some((between) => isWay(rules[first], before, between) && isWay(rules[next], between, after)) ? [first, next] : []
  return {
    /** `moves`: those that were made. `isDone`: whether they were made on this one, even if its state stays. */
    follow(moves: readonly M[], { before, after, isDone = false }: { before: string; after: string; isDone?: boolean }): void {
      if (before === after && !isDone) return
      const alone = moves.filter((move) => isWay(rules[move], before, after))
      const taken = alone.length > 0 ? alone : moves.flatMap((first) => moves.flatMap((next) => chain(first, next, before, after)))
      expect(taken, `a move of ${moves.join(', ') || 'nothing'} from ${before} to ${after}`).not.toEqual([])
      for (const move of taken) untaken.delete(move)
    },
    expectAll: (): void => expect([...untaken], 'moves that no sequence took').toEqual([]),
  }
}
