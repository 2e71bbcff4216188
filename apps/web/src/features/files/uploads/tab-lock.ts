/** A lock that one tab holds, and that ends with the tab however it ends. */

/** Resolves with its release when it is this tab's: at once, or when the tab that has it is gone. */
export function lockTab(name: string): Promise<() => void> {
  if ('locks' in navigator) return webLock(name)
  // Where nothing can be kept, no other tab hears of an upload.
  return 'indexedDB' in globalThis ? databaseLock(name).catch(() => () => undefined) : Promise.resolve(() => undefined)
}

const webLock = (name: string): Promise<() => void> =>
  new Promise((taken, failed) => {
    navigator.locks.request(name, () => new Promise<void>((release) => taken(release))).catch(failed)
  })

/**
 * Pages that are not served by https have no locks. The browser deletes a database only when no tab has it open, and closes what a
 * tab had open when that tab ends: so whoever made the database anew has the lock for as long as it stays open.
 */
async function databaseLock(name: string): Promise<() => void> {
  for (;;) {
    await answerOf(indexedDB.deleteDatabase(name))
    const { database, isNew } = await open(name)
    if (isNew) {
      return () => {
        database.close()
        indexedDB.deleteDatabase(name)
      }
    }
    // Another tab made it between the two requests.
    database.close()
  }
}

async function open(name: string): Promise<{ database: IDBDatabase; isNew: boolean }> {
  let isNew = false
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => (isNew = true))
  return { database: await answerOf(request), isNew }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused.')))
  })
