/** The list of uploads, and how one of them is changed and kept. */
import { createStore } from 'zustand/vanilla'
import type { Keep } from './keep.ts'
import { confirmedOf } from './send.ts'
import type { Kept, Upload } from './types.ts'

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

/** By when they were chosen, and those of one choice by their names: what was kept comes back in no order. */
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
