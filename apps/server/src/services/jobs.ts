/** Work that is done after the answer: jobs in the database, done by whichever process is free. */
import { sql } from 'drizzle-orm'
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import type { Db } from '#db/client.ts'
import { keepLease } from '#services/job-lease.ts'

export interface JobOptions {
  runAt?: Date
  /** A waiting job with the same key is replaced. */
  key?: string
  /** Jobs of one queue are done one after the other, whichever process does them. */
  queue?: string
  /** Lower comes first; 0 by default. */
  priority?: number
}

/** Adds one job for each payload, all in one statement, in the caller's transaction: it happens if and only if that commits. */
export async function addJobs(
  db: Db,
  name: string,
  payloads: readonly object[],
  { runAt, key, queue, priority = 0 }: JobOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  await db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}::text, payload, ${queue ?? null}::text, ${runAt?.toISOString() ?? null}::timestamptz,
                 null, ${key ?? null}::text, ${priority}::smallint, null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(payloads)}::json) payload))`)
}

export const addJob = (db: Db, name: string, payload: object, options?: JobOptions): Promise<void> =>
  addJobs(db, name, [payload], options)

/** What does one kind of job. It must bear being done twice: a process may end between doing it and saying so. */
export type Task = (payload: unknown, signal: AbortSignal | undefined) => Promise<void>

export interface JobsToDo {
  /** Of the database. */
  url: string
  db: Db
  tasks: Record<string, Task>
  /** Task → crontab pattern (UTC); each is done once, however many processes there are. */
  schedule?: Record<string, string>
  /** No other process works on this database, so whatever is held now was held by one that is gone. */
  alone?: boolean
  /** Milliseconds after which a process that was not heard of has lost its jobs. */
  lease?: number
  /** A job that failed; it is tried again, later each time. */
  onFailure: (error: unknown) => void
}

/** Jobs done at once by one process. */
const atOnce = 4

/** Does jobs until it is stopped. `stop` lets those under way finish for five seconds, then tells them to end and gives them back. */
export async function startJobs({ url, db, tasks, schedule = {}, alone = false, lease = 60_000, onFailure }: JobsToDo) {
  const events = new EventEmitter()
  let poolId = ''
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (poolId = workerPool.id))
  events.on('job:error', ({ error }: { error: unknown }) => onFailure(error))
  const runner: Runner = await run({
    connectionString: url,
    maxPoolSize: atOnce + 2,
    concurrency: atOnce,
    pollInterval: 1000,
    noHandleSignals: true,
    events,
    logger: quiet,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => task(payload, abortSignal),
      ]),
    ),
    parsedCronItems: parseCronItems(Object.entries(schedule).map(([task, match]) => ({ task, match, identifier: task }))),
  })
  runner.promise.catch(onFailure)
  const leaseOf = await keepLease({ db, id: poolId, lease, alone, onFailure })
  return {
    stop: async () => {
      await runner.stop().catch(onFailure)
      await leaseOf.end()
    },
  }
}

/** graphile-worker tells about each job; its failures come as events. */
const quiet = new Logger(() => () => {})
