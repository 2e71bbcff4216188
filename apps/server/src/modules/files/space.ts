/** How much a person may store, and have on its way. */
import { fileTypes } from '@lms/contract/file-types'
import type { Db } from '#db/client.ts'
import type { Context } from '#http/handler.ts'
import { problem } from '#http/problems.ts'
import { lockUsedSpace } from '#modules/files/queries.ts'
import { lockOpenUploads } from '#modules/files/uploads/queries.ts'

/** Uploads in parts that one person may have begun and not finished: three move at a time. */
const mostUnfinished = 50

/** Throws `conflict` where a person has begun too much: each is a folder, or a thing that a store is asked about. */
export async function checkUnfinished(ctx: Context, db: Db): Promise<void> {
  if ((await lockOpenUploads(db, ctx.actor.id)) < mostUnfinished) return
  throw problem('conflict', { detail: `You have ${mostUnfinished} unfinished uploads. Finish or cancel some of them first.` })
}

/** Throws `too-large` where a student's files would take more than they may. A file of unknown size counts as the largest of its type. */
export async function checkSpace(ctx: Context, db: Db, file: { contentType: string; announcedSize: number | null }): Promise<void> {
  if (ctx.actor.role !== 'USER') return
  const { studentSpace } = ctx.services.config
  const limitOf = (contentType: string) => fileTypes[contentType]?.limit ?? 0
  const { known, open } = await lockUsedSpace(db, ctx.actor.id, ctx.now())
  const wanted = file.announcedSize ?? limitOf(file.contentType)
  const taken = open.reduce((sum, contentType) => sum + limitOf(contentType), known)
  if (taken + wanted > studentSpace)
    throw problem('too-large', {
      detail: `Your files may take ${Math.floor(studentSpace / 1024 / 1024)} MB in all. Delete some that you do not need.`,
    })
}
