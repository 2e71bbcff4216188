/** How far an import is, noted where other connections see it: outside of the import's transaction, and never waited for. */
import type { ImportStage } from '@lms/contract/users'
import type { Db } from '#db/client.ts'
import { deleteProgress, upsertProgress, type Progress } from '#modules/users/import/queries.ts'

export type Note = (stage: ImportStage, done: number | null, total: number | null) => void

/**
 * One write at a time, always the newest; a write that fails is a bar that stands still, and no fault of the import. Without
 * an id nobody can ask, so that nothing is noted. `db` is the pool.
 */
export function followImport(db: Db, userId: string, importId: string | undefined): { note: Note; end: () => void } {
  let next: Progress | 'end' | undefined
  let isWriting = false
  const write = async (id: string) => {
    isWriting = true
    while (next) {
      const wanted = next
      next = undefined
      await (wanted === 'end' ? deleteProgress(db, userId, id) : upsertProgress(db, userId, id, wanted)).catch(() => {})
    }
    isWriting = false
  }
  const want = (wanted: Progress | 'end') => {
    if (importId === undefined) return
    next = wanted
    if (!isWriting) void write(importId)
  }
  return { note: (stage, done, total) => want({ stage, done, total }), end: () => want('end') }
}
