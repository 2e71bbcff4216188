/** The proof that work was submitted: when, and whether in time; or that staff recorded it. */
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { dueTime } from '#lib/format-date.ts'
import { Card } from '#ui/card.tsx'
import { StatusBadge } from '#ui/status.tsx'
import classes from './submissions.module.css'

type Props = {
  submission: Pick<Submission, 'submittedAt' | 'late' | 'attempt' | 'status' | 'recordedBy'>
  /** Just now: the receipt takes the focus, and a screen reader reads it. */
  isNew: boolean
  rules: readonly string[]
  onChange?: (() => void) | undefined
  children?: ReactNode
}

/** What the button says that leads from what was submitted to the answers. */
export const getChangeLabel = ({ recordedBy }: Pick<Submission, 'recordedBy'>): string =>
  recordedBy ? 'Submit in LMS' : 'Change your answers'

const afterDialogMs = 120

export function SubmissionReceipt({ submission, isNew, rules, onChange, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNew) return undefined
    // The dialog that handed it in lets go of the focus while it leaves.
    const timer = setTimeout(() => heading.current?.focus(), afterDialogMs)
    return () => clearTimeout(timer)
  }, [isNew])
  const { submittedAt, late, attempt, recordedBy } = submission
  return (
    <Card as="div">
      <div className={classes.receipt} role={isNew ? 'status' : undefined}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          Your submission
        </h2>
        <p className={classes.chips}>
          {recordedBy ? (
            <StatusBadge state="submitted">Submitted outside LMS</StatusBadge>
          ) : (
            <>
              {submission.status !== 'GRADED' && <StatusBadge state="submitted" />}
              {late ? <StatusBadge state="late" /> : <StatusBadge state="done">On time</StatusBadge>}
            </>
          )}
        </p>
        <dl className={classes.facts}>
          <dt>{recordedBy ? 'Recorded' : 'Time'}</dt>
          <dd>{submittedAt && dueTime(submittedAt)}</dd>
          <dt>Attempt</dt>
          <dd>{attempt}</dd>
        </dl>
        {children}
        {onChange && (
          <Button variant="default" fullWidth onClick={onChange}>
            {getChangeLabel(submission)}
          </Button>
        )}
        {rules.length > 0 && <p className={classes.rules}>{rules.join(' ')}</p>}
      </div>
    </Card>
  )
}
