/** Tells a student that an assignment does not count for them. */
import type { Assignment } from '@lms/contract/assignments'
import { Alert } from '#ui/alert.tsx'

type Props = { assignment: Pick<Assignment, 'work'>; canSubmit: boolean }

export function ExcusedAlert({ assignment, canSubmit }: Props) {
  if (!assignment.work?.isExcused) return null
  return (
    <Alert title="You are excused from this assignment">
      It is not in your total.{canSubmit && ' You can still submit it, but you do not have to.'}
    </Alert>
  )
}
