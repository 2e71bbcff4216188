/** The two actions of a grader, and whether what was typed is safe. */
import type { Submission } from '@lms/contract/submissions'
import { Button, Kbd } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useQueuedWrites } from '#lib/api-hooks.ts'
import { clock } from '#lib/format-date.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { SaveStatus } from '#ui/status.tsx'
import { markText } from './marks.ts'
import classes from './submissions.module.css'
import type { GradingFormState } from './use-grading.ts'

type Stale = NonNullable<GradingFormState['stale']>

type Props = {
  form: GradingFormState
  submission: Pick<Submission, 'student' | 'status' | 'gradedAt' | 'marks'>
  hasNext: boolean
  onGrade: () => void
}

/** Another grader was faster; otherwise it is the student who submitted again. */
export const isGradedByOther = ({ status, gradedAt }: Pick<Submission, 'status' | 'gradedAt'>): boolean =>
  status !== 'SUBMITTED' && gradedAt !== null

export function GradingState({ form, submission }: Pick<Props, 'form' | 'submission'>) {
  const queued = useQueuedWrites()
  if (form.isPending) return <SaveStatus state="saving" />
  if (form.stale) return <SaveStatus state="saved" word="Your mark is on this device, not saved" />
  if (form.error) return <SaveStatus state="failed" onRetry={() => form.send('GRADE')} />
  // Of the students before: their marks are sent one after the other.
  if (queued > 0) return <SaveStatus state="saving" />
  if (form.isChanged && form.savedAt) return <SaveStatus state="saved" word="Draft saved" at={`${form.savedAt}, not visible yet`} />
  if (submission.gradedAt === null || submission.status === 'SUBMITTED') return null
  return <SaveStatus state="saved" word={submission.status === 'RETURNED' ? 'Returned' : 'Graded'} at={clock(submission.gradedAt)} />
}

export function GradeButton({
  form,
  hasNext,
  onGrade,
  hasIcon = true,
}: Pick<Props, 'form' | 'hasNext' | 'onGrade'> & { hasIcon?: boolean }) {
  return (
    <Button
      loading={form.isPending}
      rightSection={hasIcon && hasNext && <IconChevronRight size={18} stroke={1.75} aria-hidden />}
      onClick={onGrade}
    >
      {hasNext ? 'Grade and next' : 'Grade and finish'}
    </Button>
  )
}

export function ReturnButton({ form, submission }: Pick<Props, 'form' | 'submission'>) {
  const [isAsking, setAsking] = useState(false)
  const { name } = submission.student
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Return
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          form.send('RETURN')
          setAsking(false)
        }}
        title={`Return this to ${name}?`}
        cancelLabel="Keep it"
        confirmLabel="Return it"
        isDestructive={false}
      >
        {name} sees your feedback and may submit once more, also where all attempts are used.{' '}
        {form.values.feedback.trim() === '' && 'You have written no feedback yet.'}
      </ConfirmDialog>
    </>
  )
}

/** After another grader's mark: theirs stays, or one's own replaces it. The safe one has the focus. */
export function ConflictActions({ stale, form, submission, hasNext }: Omit<Props, 'onGrade'> & { stale: Stale }) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const isGraded = isGradedByOther(submission)
  const own = form.values.total === '' ? 'mine' : form.values.total
  return (
    <>
      <Button variant="default" ref={keep} onClick={stale.takeTheirs}>
        {isGraded ? `Keep ${submission.marks === null ? 'theirs' : markText(submission.marks)}` : 'Start again'}
      </Button>
      <Button loading={form.isPending} onClick={isGraded ? stale.saveMine : stale.keepMine}>
        {isGraded ? `Save ${own} and ${hasNext ? 'next' : 'finish'}` : 'Keep mine'}
      </Button>
    </>
  )
}

export function GradingFoot(props: Props) {
  const { stale } = props.form
  return (
    <>
      <div className={classes.state}>
        <GradingState {...props} />
        {!stale && (
          <Kbd size="xs" className={classes.key ?? ''}>
            Enter
          </Kbd>
        )}
      </div>
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
