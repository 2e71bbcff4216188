/** Timestamped notes on a video. Everyone who may watch may write; only the author can read them. */

import type * as contract from '@lms/contract/media'
import { isOpen } from '#access/conditions.ts'
import type { CourseContext, Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { countNotes, deleteNote, listNotesOf, updateNoteRow, writeNote, type NoteOwner } from '#modules/media/notes/queries.ts'
import { findMediaItem } from '#modules/media/queries.ts'

/** Notes per user and media item: more than anyone writes by hand, and few enough for one list. */
const maxNotes = 300

export const listNotes: Handler<typeof contract.listNotes> = async (ctx, { params, query }) =>
  listNotesOf(ctx.db, await requireNoteAccess(ctx, params), query)

export const createNote: Handler<typeof contract.createNote> = async (ctx, { params, body }) => {
  const owner = await requireNoteAccess(ctx, params)
  if ((await countNotes(ctx.db, owner, { except: body.id })) >= maxNotes)
    throw problem('conflict', { detail: `You have ${maxNotes} notes on this video. Delete one to write another.` })
  const written = await writeNote(ctx.db, owner, body, ctx.now())
  if (!written) throw problem('conflict', { detail: 'This note id is taken. Send another one or none.' })
  return written
}

export const updateNote: Handler<typeof contract.updateNote> = async (ctx, { params, body }) =>
  (await updateNoteRow(ctx.db, await requireNoteAccess(ctx, params), params.id, body, ctx.now())) ?? notFound('note')

export const removeNote: Handler<typeof contract.removeNote> = async (ctx, { params }) => {
  void ((await deleteNote(ctx.db, await requireNoteAccess(ctx, params), params.id)) ?? notFound('note'))
}

/** The caller's own notes on a media item that they may see now. */
async function requireNoteAccess(ctx: CourseContext, { courseId, mediaId }: { courseId: string; mediaId: string }): Promise<NoteOwner> {
  const { week } = (await findMediaItem(ctx.db, mediaId, { courseId })) ?? notFound('item')
  if (!ctx.course.isStaff && !isOpen(week, ctx.now())) notFound('item')
  return { userId: ctx.actor.id, mediaId }
}
