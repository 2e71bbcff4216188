/** Asks before an assignment is deleted, and names what leaves the course with it. */
import { restorableUntil } from '@lms/contract/rules/deletion'
import type { Assignment } from '@lms/contract/assignments'
import { day } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useRemoveAssignment, useRestoreAssignment } from './api.ts'

type Props = {
  isOpen: boolean
  assignment: Pick<Assignment, 'id' | 'title'>
  /** How many students have submitted. */
  submissions: number
  onClose: () => void
  onDeleted: () => void
}

export function DeleteAssignment({ isOpen, assignment: { id, title }, submissions, onClose, onDeleted }: Props) {
  const remove = useRemoveAssignment()
  const restore = useRestoreAssignment()
  const at = { params: { id } }
  const undo = (): void =>
    void restore
      .mutateAsync(at)
      .then(() => notify.success(`${title} is restored`))
      .catch(() => {})
  const onConfirm = (): void =>
    remove.mutate(at, {
      onSuccess: () => {
        notify.success('Assignment deleted', { link: { label: 'Undo', onClick: undo } })
        onClose()
        onDeleted()
      },
    })
  const lost =
    submissions === 0
      ? ''
      : `${submissions} ${submissions === 1 ? 'submission and its mark leave' : 'submissions and their marks leave'} the course. `
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete ${title}?`}
      cancelLabel="Keep assignment"
      confirmLabel="Delete assignment"
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {lost}Staff can restore it until {day(restorableUntil(new Date(serverNow()).toISOString()))}.
      {submissions > 0 && ' Students can still read what they submitted.'}
    </ConfirmDialog>
  )
}
