/** Asks before somebody is removed from a course. */

import { useQueryClient } from '@tanstack/react-query'
import { isTeaching } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails } from '@lms/contract/users'
import { getErrorMessage, isNotFound } from '#lib/api-errors.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useTakeOutOfCourse } from './api.ts'

type Props = {
  person: Pick<UserDetails, 'id' | 'name'>
  course: Pick<UserDetails['courses'][number], 'id' | 'title' | 'role'>
  onClose: () => void
}

export function RemoveFromCourse({ person, course, onClose }: Props) {
  const takeOut = useTakeOutOfCourse()
  const client = useQueryClient()
  const report = (): void => void notify.success(`${isolate(person.name)} is no longer in ${isolate(course.title)}`)
  const confirm = (): void =>
    takeOut.mutate(
      { params: { id: person.id, courseId: course.id } },
      {
        onSuccess: report,
        onError: (error) => {
          if (!isNotFound(error)) {
            notify.error(getErrorMessage(error))
            return
          }
          // Removed already, by a try whose response was lost or by someone else.
          void client.invalidateQueries({ queryKey: ['users'] })
          report()
        },
        onSettled: onClose,
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isPending={takeOut.isPending}
      title={`Remove ${isolate(person.name)} from ${isolate(course.title)}?`}
      cancelLabel="Cancel"
      confirmLabel="Remove from course"
    >
      <p>
        {isTeaching(course)
          ? `${isolate(person.name)} can no longer run or grade the course. What they made in it stays.`
          : `${isolate(person.name)} can no longer open the course. Work, marks and posts stay, and are theirs again if they come back.`}
      </p>
    </ConfirmDialog>
  )
}
