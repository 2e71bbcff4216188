/** Looking at uploaded files before they are put to use: whose they are, how large, and whether they are what they say. */
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Database } from '#db/client.ts'
import { files } from '#db/schema/media.ts'
import type { Context } from '#http/handler.ts'
import { problem } from '#http/problems.ts'
import { whileLeased } from '#modules/files/lease.ts'
import { findContentError, mp4Duration } from '#modules/files/contents.ts'
import { findFile, listOwnFiles, listPending, lockFile, updateReady, type File } from '#modules/files/queries.ts'
import { discardFiles } from '#modules/files/removal.ts'
import { validateFile } from '#modules/files/rules.ts'
import type { Storage } from '#services/storage.ts'

/** Files that one process looks at in the store at once: it has others to answer too. */
const takeTurn = pLimit(4)
/** Milliseconds that a second caller waits for the first. */
const maxWaitMs = 20_000

/**
 * Looks at what of a person's files nobody has looked at yet; what passes is READY from now on, and what does not is removed.
 * Gives why those may not be used, as sentences by key. Before the transaction that puts them to use: that one must not wait for the store.
 */
export async function preloadFileChecks(
  { database, storage }: { database: Database; storage: Storage },
  ownerId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const errors = new Map<string, string>()
  if (keys.length === 0) return errors
  const look = async (key: string) => {
    const error = await lookInTurn(database, storage, key)
    if (error) errors.set(key, error)
  }
  await Promise.all((await listPending(database.db, ownerId, [...new Set(keys)])).map(look))
  return errors
}

/** Locked: nobody else checks the file or sends another until this ends. */
async function lookInTurn(database: Database, storage: Storage, key: string): Promise<string | undefined> {
  const until = Date.now() + maxWaitMs
  for (;;) {
    const looked = await whileLeased(database.db, files, key, () => takeTurn(() => lookAt(database, storage, key)))
    if (looked) return looked.result
    if ((await findFile(database.db, key))?.status !== 'PENDING') return undefined
    if (Date.now() > until) throw problem('request-in-progress', { detail: 'A file is being checked. Ask again.', retryAfter: 5 })
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

/** In seconds, read from the file itself; null where it does not say, or is of a type that is not read. */
export const readDuration = async (storage: Storage, key: string): Promise<number | null> =>
  /\.(mp4|mov|m4a)$/.test(key) ? ((await mp4Duration((offset, length) => storage.read(key, offset, length))) ?? null) : null

export type FileCheckContext = Pick<Context, 'db' | 'actor' | 'fileErrors'>

/** Why files that the request names may not be used by the caller, as sentences by key. Those that may stay until the transaction ends. */
export async function checkFiles(ctx: FileCheckContext, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const own = new Map((await listOwnFiles(ctx.db, ctx.actor.id, [...new Set(keys)])).map((file) => [file.key, file]))
  return new Map(keys.flatMap((key) => toEntry(key, getError(ctx, key, own.get(key)))))
}

/** Why the key may not be the caller's picture. */
export async function validateImage(ctx: FileCheckContext, key: string): Promise<string | undefined> {
  const [file] = await listOwnFiles(ctx.db, ctx.actor.id, [key])
  return getError(ctx, key, file) ?? (file!.contentType.startsWith('image/') ? undefined : 'This is no picture')
}

function getError({ fileErrors }: FileCheckContext, key: string, file: File | undefined): string | undefined {
  // What was just looked at and removed is no file any more.
  if (!file) return fileErrors.get(key) ?? 'This is no file of yours, or it was removed'
  return file.status === 'READY' ? undefined : (fileErrors.get(key) ?? 'The file has not arrived yet')
}

const toEntry = (key: string, error: string | undefined): [string, string][] => (error ? [[key, error]] : [])
