/** What work earned: the mark in big figures, what lateness took, and what the trainer says. */
import type { Submission } from '@lms/contract/submissions'
import { dayAndTime } from '#lib/format-date.ts'
import { StatusBadge } from '#ui/status.tsx'
import { Stat } from '#ui/stat.tsx'
import { markText } from './marks.ts'
import classes from './grade-result.module.css'

type Result = Pick<Submission, 'marks' | 'deduction' | 'feedback' | 'gradedBy' | 'gradedAt'>

export function Feedback({ result }: { result: Pick<Result, 'feedback' | 'gradedBy' | 'gradedAt'> }) {
  const { feedback, gradedBy, gradedAt } = result
  const who = gradedBy ? gradedBy.name : 'Auto-graded'
  return (
    <div className={classes.feedback}>
      {feedback && <p className={classes.text}>{feedback}</p>}
      {gradedAt && (
        <p className={classes.meta}>
          {who}, {dayAndTime(gradedAt)}
        </p>
      )}
    </div>
  )
}

type Props = { result: Result; maxMarks: number; late: boolean; status: 'GRADED' | 'RETURNED' }

export function GradeResult({ result, maxMarks, late, status }: Props) {
  const { marks, deduction } = result
  return (
    <section className={classes.outcome} aria-label={status === 'GRADED' ? 'Your mark' : 'Returned to you'}>
      <div className={classes.head}>
        {status === 'GRADED' && marks !== null && <Stat rest={`/ ${markText(maxMarks)}`}>{markText(marks)}</Stat>}
        <span className={classes.chips}>
          <StatusBadge state={status === 'GRADED' ? 'graded' : 'returned'} />
          {late && <StatusBadge state="late" />}
        </span>
      </div>
      {status === 'RETURNED' && (
        <p className={classes.words}>Your trainer returned this for another attempt. Change your answers and submit again.</p>
      )}
      {status === 'GRADED' && deduction > 0 && (
        <p className={classes.words}>
          {markText((marks ?? 0) + deduction)} before lateness, which took {markText(deduction)}.
        </p>
      )}
      <Feedback result={result} />
    </section>
  )
}
