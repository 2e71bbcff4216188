/** Work that is done after the answer: jobs in the database, done by whichever process is free. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import type { Db } from '#db/client.ts'
import { openPool } from '#db/pool.ts'
import { keepLease, releaseAllLocks } from '#services/worker-heartbeat.ts'

export interface JobOptions {
  runAt?: Date
  /** A waiting job with the same key is replaced. */
  key?: string
  /** Lower comes first; 0 by default. */
  priority?: number
  /** Jobs of one queue are done one after the other. */
  queue?: string
}

/** Adds one job for each payload, all in one statement, in the caller's transaction: it happens if and only if that commits. */
export async function addJobs(
  db: Db,
  name: string,
  payloads: readonly object[],
  { runAt, key, priority = 0, queue }: JobOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  await db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}::text, payload, ${queue ?? null}::text, ${runAt?.toISOString() ?? null}::timestamptz, null,
                 ${key ?? null}::text, ${priority}::smallint, null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(payloads)}::json) payload))`)
}

export const addJob = (db: Db, name: string, payload: object, options?: JobOptions): Promise<void> => addJobs(db, name, [payload], options)

/** What does one kind of job. It must bear being done twice: a process may end between doing it and saying so. */
export type Task = (payload: unknown, signal: AbortSignal | undefined) => Promise<void>

/** Tasks that do not wait for those of other lanes. */
export interface Lane {
  tasks: Record<string, Task>
  /** Jobs at a time in one process. */
  atOnce: number
  /** Task → crontab pattern (UTC); each is done once, however many processes there are. */
  schedule?: Record<string, string>
}

interface Setting {
  /** Of the database. */
  url: string
  db: Db
  /** No other process works on this database, so whatever is held now was held by one that is gone. */
  alone?: boolean
  /** Milliseconds after which a process that was not heard of has lost its jobs. */
  lease?: number
  /** A job that failed; it is tried again, later each time. */
  onFailure: (error: unknown) => void
}

/** Milliseconds that jobs under way get after `stop`; three seconds before, those that heed the signal are told to end. */
const patience = 5000

/** Does jobs until it is stopped. What is still held then goes back at once, for others to do. */
export async function startJobs(setting: Setting, lanes: readonly Lane[]): Promise<{ stop: () => Promise<void> }> {
  if (setting.alone) await releaseAllLocks(setting.db)
  const started = await Promise.all(lanes.map((lane) => startLane(setting, lane)))
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) }
}

async function startLane(setting: Setting, lane: Lane) {
  const lives = { current: await startRunner(setting, lane), stopping: false }
  const revive = async (): Promise<void> => {
    await lives.current.ended
    // graphile-worker ends where it cannot say that a job is done: the database went away.
    while (!lives.stopping) {
      const next = await startRunner(setting, lane).catch(setting.onFailure)
      if (next) return ((lives.current = next), revive())
      await sleep(restartAfter)
    }
  }
  void revive()
  return {
    stop: async () => {
      lives.stopping = true
      await Promise.race([lives.current.stop(), sleep(patience, undefined, { ref: false })])
      await lives.current.release()
    },
  }
}

/** Milliseconds. */
const restartAfter = 2000

async function startRunner({ url, db, lease = 60_000, onFailure }: Setting, { tasks, atOnce, schedule = {} }: Lane) {
  const events = new EventEmitter()
  let id = ''
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (id = workerPool.id))
  events.on('job:error', ({ error }: { error: unknown }) => onFailure(error))
  // A pool of graphile-worker's own hears of no broken connection any more while it ends, and the process would end with 1.
  // One connection listens for new jobs, and one says that a job is done while the next is fetched.
  const pgPool = openPool({ connectionString: url, max: atOnce + 2, statement_timeout: false })
  const runner: Runner = await run({
    pgPool,
    concurrency: atOnce,
    pollInterval: 1000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: patience - 3000,
    events,
    logger: quiet,
    // Without batches, nobody handles it where a job is done and the database cannot be told: the process would end.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, asTask(task)])),
    parsedCronItems: parseCronItems(Object.entries(schedule).map(([task, match]) => ({ task, match, identifier: task }))),
  }).catch(async (error: unknown) => {
    await pgPool.end()
    throw error
  })
  const ended = runner.promise.catch(onFailure).finally(() => void pgPool.end())
  const leaseOf = await keepLease({ db, id, lease, onFailure })
  const release = leaseOf.end
  return { ended: ended.finally(release), stop: () => runner.stop().catch(onFailure), release }
}

const asTask =
  (task: Task) =>
  (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<void> =>
    task(payload, abortSignal)

/** graphile-worker tells about each job; its failures come as events. */
const quiet = new Logger(() => () => {})
