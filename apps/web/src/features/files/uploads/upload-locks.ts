/** One tab owns an upload: the browser releases its lock when the tab is closed, and another tab may take over. */

export type UploadLocks = {
  /** Resolves when this tab owns the upload: at once, or when the tab that does is closed. */
  acquire: (id: string) => Promise<void>
  release: (id: string) => void
}

/** Null if the browser has no locks: on pages that are not served over https. */
export function createUploadLocks(): UploadLocks | null {
  if (!('locks' in navigator)) return null
  const held = new Map<string, () => void>()
  return {
    acquire: (id) =>
      new Promise((resolve, reject) => {
        const hold = (release: () => void): void => {
          held.set(id, release)
          resolve()
        }
        navigator.locks.request(`upload:${id}`, () => new Promise<void>(hold)).catch(reject)
      }),
    release: (id) => {
      held.get(id)?.()
      held.delete(id)
    },
  }
}
