/** How many of several people are done, and that the limit of writes is waited for. */
import { UnsavedChangesGuard } from '#ui/dialog.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import type { BulkProgress } from './use-bulk-action.ts'
import classes from './users.module.css'

export function BulkProgressBar({ going }: { going: BulkProgress | null }) {
  const leaving = (
    <UnsavedChangesGuard
      isActive={going !== null}
      title="Leave before all are done?"
      text="Who is done stays done, the others stay as they were."
      stay="Stay"
      leave="Leave"
    />
  )
  if (!going || going.total < 2) return leaving
  const { done, total, isWaiting } = going
  return (
    <div className={classes.bar}>
      {leaving}
      <ProgressBar label="People done" value={(done / total) * 100} isMoving words={`${done} of ${total}`} />
      <p role="status" className={classes.words}>
        {isWaiting && 'The server limits changes per minute. This continues automatically; keep this page open.'}
      </p>
    </div>
  )
}
