/** Notes to videos in SQL: always by way of the one who wrote them. */
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mediaNotes } from '#db/schema/media.ts'
import { paged, total, type Page } from '#db/page.ts'

/** Whose notes, to which medium. */
export interface Desk {
  userId: string
  mediaId: string
}
type Changes = { at?: number | undefined; text?: string | undefined }

const note = {
  id: mediaNotes.id,
  at: mediaNotes.at,
  text: mediaNotes.text,
  createdAt: mediaNotes.createdAt,
  updatedAt: mediaNotes.updatedAt,
}
const onDesk = ({ userId, mediaId }: Desk) => and(eq(mediaNotes.userId, userId), eq(mediaNotes.mediaId, mediaId))
const oneOf = (desk: Desk, id: string) => and(eq(mediaNotes.id, id), onDesk(desk))

/** In the order of their places. */
export const listNotesOf = (db: Db, desk: Desk, page: Page) =>
  paged(
    (limit, offset) =>
      db
        .select({ ...note, total })
        .from(mediaNotes)
        .where(onDesk(desk))
        .orderBy(asc(mediaNotes.at), asc(mediaNotes.id))
        .limit(limit)
        .offset(offset),
    page,
  )

export const countNotes = (db: Db, desk: Desk): Promise<number> => db.$count(mediaNotes, onDesk(desk))

export async function insertNote(db: Db, desk: Desk, { at, text }: { at: number; text: string }, now: Date) {
  const stamp = now.toISOString()
  const [made] = await db
    .insert(mediaNotes)
    .values({ ...desk, at, text, createdAt: stamp, updatedAt: stamp })
    .returning(note)
  return made!
}

/** Undefined where the person has no such note to the medium. */
export async function updateNoteRow(db: Db, desk: Desk, id: string, changes: Changes, now: Date) {
  const [changed] = await db
    .update(mediaNotes)
    .set({ ...changes, updatedAt: now.toISOString() })
    .where(oneOf(desk, id))
    .returning(note)
  return changed
}

/** Undefined where the person has no such note to the medium. */
export async function deleteNote(db: Db, desk: Desk, id: string) {
  const [gone] = await db.delete(mediaNotes).where(oneOf(desk, id)).returning({ id: mediaNotes.id })
  return gone
}
