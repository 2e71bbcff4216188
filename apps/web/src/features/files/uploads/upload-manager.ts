/** All uploads of this tab, above the pages: three files at a time, each paused, resumed, cancelled and stored on its own. */

import { newId } from '#lib/ids.ts'
import { deliver, uploadCalls, type Deliver, type UploadCalls } from '../api.ts'
import { openHandle, type PickedFile } from './file-handles.ts'
import { findMismatch, findStoredParts, restoreUpload, type Uploading } from './restore-upload.ts'
import { getFingerprint, toPartName } from './resume.ts'
import { retryDelays } from './retries.ts'
import { readMetadata, type ReadMetadata } from './run-upload.ts'
import { isUnderWay, type StoredUpload, type UploadTarget, type Upload } from './types.ts'
import { createList, fromStored } from './upload-list.ts'
import { createUploadLocks, type UploadLocks } from './upload-locks.ts'
import { createUploadQueue } from './upload-queue.ts'
import { createUploadStorage, type UploadStorage } from './upload-store.ts'

type Tools = {
  calls?: UploadCalls
  storage?: UploadStorage
  locks?: UploadLocks | null
  deliver?: Deliver
  readMetadata?: ReadMetadata
  delays?: readonly number[]
  singleLimit?: number
}

type ChangeOfTarget = Partial<UploadTarget> | ((now: UploadTarget) => Partial<UploadTarget>)

