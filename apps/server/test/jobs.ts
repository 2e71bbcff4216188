/** Doing jobs in a test, without waiting for a worker. */
import { Logger, runOnce, type JobHelpers } from 'graphile-worker'
import type { Ground } from '#http/mount.ts'
import { tasksOn } from '#jobs.ts'

/** Does the jobs that are due, and those that they add; throws what one of them threw. */
export async function runDueJobs(url: string, ground: Ground): Promise<void> {
  const failures: unknown[] = []
  const taskList = Object.fromEntries(
    Object.entries(tasksOn(ground)).map(([name, task]) => [
      name,
      (payload: unknown, _helpers: JobHelpers) => task(payload, undefined).catch((error: unknown) => (failures.push(error), Promise.reject(error))),
    ]),
  )
  await runOnce({ connectionString: url, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) })
  if (failures.length > 0) throw failures[0]
}
