/** Asks before a week goes, and names what goes with it. */
import type { Week } from '@lms/contract/weeks'
import { hasSessionsAhead } from '#lib/live-session.ts'
import { serverNow } from '#lib/server-clock.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useRemoveWeek } from './queries.ts'

type Props = {
  /** The week asked about; null while nothing is. */
  week: Week | null
  /** How many students handed something in. */
  submissions: number
  onClose: () => void
  onDeleted?: () => void
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

/** “with 3 media and 1 assignment”, and what of it stays. */
export function goesAlong(week: Pick<Week, 'title' | 'media' | 'assignments'>, submissions: number): string {
  const parts = [
    week.media.length > 0 && count(week.media.length, 'medium', 'media'),
    week.assignments.length > 0 && count(week.assignments.length, 'assignment'),
  ].filter((part) => part !== false)
  const title = `“${week.title}”`
  if (parts.length === 0) return `${title} is empty: nothing else leaves the course.`
  const kept = submissions > 0 ? ` ${count(submissions, 'submission')} ${submissions === 1 ? 'is' : 'are'} kept for 30 days.` : ''
  return `${title} leaves the course with ${parts.join(' and ')}.${kept}`
}

export function DeleteWeek({ week, submissions, onClose, onDeleted }: Props) {
  const remove = useRemoveWeek()
  if (!week) return null
  const name = `week ${week.number}`
  const onConfirm = (): void =>
    remove.mutate(
      { params: { courseId: week.courseId, weekId: week.id } },
      {
        onSuccess: () => {
          notify.ok(`Week ${week.number} is deleted`)
          onClose()
          onDeleted?.()
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${name}?`}
      keep={`Keep ${name}`}
      deed={`Delete ${name}`}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {goesAlong(week, submissions)} Attendance that was taken is kept.
      {hasSessionsAhead([week], serverNow()) && ' Everybody in the course gets a mail that its live sessions are cancelled.'}
    </ConfirmDialog>
  )
}
