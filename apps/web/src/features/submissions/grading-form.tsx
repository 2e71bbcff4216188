/** The grading form: marks and feedback, the actions below them, and the history of the mark. */

import { Button, Flex, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import type { MarkChange } from '@lms/contract/grading'
import { isolate } from '@lms/contract/rules/direction'
import { isNewMarkHeld } from '@lms/contract/rules/held-marks'
import { formatMarks } from '@lms/contract/rules/marks'
import { isVisible } from '@lms/contract/rules/post-content'
import type { Submission } from '@lms/contract/submissions'
import { getErrorMessage } from '#lib/api-errors.ts'
import { useQueuedWrites } from '#lib/api-hooks.ts'
import { formatClock, formatDayAndTime } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { IconChevronRight } from '#ui/icons.ts'
import { DraftStatus, SaveStatus } from '#ui/status-badge.tsx'
import { markChangesQuery } from './api.ts'
import { FeedbackField } from './feedback-field.tsx'
import { MarkFields } from './mark-fields.tsx'
import { ReturnButton } from './return-button.tsx'
import type { GradingFormState } from './use-grading.ts'
import classes from './grading-form.module.css'
import shared from './submissions.module.css'

type Props = {
  form: GradingFormState
  assignment: Assignment
  submission: Submission
  /** Off if the mark is shown in the dock. */ hasTotal: boolean
}

export function GradingForm({ form, assignment, submission, hasTotal }: Props) {
  return (
    <Stack gap={16} pt={12}>
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
      <FeedbackField value={form.values.feedback} error={form.errors.feedback} onChange={form.setFeedback} />
      <MarkHistory submission={submission} />
    </Stack>
  )
}

type ConflictProps = { form: GradingFormState; submission: Submission; maxMarks: number }

/** Two graders, or a new attempt: the saved mark next to the one typed here. The buttons to choose are in the footer. */
function GradeConflict({ form, submission, maxMarks }: ConflictProps) {
  const { marks, feedback, gradedBy, gradedAt, status, attempt, submittedAt, student } = submission
  if (!isGradedByOther(submission) || gradedAt === null) {
    return (
      <Alert tone="warn" role="alert" title={`${isolate(student.name)} submitted again`}>
        This is attempt {attempt}
        {submittedAt && `, ${formatDayAndTime(submittedAt)}`}. Your marks were for the one before.
      </Alert>
    )
  }
  const who = isolate(gradedBy?.name ?? 'Someone')
  return (
    <>
      <Alert tone="warn" role="alert" title={`${who} ${status === 'RETURNED' ? 'returned' : 'graded'} this at ${formatClock(gradedAt)}`}>
        Your mark is not saved yet. Keep one of the two.
      </Alert>
      <MarkVersion name={who} mark={formatMarks(marks)} maxMarks={maxMarks} feedback={feedback ?? ''} />
      <MarkVersion name="Yours" mark={form.values.total} maxMarks={maxMarks} feedback={form.values.feedback} />
    </>
  )
}

function MarkVersion({ name, mark, maxMarks, feedback }: { name: string; mark: string; maxMarks: number; feedback: string }) {
  return (
    <section className={classes.version} aria-label={name}>
      <p className={classes.versionHead}>
        <strong>{name}</strong>
        <span className={classes.versionMark}>{mark === '' ? 'No mark' : mark}</span> / {formatMarks(maxMarks)}
      </p>
      <Text variant="meta" className={classes.quote}>
        {!isVisible(feedback) ? 'No feedback' : `“${feedback}”`}
      </Text>
    </section>
  )
}

type Stale = NonNullable<GradingFormState['stale']>

type GradingStateProps = {
  form: GradingFormState
  submission: Pick<Submission, 'student' | 'status' | 'gradedAt' | 'marks' | 'isClosed'>
  /** Null while it is not known. */
  hasNext: boolean | null
  onGrade: () => void
}

/** Another grader was faster, or the student submitted again. */
const isGradedByOther = ({ status, gradedAt }: Pick<Submission, 'status' | 'gradedAt'>): boolean =>
  status !== 'SUBMITTED' && gradedAt !== null

/** Whether the input is saved. */
export function GradingState({ form, submission }: Pick<GradingStateProps, 'form' | 'submission'>) {
  const queued = useQueuedWrites()
  if (form.isPending) return <SaveStatus state="saving" />
  if (form.stale) return <DraftStatus word="Your mark is on this device, not saved" />
  if (form.error) return <SaveStatus state="failed" onRetry={() => form.send('GRADE')} />
  // Marks of previous students are still being sent, one after the other.
  if (queued > 0) return <SaveStatus state="saving" />
  if (form.isChanged && form.savedAt) return <DraftStatus word="Draft saved" at={`${form.savedAt}, not visible yet`} />
  if (submission.gradedAt === null || submission.status === 'SUBMITTED') return null
  return <SaveStatus state="saved" word={submission.status === 'RETURNED' ? 'Returned' : 'Graded'} at={formatClock(submission.gradedAt)} />
}

export function GradeButton({
  form,
  hasNext,
  onGrade,
  hasIcon = true,
}: Pick<GradingStateProps, 'form' | 'hasNext' | 'onGrade'> & { hasIcon?: boolean }) {
  return (
    <Button
      loading={form.isPending}
      rightSection={hasIcon && hasNext && <IconChevronRight size={18} stroke={1.75} aria-hidden />}
      onClick={onGrade}
    >
      {hasNext === null ? 'Grade' : hasNext ? 'Grade and next' : 'Grade and finish'}
    </Button>
  )
}

/** After another grader's mark: keep theirs, or replace it. The safe choice has the focus. */
export function ConflictActions({ stale, form, submission, hasNext }: Omit<GradingStateProps, 'onGrade'> & { stale: Stale }) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const isGraded = isGradedByOther(submission)
  const own = form.values.total === '' ? 'mine' : form.values.total
  return (
    <>
      <Button variant="default" ref={keep} onClick={stale.takeTheirs}>
        {isGraded ? `Keep ${submission.marks === null ? 'theirs' : formatMarks(submission.marks)}` : 'Start again'}
      </Button>
      <Button loading={form.isPending} onClick={isGraded ? stale.saveMine : stale.keepMine}>
        {isGraded ? `Save ${own} and ${hasNext ? 'next' : 'finish'}` : 'Keep mine'}
      </Button>
    </>
  )
}

