/** How many of several people are done, and that the limit of writes is waited for. */
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Going } from './use-one-by-one.ts'
import classes from './going-bar.module.css'

export function GoingBar({ going }: { going: Going | null }) {
  if (!going || going.total < 2) return null
  const { done, total, isWaiting } = going
  return (
    <div className={classes.bar}>
      <ProgressBar label="People done" value={(done / total) * 100} isMoving words={`${done} of ${total}`} />
      <p role="status" className={classes.words}>
        {isWaiting && 'The server takes so many changes a minute. It goes on by itself; keep this page open.'}
      </p>
    </div>
  )
}
