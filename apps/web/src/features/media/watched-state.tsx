/** How much of a video was watched, in one chip; and the viewer's own word for what cannot be measured. */
import { watchedThreshold } from '@lms/contract/attendance-rules'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { percent } from '#lib/format-date.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import type { WatchTracker, Watch } from './watch-tracker.ts'
import classes from './media.module.css'

export function WatchedChip({ watch: { watched, coverage } }: { watch: Pick<Watch, 'watched' | 'coverage'> }) {
  const share = percent(coverage * 100)
  if (watched) return <StatusBadge state="done">{coverage > 0 ? `Watched ${share}` : 'Watched'}</StatusBadge>
  return coverage > 0 ? (
    <StatusBadge state="in-progress" share={coverage}>
      {share} watched
    </StatusBadge>
  ) : (
    <StatusBadge state="not-started">Not watched</StatusBadge>
  )
}

const ruleText = `Counts once ${percent(watchedThreshold * 100)} is played`

const describeRefusal = (coverage: number): string =>
  `This course counts what was played: ${percent(coverage * 100)} so far, ${percent(watchedThreshold * 100)} is needed.`

function MarkWatched({ recorder }: { recorder: WatchTracker }) {
  const [isPending, setPending] = useState(false)
  const mark = async (): Promise<void> => {
    setPending(true)
    try {
      const answer = await recorder.claim()
      if (answer.watched) notify.success('Marked as watched')
      else if (recorder.current().state !== 'replaced') notify.info(describeRefusal(answer.coverage))
    } catch (error) {
      notify.error(`Not marked. ${getErrorMessage(error)}`)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      variant="default"
      size="sm"
      loading={isPending}
      leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}
      onClick={() => void mark()}
    >
      Mark as watched
    </Button>
  )
}

function Undo({ recorder }: { recorder: WatchTracker }) {
  const [isPending, setPending] = useState(false)
  const undo = async (): Promise<void> => {
    setPending(true)
    await recorder.undo().catch((error: unknown) => notify.error(`Still marked. ${getErrorMessage(error)}`))
    setPending(false)
  }
  return (
    <Button variant="subtle" size="sm" loading={isPending} aria-label="Undo: mark as not watched" onClick={() => void undo()}>
      Undo
    </Button>
  )
}

/** The player goes on with what it has; nothing of that counts any more. */
const Replaced = () => (
  <div className={classes.watchedStateState}>
    <span role="status">Another recording has taken the place of this one.</span>
    <Button variant="default" size="sm" onClick={() => location.reload()}>
      Show the new one
    </Button>
  </div>
)

/** The place of the state before it is known. */
export const WatchedPlace = ({ isMeasured }: { isMeasured: boolean }) => (
  <div className={`${classes.watchedStateState} ${classes.place}`} aria-hidden>
    <StatusBadge state="not-started">Not watched</StatusBadge>
    {isMeasured && <span className={classes.rule}>{ruleText}</span>}
  </div>
)

/** `isMeasured`: the course counts what was played alone, so that nobody's own word helps. */
export function WatchedState({ recorder, watch, isMeasured }: { recorder: WatchTracker; watch: Watch; isMeasured: boolean }) {
  if (watch.state === 'replaced') return <Replaced />
  return (
    <div className={classes.watchedStateState}>
      {watch.state === 'failed' && <span role="status">Not saved yet. What you watch is kept on this device.</span>}
      <WatchedChip watch={watch} />
      {watch.watched && watch.isOwnWord && <Undo recorder={recorder} />}
      {!watch.watched && (isMeasured ? <span className={classes.rule}>{ruleText}</span> : <MarkWatched recorder={recorder} />)}
    </div>
  )
}
