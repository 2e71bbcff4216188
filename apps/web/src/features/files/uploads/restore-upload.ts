/** Uploads that an earlier visit left: they go on if their file can still be read and no other tab has them. */

import { isolate } from '@lms/contract/rules/direction'
import type { UploadCalls } from '../api.ts'
import { openHandle } from './file-handles.ts'
import { findStartedUpload, getFingerprint } from './resume.ts'
import { withRetries } from './retries.ts'
import { getUploadedBytes, type StoredUpload, type Upload } from './types.ts'
import { fromStored, type List } from './upload-list.ts'
import type { UploadLocks } from './upload-locks.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { UploadStorage } from './upload-store.ts'

/** What the parts of the upload manager share. */
export type Uploading = {
  list: List
  queue: UploadQueue
  /** Those that can be read now. */
  files: Map<string, File>
  storage: UploadStorage
  locks: UploadLocks | null
  calls: UploadCalls
  delays: readonly number[]
}

/** Why this is not the file of the upload, as a sentence; undefined if it is. */
export async function findMismatch(file: File, expected: Pick<StoredUpload, 'name' | 'size' | 'fingerprint'>): Promise<string | undefined> {
  if (file.size !== expected.size || file.name !== expected.name) return `This is not the same file. Pick ${isolate(expected.name)}.`
  if ((await getFingerprint(file)) === expected.fingerprint) return undefined
  return `${isolate(expected.name)} was changed since the upload began. Cancel the upload and start it again.`
}

export async function restoreUpload(stored: StoredUpload, uploading: Uploading): Promise<void> {
  const { list, queue, files, storage, locks } = uploading
  await locks?.acquire(stored.id)
  // The tab that owned it may have continued or finished it.
  const newest = await storage.find(stored.id)
  if (!newest || list.find(stored.id) || list.store.getState().userId !== stored.ownerId)
    return list.find(stored.id) ? undefined : locks?.release(stored.id)
  if (newest.refusedBecause !== undefined) return list.add(fromStored(newest, 'refused'))
  // Another tab may be sending it; without locks there is no way to know.
  if (!locks && !newest.isStored) return list.add(fromStored(newest, 'not-resumable'))
  const file = newest.isStored ? null : await openHandle(newest.handle, false)
  const isSame = file !== null && (await findMismatch(file, newest)) === undefined
  if (isSame) files.set(newest.id, file)
  list.add(fromStored(newest, toRestoredState(newest, isSame)))
  queue.startWaiting()
  if (list.find(stored.id)?.state === 'needs-file') await findStoredParts(newest, uploading)
}

function toRestoredState({ isPaused, isStored, isWanted }: StoredUpload, hasFile: boolean): Upload['state'] {
  if (isPaused) return 'paused'
  if (isStored ? isWanted : hasFile) return 'waiting'
  return isStored ? 'done' : 'needs-file'
}

/** The parts of an upload that waits for its file; if they are complete, the file is not needed. */
export async function findStoredParts(stored: StoredUpload, { list, queue, calls, delays }: Uploading): Promise<void> {
  const { id, key, uploadId, size, parts } = stored
  if (!key || !uploadId) return list.change(id, { isAsked: true })
  const { signal } = new AbortController()
  const tryOn = <T>(work: () => Promise<T>): Promise<T> => withRetries(work, { signal, delays })
  const found = await findStartedUpload({ key, uploadId, parts }, { calls, signal, tryOn }).catch(() => undefined)
  const upload = list.find(id)
  if (found === undefined || upload?.state !== 'needs-file') return
  if (found === 'complete') {
    await list.save(id, { isStored: true, bytes: size, state: upload.isWanted ? 'waiting' : 'done' })
    queue.startWaiting()
  } else {
    const bytes = found ? getUploadedBytes(size, found) : 0
    await list.save(id, { ...(found ?? { key: null, uploadId: null, parts: [] }), bytes, isAsked: true })
  }
}
