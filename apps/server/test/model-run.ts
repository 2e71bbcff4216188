/** For tests that compare random sequences of calls with a model: how many, which jobs they run, and refusals, which change nothing. */

import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
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
