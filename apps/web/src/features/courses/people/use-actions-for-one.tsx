/** What staff do with one of the people of a course, from the menu of its row: write, extend a due time, remove. */

import { type ComponentType, type ReactNode, useState } from 'react'
import type { Course, StudentProgress } from '@lms/contract/courses'
import { useCan } from '#lib/session.ts'
import type { BulkAction } from '#ui/bulk-bar.tsx'
import { notify } from '#ui/toasts.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { type ExtendDialogType, ExtendForPeople } from './extend-for-people.tsx'

type Student = StudentProgress['student']
type RemoveDialogType = ComponentType<{
  person: Student
  course: { id: string; title: string; role: 'STUDENT' }
  onClose: () => void
}>
type Options = { course: Course; ExtendDialog: ExtendDialogType; RemoveDialog: RemoveDialogType }

export function useActionsForOne({ course, ExtendDialog, RemoveDialog }: Options) {
  const may = useCan()
  const [asked, setAsked] = useState<{ action: 'extend' | 'remove'; student: Student } | null>(null)
  const { id: courseId, title, membership } = course
  const close = (): void => setAsked(null)
  const actionsFor = (student: Student): BulkAction[] =>
    [
      may('mail.send', membership) && {
        key: 'write',
        label: 'Write',
        onClick: () => openComposer({ courseId, sendTo: [student.id] }),
      },
      may('submission.grade', membership) && {
        key: 'extend',
        label: 'Extend due time',
        onClick: () => setAsked({ action: 'extend', student }),
      },
      may('user.update') && { key: 'remove', label: 'Remove from course', onClick: () => setAsked({ action: 'remove', student }) },
    ].filter((action) => action !== false)
  let dialog: ReactNode = null
  if (asked?.action === 'extend') {
    const done = (message: string): void => {
      close()
      notify.success(message)
    }
    dialog = <ExtendForPeople course={course} ExtendDialog={ExtendDialog} studentIds={[asked.student.id]} onClose={close} onDone={done} />
  }
  if (asked?.action === 'remove')
    dialog = <RemoveDialog person={asked.student} course={{ id: courseId, title, role: 'STUDENT' }} onClose={close} />
  return { actionsFor, dialog }
}
