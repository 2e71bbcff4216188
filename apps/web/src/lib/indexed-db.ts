/** IndexedDB with promises. */
export const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused.')))
  })

/** `createStores` runs once, on the first visit. Rejects where the browser refuses: some throw at once. */
export async function openDatabase(name: string, createStores: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => createStores(request.result))
  return toPromise(request)
}
