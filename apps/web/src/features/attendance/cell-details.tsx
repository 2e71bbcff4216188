/** The evidence behind a cell of the grid: shown on focus, hover and tap. */

import { Popover } from '@mantine/core'
import { formatDayAndTime } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { sessionName } from './attendance-filters.tsx'
import { formatObjection, getEvidence, getStatus, type GridColumn, type Student } from './attendance-records.ts'
import { AttendanceStatus } from './attendance-status.tsx'
import { isNotEnrolled, type Spot } from './use-grid-navigation.ts'
import classes from './cell-details.module.css'

type Props = {
  student: Student
  column: GridColumn
  spot: Spot
  now: number
  /** For those who may mark. */
  onHistory: (() => void) | null
  onEnter: () => void
  onLeave: () => void
}

export function CellDetails({ student, column: { session, week }, spot, now, onHistory, onEnter, onLeave }: Props) {
  const hasLetters = useShortcutsEnabled()
  const entry = student.entries[session.id]
  const objection = formatObjection(entry)
  const when = entry?.markedAt && entry.status !== null ? formatDayAndTime(entry.markedAt) : null
  return (
    <Popover
      key={`${spot.left} ${spot.top}`}
      opened
      position="bottom-start"
      offset={6}
      width={266}
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.spot} style={spot} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown className={classes.details} aria-hidden onMouseEnter={onEnter} onMouseLeave={onLeave}>
        <p className={classes.who}>
          <AttendanceStatus
            mark={getStatus(entry) ?? (isNotEnrolled({ student, session }) ? 'NOT_ENROLLED' : 'NOT_TAKEN')}
            isSpoken={false}
          />
          {student.user.name}
        </p>
        <p className={classes.fact}>
          Week {week.number}, {sessionName(session)}
        </p>
        {entry?.coverage != null && entry.coverage > 0 && (
          <ProgressBar label="Watched" value={entry.coverage * 100} words={formatPercentage(entry.coverage * 100)} />
        )}
        <p className={classes.fact}>
          {getEvidence(student, session, now)}
          {when && `, ${when}`}
        </p>
        {entry?.remark && <p className={classes.fact}>“{entry.remark}”</p>}
        {objection && <p className={classes.fact}>{objection}</p>}
        {onHistory && (
          <p className={classes.keys}>
            {hasLetters ? 'Keys: P L E A to set, Space to cycle, H for the ' : 'Space to cycle, '}
            <button type="button" tabIndex={-1} className={classes.history} onClick={onHistory}>
              history
            </button>
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
