/** Saved comments in SQL, always of one user. */

import { and, asc, eq, sql } from 'drizzle-orm'
import { prepared, type Db } from '#db/drizzle.ts'
import { savedComments } from '#db/schema/grading.ts'

const columns = { id: savedComments.id, text: savedComments.text }
const isComment = (userId: string, id: string) => and(eq(savedComments.id, id), eq(savedComments.userId, userId))

const commentsOfUser = prepared((db) =>
  db
    .select(columns)
    .from(savedComments)
    .where(eq(savedComments.userId, sql.placeholder('userId')))
    .orderBy(asc(savedComments.id)),
)
export const listCommentsOf = (db: Db, userId: string) => commentsOfUser(db, { userId })

export const countComments = (db: Db, userId: string): Promise<number> => db.$count(savedComments, eq(savedComments.userId, userId))

export const insertComment = async (db: Db, userId: string, text: string, now: Date) => {
  const at = now.toISOString()
  return (await db.insert(savedComments).values({ userId, text, createdAt: at, updatedAt: at }).returning(columns))[0]!
}

/** Undefined if the user has no such comment. */
export const updateComment = async (db: Db, userId: string, id: string, text: string, now: Date) =>
  (await db.update(savedComments).set({ text, updatedAt: now.toISOString() }).where(isComment(userId, id)).returning(columns))[0]

/** Undefined if the user has no such comment. */
export const deleteComment = async (db: Db, userId: string, id: string) =>
  (await db.delete(savedComments).where(isComment(userId, id)).returning({ id: savedComments.id }))[0]
