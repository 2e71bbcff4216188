/** The uploads of this tab, and what the browser stores of them after the page is closed. */
import { create } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { confirmedOf, type Kept, type Upload } from './types.ts'

/** Whether this page has uploads to care for: their code is loaded only then. */

export const useUploadsStarted = create(() => ({ isStarted: false }))

export type Keep = {
  list: (ownerId: string) => Promise<Kept[]>
  find: (id: string) => Promise<Kept | undefined>
  put: (kept: Kept) => Promise<void>
  remove: (id: string) => Promise<void>
}

/** In IndexedDB: it takes file handles, which local storage cannot. */
const database = 'lms-uploads'
const objectStore = 'uploads'
const byOwner = 'ownerId'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused.')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore(objectStore, { keyPath: 'id' }).createIndex(byOwner, byOwner),
  )
  return answerOf(request)
}

/** Private windows and full disks refuse it: then uploads live as long as the page. */
export function createKeep(): Keep {
  if (!('indexedDB' in globalThis)) return createMemory()
  const opened = open()
  opened.catch(() => undefined)
  const within = async <T>(mode: IDBTransactionMode, work: (records: IDBObjectStore) => IDBRequest<T>, otherwise: T): Promise<T> => {
    try {
      return await answerOf(work((await opened).transaction(objectStore, mode).objectStore(objectStore)))
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

export type Listed = { userId: string | null; uploads: Upload[] }

const keptOf = ({ state: _1, bytes: _2, speed: _3, reason: _4, mediaId: _5, stillUrl: _6, isAsked: _7, ...kept }: Upload): Kept => kept

export const fromKept = (kept: Kept, state: Upload['state']): Upload => ({
  ...kept,
  state,
  bytes: kept.isStored ? kept.size : confirmedOf(kept.size, { partSize: kept.partSize ?? 0, parts: kept.parts }),
  speed: null,
  reason: kept.refusal ?? null,
  isAsked: false,
  mediaId: null,
  stillUrl: null,
})

/** By when they were chosen, then by name: stored uploads come back in no particular order. */
const inOrder = (one: Upload, other: Upload): number =>
  one.createdAt.localeCompare(other.createdAt) || one.name.localeCompare(other.name, undefined, { numeric: true })

export function createList(keep: Keep) {
  const store = createStore<Listed>(() => ({ userId: null, uploads: [] }))
  const find = (id: string): Upload | undefined => store.getState().uploads.find((upload) => upload.id === id)
  return {
    store,
    find,
    add: (upload: Upload): void => store.setState(({ uploads }) => ({ uploads: [...uploads, upload].toSorted(inOrder) })),
    drop: (id: string): void => store.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) })),
    /** What is on the screen alone. */
    change: (id: string, changes: Partial<Upload>): void =>
      store.setState(({ uploads }) => ({ uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)) })),
    /** What must outlive the page too. */
    async save(id: string, changes: Partial<Upload> = {}): Promise<void> {
      this.change(id, changes)
      const upload = find(id)
      if (upload && upload.mediaId === null) await keep.put(keptOf(upload))
    },
  }
}

export type List = ReturnType<typeof createList>
