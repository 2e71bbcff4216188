/** Images in HTML written by users: whether they may be used, and URLs to show them. */

import { listImageKeys, withImageUrls } from '@lms/contract/rules/post-content'
import { checkFiles, type FileCheckContext } from '#modules/files/verify.ts'
import type { Storage } from '#services/storage.ts'

/** Why sanitized HTML is rejected, as a sentence: its images must be uploads of the author, or already part of the text. */
export async function findImageError(ctx: FileCheckContext, html: string, before = ''): Promise<string | undefined> {
  const known = new Set(listImageKeys(before))
  const added = listImageKeys(html).filter((key) => !known.has(key))
  const [error] = (await checkFiles(ctx, added)).values()
  return error && `A picture cannot be used. ${error}`
}

/** Temporary URLs for reading files. */
export const listUrls = (storage: Storage, keys: readonly string[]): Promise<{ key: string; url: string }[]> =>
  Promise.all(keys.map(async (key) => ({ key, url: await storage.presignGet(key) })))

/** Returns a function that inserts the URLs into texts. Only asks the store if there are images. */
export async function signImages(storage: Storage, texts: readonly string[]): Promise<(html: string) => string> {
  const keys = [...new Set(texts.flatMap(listImageKeys))]
  const urls = new Map((await listUrls(storage, keys)).map(({ key, url }) => [key, url]))
  return (html) => (urls.size === 0 ? html : withImageUrls(html, (key) => urls.get(key)))
}
