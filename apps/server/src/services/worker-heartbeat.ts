/**
 * Who holds jobs, and whether they still live. graphile-worker gives the jobs of a lost process back after four hours; here
 * each process says every quarter of its lease that it lives, and takes the jobs of those that did not say so for a whole one.
 */
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

interface Lease {
  db: Db
  id: string
  /** Milliseconds. */
  lease: number
  onFailure: (error: unknown) => void
}

export async function keepLease({ db, id, lease, onFailure }: Lease) {
  await beat(db, id)
  await takeBack(db, id, lease)
  let last: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    last = beat(db, id)
      .then(() => takeBack(db, id, lease))
      .catch(onFailure)
  }, lease / 4)
  let ended: Promise<void> | undefined
  return {
    end: () => {
      clearInterval(timer)
      return (ended ??= last.then(() => giveBack(db, id)).catch(onFailure))
    },
  }
}

/** By the database's clock, which is the same for all. */
const beat = async (db: Db, id: string) =>
  void (await db.execute(sql`insert into workers (id, seen_at) values (${id}, now()) on conflict (id) do update set seen_at = now()`))

/** Of jobs and of queues. */
const held = sql`
  select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
  union all
  select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null`

/**
 * Unlocks what was locked a lease ago by others that were not heard of since. The age of the lock is asked about too: a
 * process takes its first jobs a moment before it is known here.
 */
async function takeBack(db: Db, id: string, lease: number): Promise<void> {
  await db.execute(sql`
    with held as (${held}), lost as (
      select distinct locked_by from held
      where locked_by <> ${id} and locked_at <= now() - make_interval(secs => ${lease / 1000})
        and not exists (select 1 from workers where workers.id = locked_by and seen_at > now() - make_interval(secs => ${lease / 1000}))
    )
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from lost having count(*) > 0`)
}

/** Where there is no other process: everything, before the first job is taken, whatever the clock says. */
export const releaseAllLocks = async (db: Db): Promise<void> =>
  void (await db.execute(sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from (${held}) as held having count(*) > 0`))

/** What is still held after a graceful stop goes back at once; what the long dead have left is swept. */
async function giveBack(db: Db, id: string): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(array[${id}::text])`)
  await db.execute(sql`delete from workers where id = ${id} or seen_at < now() - interval '1 day'`)
}
