/** For staff, under the assignments of a course: those deleted in the last 30 days, to be restored. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { restorableDays, restorableUntil } from '@lms/contract/rules/deletion'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '#lib/format-date.ts'
import { toLoadError } from '#lib/load-error.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { RestoreButton } from '#ui/restore-button.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { notify } from '#ui/toasts.tsx'
import { courseAssignmentsQuery, useRestoreAssignment } from './api.ts'
import classes from './assignments.module.css'

function DeletedRow({ row: { id, title, weekNumber, deletedAt } }: { row: AssignmentRow }) {
  const restore = useRestoreAssignment({ onSaved: () => notify.success(`${title} is restored`) })
  const days = deletedAt ? `, deleted ${day(deletedAt)}, restorable until ${day(restorableUntil(deletedAt))}` : ''
  return (
    <Row
      name={title}
      meta={`Week ${weekNumber}${days}`}
      wraps
      controls={<RestoreButton title={title} isLoading={restore.isPending} onClick={() => restore.mutate({ params: { id } })} />}
    />
  )
}

function DeletedList({ courseId }: { courseId: string }) {
  const list = useQuery(courseAssignmentsQuery({ params: { courseId }, query: { deleted: 'true', limit: 100 } }))
  if (list.isError) return <LoadFailed title="The deleted assignments did not load" {...toLoadError(list)} />
  if (list.isPending) return <SkeletonRows count={2} />
  if (list.data.total === 0) return <p className={classes.also}>No assignment was deleted in the last {restorableDays} days.</p>
  return (
    <Rows label="Deleted assignments">
      {list.data.items.map((row) => (
        <DeletedRow key={row.id} row={row} />
      ))}
    </Rows>
  )
}

export function DeletedAssignments({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.deleted} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Deleted assignments</summary>
      {isOpen && <DeletedList courseId={courseId} />}
    </details>
  )
}
