/** Removing what is stored: a job in the transaction that gave it up, so that a store that is down only delays it. */
import { deleteFiles } from '#modules/files/queries.ts'
import { setStatus } from '#modules/files/uploads/queries.ts'
import type { Db } from '#db/client.ts'
import { addJob, addJobs } from '#services/jobs.ts'
import type { PartialUpload } from '#services/partial-upload.ts'

export const removeStoredJob = 'files.removeStored'
export const abortUploadJob = 'files.abortUpload'

/** Files that nothing uses: the caller made sure of that, and holds them. */
export async function discardFiles(db: Db, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await deleteFiles(db, keys)
  await addJob(db, removeStoredJob, { keys })
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
