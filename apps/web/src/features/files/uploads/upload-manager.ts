/** All uploads of this tab, above the pages: three files at a time, each paused, resumed, cancelled and stored on its own. */

import { isolate } from '@lms/contract/rules/direction'
import { newId } from '#lib/ids.ts'
import { deliver, uploadCalls, type Deliver, type UploadCalls } from '../api.ts'
import { openHandle, type PickedFile } from './file-handles.ts'
import { getFingerprint, findStartedUpload, toPartName } from './resume.ts'
import { retryDelays, withRetries } from './retries.ts'
import { readMetadata, runUpload, type ReadMetadata } from './run-upload.ts'
import { getUploadedBytes, isUnderWay, type StoredUpload, type UploadTarget, type Upload } from './types.ts'
import { createUploadLocks, type UploadLocks } from './upload-locks.ts'
import { createUploadStorage, createList, fromStored, type UploadStorage } from './upload-store.ts'

type Named = { name: string; size: number; lastModified: number }

/** Why this is not the file of the upload, as a sentence; undefined if it is. */
async function findMismatch(file: File, expected: Named & { fingerprint: string }): Promise<string | undefined> {
  if (file.size !== expected.size || file.name !== expected.name) return `This is not the same file. Pick ${isolate(expected.name)}.`
  if ((await getFingerprint(file)) === expected.fingerprint) return undefined
  return `${isolate(expected.name)} was changed since the upload began. Cancel the upload and start it again.`
}

const filesAtOnce = 3

type Tools = {
  calls?: UploadCalls
  storage?: UploadStorage
  locks?: UploadLocks | null
  deliver?: Deliver
  readMetadata?: ReadMetadata
  delays?: readonly number[]
  singleLimit?: number
}

