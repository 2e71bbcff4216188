/** What staff do with the selected people of a course: write, extend a due time, export. */

import { useState } from 'react'
import type { Course, StudentProgress } from '@lms/contract/courses'
import type { useRowSelection } from '#lib/row-selection.ts'
import { useCan } from '#lib/session.ts'
import { type BulkAction, BulkBar } from '#ui/bulk-bar.tsx'
import { notify } from '#ui/toasts.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { type ExtendDialogType, ExtendForPeople } from './extend-for-people.tsx'
import { useExport } from './use-people.ts'

type Props = { course: Course; ExtendDialog: ExtendDialogType; selection: ReturnType<typeof useRowSelection<StudentProgress>> }

export function PeopleBar({ course, selection, ExtendDialog }: Props) {
  const may = useCan()
  const [isExtending, setExtending] = useState(false)
  const file = useExport(course)
  const ids = [...selection.selected.keys()]
  const actions: (BulkAction | false)[] = [
    may('mail.send', course.membership) && {
      key: 'write',
      label: ids.length === 1 ? 'Write to this student' : `Write to these ${ids.length}`,
      isPrimary: true,
      onClick: () => openComposer({ courseId: course.id, sendTo: ids }),
    },
    may('submission.grade', course.membership) && { key: 'extend', label: 'Extend due time', onClick: () => setExtending(true) },
    {
      key: 'export',
      label: `Export ${ids.length}`,
      isLoading: file.isPending,
      onClick: () => file.mutate({ students: ids.join(',') }),
    },
  ]
  return (
    <>
      <BulkBar
        count={ids.length}
        limit={selection.limit}
        onClear={selection.clear}
        actions={[...actions.filter((action) => action !== false), ...selection.selectAll]}
      />
      {isExtending && (
        <ExtendForPeople
          course={course}
          ExtendDialog={ExtendDialog}
          studentIds={ids}
          onClose={() => setExtending(false)}
          onDone={(message) => {
            setExtending(false)
            selection.clear()
            notify.success(message)
          }}
        />
      )}
    </>
  )
}
