/** What happens to a file now: one line for each stage that it goes through, with what is done of it. */
import { percent } from '#lib/format-date.ts'
import { StatusText } from '#ui/status-badge.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { formatCount } from '../labels.ts'
import type { Progress } from './upload-import.ts'
import classes from './import.module.css'

type Stage = Progress['stage']
const stageLabels: Record<Stage, string> = {
  SENDING: 'Sending the file',
  READING: 'Reading the file',
  CHECKING: 'Looking up who is here already',
  ADDING: 'Adding new people',
  ENROLLING: 'Enrolling in the course',
}

const formatProgress = ({ stage, done, total }: Progress): string => {
  if (done === null || !total) return ''
  return stage === 'SENDING' ? percent((done / total) * 100) : `${formatCount(done)} of ${formatCount(total)}`
}

type Props = { label: string; progress: Progress | null; isCheck: boolean; hasCourse: boolean }

export function ProgressList({ label, progress, isCheck, hasCourse }: Props) {
  const now = progress ?? { stage: 'SENDING', done: 0, total: 1 }
  const stages: Stage[] = [
    'SENDING',
    'READING',
    'CHECKING',
    ...(isCheck ? [] : (['ADDING'] as const)),
    ...(hasCourse && !isCheck ? (['ENROLLING'] as const) : []),
  ]
  const at = stages.indexOf(now.stage)
  return (
    <section aria-label={label} className={classes.box}>
      <p className={classes.title}>{label}</p>
      <ol className={classes.stages}>
        {stages.map((stage, index) => (
          <li key={stage} className={index > at ? classes.ahead : undefined}>
            <StatusText state={index < at ? 'done' : index === at ? 'in-progress' : 'not-started'}>{stageLabels[stage]}</StatusText>
            {index === at && now.done !== null && now.total ? (
              <ProgressBar label={stageLabels[stage]} value={(now.done / now.total) * 100} isMoving words={formatProgress(now)} />
            ) : null}
          </li>
        ))}
      </ol>
      <span className={classes.spoken} role="status">
        {stageLabels[now.stage]}
      </span>
    </section>
  )
}
