/** Background jobs in the database, run by any free process, with a heartbeat that releases the jobs of dead processes. */

import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import { prepared, type Db } from '#db/drizzle.ts'
import { openWorkerPool } from '#db/pool.ts'

/**
 * The processes that hold jobs, and whether they are alive. graphile-worker releases the jobs of a dead process after four hours;
 * here each process sends a heartbeat every quarter of its lease and releases the jobs of processes silent for a whole one.
 */
interface Lease {
  db: Db
  id: string
  /** Milliseconds. */
  lease: number
  onFailure: (error: unknown) => void
}

async function startHeartbeat({ db, id, lease, onFailure }: Lease) {
  await sendHeartbeat(db, id)
  await releaseLostLocks(db, id, lease)
  let last: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    last = sendHeartbeat(db, id)
      .then(() => releaseLostLocks(db, id, lease))
      .catch(onFailure)
  }, lease / 4)
  let ended: Promise<void> | undefined
  return {
    end: () => {
      clearInterval(timer)
      return (ended ??= last.then(() => releaseOwnLocks(db, id)).catch(onFailure))
    },
  }
}

/** By the database's clock, which all processes share. */
const sendHeartbeat = async (db: Db, id: string) =>
  void (await db.execute(
    sql`insert into worker_heartbeats (id, seen_at) values (${id}, now()) on conflict (id) do update set seen_at = now()`,
  ))

/** Of jobs and of queues. */
const heldLocks = sql`
  select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
  union all
  select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null`

/**
 * Releases locks older than a lease of processes without a heartbeat since. The age of the lock counts too: a process takes
 * its first jobs a moment before its first heartbeat.
 */
async function releaseLostLocks(db: Db, id: string, lease: number): Promise<void> {
  await db.execute(sql`
    with held as (${heldLocks}), lost as (
      select distinct locked_by from held
      where locked_by <> ${id} and locked_at <= now() - make_interval(secs => ${lease / 1000})
        and not exists (select 1 from worker_heartbeats worker where worker.id = locked_by and seen_at > now() - make_interval(secs => ${lease / 1000}))
    )
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from lost having count(*) > 0`)
}

/** For the only process of an installation: releases every lock before it takes its first job, whatever the clock says. */
const releaseAllLocks = async (db: Db): Promise<void> =>
  void (await db.execute(sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from (${heldLocks}) as held having count(*) > 0`))

/** Releases what is still locked after a graceful stop, and deletes heartbeats of processes that ended long ago. */
async function releaseOwnLocks(db: Db, id: string): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(array[${id}::text])`)
  await db.execute(sql`delete from worker_heartbeats where id = ${id} or seen_at < now() - interval '1 day'`)
}

export interface JobOptions {
  runAt?: Date
  /** Milliseconds from now by the database's clock: a job that adds itself again must not be due at once if the clocks differ. */
  after?: number
  /** Replaces a waiting job with the same key. */
  key?: string
  /** Lower runs first; 0 by default. */
  priority?: number
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Attempts until it is given up, with pauses of 3 s to six hours; 25 by default, which takes four days. */
  attempts?: number
}

