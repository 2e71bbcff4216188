/** Actions for staff on the page of a course: publish, unpublish, archive, export attendance. */
import type { Course } from '@lms/contract/courses'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconClipboardList,
  IconDots,
  IconForms,
  IconDownload,
  IconEyeOff,
  IconMail,
  IconMailForward,
  IconPencil,
  IconWorldUpload,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { openComposer } from '#features/emails/index.ts'
import { api, downloadBlob } from '#lib/api.ts'
import { useCan } from '#lib/session.ts'
import { paths } from '#lib/paths.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { pluralize } from '#lib/pluralize.ts'
import { useUpdateCourseStatus } from './api.ts'

type Status = Course['status']

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const doneTexts: Record<Status, string> = { PUBLISHED: 'Course published', DRAFT: 'Course unpublished', ARCHIVED: 'Course archived' }

function useChangeStatus({ id }: Course) {
  const update = useUpdateCourseStatus()
  const change = (status: Status, onSuccess?: () => void): void =>
    update.mutate(
      { params: { id }, body: { status } },
      {
        onSuccess: () => {
          notify.success(doneTexts[status])
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
  const students = studentCount > 0 ? `${pluralize(studentCount, 'student')} can no longer open it` : 'Students can no longer find it'
  return `${students} until you publish it again. Nothing is deleted.`
}

function useExport({ id, title }: Course) {
  return useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.attendance.exportAttendance({ query: { courseId: id, format } }),
    onSuccess: (file, format) => downloadBlob(file, `${title}, attendance.${format}`),
  })
}

export function CourseMenu({ course }: { course: Course }) {
  const may = useCan()
  const [nextStatus, setNextStatus] = useState<keyof typeof dialogs | null>(null)
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
          {may('mail.send', course.membership) && course.status !== 'ARCHIVED' && (
            <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => openComposer({ courseId: course.id, sendTo: ['STUDENTS'] })}>
              Write email
            </Menu.Item>
          )}
          {may('mail.send', course.membership) && (
            <Menu.Item component={Link} to={paths.courseEmails.to({ courseId: course.id })} leftSection={<IconMailForward {...icon} />}>
              Emails
            </Menu.Item>
          )}
          {course.enrolment === 'FORM' && may('form.review', course.membership) && (
            <Menu.Item
              component={Link}
              to={paths.signUpResponses.to({ courseId: course.id })}
              leftSection={<IconClipboardList {...icon} />}
            >
              Sign-up responses
            </Menu.Item>
          )}
          {may('form.write') && (
            <Menu.Item component={Link} to={paths.signUpForm.to({ courseId: course.id })} leftSection={<IconForms {...icon} />}>
              Sign-up form
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
