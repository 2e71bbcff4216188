/** The nightly purge of what was deleted more than 30 days ago. */

import { allowWaiting, type Database, type Db } from '#db/client.ts'
import { getDriverError, isUsableAfter } from '#db/pool.ts'
import { listCoursesToPurge, purgeCourse, purgeWeeksAndAssignments } from '#modules/courses/deletion/queries.ts'

/**
 * Permanently deletes courses, weeks and assignments; files that are no longer used are deleted by the nightly sweep. Safe to repeat.
 * Each course has a transaction of its own, so that one that cannot be purged does not keep the others; its error is thrown at the end.
 */
export async function purgeDeleted({ db, transaction }: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const run = (purge: (db: Db) => Promise<void>) =>
    transaction(async (tx) => {
      await allowWaiting(tx)
      await purge(tx)
    }).catch((error: unknown) => {
      // Without a database, the others would fail too, each after a while.
      if (!isUsableAfter(getDriverError(error))) throw error
      failures.push(error)
    })
  for (const id of await listCoursesToPurge(db, now)) {
    signal?.throwIfAborted()
    await run((tx) => purgeCourse(tx, id))
  }
  await run((tx) => purgeWeeksAndAssignments(tx, now))
  if (failures.length > 0) throw failures[0]
}
