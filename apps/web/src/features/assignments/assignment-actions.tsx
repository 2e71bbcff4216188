/** Deleting an assignment, duplicating it, and choosing the week of a new one. */

import { Button, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import { canEver } from '@lms/contract/policy'
import { restorableUntil } from '@lms/contract/rules/deletion'
import { isolate } from '@lms/contract/rules/direction'
import { formatDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { ConfirmDialog, Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { CourseField } from '#features/courses/course-picker.tsx'
import { useDuplicateAssignment, useRemoveAssignment, useRestoreAssignment } from './api.ts'

type WeekChoice = { id: string; number: number; title: string }

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  courseField: ReactNode
  courseId: string | null
  /** The weeks of the chosen course; undefined while loading. */
  weeks: readonly WeekChoice[] | undefined
  /** The label of the button once a week is chosen. */
  label: (week: WeekChoice) => string
  onChoose: (weekId: string) => void
  isPending?: boolean
}

export function WeekPicker({ title, isOpen, onClose, courseField, courseId, weeks, label, onChoose, isPending = false }: Props) {
  const [weekId, setWeekId] = useState<string | null>(null)
  const week = weeks?.find(({ id }) => id === weekId) ?? null
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      {week && courseId && (
        <Button loading={isPending} onClick={() => onChoose(week.id)}>
          {label(week)}
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} foot={foot}>
      <Stack gap={16}>
        {courseField}
        {courseId && (
          <Select
            label="Week"
            placeholder={weeks ? (weeks.length > 0 ? 'Choose a week' : 'This course has no weeks yet') : 'Loading'}
            data={(weeks ?? []).map(({ id, number, title }) => ({ value: id, label: `${number}. ${isolate(title)}` }))}
            value={week?.id ?? null}
            allowDeselect={false}
            onChange={setWeekId}
          />
        )}
      </Stack>
    </Dialog>
  )
}

type DeleteAssignmentProps = {
  isOpen: boolean
  assignment: Pick<Assignment, 'id' | 'title'>
  /** How many students have submitted. */
  submissions: number
  onClose: () => void
  onDeleted: () => void
}

/** Asks before an assignment is deleted, and lists what is deleted with it. */
export function DeleteAssignment({ isOpen, assignment: { id, title }, submissions, onClose, onDeleted }: DeleteAssignmentProps) {
  const remove = useRemoveAssignment()
  const restore = useRestoreAssignment()
  const at = { params: { id } }
  const undo = (): void =>
    void restore
      .mutateAsync(at)
      .then(() => notify.success(`${isolate(title)} is restored`))
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
      title={`Delete ${isolate(title)}?`}
      cancelLabel="Keep assignment"
      confirmLabel="Delete assignment"
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {lost}Staff can restore it until {formatDay(restorableUntil(new Date(serverNow()).toISOString()))}.
      {submissions > 0 && ' Students can still read what they submitted.'}
    </ConfirmDialog>
  )
}

type DuplicateAssignmentProps = { isOpen: boolean; assignment: Pick<Assignment, 'id' | 'title' | 'courseId'>; onClose: () => void }

/** Asks for the course and week of a copy, makes it, and opens it. */
export function DuplicateAssignment({ isOpen, assignment, onClose }: DuplicateAssignmentProps) {
  const navigate = useNavigate()
  const role = useSession((session) => session.user?.role)
  const [courseId, setCourseId] = useState(assignment.courseId)
  const course = useQuery({ ...courseQuery({ params: { id: courseId } }), enabled: isOpen })
  const duplicate = useDuplicateAssignment()
  const copy = (weekId: string): void =>
    duplicate.mutate(
      { params: { id: assignment.id }, body: { courseId, weekId } },
      {
        onSuccess: ({ id: assignmentId }) => {
          notify.success('The copy is a draft without dates')
          onClose()
          void navigate(paths.assignmentEdit.to({ courseId, weekId, assignmentId }))
        },
      },
    )
  const of = role !== undefined && canEver(role, 'media.library') ? 'all' : 'taught'
  return (
    <WeekPicker
      title={`Duplicate ${isolate(assignment.title)}`}
      isOpen={isOpen}
      onClose={onClose}
      courseField={
        <CourseField label="Course" of={of} value={courseId} allowDeselect={false} onChange={(next) => next && setCourseId(next)} />
      }
      courseId={courseId}
      weeks={course.data?.weeks}
      label={({ number }) => `Duplicate into week ${number}`}
      onChoose={copy}
      isPending={duplicate.isPending}
    />
  )
}
