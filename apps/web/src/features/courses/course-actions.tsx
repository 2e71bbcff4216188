/** What staff do with a course from its page: publish, unpublish, archive, export its attendance. */
import type { Course } from '@lms/contract/courses'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArchive, IconDots, IconDownload, IconEyeOff, IconPencil, IconWorldUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, saveFile } from '#lib/api.ts'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { counted } from './format.ts'
import { useUpdateCourseStatus } from './api.ts'

type Status = Course['status']

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const done: Record<Status, string> = { PUBLISHED: 'Course published', DRAFT: 'Course unpublished', ARCHIVED: 'Course archived' }

function useChangeStatus({ id }: Course) {
  const update = useUpdateCourseStatus()
  const change = (status: Status, onSuccess?: () => void): void =>
    update.mutate(
      { params: { id }, body: { status } },
      {
        onSuccess: () => {
          notify.success(done[status])
          onSuccess?.()
        },
      },
    )
  return { change, isPending: update.isPending }
}

type PublishProps = { course: Course; isPrimary: boolean; isFull?: boolean }

/** For drafts. */
export function PublishCourse({ course, isPrimary, isFull = false }: PublishProps) {
  const { change, isPending } = useChangeStatus(course)
  return (
    <Button {...(!isPrimary && { variant: 'default' })} fullWidth={isFull} loading={isPending} onClick={() => change('PUBLISHED')}>
      Publish course
    </Button>
  )
}

const dialogs = {
  DRAFT: { title: 'Unpublish the course?', keep: 'Keep published', action: 'Unpublish' },
  ARCHIVED: { title: 'Archive the course?', keep: 'Do not archive', action: 'Archive' },
} as const

function describeChange(to: keyof typeof dialogs, { studentCount }: Course): string {
  if (to === 'ARCHIVED') return 'Nobody new can enrol. Members can still open it, and you can publish it again.'
  const students = studentCount > 0 ? `${counted(studentCount, 'student')} can no longer open it` : 'Students can no longer find it'
  return `${students} until you publish it again. Nothing is deleted.`
}

function useExport({ id, title }: Course) {
  return useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.attendance.exportAttendance({ query: { courseId: id, format } }),
    onSuccess: (file, format) => saveFile(file, `${title}, attendance.${format}`),
  })
}

export function CourseMenu({ course }: { course: Course }) {
  const may = useCan()
  const [asked, setAsked] = useState<keyof typeof dialogs | null>(null)
  const { change, isPending } = useChangeStatus(course)
  const exportAttendance = useExport(course)
  const mayPublish = may('course.publish', course.membership)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="var(--h-md)" flex="none" aria-label="Course actions" loading={exportAttendance.isPending}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may('course.update', course.membership) && (
            <Menu.Item component={Link} to={paths.courseEdit.to({ courseId: course.id })} leftSection={<IconPencil {...icon} />}>
              Edit course
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => exportAttendance.mutate('csv')}>
            Export attendance (CSV)
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => exportAttendance.mutate('xlsx')}>
            Export attendance (Excel)
          </Menu.Item>
          {mayPublish && course.status !== 'DRAFT' && <Menu.Divider />}
          {mayPublish && course.status === 'ARCHIVED' && (
            <Menu.Item leftSection={<IconWorldUpload {...icon} />} onClick={() => change('PUBLISHED')}>
              Publish again
            </Menu.Item>
          )}
          {mayPublish && course.status === 'PUBLISHED' && (
            <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => setAsked('DRAFT')}>
              Unpublish
            </Menu.Item>
          )}
          {mayPublish && course.status === 'PUBLISHED' && (
            <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => setAsked('ARCHIVED')}>
              Archive
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ConfirmDialog
          isOpen
          isDestructive={false}
          title={dialogs[asked].title}
          cancelLabel={dialogs[asked].keep}
          confirmLabel={dialogs[asked].action}
          isPending={isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => change(asked, () => setAsked(null))}
        >
          {describeChange(asked, course)}
        </ConfirmDialog>
      )}
    </>
  )
}