/** Those who want to know of delivered uploads. A small file may be complete while the tray, which listens, is still loading. */
function createDeliveries() {
  const listeners = new Set<(upload: Upload) => void>()
  const unannounced: Upload[] = []
  return {
    announce: (upload: Upload): void => {
      if (listeners.size === 0) unannounced.push(upload)
      listeners.forEach((listener) => listener(upload))
    },
    onDelivered: (listener: (upload: Upload) => void): (() => void) => {
      listeners.add(listener)
      unannounced.splice(0).forEach(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function createUploading(tools: Tools, announce: (upload: Upload) => void): Uploading {
  const { calls = uploadCalls, storage = createUploadStorage(), locks = createUploadLocks(), delays = retryDelays } = tools
  const list = createList(storage)
  const files = new Map<string, File>()
  const queue = createUploadQueue({
    list,
    calls,
    deliver: tools.deliver ?? deliver,
    readMetadata: tools.readMetadata ?? readMetadata,
    delays,
    singleLimit: tools.singleLimit,
    fileOf: (id) => files.get(id),
    onDelivered: (upload) => {
      removeStored(upload.id, { files, storage, locks })
      announce(upload)
    },
  })
  return { list, queue, files, storage, locks, calls, delays }
}

function removeStored(id: string, { files, storage, locks }: Pick<Uploading, 'files' | 'storage' | 'locks'>): void {
  files.delete(id)
  void storage.remove(id)
  locks?.release(id)
}

export function createUploads(tools: Tools = {}) {
  const { announce, onDelivered } = createDeliveries()
  const uploading = createUploading(tools, announce)
  return {
    store: uploading.list.store,
    onDelivered,
    /** Uploads of other users rest, and are not shown. */
    setUser: (userId: string | null): Promise<void> => setUser(userId, uploading),
    /** Starts at once; throws if the file cannot be read. */
    add: (picked: PickedFile, target: UploadTarget): Promise<string> => addUpload(picked, target, uploading),
    pause: (id: string): void => pauseUpload(id, uploading),
    /** After a press of a button: the browser may ask whether the file may be read again. */
    resume: (id: string): Promise<void> => resumeUpload(id, uploading),
    /** The connection is back: uploads that failed without it go on. */
    retryFailed: (): void => retryFailed(uploading),
    /** Goes on with the same file, picked again. */
    pick: (id: string, picked: PickedFile): Promise<void> => pickAgain(id, picked, uploading),
    /** Discards the upload, on the server too. */
    cancel: (id: string): void => cancelUpload(id, uploading),
    /** Title, notes and captions may change until they are sent. */
    setTarget: (id: string, changes: ChangeOfTarget): void => changeTarget(id, changes, uploading),
    /** Published as soon as it is complete. */
    publish: (id: string): void => publishUpload(id, uploading),
  }
}

async function setUser(userId: string | null, uploading: Uploading): Promise<void> {
  const { list, queue, storage } = uploading
  list.store.setState({ userId })
  for (const { id, ownerId, state, isPaused } of list.store.getState().uploads) {
    if (ownerId !== userId && isUnderWay({ state })) {
      queue.stop(id)
      list.change(id, { state: 'signed-out', speed: null })
    } else if (ownerId === userId && state === 'signed-out') list.change(id, { state: isPaused ? 'paused' : 'waiting' })
  }
  queue.startWaiting()
  if (userId === null) return
  const stored = await storage.list(userId)
  for (const one of stored.filter(({ id }) => !list.find(id))) void restoreUpload(one, uploading)
}

async function addUpload({ file, handle }: PickedFile, target: UploadTarget, { list, queue, files, locks }: Uploading): Promise<string> {
  const { userId } = list.store.getState()
  if (userId === null) throw new Error('Nobody is signed in')
  const { name, size, lastModified } = file
  const stored: StoredUpload = {
    ...notStarted,
    id: newId(),
    ownerId: userId,
    createdAt: new Date().toISOString(),
    name,
    size,
    lastModified,
    handle,
    target,
    fingerprint: await getFingerprint(file),
    idempotencyKey: newId(),
  }
  files.set(stored.id, file)
  list.add(fromStored(stored, 'waiting'))
  void list.save(stored.id)
  void locks?.acquire(stored.id)
  queue.startWaiting()
  return stored.id
}

const notStarted = {
  key: null,
  uploadId: null,
  partSize: null,
  parts: [],
  isStored: false,
  isPaused: false,
  facts: null,
  isWanted: false,
  sent: null,
} satisfies Partial<StoredUpload>

function pauseUpload(id: string, { list, queue }: Uploading): void {
  queue.stop(id)
  void list.save(id, { state: 'paused', isPaused: true, speed: null })
  queue.startWaiting()
}

async function resumeUpload(id: string, uploading: Uploading): Promise<void> {
  const { list, queue, files } = uploading
  const upload = list.find(id)
  if (!upload) return
  if (upload.isStored || files.has(id)) return queue.add(id)
  const file = await openHandle(upload.handle, true)
  if (file) return pickAgain(id, { file, handle: upload.handle }, uploading)
  list.change(id, { state: 'needs-file', handle: null })
  await findStoredParts(upload, uploading)
}

function retryFailed({ list, queue, files }: Uploading): void {
  const { uploads, userId } = list.store.getState()
  for (const { id, state, ownerId, isStored } of uploads)
    if (state === 'failed' && ownerId === userId && (isStored || files.has(id))) queue.add(id)
}

async function pickAgain(id: string, { file, handle }: PickedFile, { list, queue, files }: Uploading): Promise<void> {
  const upload = list.find(id)
  if (!upload) return
  const reason = await findMismatch(file, upload).catch(() => 'The file could not be read.')
  if (reason !== undefined) return list.change(id, { reason })
  files.set(id, file)
  list.change(id, { handle })
  queue.add(id)
}

function cancelUpload(id: string, uploading: Uploading): void {
  const { list, queue, calls } = uploading
  const upload = list.find(id)
  if (!upload) return
  queue.stop(id)
  list.drop(id)
  removeStored(id, uploading)
  if (upload.thumbnailUrl) URL.revokeObjectURL(upload.thumbnailUrl)
  // If this fails, the clean-up job of the server removes it later.
  const { key, uploadId, isStored, mediaId, facts } = upload
  const keys = mediaId === null ? [isStored ? key : null, facts?.thumbnail] : []
  for (const fileKey of keys) if (fileKey) void calls.remove(fileKey).catch(() => undefined)
  if (key && uploadId && !isStored) void calls.abort(toPartName({ key, uploadId })).catch(() => undefined)
  queue.startWaiting()
}

function changeTarget(id: string, changes: ChangeOfTarget, { list }: Uploading): void {
  const target = list.find(id)?.target
  if (!target) return
  // From the current value: captions arrive one after the other.
  const changed = typeof changes === 'function' ? changes(target) : changes
  void list.save(id, { target: { ...target, ...changed } })
}

function publishUpload(id: string, { list, queue }: Uploading): void {
  const upload = list.find(id)
  if (!upload || upload.state === 'refused') return
  void list.save(id, { isWanted: true })
  if (upload.isStored && !isUnderWay(upload)) queue.add(id)
}
