/** Asks before several students are removed from a course, and shows how far it is. */

import { useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { User } from '@lms/contract/users'
import { isNotFound } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { BulkProgressBar, BulkResultAlert } from './bulk-dialogs.tsx'
import { formatPeople } from './labels.ts'
import { type Ends, useBulkAction } from './use-bulk-action.ts'

type Student = Pick<User, 'id' | 'name'>
type Props = { students: readonly Student[]; course: { id: string; title: string }; onClose: () => void } & Ends<Student>

export function RemoveStudents({ students, course, onClose, onDone, onPart }: Props) {
  // Who is removed leaves the list behind the dialog while it is open.
  const [left, setLeft] = useState(students)
  const { run, stop, going, outcome } = useBulkAction<Student>({
    onDone,
    onPart: (removed) => {
      setLeft(left.filter((student) => !removed.includes(student)))
      onPart(removed)
    },
  })
  // Removed already, by a try whose response was lost or by someone else.
  const remove = ({ id }: Student) =>
    api.users.removeUserFromCourse({ params: { id, courseId: course.id } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  const who = left.length === 1 ? isolate(left[0]!.name) : formatPeople(left.length)
  return (
    <ConfirmDialog
      isOpen
      onClose={going ? stop : onClose}
      onConfirm={() => void run(left, remove, `removed from ${isolate(course.title)}`)}
      isPending={going !== null}
      title={`Remove ${who} from ${isolate(course.title)}?`}
      cancelLabel={going ? 'Stop' : 'Cancel'}
      confirmLabel={`Remove ${left.length}`}
      more={
        <>
          <BulkProgressBar going={going} />
          <BulkResultAlert outcome={outcome} />
        </>
      }
    >
      <p>They can no longer open the course. Their work, marks and posts stay, and are theirs again if they come back.</p>
    </ConfirmDialog>
  )
}
