/** When the work came and which attempt is shown; an earlier one can be looked at. */
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { dayAndTime } from '#lib/format-date.ts'
import { Badge } from '#ui/badge.tsx'
import classes from './grading-facts.module.css'
import { formatLateBy } from './lateness.ts'

type Props = {
  submission: Submission
  dueAt: Assignment['dueAt']
  shown: number
  onShow: (attempt: number) => void
  /** Off where it stands beside the name. */ hasLate: boolean
}

export function LateChip({ submission, dueAt }: Pick<Props, 'submission' | 'dueAt'>) {
  const { late, effectiveSubmittedAt } = submission
  if (!late) return null
  return <Badge state="late">Late{dueAt && effectiveSubmittedAt ? ` ${formatLateBy(dueAt, effectiveSubmittedAt)}` : ''}</Badge>
}

function AttemptPicker({ submission, shown, onShow }: Omit<Props, 'dueAt' | 'hasLate'>) {
  const { attempt, attempts } = submission
  if (attempts.length === 0) return <span>attempt {attempt}</span>
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.picker}>
          attempt {shown} of {attempt} <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(shown)} onChange={(value) => onShow(Number(value))}>
          <Menu.RadioItem value={String(attempt)} closeMenuOnClick>
            Attempt {attempt}, the newest
          </Menu.RadioItem>
          {attempts.map((one) => (
            <Menu.RadioItem key={one.attempt} value={String(one.attempt)} closeMenuOnClick>
              Attempt {one.attempt}, {dayAndTime(one.submittedAt)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

export function GradingFacts({ submission, dueAt, shown, onShow, hasLate }: Props) {
  const { submittedAt, status } = submission
  return (
    <div className={classes.facts}>
      {hasLate && <LateChip submission={submission} dueAt={dueAt} />}
      {status === 'GRADED' && <Badge state="graded" />}
      {status === 'RETURNED' && <Badge state="returned" />}
      <span className={classes.words}>
        {submittedAt ? dayAndTime(submittedAt) : 'Nothing submitted'} ·{' '}
        <AttemptPicker submission={submission} shown={shown} onShow={onShow} />
      </span>
    </div>
  )
}
