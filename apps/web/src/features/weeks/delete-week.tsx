/** Asks before a week is deleted, and names what is deleted with it. */
import { restorableDays } from '@lms/contract/rules/deletion'
import type { Week } from '@lms/contract/weeks'
import { hasSessionsAhead } from '#lib/live-session.ts'
import { serverNow } from '#lib/server-clock.ts'
import { pluralize } from '#lib/pluralize.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useRemoveWeek, useRestoreWeek } from './api.ts'

type Props = {
  /** The week asked about; null while nothing is. */
  week: Week | null
  /** How many students handed something in. */
  submissions: number
  onClose: () => void
  onDeleted?: () => void
}

const joinParts = (parts: string[]): string => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`)

/** What is deleted with the week, and for how long it can be restored. */
function describeDeletion(week: Pick<Week, 'title' | 'media' | 'assignments'>, submissions: number): string {
  const parts = [
    week.media.length > 0 && pluralize(week.media.length, 'recording or session', 'recordings and sessions'),
    week.assignments.length > 0 && pluralize(week.assignments.length, 'assignment'),
    submissions > 0 && pluralize(submissions, 'submission'),
  ].filter((part) => part !== false)
  const title = `“${week.title}”`
  if (parts.length === 0) return `${title} is empty. You can restore it for ${restorableDays} days.`
  const after = submissions > 0 ? ' After that, students can still read what they submitted.' : ''
  return `${title} is deleted with ${joinParts(parts)}. You can restore it for ${restorableDays} days.${after}`
}

export function DeleteWeek({ week, submissions, onClose, onDeleted }: Props) {
  const remove = useRemoveWeek()
  const restore = useRestoreWeek()
  if (!week) return null
  const name = `week ${week.number}`
  const isMailed = hasSessionsAhead([week], serverNow())
  const at = { params: { courseId: week.courseId, weekId: week.id } }
  const undo = (): void =>
    void restore
      .mutateAsync(at)
      .then(() =>
        notify.success(`Week ${week.number} is restored${isMailed ? '. Tell the students that its live sessions take place' : ''}`),
      )
      .catch(() => {})
  const onConfirm = (): void =>
    remove.mutate(at, {
      onSuccess: () => {
        notify.success(`Week ${week.number} is deleted`, { link: { label: 'Undo', onClick: undo } })
        onClose()
        onDeleted?.()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${name}?`}
      cancelLabel={`Keep ${name}`}
      confirmLabel={`Delete ${name}`}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {describeDeletion(week, submissions)}
      {isMailed && ' Everybody in the course gets an email that its live sessions are cancelled.'}
    </ConfirmDialog>
  )
}
