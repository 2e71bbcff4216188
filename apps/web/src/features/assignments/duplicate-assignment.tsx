/** Asks for the course and week of a copy, makes it, and opens it. */
import type { Assignment } from '@lms/contract/assignments'
import { canEver } from '@lms/contract/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { courseQuery } from '#features/courses/api.ts'
import { CourseField } from '#features/courses/index.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { notify } from '#ui/toasts.tsx'
import { useDuplicateAssignment } from './api.ts'
import { WeekPicker } from './week-picker.tsx'

type Props = { isOpen: boolean; assignment: Pick<Assignment, 'id' | 'title' | 'courseId'>; onClose: () => void }

export function DuplicateAssignment({ isOpen, assignment, onClose }: Props) {
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
      title={`Duplicate ${assignment.title}`}
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
