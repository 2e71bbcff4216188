/** Uploads that outlive the page, in IndexedDB: it takes file handles, which local storage cannot. */
import type { Kept } from './types.ts'

export type Keep = {
  list: (ownerId: string) => Promise<Kept[]>
  find: (id: string) => Promise<Kept | undefined>
  put: (kept: Kept) => Promise<void>
  remove: (id: string) => Promise<void>
}

const database = 'lms-uploads'
const store = 'uploads'
const byOwner = 'ownerId'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused.')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'id' }).createIndex(byOwner, byOwner))
  return answerOf(request)
}

/** Private windows and full disks refuse it: then uploads live as long as the page. */
export function createKeep(): Keep {
  if (!('indexedDB' in globalThis)) return createMemory()
  const opened = open()
  opened.catch(() => undefined)
  const within = async <T>(mode: IDBTransactionMode, work: (records: IDBObjectStore) => IDBRequest<T>, otherwise: T): Promise<T> => {
    try {
      return await answerOf(work((await opened).transaction(store, mode).objectStore(store)))
    } catch {
      return otherwise
    }
  }
  return {
    list: (ownerId) => within<Kept[]>('readonly', (records) => records.index(byOwner).getAll(ownerId), []),
    find: (id) => within<Kept | undefined>('readonly', (records) => records.get(id), undefined),
    put: async (kept) => void (await within<IDBValidKey | null>('readwrite', (records) => records.put(kept) as IDBRequest, null)),
    remove: (id) => within<undefined>('readwrite', (records) => records.delete(id), undefined),
  }
}

function createMemory(): Keep {
  const records = new Map<string, Kept>()
  return {
    list: (ownerId) => Promise.resolve([...records.values()].filter((kept) => kept.ownerId === ownerId)),
    find: (id) => Promise.resolve(records.get(id)),
    put: (kept) => Promise.resolve(void records.set(kept.id, kept)),
    remove: (id) => Promise.resolve(void records.delete(id)),
  }
}
