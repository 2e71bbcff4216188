/** Two graders, or a new attempt: what stands now beside what was typed here, and the choice between them. */
import type { Submission } from '@lms/contract/submissions'
import { dayAndTime } from '#lib/format-date.ts'
import { ConflictAlert } from '#ui/conflict-alert.tsx'
import { markText } from './marks.ts'
import classes from './grade-conflict-alert.module.css'

type Props = { submission: Submission; maxMarks: number; onTakeTheirs: () => void; onKeepMine: () => void }

export function GradeConflictAlert({ submission, maxMarks, onTakeTheirs, onKeepMine }: Props) {
  const { status, marks, feedback, gradedBy, gradedAt, attempt, submittedAt, student } = submission
  const isGraded = status !== 'SUBMITTED' && gradedAt !== null
  const title = isGraded
    ? `${gradedBy?.name ?? 'Somebody'} ${status === 'RETURNED' ? 'returned' : 'graded'} this meanwhile`
    : `${student.name} submitted again`
  return (
    <ConflictAlert title={title} {...(!isGraded && { take: 'Start again' })} onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine}>
      {isGraded ? (
        <>
          <p>
            {marks === null ? 'No mark' : `${markText(marks)} / ${markText(maxMarks)}`}, {dayAndTime(gradedAt)}. Nothing of yours was saved,
            and nothing is lost.
          </p>
          {feedback && <p className={classes.quote}>{feedback}</p>}
        </>
      ) : (
        <p>
          This is attempt {attempt}
          {submittedAt && `, ${dayAndTime(submittedAt)}`}. Your marks were for the one before.
        </p>
      )}
    </ConflictAlert>
  )
}
