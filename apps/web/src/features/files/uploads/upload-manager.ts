/** All uploads of this tab, above the pages: three files at a time, each paused, resumed, cancelled and kept on its own. */
import { newId } from '#lib/ids.ts'
import { deliver, type Deliver, uploadCalls, type UploadCalls } from './api.ts'
import { fileOf, type Picked } from './file-handles.ts'
import { fingerprintOf, mismatchOf } from './fingerprint.ts'
import { findBegun, nameOf } from './resume.ts'
import { retryDelays, withRetries } from './retries.ts'
import { readFacts, type ReadFacts, runUpload } from './run-upload.ts'
import { confirmedOf, isUnderWay, type Kept, type Target, type Upload } from './types.ts'
import { createUploadLocks, type UploadLocks } from './upload-locks.ts'
import { createKeep, createList, fromKept, type Keep } from './upload-store.ts'

const filesAtOnce = 3

type Tools = {
  calls?: UploadCalls
  keep?: Keep
  locks?: UploadLocks | null
  deliver?: Deliver
  readFacts?: ReadFacts
  delays?: readonly number[]
}

export function createUploads(tools: Tools = {}) {
  const { calls = uploadCalls, keep = createKeep(), locks = createUploadLocks() } = tools
  const list = createList(keep)
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  const listeners = new Set<(upload: Upload) => void>()

  const forget = (id: string): void => {
    files.delete(id)
    void keep.remove(id)
    locks?.release(id)
  }
  const runTools = {
    list,
    calls,
    deliver: tools.deliver ?? deliver,
    readFacts: tools.readFacts ?? readFacts,
    delays: tools.delays ?? retryDelays,
    fileOf: (id: string) => files.get(id),
    onDelivered: (upload: Upload): void => {
      forget(upload.id)
      listeners.forEach((listener) => listener(upload))
    },
  }

  /** Starts what waits, as far as there is room. */
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

  const take = async (kept: Kept): Promise<void> => {
    await locks?.acquire(kept.id)
    // The tab that owned it may have continued or finished it.
    const newest = await keep.find(kept.id)
    if (!newest || list.find(kept.id) || list.store.getState().userId !== kept.ownerId)
      return list.find(kept.id) ? undefined : locks?.release(kept.id)
    if (newest.refusal !== undefined) return list.add(fromKept(newest, 'refused'))
    // Another tab may be sending it; without locks there is no way to know.
    if (!locks && !newest.isStored) return list.add(fromKept(newest, 'not-resumable'))
    const file = newest.isStored ? null : await fileOf(newest.handle, false)
    const isSame = file !== null && (await mismatchOf(file, newest)) === undefined
    if (isSame) files.set(newest.id, file)
    const isReady = newest.isStored ? newest.isWanted : isSame
    list.add(fromKept(newest, newest.isPaused ? 'paused' : isReady ? 'waiting' : newest.isStored ? 'done' : 'needs-file'))
    pump()
    if (list.find(kept.id)?.state === 'needs-file') await ask(newest)
  }

  /** What the server has of one that waits for its file; where all of it is there, the file is not needed. */
  const ask = async ({ id, key, uploadId, size, parts }: Kept): Promise<void> => {
    if (!key || !uploadId) return list.change(id, { isAsked: true })
    const { signal } = new AbortController()
    const tryOn = <T>(work: () => Promise<T>): Promise<T> => withRetries(work, { signal, delays: runTools.delays })
    const found = await findBegun({ key, uploadId, parts }, { calls, signal, tryOn }).catch(() => undefined)
    const upload = list.find(id)
    if (found === undefined || upload?.state !== 'needs-file') return
    if (found === 'complete') {
      await list.save(id, { isStored: true, bytes: size, state: upload.isWanted ? 'waiting' : 'done' })
      pump()
    } else
      await list.save(id, {
        ...(found ?? { key: null, uploadId: null, parts: [] }),
        bytes: found ? confirmedOf(size, found) : 0,
        isAsked: true,
      })
  }

  return {
    store: list.store,

    /** The rest of the uploads belong to somebody else: they rest, and are not shown. */
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
      const kept = await keep.list(userId)
      for (const one of kept.filter(({ id }) => !list.find(id))) void take(one)
    },

    /** Begins at once; throws where the file cannot be read. */
    async add({ file, handle }: Picked, target: Target): Promise<string> {
      const { userId } = list.store.getState()
      if (userId === null) throw new Error('Nobody is signed in')
      const { name, size, lastModified } = file
      const kept: Kept = {
        id: newId(),
        ownerId: userId,
        createdAt: new Date().toISOString(),
        name,
        size,
        lastModified,
        fingerprint: await fingerprintOf(file),
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
      files.set(kept.id, file)
      list.add(fromKept(kept, 'waiting'))
      void list.save(kept.id)
      void locks?.acquire(kept.id)
      pump()
      return kept.id
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
      const file = await fileOf(upload.handle, true)
      if (!file) {
        list.change(id, { state: 'needs-file', handle: null })
        return ask(upload)
      }
      await this.pick(id, { file, handle: upload.handle })
    },

    /** The line is back: what it broke goes on. */
    retryFailed(): void {
      const { uploads, userId } = list.store.getState()
      for (const { id, state, ownerId, isStored } of uploads)
        if (state === 'failed' && ownerId === userId && (isStored || files.has(id))) queue(id)
    },

    /** Goes on with the same file, picked again. */
    async pick(id: string, { file, handle }: Picked): Promise<void> {
      const upload = list.find(id)
      if (!upload) return
      const reason = await mismatchOf(file, upload).catch(() => 'The file could not be read.')
      if (reason !== undefined) return list.change(id, { reason })
      files.set(id, file)
      list.change(id, { handle })
      queue(id)
    },

    /** Gives the upload up; what is on the server goes too. */
    cancel(id: string): void {
      const upload = list.find(id)
      if (!upload) return
      stop(id)
      list.drop(id)
      forget(id)
      if (upload.stillUrl) URL.revokeObjectURL(upload.stillUrl)
      // Where this fails, the server's own sweep takes it away later.
      const { key, uploadId, isStored, mediaId, facts } = upload
      const keys = mediaId === null ? [isStored ? key : null, facts?.thumbnail] : []
      for (const fileKey of keys) if (fileKey) void calls.remove(fileKey).catch(() => undefined)
      if (key && uploadId && !isStored) void calls.abort(nameOf({ key, uploadId })).catch(() => undefined)
      pump()
    },

    /** Until it was sent, title, notes and captions may change. */
    setTarget(id: string, changes: Partial<Target> | ((now: Target) => Partial<Target>)): void {
      const target = list.find(id)?.target
      if (!target) return
      // By what it is now: captions arrive one after the other.
      const changed = typeof changes === 'function' ? changes(target) : changes
      void list.save(id, { target: { ...target, ...changed } })
    },

    /** It goes to its target as soon as it is whole. */
    publish(id: string): void {
      const upload = list.find(id)
      if (!upload || upload.state === 'refused') return
      void list.save(id, { isWanted: true })
      if (upload.isStored && !isUnderWay(upload)) queue(id)
    },

    onDelivered(listener: (upload: Upload) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
