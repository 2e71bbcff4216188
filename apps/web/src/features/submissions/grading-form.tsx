/** What a grader gives: marks and feedback. */
import type { Assignment } from '@lms/contract/assignments'
import { isNewMarkHeld } from '@lms/contract/rules/held-marks'
import type { Submission } from '@lms/contract/submissions'
import { getErrorMessage } from '#lib/api.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './submissions.module.css'
import { FeedbackField } from './feedback-field.tsx'
import { MarkHistory } from './mark-history.tsx'
import { MarkFields } from './mark-fields.tsx'
import type { GradingFormState as Form } from './use-grading.ts'
import { clock, dayAndTime } from '#lib/format-date.ts'
import { isGradedByOther } from './grading-foot.tsx'
import { markText } from './marks.ts'

type Props = { form: Form; assignment: Assignment; submission: Submission; /** Off if the mark is shown in the dock. */ hasTotal: boolean }

export function GradingForm({ form, assignment, submission, hasTotal }: Props) {
  return (
    <div className={classes.form}>
      {form.stale && <GradeConflict form={form} submission={submission} maxMarks={assignment.maxMarks} />}
      {form.error && (
        <Alert tone="bad" title="Not graded" role="alert" requestId={form.error.instance}>
          {getErrorMessage(form.error)} Your marks and words are kept.
        </Alert>
      )}
      <MarkFields
        form={form}
        assignment={assignment}
        late={submission.late}
        hasTotal={hasTotal && !form.stale}
        isHeld={isNewMarkHeld(submission, assignment.holdMarks)}
      />
      <FeedbackField value={form.values.feedback} onChange={form.setFeedback} />
      <MarkHistory submission={submission} />
    </div>
  )
}

type ConflictProps = { form: Form; submission: Submission; maxMarks: number }

/** Two graders, or a new attempt: the saved mark beside the one typed here. The choice between them is in the foot. */
function GradeConflict({ form, submission, maxMarks }: ConflictProps) {
  const { marks, feedback, gradedBy, gradedAt, status, attempt, submittedAt, student } = submission
  if (!isGradedByOther(submission) || gradedAt === null) {
    return (
      <Alert tone="warn" role="alert" title={`${student.name} submitted again`}>
        This is attempt {attempt}
        {submittedAt && `, ${dayAndTime(submittedAt)}`}. Your marks were for the one before.
      </Alert>
    )
  }
  const who = gradedBy?.name ?? 'Someone'
  return (
    <>
      <Alert tone="warn" role="alert" title={`${who} ${status === 'RETURNED' ? 'returned' : 'graded'} this at ${clock(gradedAt)}`}>
        Your mark is not saved yet. Keep one of the two.
      </Alert>
      <MarkVersion name={who} mark={markText(marks)} maxMarks={maxMarks} feedback={feedback ?? ''} />
      <MarkVersion name="Yours" mark={form.values.total} maxMarks={maxMarks} feedback={form.values.feedback} />
    </>
  )
}

function MarkVersion({ name, mark, maxMarks, feedback }: { name: string; mark: string; maxMarks: number; feedback: string }) {
  return (
    <section className={classes.version} aria-label={name}>
      <p className={classes.versionHead}>
        <strong>{name}</strong>
        <span className={classes.versionMark}>{mark === '' ? 'No mark' : mark}</span> / {markText(maxMarks)}
      </p>
      <p className={classes.quote}>{feedback.trim() === '' ? 'No feedback' : `“${feedback}”`}</p>
    </section>
  )
}