const { placeholder } = sql
const jobsAdded = prepared((db) =>
  db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${placeholder('name')}::text, payload, ${placeholder('queue')}::text,
                 coalesce(${placeholder('runAt')}::timestamptz, now() + ${placeholder('after')}::float8 * interval '1 ms'),
                  ${placeholder('attempts')}::smallint,
                 ${placeholder('key')}::text, ${placeholder('priority')}::smallint, null)::graphile_worker.job_spec
      from json_array_elements(${placeholder('payloads')}::json) payload))`),
)

/** Adds one job per payload in one statement, in the caller's transaction: the jobs run only if it commits. */
export async function addJobs(
  db: Db,
  name: string,
  payloads: readonly object[],
  { runAt, after, key, priority = 0, queue, attempts }: JobOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  await jobsAdded(db, { name, payloads: JSON.stringify(payloads), queue, runAt: runAt?.toISOString(), after, attempts, key, priority })
}

export const addJob = (db: Db, name: string, payload: object, options?: JobOptions): Promise<void> => addJobs(db, name, [payload], options)

/** Deletes the jobs that had their last attempt, which otherwise stay for ever without a sign. */
export async function takeGivenUp(db: Db): Promise<{ name: string; key: string | null }[]> {
  const { rows } = await db.execute<{ name: string; key: string | null }>(sql`
    with given_up as materialized (
      select id, task_identifier as name, key from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
    ), deleted as (select graphile_worker.complete_jobs(array_agg(id)) from given_up having count(*) > 0)
    select name, key from given_up where exists (select from deleted)`)
  return rows
}

/** Runs one kind of job. It must be idempotent: a process may end between doing the work and recording that. */
export type Task = (payload: unknown, signal: AbortSignal | undefined) => Promise<void>

/** Tasks that do not wait for those of other lanes. */
export interface Lane {
  tasks: Record<string, Task>
  /** Concurrent jobs per process. */
  atOnce: number
  /** Task → crontab pattern (UTC); each runs once, whatever the number of processes. */
  schedule?: Record<string, string>
}

interface Setting {
  /** Of the database. */
  url: string
  db: Db
  /** No other process uses this database, so every lock held now belongs to a dead process. */
  alone?: boolean
  /** Milliseconds without a heartbeat after which a process loses its jobs. */
  lease?: number
  /** Milliseconds that the database may take for a statement of graphile-worker. */
  patience?: number
  /** Called for a failed job, which is retried with increasing delays. */
  onFailure: (error: unknown) => void
}

/** Milliseconds for running jobs to finish after `stop`; their signal is aborted three seconds earlier. */
const stopTimeoutMs = 5000

/** Runs jobs until it is stopped, and then releases the remaining ones for other processes. */
export async function startJobs(setting: Setting, lanes: readonly Lane[]): Promise<{ stop: () => Promise<void> }> {
  if (setting.alone) await releaseAllLocks(setting.db)
  const started = await Promise.all(lanes.map((lane) => startLane(setting, lane)))
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) }
}

async function startLane(setting: Setting, lane: Lane) {
  const lives = { current: await startRunner(setting, lane), stopping: false }
  const revive = async (): Promise<void> => {
    await lives.current.ended
    // graphile-worker stops if it cannot mark a job as done: the database was unavailable.
    while (!lives.stopping) {
      const next = await startRunner(setting, lane).catch(setting.onFailure)
      if (next) return ((lives.current = next), revive())
      await sleep(restartAfterMs)
    }
  }
  void revive()
  return {
    stop: async () => {
      lives.stopping = true
      await Promise.race([lives.current.stop(), sleep(stopTimeoutMs, undefined, { ref: false })])
      await lives.current.release()
    },
  }
}

const restartAfterMs = 2000

async function startRunner({ url, db, lease = 60_000, patience = 30_000, onFailure }: Setting, { tasks, atOnce, schedule = {} }: Lane) {
  const events = new EventEmitter()
  let id = ''
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (id = workerPool.id))
  events.on('job:error', ({ error }: { error: unknown }) => onFailure(error))
  // graphile-worker's own pool no longer handles broken connections while it ends, and the process would exit with 1.
  // One connection listens for new jobs, and one marks a job as done while the next is fetched.
  const pgPool = openWorkerPool({ connectionString: url, max: atOnce + 2, query_timeout: patience })
  const runner: Runner = await run({
    pgPool,
    concurrency: atOnce,
    pollInterval: 1000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: stopTimeoutMs - 3000,
    events,
    logger: silentLogger,
    // Without batches, nothing handles the failure to mark a job as done while the database is unreachable: the process would exit.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, asTask(task)])),
    parsedCronItems: parseCronItems(
      Object.entries(schedule).map(([task, match]) => ({ task, match, identifier: task, options: catchUp(match) })),
    ),
  }).catch(async (error: unknown) => {
    await pgPool.end()
    throw error
  })
  const ended = runner.promise.catch(onFailure).finally(() => void pgPool.end())
  const leaseOf = await startHeartbeat({ db, id, lease, onFailure })
  const release = leaseOf.end
  return { ended: ended.finally(release), stop: () => runner.stop().catch(onFailure), release }
}

/** Milliseconds. */
const day = 86_400_000
/** A daily job that fell due while the server was off runs at the start: a computer may be off every night. The others come soon. */
const catchUp = (match: string) => ({ backfillPeriod: match.split(' ')[1] === '*' ? 0 : day })

const asTask =
  (task: Task) =>
  (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<void> =>
    task(payload, abortSignal)

/** graphile-worker logs each job; failures are also emitted as events. */
const silentLogger = new Logger(() => () => {})
