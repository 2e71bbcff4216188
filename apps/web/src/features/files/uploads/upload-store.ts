/** What is stored of uploads for later visits. */

import { create } from 'zustand'
import { openDatabase, toPromise } from '#lib/indexed-db.ts'
import type { StoredUpload } from './types.ts'

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
