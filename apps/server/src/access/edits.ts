/** Edits of what several people may change: each counts, and one that is based on an older version is rejected with the newer state. */

import { eq, sql } from 'drizzle-orm'
import type { Context } from '#call/handler.ts'
import { problem } from '#call/problems.ts'
import { prepared } from '#db/drizzle.ts'
import { users } from '#db/schema/users.ts'

/** For the update of a locked row: its next version, who makes it, and when. */
export const toEdit = ({ actor, now }: Context, before: { version: number }) => ({
  version: before.version + 1,
  updatedBy: actor.id,
  updatedAt: now().toISOString(),
})

interface Edited {
  title: string
  version: number
  updatedBy: string | null
  updatedAt: string
}

const nameOf = prepared((db) =>
  db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)

/**
 * Throws if `seen` is not the version of the stored row, which must be locked; without `seen` nothing is checked. `read` returns the newer
 * state, as the caller gets it when reading.
 */
export async function checkVersion(ctx: Context, seen: number | undefined, stored: Edited, read: () => Promise<object>): Promise<void> {
  if (seen === undefined || seen === stored.version) return
  const editor = stored.updatedBy === null ? undefined : (await nameOf(ctx.db, { id: stored.updatedBy }))[0]
  const updatedBy = editor?.name ?? null
  throw problem('version-conflict', {
    detail: `${updatedBy ?? 'Someone'} changed “${stored.title}” in the meantime. Nothing was saved.`,
    current: { ...(await read()), updatedBy, updatedAt: stored.updatedAt },
  })
}
