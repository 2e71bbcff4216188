/** Whose work it is, its place in the queue, and links to its neighbours. */
import type { Submission } from '@lms/contract/submissions'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#ui/avatar.tsx'
import classes from './grading-head.module.css'

export type SubmissionNeighbours = { place: string; previous: string | null; next: string | null; nextToGrade: string | null }

type Props = { submission: Pick<Submission, 'student'>; neighbours: SubmissionNeighbours; isHidden: boolean; children?: ReactNode }

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  const look = { variant: 'default', size: 36, 'aria-label': label } as const
  // A disabled button would drop the focus of people who step with the keyboard.
  if (to === null) {
    return (
      <ActionIcon {...look} className={classes.end ?? ''} aria-disabled>
        {children}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon {...look} component={Link} to={to}>
      {children}
    </ActionIcon>
  )
}

export function Steps({ neighbours }: { neighbours: SubmissionNeighbours }) {
  return (
    <span className={classes.steps}>
      <Step to={neighbours.previous} label="Previous student (K)">
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
      </Step>
      <Step to={neighbours.next} label="Next student (J)">
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Step>
    </span>
  )
}

export function GradingHead({ submission, neighbours, isHidden, children }: Props) {
  const { student } = submission
  return (
    <div className={classes.head}>
      <Avatar id={student.id} name={student.name} src={student.profileImageUrl} size={36} isHidden={isHidden} />
      <div className={classes.words}>
        <p className={classes.name}>{student.name}</p>
        <p className={classes.place}>{neighbours.place}</p>
      </div>
      {children}
      <Steps neighbours={neighbours} />
    </div>
  )
}
