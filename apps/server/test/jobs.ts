/** Runs jobs in a test, without waiting for a worker. */

import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce, type JobHelpers } from 'graphile-worker'
import pg from 'pg'
import type { Dependencies } from '#call/dependencies.ts'
import { lanesOn } from '#jobs.ts'

interface Jobs {
  /** Runs due jobs, and those that they add; rethrows their errors. */
  run: () => Promise<void>
  close: () => Promise<void>
}

export function openJobs(url: string, deps: Dependencies): Jobs {
  const pgPool = new pg.Pool({ connectionString: url, allowExitOnIdle: true })
  pgPool.on('error', () => {})
  // Cut while it closes, when its database is dropped: nobody waits for it any more.
  pgPool.on('connect', (client) => void client.on('error', () => {}))
  return { run: () => runDueJobs(pgPool, deps), close: () => pgPool.end() }
}

async function runDueJobs(pgPool: pg.Pool, deps: Dependencies): Promise<void> {
  const failures: unknown[] = []
  const taken: string[] = []
  const tasks = lanesOn(deps).flatMap((lane) => Object.entries(lane.tasks))
  const taskList = Object.fromEntries(
    tasks.map(([name, task]) => [
      name,
      (payload: unknown, { job }: JobHelpers) => {
        taken.push(job.id)
        return task(payload, undefined).catch((error: unknown) => (failures.push(error), Promise.reject(error)))
      },
    ]),
  )
  // One run ends at the first look that finds nothing to take; a job that was being let go of just then is still due.
  const isDue = 'select exists (select from graphile_worker._private_jobs where is_available and run_at <= now()) as due'
  for (let run = 0; run < 20; run++) {
    await runOnce({ pgPool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) })
    if (failures.length > 0 || !(await pgPool.query<{ due: boolean }>(isDue)).rows[0]!.due) break
  }
  // The last ones are let go of after the run has ended.
  const isHeld = 'select exists (select from graphile_worker._private_jobs where id = any($1::bigint[]) and locked_at is not null) as held'
  while ((await pgPool.query<{ held: boolean }>(isHeld, [taken])).rows[0]!.held) await sleep(10)
  if (failures.length > 0) throw failures[0]
}
