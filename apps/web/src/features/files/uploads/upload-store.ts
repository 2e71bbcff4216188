/** The uploads of this tab, and the data stored for later visits. */

import { create } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { openDatabase, toPromise } from '#lib/indexed-db.ts'
import { getUploadedBytes, type StoredUpload, type Upload } from './types.ts'

/** Whether this page has uploads: their code is loaded only then. */
export const useUploadsStarted = create(() => ({ isStarted: false }))

export type UploadStorage = {
  list: (ownerId: string) => Promise<StoredUpload[]>
  find: (id: string) => Promise<StoredUpload | undefined>
  put: (stored: StoredUpload) => Promise<void>
  remove: (id: string) => Promise<void>
}

/** In IndexedDB, because it can store file handles. */
const objectStore = 'uploads'
const byOwner = 'ownerId'

/** Private windows and full disks reject storage: then uploads end with the page. */
export function createUploadStorage(): UploadStorage {
  if (!('indexedDB' in globalThis)) return createMemory()
  const opened = openDatabase('lms-uploads', (created) => {
    created.createObjectStore(objectStore, { keyPath: 'id' }).createIndex(byOwner, byOwner)
  })
  opened.catch(() => undefined)
  const within = async <T>(mode: IDBTransactionMode, work: (records: IDBObjectStore) => IDBRequest<T>, otherwise: T): Promise<T> => {
    try {
      return await toPromise(work((await opened).transaction(objectStore, mode).objectStore(objectStore)))
    } catch {
      return otherwise
    }
  }
  return {
    list: (ownerId) => within<StoredUpload[]>('readonly', (records) => records.index(byOwner).getAll(ownerId), []),
    find: (id) => within<StoredUpload | undefined>('readonly', (records) => records.get(id), undefined),
    put: async (stored) => void (await within<IDBValidKey | null>('readwrite', (records) => records.put(stored) as IDBRequest, null)),
    remove: (id) => within<undefined>('readwrite', (records) => records.delete(id), undefined),
  }
}

function createMemory(): UploadStorage {
  const records = new Map<string, StoredUpload>()
  return {
    list: (ownerId) => Promise.resolve([...records.values()].filter((stored) => stored.ownerId === ownerId)),
    find: (id) => Promise.resolve(records.get(id)),
    put: (stored) => Promise.resolve(void records.set(stored.id, stored)),
    remove: (id) => Promise.resolve(void records.delete(id)),
  }
}

export type Listed = { userId: string | null; uploads: Upload[] }

const toStored = ({
  state: _1,
  bytes: _2,
  speed: _3,
  reason: _4,
  mediaId: _5,
  thumbnailUrl: _6,
  isAsked: _7,
  ...stored
}: Upload): StoredUpload => stored

export const fromStored = (stored: StoredUpload, state: Upload['state']): Upload => ({
  ...stored,
  state,
  bytes: stored.isStored ? stored.size : getUploadedBytes(stored.size, { partSize: stored.partSize ?? 0, parts: stored.parts }),
  speed: null,
  reason: stored.refusedBecause ?? null,
  isAsked: false,
  mediaId: null,
  thumbnailUrl: null,
})

/** By when they were chosen, then by name: stored uploads come back in no particular order. */
const inOrder = (one: Upload, other: Upload): number =>
  one.createdAt.localeCompare(other.createdAt) || one.name.localeCompare(other.name, undefined, { numeric: true })

export function createList(storage: UploadStorage) {
  const store = createStore<Listed>(() => ({ userId: null, uploads: [] }))
  const find = (id: string): Upload | undefined => store.getState().uploads.find((upload) => upload.id === id)
  return {
    store,
    find,
    add: (upload: Upload): void => store.setState(({ uploads }) => ({ uploads: [...uploads, upload].toSorted(inOrder) })),
    drop: (id: string): void => store.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) })),
    /** Only changes the displayed state. */
    change: (id: string, changes: Partial<Upload>): void =>
      store.setState(({ uploads }) => ({ uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)) })),
    /** Stores the change too. */
    async save(id: string, changes: Partial<Upload> = {}): Promise<void> {
      this.change(id, changes)
      const upload = find(id)
      if (upload && upload.mediaId === null) await storage.put(toStored(upload))
    },
  }
}

export type List = ReturnType<typeof createList>
