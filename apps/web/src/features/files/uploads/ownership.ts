/** One tab owns an upload: the lock ends with the tab, and another one may take over. */
import { lockTab } from './tab-lock.ts'

export type Ownership = {
  /** Resolves when this tab owns the upload: at once, or when the tab that does is gone. */
  take: (id: string) => Promise<void>
  give: (id: string) => void
}

export function createOwnership(): Ownership {
  const held = new Map<string, () => void>()
  return {
    take: async (id) => void held.set(id, await lockTab(`upload:${id}`)),
    give: (id) => {
      held.get(id)?.()
      held.delete(id)
    },
  }
}
