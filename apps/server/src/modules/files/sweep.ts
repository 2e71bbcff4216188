/** File jobs: delete unfinished uploads and unused files, page by page. Safe to repeat and to run in several processes. */

import { getFileTypeOfKey, fileTypes } from '@lms/contract/file-types'
import type { Dependencies } from '#call/dependencies.ts'
import { allowWaiting } from '#db/client.ts'
import { getDriverError, isUsableAfter } from '#db/pool.ts'
import { listUnknown, listUnused, listUnmeasured, lockOldFiles, updateSizes } from '#modules/files/queries.ts'
import { discardFiles, discardUploads, abortUploadJob, removeStoredJob } from '#modules/files/removal.ts'
import { deleteEnded, lockAbandoned } from '#modules/files/uploads/queries.ts'
import type { Task } from '#services/jobs.ts'
import type { PartialUpload } from '#services/storage-types.ts'
import type { Storage } from '#services/storage.ts'

const hour = 3_600_000
/** Milliseconds without a new part before an upload is deleted. */
const abandonedAfterMs = 48 * hour
/** Milliseconds before an unused file is deleted: students may work on an answer for days. */
const unusedAfterMs = 7 * 24 * hour
/** Milliseconds after which signed PUT URLs have expired and transfers have finished, except on slow lines. */
const arrivedAfterMs = hour
/** Milliseconds for which uploads are measured hourly; later arrivals are found at night. */
const freshForMs = 4 * hour
/** Milliseconds for which a repeated call still gets the same response. */
const rememberedForMs = 30 * 24 * hour
/** Rows per transaction. */
const pageSize = 500

export async function sweepFiles(deps: Dependencies, signal?: AbortSignal): Promise<void> {
  const before = (age: number) => new Date(deps.now().getTime() - age)
  const failures: unknown[] = []
  // A statement that fails does not keep the other steps from being done; its error is thrown at the end.
  const run = (step: Promise<unknown>) =>
    step.catch((error: unknown) => {
      if (!isUsableAfter(getDriverError(error))) throw error
      failures.push(error)
    })
  await run(giveUpAbandoned(deps, before(abandonedAfterMs), signal))
  await run(measureUnchecked(deps, { since: new Date(0), before: before(arrivedAfterMs) }, signal))
  await run(discardUnused(deps, before(unusedAfterMs), signal))
  await run(deleteEnded(deps.database.db, before(rememberedForMs)))
  await run(removeUnknown(deps, before(unusedAfterMs), signal))
  await run(Promise.resolve(deps.services.storage.removeIncoming?.(before(abandonedAfterMs))))
  if (failures.length > 0) throw failures[0]
}

/** Hourly, so that a signed URL reserves space only while it can be used; afterwards the real size counts. */
export async function measureRecent(deps: Dependencies, signal?: AbortSignal): Promise<void> {
  const before = (age: number) => new Date(deps.now().getTime() - age)
  await measureUnchecked(deps, { since: before(freshForMs), before: before(arrivedAfterMs) }, signal)
}

async function giveUpAbandoned({ database }: Dependencies, before: Date, signal?: AbortSignal): Promise<void> {
  for (let found = pageSize; found === pageSize;) {
    signal?.throwIfAborted()
    found = await database.transaction(async (db) => {
      await allowWaiting(db)
      const abandoned = await lockAbandoned(db, before, pageSize)
      await discardUploads(db, abandoned)
      return abandoned.length
    })
  }
}

/**
 * Unused uploads count towards the quota with their real size. Files larger than their type allows are deleted at once:
 * if no size was announced, an S3 store accepts any length.
 */
async function measureUnchecked(
  { database, services: { storage } }: Dependencies,
  announced: { since: Date; before: Date },
  signal?: AbortSignal,
): Promise<void> {
  const { db } = database
  for (let after: string | undefined = ''; after !== undefined;) {
    const keys: string[] = await listUnmeasured(db, { after, ...announced, limit: pageSize })
    const sizes: { key: string; size: number }[] = []
    for (const key of keys) {
      signal?.throwIfAborted()
      await storage.confirm(key)
      const stored = await storage.inspect(key)
      if (stored) sizes.push({ key, size: stored.size })
    }
    const [excessive, others] = [sizes.filter(isExcessive), sizes.filter((file) => !isExcessive(file))]
    await updateSizes(db, others)
    await database.transaction((tx) =>
      discardFiles(
        tx,
        excessive.map(({ key }) => key),
      ),
    )
    after = keys.at(-1)
  }
}

const isExcessive = ({ key, size }: { key: string; size: number }): boolean =>
  size > (fileTypes[getFileTypeOfKey(key) ?? '']?.limit ?? Infinity)

async function discardUnused({ database }: Dependencies, before: Date, signal?: AbortSignal): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    signal?.throwIfAborted()
    const from: string = after
    after = await database.transaction(async (db) => {
      await allowWaiting(db)
      const keys = await lockOldFiles(db, { after: from, before, limit: pageSize })
      if (keys.length > 0) await discardFiles(db, await listUnused(db, keys))
      return keys.at(-1)
    })
  }
}

/**
 * Stored files without a row, left by a transaction that was rolled back or a process that died. If they are the majority,
 * this is probably the wrong database for the folder, and nothing is deleted.
 */
async function removeUnknown({ database, services: { storage } }: Dependencies, before: Date, signal?: AbortSignal): Promise<void> {
  const unknownPages = async function* () {
    for await (const keys of pagesOf(storage, before)) yield { keys, unknown: await listUnknown(database.db, keys) }
  }
  const count = { stored: 0, unknown: 0 }
  for await (const { keys, unknown } of unknownPages()) {
    count.stored += keys.length
    count.unknown += unknown.length
  }
  if (count.unknown === 0) return
  if (count.unknown > count.stored / 2 && count.unknown > 10)
    return console.warn(
      `${count.unknown} of ${count.stored} stored files are unknown to this database. Is it the right one? None was removed.`,
    )
  for await (const { unknown } of unknownPages()) {
    signal?.throwIfAborted()
    await Promise.all(unknown.map((key) => storage.remove(key)))
  }
}

async function* pagesOf({ listStored }: Storage, before: Date): AsyncGenerator<string[]> {
  let page: string[] = []
  for await (const { key, storedAt } of listStored?.() ?? []) {
    if (storedAt < before) page.push(key)
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Jobs that delete stored files after the response, and the nightly ones. */
export const fileTasks = (deps: Dependencies): Record<string, Task> => {
  const { storage } = deps.services
  return {
    [removeStoredJob]: async (payload, signal) => {
      for (const key of (payload as { keys: string[] }).keys) {
        signal?.throwIfAborted()
        await storage.remove(key)
      }
    },
    // The file too: the upload may have been completed and then rejected.
    [abortUploadJob]: async (payload) => {
      const upload = payload as PartialUpload
      await storage.abortUpload(upload)
      await storage.remove(upload.key)
    },
    'files.sweep': (_payload, signal) => sweepFiles(deps, signal),
    'files.measure': (_payload, signal) => measureRecent(deps, signal),
  }
}

export const fileSchedule = { 'files.sweep': '20 2 * * *', 'files.measure': '50 * * * *' }
