/** Notes on videos in SQL, always of one author. */

import { and, asc, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { paged, total, type Page } from '#db/page.ts'
import { mediaNotes } from '#db/schema/media.ts'

/** The author and the media item. */
export interface NoteOwner {
  userId: string
  mediaId: string
}
type Words = { id?: string | undefined; at: number; text: string }
type Changes = { at?: number | undefined; text?: string | undefined }

const note = {
  id: mediaNotes.id,
  at: mediaNotes.at,
  text: mediaNotes.text,
  createdAt: mediaNotes.createdAt,
  updatedAt: mediaNotes.updatedAt,
}
const isOwnedBy = ({ userId, mediaId }: NoteOwner) => and(eq(mediaNotes.userId, userId), eq(mediaNotes.mediaId, mediaId))
const isNote = (owner: NoteOwner, id: string) => and(eq(mediaNotes.id, id), isOwnedBy(owner))

/** By position. */
export const listNotesOf = (db: Db, owner: NoteOwner, page: Page) =>
  paged(
    (limit, offset) =>
      db.select(note).from(mediaNotes).where(isOwnedBy(owner)).orderBy(asc(mediaNotes.at), asc(mediaNotes.id)).limit(limit).offset(offset),
    () => db.select(total).from(mediaNotes).where(isOwnedBy(owner)),
    page,
  )

/** All except the one with that id, if it exists. */
export const countNotes = (db: Db, owner: NoteOwner, { except }: { except?: string | undefined }): Promise<number> =>
  db.$count(mediaNotes, and(isOwnedBy(owner), except === undefined ? undefined : ne(mediaNotes.id, except)))

/** Creates the note, or updates the user's note with this id on the same media item. Undefined if the id belongs to another note. */
export async function writeNote(db: Db, owner: NoteOwner, { id, at, text }: Words, now: Date) {
  const stamp = now.toISOString()
  const [written] = await db
    .insert(mediaNotes)
    .values({ ...(id !== undefined && { id }), ...owner, at, text, createdAt: stamp, updatedAt: stamp })
    .onConflictDoUpdate({ target: mediaNotes.id, set: { at, text, updatedAt: stamp }, setWhere: isOwnedBy(owner)! })
    .returning(note)
  return written
}

/** Undefined if the user has no such note on the media item. */
export async function updateNoteRow(db: Db, owner: NoteOwner, id: string, changes: Changes, now: Date) {
  const [changed] = await db
    .update(mediaNotes)
    .set({ ...changes, updatedAt: now.toISOString() })
    .where(isNote(owner, id))
    .returning(note)
  return changed
}

/** Undefined if the user has no such note on the media item. */
export async function deleteNote(db: Db, owner: NoteOwner, id: string) {
  const [deleted] = await db.delete(mediaNotes).where(isNote(owner, id)).returning({ id: mediaNotes.id })
  return deleted
}
