/** What the tokens of the grid mean. */
import { AttendanceStatus, attendanceLabels } from '#ui/attendance-status.tsx'
import classes from './attendance-grid.module.css'

const marks = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'NOT_TAKEN'] as const

export const Legend = () => (
  <div className={classes.legend}>
    {marks.map((mark) => (
      <span key={mark}>
        <AttendanceStatus mark={mark} isSpoken={false} />
        {attendanceLabels[mark]}
      </span>
    ))}
    <span className={classes.evidence}>
      <span>
        <span className={classes.share} /> Share watched
      </span>
      <span>
        <span className={classes.claim} /> Self-marked
      </span>
    </span>
  </div>
)