export function createUploads(tools: Tools = {}) {
  const { calls = uploadCalls, storage = createUploadStorage(), locks = createUploadLocks() } = tools
  const list = createList(storage)
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  const listeners = new Set<(upload: Upload) => void>()
  /** Published before anything listened: a small file may be complete while the tray is still loading. */
  const unannounced: Upload[] = []

  const removeStored = (id: string): void => {
    files.delete(id)
    void storage.remove(id)
    locks?.release(id)
  }
  const runTools = {
    list,
    calls,
    deliver: tools.deliver ?? deliver,
    readMetadata: tools.readMetadata ?? readMetadata,
    delays: tools.delays ?? retryDelays,
    singleLimit: tools.singleLimit,
    fileOf: (id: string) => files.get(id),
    onDelivered: (upload: Upload): void => {
      removeStored(upload.id)
      if (listeners.size === 0) unannounced.push(upload)
      listeners.forEach((listener) => listener(upload))
    },
  }

  /** Starts waiting uploads while there are free slots. */
  const pump = (): void => {
    const { uploads, userId } = list.store.getState()
    for (const { id } of uploads.filter(({ state, ownerId }) => state === 'waiting' && ownerId === userId)) {
      if (running.size >= filesAtOnce) return
      const controller = new AbortController()
      running.set(id, controller)
      void runUpload(id, controller.signal, runTools).finally(() => {
        if (running.get(id) === controller) running.delete(id)
        pump()
      })
    }
  }
  const queue = (id: string): void => {
    void list.save(id, { state: 'waiting', isPaused: false, reason: null })
    pump()
  }
  const stop = (id: string): void => {
    running.get(id)?.abort()
    running.delete(id)
  }

  const take = async (stored: StoredUpload): Promise<void> => {
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
    const isReady = newest.isStored ? newest.isWanted : isSame
    list.add(fromStored(newest, newest.isPaused ? 'paused' : isReady ? 'waiting' : newest.isStored ? 'done' : 'needs-file'))
    pump()
    if (list.find(stored.id)?.state === 'needs-file') await ask(newest)
  }

  /** The parts of an upload that waits for its file; if they are complete, the file is not needed. */
  const ask = async ({ id, key, uploadId, size, parts }: StoredUpload): Promise<void> => {
    if (!key || !uploadId) return list.change(id, { isAsked: true })
    const { signal } = new AbortController()
    const tryOn = <T>(work: () => Promise<T>): Promise<T> => withRetries(work, { signal, delays: runTools.delays })
    const found = await findStartedUpload({ key, uploadId, parts }, { calls, signal, tryOn }).catch(() => undefined)
    const upload = list.find(id)
    if (found === undefined || upload?.state !== 'needs-file') return
    if (found === 'complete') {
      await list.save(id, { isStored: true, bytes: size, state: upload.isWanted ? 'waiting' : 'done' })
      pump()
    } else
      await list.save(id, {
        ...(found ?? { key: null, uploadId: null, parts: [] }),
        bytes: found ? getUploadedBytes(size, found) : 0,
        isAsked: true,
      })
  }

  return {
    store: list.store,

    /** Uploads of other users rest, and are not shown. */
    async setUser(userId: string | null): Promise<void> {
      list.store.setState({ userId })
      for (const { id, ownerId, state, isPaused } of list.store.getState().uploads) {
        if (ownerId !== userId && isUnderWay({ state })) {
          stop(id)
          list.change(id, { state: 'signed-out', speed: null })
        } else if (ownerId === userId && state === 'signed-out') list.change(id, { state: isPaused ? 'paused' : 'waiting' })
      }
      pump()
      if (userId === null) return
      const stored = await storage.list(userId)
      for (const one of stored.filter(({ id }) => !list.find(id))) void take(one)
    },

    /** Starts at once; throws if the file cannot be read. */
    async add({ file, handle }: PickedFile, target: UploadTarget): Promise<string> {
      const { userId } = list.store.getState()
      if (userId === null) throw new Error('Nobody is signed in')
      const { name, size, lastModified } = file
      const stored: StoredUpload = {
        id: newId(),
        ownerId: userId,
        createdAt: new Date().toISOString(),
        name,
        size,
        lastModified,
        fingerprint: await getFingerprint(file),
        handle,
        key: null,
        uploadId: null,
        partSize: null,
        parts: [],
        isStored: false,
        isPaused: false,
        facts: null,
        target,
        isWanted: false,
        sent: null,
        idempotencyKey: newId(),
      }
      files.set(stored.id, file)
      list.add(fromStored(stored, 'waiting'))
      void list.save(stored.id)
      void locks?.acquire(stored.id)
      pump()
      return stored.id
    },

    pause(id: string): void {
      stop(id)
      void list.save(id, { state: 'paused', isPaused: true, speed: null })
      pump()
    },

    /** After a press of a button: the browser may ask whether the file may be read again. */
    async resume(id: string): Promise<void> {
      const upload = list.find(id)
      if (!upload) return
      if (upload.isStored || files.has(id)) return queue(id)
      const file = await openHandle(upload.handle, true)
      if (!file) {
        list.change(id, { state: 'needs-file', handle: null })
        return ask(upload)
      }
      await this.pick(id, { file, handle: upload.handle })
    },

    /** The connection is back: uploads that failed without it go on. */
    retryFailed(): void {
      const { uploads, userId } = list.store.getState()
      for (const { id, state, ownerId, isStored } of uploads)
        if (state === 'failed' && ownerId === userId && (isStored || files.has(id))) queue(id)
    },

    /** Goes on with the same file, picked again. */
    async pick(id: string, { file, handle }: PickedFile): Promise<void> {
      const upload = list.find(id)
      if (!upload) return
      const reason = await findMismatch(file, upload).catch(() => 'The file could not be read.')
      if (reason !== undefined) return list.change(id, { reason })
      files.set(id, file)
      list.change(id, { handle })
      queue(id)
    },

    /** Discards the upload, on the server too. */
    cancel(id: string): void {
      const upload = list.find(id)
      if (!upload) return
      stop(id)
      list.drop(id)
      removeStored(id)
      if (upload.thumbnailUrl) URL.revokeObjectURL(upload.thumbnailUrl)
      // If this fails, the clean-up job of the server removes it later.
      const { key, uploadId, isStored, mediaId, facts } = upload
      const keys = mediaId === null ? [isStored ? key : null, facts?.thumbnail] : []
      for (const fileKey of keys) if (fileKey) void calls.remove(fileKey).catch(() => undefined)
      if (key && uploadId && !isStored) void calls.abort(toPartName({ key, uploadId })).catch(() => undefined)
      pump()
    },

    /** Title, notes and captions may change until they are sent. */
    setTarget(id: string, changes: Partial<UploadTarget> | ((now: UploadTarget) => Partial<UploadTarget>)): void {
      const target = list.find(id)?.target
      if (!target) return
      // From the current value: captions arrive one after the other.
      const changed = typeof changes === 'function' ? changes(target) : changes
      void list.save(id, { target: { ...target, ...changed } })
    },

    /** Published as soon as it is complete. */
    publish(id: string): void {
      const upload = list.find(id)
      if (!upload || upload.state === 'refused') return
      void list.save(id, { isWanted: true })
      if (upload.isStored && !isUnderWay(upload)) queue(id)
    },

    onDelivered(listener: (upload: Upload) => void): () => void {
      listeners.add(listener)
      unannounced.splice(0).forEach(listener)
      return () => void listeners.delete(listener)
    },
  }
}
