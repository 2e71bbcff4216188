/** What a grader gives: marks and feedback. */
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { Textarea } from '@mantine/core'
import { getErrorMessage } from '#lib/api.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './grading-form.module.css'
import { MarkFields } from './mark-fields.tsx'
import { GradeConflictAlert } from './grade-conflict-alert.tsx'
import type { GradingForm as Form } from './use-grading.ts'

export const feedbackFieldId = 'feedback'

type Props = { form: Form; assignment: Assignment; submission: Submission; /** Off where the mark stands in the dock. */ hasTotal: boolean }

export function GradingForm({ form, assignment, submission, hasTotal }: Props) {
  return (
    <div className={classes.form}>
      {form.stale && (
        <GradeConflictAlert
          submission={submission}
          maxMarks={assignment.maxMarks}
          onTakeTheirs={form.stale.takeTheirs}
          onKeepMine={form.stale.keepMine}
        />
      )}
      {form.error && (
        <Alert tone="bad" title="Not graded" role="alert" requestId={form.error.instance}>
          {getErrorMessage(form.error)} Your marks and words are kept.
        </Alert>
      )}
      <MarkFields form={form} assignment={assignment} late={submission.late} hasTotal={hasTotal} />
      <Textarea
        id={feedbackFieldId}
        label="Feedback"
        autosize
        minRows={4}
        maxRows={14}
        value={form.values.feedback}
        onChange={(event) => form.setFeedback(event.currentTarget.value)}
      />
    </div>
  )
}
