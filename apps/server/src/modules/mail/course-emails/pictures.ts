/** Images in emails to a course are embedded in the message (RFC 2392), so that nothing is loaded from elsewhere. */

import { basename, extname } from 'node:path'
import { fileTypes } from '@lms/contract/file-types'
import type { FieldError } from '@lms/contract/problems'
import { listImageKeys, withImageUrls } from '@lms/contract/rules/post-content'
import type { CourseContext } from '#call/handler.ts'
import { sumSizes } from '#modules/files/queries.ts'
import { checkFiles } from '#modules/files/verify.ts'
import { listPicturesOf } from '#modules/mail/course-emails/queries.ts'
import { cleanPost } from '#services/html.ts'
import type { MailPicture } from '#services/mailer.ts'
import type { Storage } from '#services/storage.ts'

/** Maximum total size of an email's images in bytes: mail servers reject large messages, and everyone in the course gets one. */
const mostBytes = 2 * 1024 * 1024

/**
 * Why images cannot be part of an email to the course, as sentences by key. They must belong to the sender, or be part of another email to the
 * course, which the sender may read anyway. `exceptId`: an email that is about to be deleted.
 */
export async function checkPictures(ctx: CourseContext, keys: readonly string[], exceptId?: string): Promise<Map<string, string>> {
  const sent = keys.length > 0 ? await listPicturesOf(ctx.db, ctx.course.id, keys, exceptId) : new Set()
  return checkFiles(
    ctx,
    keys.filter((key) => !sent.has(key)),
  )
}

export async function pictureErrors(ctx: CourseContext, body: string): Promise<FieldError[]> {
  const keys = listImageKeys(cleanPost(body))
  const [error] = (await checkPictures(ctx, keys)).values()
  if (error) return [{ pointer: '/body', detail: `A picture cannot be used. ${error}` }]
  const size = await sumSizes(ctx.db, keys)
  if (size <= mostBytes) return []
  return [{ pointer: '/body', detail: `The pictures take ${(size / 1024 / 1024).toFixed(1)} MB. An email can contain up to 2 MB.` }]
}

const contentId = (key: string): string => basename(key, extname(key))

/** The HTML for mail programs: images refer to their attachment and are no wider than the page. */
export const withMailPictures = (html: string): string =>
  withImageUrls(html, (key) => `cid:${contentId(key)}`).replaceAll('" src="cid:', '" style="max-width:100%;height:auto" src="cid:')

/**
 * Reads the images named in the HTML of a message; deleted ones are omitted. The messages of an email are sent one after another,
 * so the images of the last one are cached: 2 MB at most.
 */
export function pictureReader(storage: Storage): (html: string) => Promise<MailPicture[]> {
  let last: { name: string; pictures: Promise<MailPicture[]> } = { name: '', pictures: Promise.resolve([]) }
  return (html) => {
    const keys = listImageKeys(html)
    const name = keys.join(' ')
    if (name === '') return Promise.resolve([])
    if (name !== last.name) {
      last = { name, pictures: Promise.all(keys.map((key) => readPicture(storage, key))).then((found) => found.flat()) }
      // If the store is unavailable, it is asked again.
      last.pictures.catch(() => (last = { name: '', pictures: Promise.resolve([]) }))
    }
    return last.pictures
  }
}

async function readPicture(storage: Storage, key: string): Promise<MailPicture[]> {
  const stored = await storage.inspect(key)
  if (!stored) return []
  const content = Buffer.from(await storage.read(key, 0, stored.size))
  const extension = extname(key).slice(1)
  const [contentType = 'image/jpeg'] =
    Object.entries(fileTypes).find(([, type]) => type.kind === 'image' && type.extension === extension) ?? []
  return [{ cid: contentId(key), filename: `picture.${extension}`, contentType, content }]
}
