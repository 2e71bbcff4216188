/** What is done with stored bytes after the answer, and at night. */
import type { Dependencies } from '#http/mount.ts'
import { abortUploadJob, removeStoredJob } from '#modules/files/removal.ts'
import { sweepFiles, weighFresh } from '#modules/files/sweep.ts'
import type { Task } from '#services/jobs.ts'
import type { PartialUpload } from '#services/multipart-types.ts'

export const fileTasks = (ground: Dependencies): Record<string, Task> => {
  const { storage } = ground.services
  return {
    [removeStoredJob]: async (payload, signal) => {
      for (const key of (payload as { keys: string[] }).keys) {
        signal?.throwIfAborted()
        await storage.remove(key)
      }
    },
    // The bytes too: the upload may have been put together, and found not to be what it should.
    [abortUploadJob]: async (payload) => {
      const upload = payload as PartialUpload
      await storage.abortUpload(upload)
      await storage.remove(upload.key)
    },
    'files.sweep': (_payload, signal) => sweepFiles(ground, signal),
    'files.weigh': (_payload, signal) => weighFresh(ground, signal),
  }
}

export const fileSchedule = { 'files.sweep': '20 2 * * *', 'files.weigh': '50 * * * *' }
