/** A chosen file, stored on this device per user until it is sent, so that a reload does not ask for it again. Never throws. */

import { openDatabase, toPromise } from '#lib/indexed-db.ts'
import { useSession } from '#lib/session.ts'

const storeName = 'files'
/** Milliseconds: a list of people is not kept for longer than a day. */
const keepForMs = 24 * 60 * 60 * 1000

type StoredFile = { file: File; storedAt: number }

const toName = (key: string): string => `${useSession.getState().user?.id ?? 'nobody'}:${key}`

/** Private windows refuse the store: then nothing is stored, and the file must be chosen again. */
async function inStore<T>(mode: IDBTransactionMode, work: (files: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const database = await openDatabase('lms', (created) => void created.createObjectStore(storeName))
    try {
      return await toPromise(work(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

export const saveFile = async (key: string, file: File): Promise<void> =>
  void (await inStore('readwrite', (files) => files.put({ file, storedAt: Date.now() } satisfies StoredFile, toName(key))))

export const removeFile = (key: string): Promise<void> => inStore('readwrite', (files) => files.delete(toName(key)))

export async function readSavedFile(key: string): Promise<File | null> {
  const stored = (await inStore('readonly', (files) => files.get(toName(key)))) as StoredFile | undefined
  if (!stored) return null
  if (Date.now() - stored.storedAt < keepForMs) return stored.file
  await removeFile(key)
  return null
}
