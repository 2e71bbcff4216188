/** A later due time for chosen students of a course: first the assignment, then the time. */

import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { whyNotExtended } from '@lms/contract/rules/assignment-exceptions'
import { isolate } from '@lms/contract/rules/direction'
import type { RosterRow } from '@lms/contract/submissions'
import { fetchAllPages, pageLimit } from '#lib/api-lists.ts'
import { api } from '#lib/api.ts'
import { focusField } from '#lib/focus-field.ts'
import { formatDueTime } from '#lib/format-date.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { courseAssignmentsQuery } from '#features/assignments/api.ts'

type Ends = { onClose: () => void; onDone: (message: string) => void }

/** The dialog for the time: that of the submissions, which the screen hands down. */
export type ExtendDialogType = ComponentType<Ends & { assignment: Assignment; rows: readonly RosterRow[]; zone: string }>

type Props = Ends & { course: Course; studentIds: readonly string[]; ExtendDialog: ExtendDialogType }

/** An assignment, and the students' work on it with the time that they have already. */
const workQuery = (courseId: string, assignmentId: string, studentIds: readonly string[]) => ({
  queryKey: ['submissions', 'ofStudents', courseId, assignmentId, studentIds],
  queryFn: async () => {
    const params = { courseId, assignmentId }
    const assignment = await api.assignments.getAssignment({ params: { id: assignmentId } })
    const all = await fetchAllPages((page) => api.submissions.listSubmissions({ params, query: { page, limit: pageLimit } }))
    return { assignment, rows: all.filter(({ student, excuseReason }) => studentIds.includes(student.id) && excuseReason === null) }
  },
})

export function ExtendForPeople({ course, studentIds, ExtendDialog, onClose, onDone }: Props) {
  const assignments = useQuery(courseAssignmentsQuery({ params: { courseId: course.id } }))
  const open = (assignments.data ?? []).filter((one) => one.status !== 'DRAFT' && whyNotExtended(one) === undefined)
  const [picked, setPicked] = useState('')
  const [isNext, setNext] = useState(false)
  const chosen = open.find(({ id }) => id === picked) ?? open[0]
  const work = useQuery({ ...workQuery(course.id, chosen?.id ?? '', studentIds), enabled: isNext && chosen !== undefined })
  const isExcused = isNext && work.data?.rows.length === 0
  useEffect(() => {
    if (isExcused) focusField('assignment')
  }, [isExcused])
  if (isNext && work.data && work.data.rows.length > 0)
    return <ExtendDialog {...work.data} zone={course.timeZone} onClose={onClose} onDone={onDone} />
  const content = () => {
    if (assignments.isError) return <LoadFailed title="The assignments could not be loaded" {...toLoadError(assignments)} />
    if (work.isError) return <LoadFailed title="The submissions could not be loaded" {...toLoadError(work)} />
    if (assignments.isPending) return <SkeletonRows count={2} />
    if (!chosen) return <p>No open assignment has a due time.</p>
    return (
      <NativeSelect
        id="assignment"
        label="Assignment"
        data-autofocus
        value={chosen.id}
        data={open.map(({ id, title, dueAt }) => ({
          value: id,
          label: `${isolate(title)}, due ${formatDueTime(dueAt!, course.timeZone)}`,
        }))}
        error={isExcused ? 'The selected students are excused from this assignment' : undefined}
        onChange={(event) => {
          setPicked(event.currentTarget.value)
          setNext(false)
        }}
      />
    )
  }
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      {chosen && (
        <Button loading={isNext && work.isFetching} onClick={() => setNext(true)}>
          Next
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen title="Extend due time" onClose={onClose} foot={foot}>
      {content()}
    </Dialog>
  )
}
