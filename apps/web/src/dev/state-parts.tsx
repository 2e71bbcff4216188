/** States, badges and progress of people and courses; and what lies over the page: dialogs, toasts, menus, alerts. */

import { Badge, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { ClearFilters, FilterMenu } from '#ui/filter-bar.tsx'
import { IconCopy, IconPencil, IconTrash } from '#ui/icons.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { Stat } from '#ui/stat.tsx'
import { SaveStatus, StatusBadge, StatusText } from '#ui/status-badge.tsx'
import type { StatusName } from '#ui/status-icon.tsx'
import { notify } from '#ui/toasts.tsx'
import {
  type AttendanceCell,
  attendanceLabels,
  type RecordedStatus,
  AttendancePicker,
  AttendanceStatus,
} from '#features/attendance/attendance-status.tsx'
import { CourseColor, CourseCover } from '#features/courses/course-cover.tsx'
import { WeekProgress, WeekSquare } from '#features/weeks/week-progress.tsx'
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
  'before-joining',
  'done',
  'locked',
  'live',
  'check',
  'cannot',
]
const marks: AttendanceCell[] = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'NOT_TAKEN', 'NOT_ENROLLED']

function Marking() {
  const [mark, setMark] = useState<RecordedStatus | null>('LATE')
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

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const removed = { link: { label: 'Undo', onClick: () => undefined }, icon: <IconTrash {...icon} /> }

function Toasting() {
  return (
    <div className={classes.line}>
      <Button variant="default" size="sm" onClick={() => notify.success('Week 6 is published')}>
        Ok
      </Button>
      <Button variant="default" size="sm" onClick={() => notify.info('Comment removed', removed)}>
        Info
      </Button>
      <Button
        variant="default"
        size="sm"
        onClick={() => notify.error('Ana Li’s mark was not saved', { link: { label: 'Try again', onClick: () => undefined } })}
      >
        Bad
      </Button>
    </div>
  )
}

function Overlays() {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <div className={classes.line}>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        Delete week 5
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={close}
        title="Delete week 5?"
        cancelLabel="Keep week 5"
        confirmLabel="Delete week 5"
      >
        “Week 5” is deleted with 3 recordings and sessions, 1 assignment and 24 submissions. You can restore it for 30 days.
      </ConfirmDialog>
      <Menu>
        <Menu.Target>
          <Button variant="default" size="sm">
            Week menu
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />}>Edit week</Menu.Item>
          <Menu.Item leftSection={<IconCopy {...icon} />}>Copy link</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />}>
            Delete week
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function Filters() {
  const [course, setCourse] = useState('dj')
  const [role, setRole] = useState('all')
  return (
    <div className={classes.line}>
      <FilterMenu
        label="Role"
        value={role}
        onChange={setRole}
        options={[
          { value: 'all', label: 'All' },
          { value: 'USER', label: 'Student' },
        ]}
      />
      <FilterMenu
        label="Course"
        value={course}
        onChange={setCourse}
        options={[
          { value: 'all', label: 'All' },
          { value: 'dj', label: 'Data Journalism' },
        ]}
      />
      <ClearFilters onClick={() => setCourse('all')} />
    </div>
  )
}

/** What lies over the page or speaks about it: dialogs, toasts, menus, notes, save states. */
export function OverlayParts() {
  return (
    <div className={classes.stack}>
      <Card title="Over the page">
        <div className={classes.stack}>
          <Overlays />
          <Toasting />
          <Filters />
        </div>
      </Card>
      <Alert title="New since Thursday">Two replies wait for you.</Alert>
      <Alert tone="warn" title="The room has moved">
        The session is at 15:00, one hour later.
      </Alert>
      <Alert tone="bad" title="The discussion could not be loaded" requestId="7f3a-91c2">
        The server did not answer within 10 seconds. The rest of the page works.
      </Alert>
      <Alert tone="ok" title="247 people are in the course" />
      <Card title="Save state">
        <div className={classes.stack}>
          <SaveStatus state="saving" />
          <SaveStatus state="saved" at="14:02" />
          <SaveStatus state="offline" />
          <SaveStatus state="failed" onRetry={() => undefined} />
        </div>
      </Card>
    </div>
  )
}
