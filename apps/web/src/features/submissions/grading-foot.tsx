/** The two actions of a grader, and whether what was typed is safe. */
import type { Submission } from '@lms/contract/submissions'
import { Button, Kbd } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { clock } from '#lib/format-date.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { SaveStatus } from '#ui/save-status.tsx'
import classes from './grading-foot.module.css'
import type { GradingForm } from './use-grading.ts'

type Props = { form: GradingForm; submission: Pick<Submission, 'student' | 'status' | 'gradedAt'>; hasNext: boolean; onGrade: () => void }

export function GradingState({ form, submission }: Pick<Props, 'form' | 'submission'>) {
  if (form.isPending) return <SaveStatus state="saving" />
  if (form.error) return <SaveStatus state="failed" onRetry={() => form.send('GRADE')} />
  if (form.isChanged && form.keptAt) return <SaveStatus state="saved" word="Draft saved" at={`${form.keptAt}, not visible yet`} />
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

export function GradingFoot(props: Props) {
  return (
    <>
      <div className={classes.state}>
        <GradingState {...props} />
        <Kbd size="xs" className={classes.key ?? ''}>
          Ctrl Enter
        </Kbd>
      </div>
      <div className={classes.actions}>
        <ReturnButton {...props} />
        <GradeButton {...props} />
      </div>
    </>
  )
}
