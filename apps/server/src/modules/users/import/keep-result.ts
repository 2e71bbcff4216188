/** Keeps what became of an import, in its transaction: whoever sent the file finds it again after a reload or on another device. */
import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '@lms/contract/policy'
import type { ImportRow, KeptImport } from '@lms/contract/users'
import type { Db } from '#db/client.ts'
import { upsertResult } from '#modules/users/import/queries.ts'
import { isFailed } from '#modules/users/import/rules.ts'

interface Sender {
  actor: { id: string }
  now: () => Date
}
interface Sent {
  importId: string | undefined
  courseId: string | undefined
  role: Role
  skipped: number | undefined
  invite: boolean
  fileName: string
}

export const saveResult = (
  db: Db,
  { actor, now }: Sender,
  { importId = randomUUIDv7(), courseId, role, skipped = 0, invite, fileName }: Sent,
  { summary, rows, made, enrolled }: { summary: KeptImport['summary']; rows: readonly ImportRow[]; made: string[]; enrolled: string[] },
): Promise<void> =>
  upsertResult(db, {
    userId: actor.id,
    importId,
    fileName,
    role,
    courseId: courseId ?? null,
    summary,
    skipped,
    invite,
    rows: rows.filter(isFailed),
    made,
    enrolled,
    undone: null,
    createdAt: now().toISOString(),
  })
