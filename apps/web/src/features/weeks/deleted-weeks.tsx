/** For staff, under the weeks of a course: those deleted in the last 30 days, to be restored. */
import { restorableDays } from '@lms/contract/rules/deletion'
import type { DeletedWeek } from '@lms/contract/weeks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { day } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { RestoreButton, Row, Rows } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { notify } from '#ui/toasts.tsx'
import classes from './weeks.module.css'
import { deletedWeeksQuery, useRestoreWeek } from './api.ts'

const formatItems = (count: number): string => (count === 0 ? 'Empty' : pluralize(count, 'item'))

function DeletedRow({ courseId, week }: { courseId: string; week: DeletedWeek }) {
  const { id, title, mediaCount, assignmentCount, deletedAt, restorableUntil } = week
  const restore = useRestoreWeek({ onSaved: () => notify.success(`${title} is restored`) })
  return (
    <Row
      name={title}
      meta={`${formatItems(mediaCount + assignmentCount)}, deleted ${day(deletedAt)}, restorable until ${day(restorableUntil)}`}
      wraps
      controls={
        <RestoreButton title={title} isLoading={restore.isPending} onClick={() => restore.mutate({ params: { courseId, weekId: id } })} />
      }
    />
  )
}

function DeletedList({ courseId }: { courseId: string }) {
  const list = useQuery(deletedWeeksQuery({ params: { courseId }, query: { limit: 100 } }))
  const rows = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The deleted weeks did not load" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={2} />
    if (list.data.total === 0) return null
    return (
      <Rows label="Deleted weeks">
        {list.data.items.map((week) => (
          <DeletedRow key={week.id} courseId={courseId} week={week} />
        ))}
      </Rows>
    )
  }
  return (
    <>
      <p className={classes.text}>
        {list.data?.total === 0 && 'No deleted weeks. '}A deleted week can be restored for {restorableDays} days. Restoring sends no email.
      </p>
      {rows()}
    </>
  )
}

export function DeletedWeeks({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes.deleted}>
      <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide deleted weeks' : 'Show deleted weeks'}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DeletedList courseId={courseId} />}
      </div>
    </div>
  )
}
