/** The menu of a course for staff, loaded when it is about to be opened: what is done rarely. */

import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type Ref, useState } from 'react'
import { Link } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useCan } from '#lib/session.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconArchive, IconDownload, IconEyeOff, IconForms, IconListCheck, IconPencil, IconWorldUpload } from '#ui/icons.ts'
import { useTakeOver } from '#ui/use-on-demand.ts'
import { useChangeCourseStatus } from './use-course.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const dialogs = {
  DRAFT: { title: 'Unpublish the course?', keep: 'Keep published', action: 'Unpublish' },
  ARCHIVED: { title: 'Archive the course?', keep: 'Do not archive', action: 'Archive' },
} as const

function describeChange(to: keyof typeof dialogs, { studentCount }: Course): string {
  if (to === 'ARCHIVED') return 'Nobody can enrol, submit or post. Members can still read it, and you can publish it again.'
  const students = studentCount > 0 ? `${pluralize(studentCount, 'student')} can no longer open it` : 'Students can no longer find it'
  return `${students} until you publish it again. Nothing is deleted.`
}

function useExport({ id, title }: Course) {
  return useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.attendance.exportAttendance({ query: { courseId: id, format } }),
    onSuccess: (file, format) => downloadBlob(file, `${title}, attendance.${format}`),
  })
}

type Props = {
  course: Course
  Button: ComponentType<{ loading: boolean; ref: Ref<HTMLButtonElement> }>
  /** If the steps of a new course are hidden. */
  onShowSteps?: () => void
}

const AttendanceItems = ({ onExport }: { onExport: (format: 'csv' | 'xlsx') => void }) => (
  <>
    <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => onExport('csv')}>
      Export attendance (CSV)
    </Menu.Item>
    <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => onExport('xlsx')}>
      Export attendance (Excel)
    </Menu.Item>
  </>
)

export function CourseMenu({ course, Button, onShowSteps }: Props) {
  const { menu, button } = useTakeOver()
  const may = useCan()
  const [nextStatus, setNextStatus] = useState<keyof typeof dialogs | null>(null)
  const { change, isPending } = useChangeCourseStatus(course)
  const exportAttendance = useExport(course)
  const mayPublish = may('course.publish', course.membership)
  return (
    <>
      <Menu position="bottom-end" {...menu}>
        <Menu.Target>
          <Button loading={exportAttendance.isPending} ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          {may('course.update', course.membership) && (
            <Menu.Item component={Link} to={paths.courseEdit.to({ courseId: course.id })} leftSection={<IconPencil {...icon} />}>
              Edit course
            </Menu.Item>
          )}
          {may('form.write') && (
            <Menu.Item component={Link} to={paths.signUpForm.to({ courseId: course.id })} leftSection={<IconForms {...icon} />}>
              Sign-up form
            </Menu.Item>
          )}
          {onShowSteps && (
            <Menu.Item leftSection={<IconListCheck {...icon} />} onClick={onShowSteps}>
              Show start steps
            </Menu.Item>
          )}
          <AttendanceItems onExport={(format) => exportAttendance.mutate(format)} />
          {mayPublish && course.status !== 'DRAFT' && <Menu.Divider />}
          {mayPublish && course.status === 'ARCHIVED' && (
            <Menu.Item leftSection={<IconWorldUpload {...icon} />} onClick={() => change('PUBLISHED')}>
              Publish again
            </Menu.Item>
          )}
          {mayPublish && course.status === 'PUBLISHED' && (
            <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => setNextStatus('DRAFT')}>
              Unpublish
            </Menu.Item>
          )}
          {mayPublish && course.status === 'PUBLISHED' && (
            <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => setNextStatus('ARCHIVED')}>
              Archive
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {nextStatus && (
        <ConfirmDialog
          isOpen
          isDestructive={false}
          title={dialogs[nextStatus].title}
          cancelLabel={dialogs[nextStatus].keep}
          confirmLabel={dialogs[nextStatus].action}
          isPending={isPending}
          onClose={() => setNextStatus(null)}
          onConfirm={() => change(nextStatus, () => setNextStatus(null))}
        >
          {describeChange(nextStatus, course)}
        </ConfirmDialog>
      )}
    </>
  )
}
