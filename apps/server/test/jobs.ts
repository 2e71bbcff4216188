/** Runs jobs in a test, without waiting for a worker. */
import { Logger, runOnce, type JobHelpers } from 'graphile-worker'
import pg from 'pg'
import type { Dependencies } from '#call/dependencies.ts'
import { lanesOn } from '#jobs.ts'

/** Runs due jobs, and those that they add; rethrows their errors. */
export async function runDueJobs(url: string, deps: Dependencies): Promise<void> {
  const failures: unknown[] = []
  const tasks = lanesOn(deps).flatMap((lane) => Object.entries(lane.tasks))
  const taskList = Object.fromEntries(
    tasks.map(([name, task]) => [
      name,
      (payload: unknown, _helpers: JobHelpers) =>
        task(payload, undefined).catch((error: unknown) => (failures.push(error), Promise.reject(error))),
    ]),
  )
  const pgPool = new pg.Pool({ connectionString: url })
  pgPool.on('error', () => {})
  // Cut while it closes, when its database is dropped: nobody waits for it any more.
  pgPool.on('connect', (client) => void client.on('error', () => {}))
  // One run ends at the first look that finds nothing to take; a job that was being let go of just then is still due.
  const isDue = 'select exists (select from graphile_worker._private_jobs where is_available and run_at <= now()) as due'
  for (let run = 0; run < 20; run++) {
    await runOnce({ pgPool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) })
    if (failures.length > 0 || !(await pgPool.query<{ due: boolean }>(isDue)).rows[0]!.due) break
  }
  await pgPool.end()
  if (failures.length > 0) throw failures[0]
}