export function GradingFoot(props: GradingStateProps) {
  const { stale } = props.form
  return (
    <>
      <Flex align="center" justify="space-between" gap={12} mih={20}>
        <GradingState {...props} />
        {!stale && <kbd className={shared.key ?? ''}>Enter</kbd>}
      </Flex>
      <div className={classes.actions}>
        {stale ? (
          <ConflictActions {...props} stale={stale} />
        ) : (
          <>
            <ReturnButton {...props} />
            <GradeButton {...props} />
          </>
        )}
      </div>
    </>
  )
}

const [shortLimit, longLimit] = [3, 100]

const actionNotes: Partial<Record<MarkChange['action'], string>> = {
  RETURN: 'returned',
  REMARK: 'assignment changed',
  IMPORT: 'imported',
  UNDO: 'undone',
}

function describe({ oldMarks, newMarks, isFeedbackChanged }: MarkChange): string {
  if (oldMarks === newMarks) return isFeedbackChanged ? 'Feedback' : formatMarks(newMarks) || '–'
  return `${formatMarks(oldMarks) || '–'} → ${formatMarks(newMarks) || '–'}`
}

/** Who changed a mark, when, from what to what: for staff. */
function MarkHistory({ submission: { id: submissionId, courseId } }: { submission: Pick<Submission, 'id' | 'courseId'> }) {
  const [isOpen, setOpen] = useState(false)
  const query = { limit: isOpen ? longLimit : shortLimit }
  const { data } = useQuery({ ...markChangesQuery({ params: { submissionId, courseId }, query }), placeholderData: keepPreviousData })
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="mark-history">
      <div className={classes.markHistoryHead}>
        <Text component="h2" id="mark-history" variant="section" c="var(--c-ink)">
          History of this mark
        </Text>
        <span>Staff only</span>
      </div>
      <ul>
        {data.items.map((change) => {
          const note = actionNotes[change.action]
          return (
            <Text component="li" variant="meta" key={change.id} className={classes.change}>
              <span>
                <span className={classes.name}>{change.changedBy.name}</span> · {formatDayAndTime(change.changedAt)}
                {note && ` · ${note}`}
              </span>
              <span className={classes.value}>{describe(change)}</span>
            </Text>
          )
        })}
      </ul>
      {data.total > shortLimit && !isOpen && (
        <Button variant="subtle" size="compact-sm" className={classes.all ?? ''} onClick={() => setOpen(true)}>
          Show all {data.total}
        </Button>
      )}
    </section>
  )
}
