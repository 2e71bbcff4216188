/** Chips, tokens, week line, people and courses. */
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { type AttendanceCell, attendanceLabels, type AttendanceMark, AttendancePicker, AttendanceStatus } from '#ui/attendance-status.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { StatusBadge, type StatusName, StatusText } from '#ui/status.tsx'
import { CourseColor, CourseCover } from '#ui/course-cover.tsx'
import { Stat } from '#ui/stat.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { WeekProgress, WeekSquare } from '#ui/week-progress.tsx'
import classes from './gallery.module.css'

const states: StatusName[] = [
  'not-started',
  'in-progress',
  'draft',
  'submitted',
  'late',
  'graded',
  'returned',
  'missing',
  'done',
  'locked',
  'live',
  'check',
  'cannot',
]
const marks: AttendanceCell[] = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'NOT_TAKEN', 'NOT_ENROLLED']

function Marking() {
  const [mark, setMark] = useState<AttendanceMark | null>('LATE')
  return <AttendancePicker label="Jonas Weber" value={mark} onChange={setMark} />
}

function Attendance() {
  return (
    <Card title="Attendance">
      <div className={classes.pairs}>
        {marks.map((mark) => (
          <span key={mark} className={classes.line}>
            <AttendanceStatus mark={mark} isSpoken={false} /> {attendanceLabels[mark]}
          </span>
        ))}
        <AttendanceStatus mark="PRESENT" coverage={0.72} />
        <AttendanceStatus mark="PRESENT" coverage={0.4} isSelfMarked />
      </div>
      <p className={classes.caption}>Marking one person</p>
      <Marking />
    </Card>
  )
}

export function StateParts() {
  return (
    <div className={classes.stack}>
      <Card title="Work and items">
        <div className={classes.pairs}>
          {states.map((state) => (
            <StatusBadge key={state} state={state} />
          ))}
          <StatusText state="missing" />
          <StatusText state="active" />
          <StatusText state="invited" />
          <StatusText state="suspended" />
        </div>
      </Card>
      <Attendance />
      <Card title="Week line">
        <WeekProgress total={10} now={6} share={0.4} />
        <p className={classes.caption}>Ink is done, blue is now, grey is ahead</p>
      </Card>
      <Card title="Names and numbers">
        <div className={classes.stack}>
          <div className={classes.line}>
            <WeekSquare number={6} state="now" />
            <WeekSquare number={5} />
            <WeekSquare number={4} state="chosen" size="pick" />
            <WeekSquare number={3} size="pick" />
            <Avatar id="ana" name="Ana Li" />
            <Avatar id="lukasz" name="Łukasz Nowak" size={28} />
            <Badge>Live course</Badge>
            <Badge>+2</Badge>
          </div>
          <div className={classes.line}>
            <CourseCover id="c1" title="Data Journalism" />
            <CourseCover id="c5" title="Furniture Making: Joints" />
          </div>
          <CourseColor id="c1">
            Data Journalism
            <WeekProgress total={10} now={6} share={0.4} />
          </CourseColor>
          <ProgressBar label="Watched" value={92} words="92 %" />
          <ProgressBar label="Uploading" value={62} isMoving words="62 %, 4 min" />
          <Stat rest="/ 20">17</Stat>
          <Stat label="until it starts">3 h 20 min</Stat>
        </div>
      </Card>
    </div>
  )
}
