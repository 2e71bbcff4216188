/** Why a mark is not in its cell, and what can be done; and whether all marks are saved. */

import { Button } from '@mantine/core'
import { isolate } from '@lms/contract/rules/direction'
import { formatClock } from '#lib/format-date.ts'
import { SaveStatus } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import type { MarkTrouble } from './attendance-marks.ts'
import { attendanceLabels } from './attendance-status.tsx'
import type { AttendanceMarks } from './use-attendance-marks.ts'
import classes from './mark-trouble.module.css'

type Conflict = Extract<MarkTrouble, { theirs: unknown }>
const isConflict = (trouble: MarkTrouble): trouble is Conflict => 'theirs' in trouble

/** “Tom Reyes marked Late at 19:03.” */
function formatTheirs({ theirs }: Conflict): string {
  const who = theirs?.markedBy ? isolate(theirs.markedBy.name) : 'Someone else'
  const when = theirs?.markedAt ? ` at ${formatClock(theirs.markedAt)}` : ''
  return theirs?.status ? `${who} marked ${attendanceLabels[theirs.status]}${when}.` : `${who} cleared this mark${when}.`
}

type Props = { trouble: MarkTrouble; marks: AttendanceMarks; isNamed?: boolean }

export function MarkTroubleLine({ trouble, marks, isNamed = false }: Props) {
  const { mark } = trouble
  const name = isNamed ? `${isolate(mark.name)}: ` : ''
  if (!isConflict(trouble))
    return (
      <p className={classes.line} role="alert">
        <StatusIcon name="missing" size={16} /> {name}Not saved. {trouble.reason}
      </p>
    )
  const { theirs } = trouble
  const theirLabel = theirs?.status ? attendanceLabels[theirs.status] : 'it cleared'
  return (
    <div className={classes.line} role="alert">
      <span>
        {name}
        {formatTheirs(trouble)}
      </span>
      <Button variant="default" size="xs" onClick={() => marks.keepTheirs(trouble)}>
        Keep {theirLabel}
      </Button>
      <Button variant="default" size="xs" onClick={() => marks.replaceTheirs(trouble)}>
        {mark.status ? `Use ${attendanceLabels[mark.status]}` : 'Clear it'}
      </Button>
    </div>
  )
}

/** Marks that someone else gave while the grid was open. */
export function MarkConflicts({ marks }: { marks: AttendanceMarks }) {
  return Object.entries(marks.troubles).map(
    ([key, trouble]) => isConflict(trouble) && <MarkTroubleLine key={key} trouble={trouble} marks={marks} isNamed />,
  )
}

export function MarksSaved({ marks, word }: { marks: AttendanceMarks; word?: string }) {
  const { saving, isWaiting, savedAt, troubles, retry } = marks
  if (saving > 0) return <SaveStatus state="saving" />
  if (isWaiting) return <SaveStatus state="offline" />
  if (Object.values(troubles).some((trouble) => !isConflict(trouble))) return <SaveStatus state="failed" onRetry={retry} />
  return savedAt ? <SaveStatus state="saved" at={savedAt} {...(word && { word })} /> : null
}
