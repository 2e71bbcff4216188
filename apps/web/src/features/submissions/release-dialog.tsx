/** Asks before held marks are shown to students: there is no undo. */
import { pluralize } from '#lib/pluralize.ts'
import { getErrorMessage } from '#lib/api.ts'
import { Alert } from '#ui/alert.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useReleaseMarks } from './api.ts'

type Props = {
  place: { courseId: string; assignmentId: string }
  count: number
  /** Submissions of the assignment that wait for a mark. */
  toGrade?: number | undefined
  /** Without them, all that are held. */
  studentIds?: string[]
  onClose: () => void
  onReleased?: () => void
}

export function ReleaseDialog({ place: { courseId, assignmentId }, count, toGrade = 0, studentIds, onClose, onReleased }: Props) {
  const release = useReleaseMarks()
  const what = `Release ${pluralize(count, 'mark')}`
  const send = (): void =>
    release.mutate(
      { params: { courseId, assignmentId }, body: studentIds ? { studentIds } : {} },
      {
        onSuccess: ({ released }) => {
          onClose()
          onReleased?.()
          notify.success(`${pluralize(released, 'mark')} released`)
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={send}
      title={`${what}?`}
      cancelLabel="Keep hidden"
      confirmLabel={what}
      isDestructive={false}
      isPending={release.isPending}
    >
      {pluralize(count, 'student sees their mark and feedback, and gets', 'students see their mark and feedback, and get')} one email.
      {toGrade > 0 &&
        ` ${pluralize(toGrade, 'submission')} in To grade ${toGrade === 1 ? 'is' : 'are'} not included. Work submitted again after grading is there, too.`}
      {release.error && (
        <Alert tone="bad" role="alert" title="Not released" requestId={release.error.instance}>
          {getErrorMessage(release.error)}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
