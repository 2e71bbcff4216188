/** Checks uploaded files before they are used: owner, size, and whether the content matches the type. */

import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Context } from '#call/handler.ts'
import { problem } from '#call/problems.ts'
import type { Database } from '#db/client.ts'
import { files } from '#db/schema/media.ts'
import { findContentError, mp4Duration } from '#modules/files/contents.ts'
import { whileLeased } from '#modules/files/lease.ts'
import { findFile, listOwnFiles, listPending, lockFile, updateReady, type File } from '#modules/files/queries.ts'
import { discardFiles } from '#modules/files/removal.ts'
import { validateFile } from '#modules/files/rules.ts'
import type { Storage } from '#services/storage.ts'

/** Files checked at once by one process. */
const limitChecks = pLimit(4)
/** Milliseconds that a second caller waits for the first. */
const maxWaitMs = 20_000

/**
 * Checks those of a user's files that have not been checked yet. Files that pass become READY; the others are removed.
 * Returns the reasons for rejections, as sentences by key. Call it before the transaction that uses the files: a transaction must not wait for the store.
 */
export async function preloadFileChecks(
  { database, storage }: { database: Database; storage: Storage },
  ownerId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const errors = new Map<string, string>()
  if (keys.length === 0) return errors
  const look = async (key: string) => {
    const error = await checkFile(database, storage, key)
    if (error) errors.set(key, error)
  }
  await Promise.all((await listPending(database.db, ownerId, [...new Set(keys)])).map(look))
  return errors
}

/** Locked: nobody else can check or replace the file until the transaction ends. */
async function checkFile(database: Database, storage: Storage, key: string): Promise<string | undefined> {
  const until = performance.now() + maxWaitMs
  for (;;) {
    const looked = await whileLeased(database.db, files, key, () => limitChecks(() => lookAt(database, storage, key)))
    if (looked) return looked.result
    if ((await findFile(database.db, key))?.status !== 'PENDING') return undefined
    if (performance.now() > until) throw problem('request-in-progress', { detail: 'A file is being checked. Try again.', retryAfter: 5 })
    await sleep(100)
  }
}

async function lookAt(database: Database, storage: Storage, key: string): Promise<string | undefined> {
  const file = await findFile(database.db, key)
  if (file?.status !== 'PENDING') return undefined
  await storage.confirm(key)
  const stored = await storage.inspect(key)
  const read = (offset: number, length: number) => storage.read(key, offset, length)
  const error = validateFile(file.contentType, stored) ?? (await findContentError(file.contentType, { size: stored!.size, read }))
  if (error && !stored) return error
  const durationSeconds = error ? null : await readDuration(storage, key)
  return database.transaction(async (db) => {
    if ((await lockFile(db, key))?.status !== 'PENDING') return undefined
    if (!error) return void (await updateReady(db, { key, size: stored!.size, durationSeconds }))
    await discardFiles(db, [key])
    return `${error}. It was removed`
  })
}

/** In seconds, read from the file; null if it does not contain a duration, or if the type has none. */
export const readDuration = async (storage: Storage, key: string): Promise<number | null> =>
  /\.(mp4|mov|m4a)$/.test(key) ? ((await mp4Duration((offset, length) => storage.read(key, offset, length))) ?? null) : null

export type FileCheckContext = Pick<Context, 'db' | 'actor' | 'fileErrors'>

/** Why the caller may not use files named in the request, as sentences by key. Accepted files are locked until the transaction ends. */
export async function checkFiles(ctx: FileCheckContext, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const own = new Map((await listOwnFiles(ctx.db, ctx.actor.id, [...new Set(keys)])).map((file) => [file.key, file]))
  return new Map(keys.flatMap((key) => toEntry(key, getError(ctx, key, own.get(key)))))
}

/** Why the key cannot be the caller's picture. */
export async function validateImage(ctx: FileCheckContext, key: string): Promise<string | undefined> {
  const [file] = await listOwnFiles(ctx.db, ctx.actor.id, [key])
  return getError(ctx, key, file) ?? (file!.contentType.startsWith('image/') ? undefined : 'Not a picture')
}

function getError({ fileErrors }: FileCheckContext, key: string, file: File | undefined): string | undefined {
  // A file that was just rejected no longer exists.
  if (!file) return fileErrors.get(key) ?? 'This is no file of yours, or it was removed'
  return file.status === 'READY' ? undefined : (fileErrors.get(key) ?? 'The file has not arrived yet')
}

const toEntry = (key: string, error: string | undefined): [string, string][] => (error ? [[key, error]] : [])
