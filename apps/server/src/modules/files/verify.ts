/** Looking at uploaded files before they are put to use: whose they are, how large, and whether they are what they say. */
import type { Db } from '#db/client.ts'
import { mp4Duration } from '#modules/files/mp4-duration.ts'
import { listOwnFiles, updateReady, type File } from '#modules/files/queries.ts'
import { fileFault } from '#modules/files/rules.ts'
import type { Storage } from '#services/storage.ts'

export type ReadyFile = File & { status: 'READY'; size: number }

export interface Checked {
  ready: ReadyFile[]
  /** Why a key may not be used, as a sentence, for each that may not. */
  faults: Map<string, string>
}

/**
 * Checks files of one person. What was checked once is not looked at again; what passes is READY from now on. Within a
 * transaction, so that no file is removed between this and its use.
 */
export async function checkFiles(db: Db, storage: Storage, ownerId: string, keys: readonly string[]): Promise<Checked> {
  if (keys.length === 0) return { ready: [], faults: new Map() }
  const found = await listOwnFiles(db, ownerId, [...new Set(keys)])
  const looked = await Promise.all(found.map((file) => look(storage, file)))
  const fresh = looked
    .filter(({ file, fault }) => !fault && file.status === 'PENDING')
    .map(({ file }) => ({ key: file.key, size: file.size! }))
  if (fresh.length > 0) await updateReady(db, fresh)
  const ready = looked.filter(({ fault }) => !fault).map(({ file }): ReadyFile => ({ ...file, status: 'READY', size: file.size! }))
  const known = new Map(looked.map(({ file, fault }) => [file.key, fault]))
  const faults = keys.flatMap((key): [string, string][] => {
    const fault = known.has(key) ? known.get(key) : 'This is no file of yours'
    return fault ? [[key, fault]] : []
  })
  return { ready, faults: new Map(faults) }
}

/** Those of the keys that the person may use. */
export const readyFiles = async (db: Db, storage: Storage, ownerId: string, keys: readonly string[]): Promise<ReadyFile[]> =>
  (await checkFiles(db, storage, ownerId, keys)).ready

/** Whether the key is a picture that the person uploaded and that has arrived. */
export const isOwnImage = async (db: Db, storage: Storage, ownerId: string, key: string): Promise<boolean> =>
  (await readyFiles(db, storage, ownerId, [key])).some(({ contentType }) => contentType.startsWith('image/'))

async function look(storage: Storage, file: File): Promise<{ file: File; fault: string | undefined }> {
  if (file.status === 'READY') return { file, fault: undefined }
  await storage.settle(file.key)
  const stored = await storage.inspect(file.key)
  return { file: { ...file, size: stored?.size ?? null }, fault: fileFault(file.contentType, stored) }
}

/** In seconds, read from the file itself; undefined where it does not say, or is of a type that is not read. */
export const durationOf = (storage: Storage, key: string): Promise<number | undefined> =>
  /\.(mp4|mov|m4a)$/.test(key) ? mp4Duration((offset, length) => storage.read(key, offset, length)) : Promise.resolve(undefined)
