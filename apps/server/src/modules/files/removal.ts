/** Removing what is stored: a job in the transaction that gave it up, so that a store that is down only delays it. */
import { deleteFiles } from '#modules/files/queries.ts'
import { setStatus } from '#modules/files/uploads/queries.ts'
import type { Db } from '#db/client.ts'
import { addJob, addJobs } from '#services/jobs.ts'
import type { PartialUpload } from '#services/storage-types.ts'

export const removeStoredJob = 'files.removeStored'
export const abortUploadJob = 'files.abortUpload'

/** Milliseconds in which an address for a PUT must be used, with some for the bytes; an S3 store does not ask us whether it still may. */
const addressesEndAfter = 3_600_000

/** Files that nothing uses: the caller made sure of that, and holds them. */
export async function discardFiles(db: Db, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const deleted = await deleteFiles(db, keys)
  await addJob(db, removeStoredJob, { keys })
  const now = Date.now()
  const young = deleted.filter(({ createdAt }) => now - Date.parse(createdAt) < addressesEndAfter).map(({ key }) => key)
  if (young.length > 0) await addJob(db, removeStoredJob, { keys: young }, { runAt: new Date(now + addressesEndAfter) })
}

/** Uploads that come to nothing, with the files that they would have been. */
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
