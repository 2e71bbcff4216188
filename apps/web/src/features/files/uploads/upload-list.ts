/** The uploads of this tab in their order, and what of them is stored. */

import { createStore } from 'zustand/vanilla'
import { getUploadedBytes, type StoredUpload, type Upload } from './types.ts'
import type { UploadStorage } from './upload-store.ts'

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
