/** Pictures in HTML that people write: whether they may be used, and addresses to show them. */
import { listImageKeys, withImageUrls } from '@lms/contract/rules/post-content'
import { checkFiles, type FileCheckContext } from '#modules/files/verify.ts'
import type { Storage } from '#services/storage.ts'

/** Why clean HTML cannot be taken, as a sentence: its pictures must be uploads of the person who writes, or have been in it before. */
export async function findImageError(ctx: FileCheckContext, html: string, before = ''): Promise<string | undefined> {
  const known = new Set(listImageKeys(before))
  const added = listImageKeys(html).filter((key) => !known.has(key))
  const [error] = (await checkFiles(ctx, added)).values()
  return error && `A picture cannot be used. ${error}`
}

/** Addresses at which files can be read for now. */
export const listUrls = (storage: Storage, keys: readonly string[]): Promise<{ key: string; url: string }[]> =>
  Promise.all(keys.map(async (key) => ({ key, url: await storage.presignGet(key) })))

/** Gives what puts addresses into the texts; it waits for the store only where there are pictures. */
export async function signImages(storage: Storage, texts: readonly string[]): Promise<(html: string) => string> {
  const keys = [...new Set(texts.flatMap(listImageKeys))]
  const urls = new Map((await listUrls(storage, keys)).map(({ key, url }) => [key, url]))
  return (html) => (urls.size === 0 ? html : withImageUrls(html, (key) => urls.get(key)))
}
