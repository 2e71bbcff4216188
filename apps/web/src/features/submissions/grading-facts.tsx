/** What a grader reads about a submission before its answers: when it was submitted, how late, and which attempt is shown. */

import { Flex, Menu, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isRecorded } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { formatDayAndTime } from '#lib/format-date.ts'
import { IconChevronDown } from '#ui/icons.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { formatLateBy } from './marks.ts'
import classes from './grading-facts.module.css'

type Props = {
  submission: Submission
  /** The attempt that is shown. */
  shown: number
  onShow: (attempt: number) => void
  /** Off if it is shown beside the name. */
  hasLate: boolean
  children?: ReactNode
}

export function LateChip({ submission: { late, dueAt, effectiveSubmittedAt } }: Pick<Props, 'submission'>) {
  if (!late) return null
  return <StatusBadge state="late">Late{dueAt && effectiveSubmittedAt ? ` ${formatLateBy(dueAt, effectiveSubmittedAt)}` : ''}</StatusBadge>
}

/** Earlier attempts can be opened. */
function AttemptPicker({ submission, shown, onShow }: Omit<Props, 'hasLate' | 'children'>) {
  const { attempt } = submission
  const earlier = Array.from({ length: Math.max(0, attempt - 1) }, (_, index) => attempt - 1 - index)
  if (earlier.length === 0) return <span>attempt {attempt}</span>
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
          {earlier.map((one) => (
            <Menu.RadioItem key={one} value={String(one)} closeMenuOnClick>
              Attempt {one}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

export function GradingFacts({ submission, shown, onShow, hasLate, children }: Props) {
  const { submittedAt, status } = submission
  return (
    <Text component="div" variant="meta" className={classes.facts}>
      {hasLate && <LateChip submission={submission} />}
      {submission.isExcused && <StatusBadge state="excused" />}
      {status === 'GRADED' && <StatusBadge state="graded" />}
      {status === 'RETURNED' && <StatusBadge state="returned" />}
      <Flex component="span" display="inline-flex" align="center" wrap="wrap" gap={4}>
        {isRecorded(submission) ? 'Outside LMS' : submittedAt ? formatDayAndTime(submittedAt) : 'Nothing submitted'} ·{' '}
        <AttemptPicker submission={submission} shown={shown} onShow={onShow} />
      </Flex>
      {children}
    </Text>
  )
}
