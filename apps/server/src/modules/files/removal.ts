/** Removes stored files by a job in the same transaction, so that an unavailable store only delays the removal. */

import type { Db } from '#db/client.ts'
import { deleteFiles } from '#modules/files/queries.ts'
import { setStatus } from '#modules/files/uploads/queries.ts'
import { addJob, addJobs } from '#services/jobs.ts'
import type { PartialUpload } from '#services/storage-types.ts'

export const removeStoredJob = 'files.removeStored'
export const abortUploadJob = 'files.abortUpload'

/** Milliseconds for which a signed PUT URL can be used, including time for the transfer. An S3 store does not ask us whether a PUT is still allowed. */
const addressLifetimeMs = 3_600_000

/** Expects unused files, locked by the caller. */
export async function discardFiles(db: Db, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const deleted = await deleteFiles(db, keys)
  await addJob(db, removeStoredJob, { keys })
  const now = Date.now()
  const recent = deleted.filter(({ createdAt }) => now - Date.parse(createdAt) < addressLifetimeMs).map(({ key }) => key)
  if (recent.length > 0) await addJob(db, removeStoredJob, { keys: recent }, { runAt: new Date(now + addressLifetimeMs) })
}

/** Discards unfinished uploads together with their files. */
export async function discardUploads(db: Db, given: readonly PartialUpload[]): Promise<void> {
  const keys = given.map(({ key }) => key)
  if (keys.length === 0) return
  await setStatus(db, keys, 'ABORTED')
  await deleteFiles(db, keys)
  await addJobs(
    db,
    abortUploadJob,
    given.map(({ key, uploadId, partSize }) => ({ key, uploadId, partSize })),
  )
}
