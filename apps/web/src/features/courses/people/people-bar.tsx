/** What staff do with the selected people of a course: write, extend a due time, export, remove. */

import { type ComponentType, useState } from 'react'
import type { Course, StudentProgress } from '@lms/contract/courses'
import type { useRowSelection } from '#lib/row-selection.ts'
import { useCan } from '#lib/session.ts'
import { type BulkAction, BulkBar } from '#ui/bulk-bar.tsx'
import { notify } from '#ui/toasts.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { type ExtendDialogType, ExtendForPeople } from './extend-for-people.tsx'
import { useExport } from './use-people.ts'

type Student = StudentProgress['student']
export type RemoveStudentsType = ComponentType<{
  students: readonly Student[]
  course: Pick<Course, 'id' | 'title'>
  onClose: () => void
  onDone: () => void
  onPart: (removed: readonly Pick<Student, 'id'>[]) => void
}>

type Props = {
  course: Course
  ExtendDialog: ExtendDialogType
  RemoveDialog: RemoveStudentsType
  selection: ReturnType<typeof useRowSelection<StudentProgress>>
}

export function PeopleBar({ course, selection, ExtendDialog, RemoveDialog }: Props) {
  const may = useCan()
  const [asked, setAsked] = useState<'extend' | 'remove' | null>(null)
  const close = (): void => setAsked(null)
  const file = useExport(course)
  const ids = [...selection.selected.keys()]
  const actions: (BulkAction | false)[] = [
    may('mail.send', course.membership) && {
      key: 'write',
      label: ids.length === 1 ? 'Write to this student' : `Write to these ${ids.length}`,
      isPrimary: true,
      onClick: () => openComposer({ courseId: course.id, sendTo: ids }),
    },
    may('submission.grade', course.membership) && { key: 'extend', label: 'Extend due time', onClick: () => setAsked('extend') },
    {
      key: 'export',
      label: `Export ${ids.length}`,
      isLoading: file.isPending,
      onClick: () => file.mutate({ students: ids.join(',') }),
    },
    may('user.update') && { key: 'remove', label: 'Remove from course', onClick: () => setAsked('remove') },
  ]
  return (
    <>
      <BulkBar
        count={ids.length}
        limit={selection.limit}
        onClear={selection.clear}
        actions={[...actions.filter((action) => action !== false), ...selection.selectAll]}
      />
      {asked === 'extend' && (
        <ExtendForPeople
          course={course}
          ExtendDialog={ExtendDialog}
          studentIds={ids}
          onClose={close}
          onDone={(message) => {
            close()
            selection.clear()
            notify.success(message)
          }}
        />
      )}
      {asked === 'remove' && (
        <RemoveDialog
          students={[...selection.selected.values()].map(({ student }) => student)}
          course={course}
          onClose={close}
          onDone={() => {
            close()
            selection.clear()
          }}
          onPart={(removed) => {
            const rows = [...selection.selected.values()]
            selection.change(
              rows.filter(({ student }) => removed.some(({ id }) => id === student.id)),
              false,
            )
          }}
        />
      )}
    </>
  )
}
