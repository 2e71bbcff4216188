/** The attendance of a course as a file: a click downloads all of it at once, and a dialog chooses days and statuses. */

import { ActionIcon, Button, Checkbox, Flex, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Course } from '@lms/contract/courses'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { useForm } from '#lib/form.ts'
import { localStore } from '#lib/local-store.ts'
import { useSession } from '#lib/session.ts'
import { findDateError } from '#lib/typed-date.ts'
import { isDateValue } from '#lib/zoned-date-time.ts'
import { Alert } from '#ui/alert.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconDownload } from '#ui/icons.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { attendanceLabels } from './attendance-status.tsx'

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
] as const
type Format = (typeof formats)[number]['value']

const statuses = [
  ...(['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const).map((value) => ({ value, label: attendanceLabels[value] })),
  { value: 'NONE', label: 'Not marked' },
] as const

type Choice = { from: string; to: string; statuses: string[]; format: Format }
const everything: Choice = { from: '', to: '', statuses: [], format: 'csv' }

/** Empty fields are not sent: all days, all students. */
const toQuery = ({ from, to, statuses, format }: Choice) => ({
  format,
  ...(from && { from }),
  ...(to && { to }),
  ...(statuses.length > 0 && { statuses: statuses.join(',') }),
})

function useDownload(course: ExportedCourse, errors?: 'inline') {
  return useMutation({
    mutationFn: (choice: Choice) => api.attendance.exportAttendance({ query: { courseId: course.id, ...toQuery(choice) } }),
    onSuccess: (file, { format }) => downloadBlob(file, `${course.title}, attendance.${format}`),
    ...(errors && { meta: { errors } }),
  })
}

/** What somebody chose last for a course on this device. */
function useLastChoice(courseId: string) {
  const userId = useSession((session) => session.user?.id)
  const name = `attendance-export:${userId}:${courseId}`
  const read = (): Choice => {
    try {
      return { ...everything, ...(JSON.parse(localStore.getItem(name) ?? '{}') as Partial<Choice>) }
    } catch {
      return everything
    }
  }
  return { read, remember: (choice: Choice): void => localStore.setItem(name, JSON.stringify(choice)) }
}

const check = ({ from, to }: Choice) => ({
  from: findDateError(from, 'date'),
  to: findDateError(to, 'date') ?? (from && to && to < from ? 'Must not be before the first day' : undefined),
})

type ExportedCourse = Pick<Course, 'id' | 'title' | 'timeZone'>
type DialogProps = { course: ExportedCourse; onClose: () => void }

function ExportDialog({ course, onClose }: DialogProps) {
  const { read, remember } = useLastChoice(course.id)
  const [initial] = useState(read)
  const form = useForm<Choice>({ draft: null, initial, check })
  const download = useDownload(course, 'inline')
  const send = form.submit((choice) => {
    remember(choice)
    download.mutate(choice, { onSuccess: onClose, onError: form.fail })
  })
  const { from } = form.values
  const { isRequired: _always, ...format } = form.field('format')
  return (
    <Dialog isOpen title="Export attendance" onClose={onClose}>
      <Flex component="form" direction="column" gap={16} onSubmit={send} noValidate>
        {form.failure && <Alert tone="bad" role="alert" title={form.failure.message} />}
        <DateTimeField kind="date" label="From" zone={course.timeZone} hasZone {...form.field('from')} />
        <DateTimeField
          kind="date"
          label="To"
          zone={course.timeZone}
          first={isDateValue(from) ? { day: from, reason: 'before the first day' } : undefined}
          {...form.field('to')}
        />
        <Checkbox.Group
          label="Only students who are"
          description="In at least one of these sessions"
          value={form.values.statuses}
          onChange={(chosen) => form.set('statuses', chosen)}
          error={form.error('statuses')}
        >
          <Flex wrap="wrap" gap={12} mt={6}>
            {statuses.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Flex>
        </Checkbox.Group>
        <RadioCards label="File" columns={2} choices={formats} {...format} />
        <Flex justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={download.isPending}>
            Download
          </Button>
        </Flex>
      </Flex>
    </Dialog>
  )
}

type Props = { course: ExportedCourse; isIcon?: boolean }

const icon = <IconDownload size={18} stroke={1.75} aria-hidden />

export function ExportMenu({ course, isIcon = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const download = useDownload(course)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          {isIcon ? (
            <ActionIcon size={44} aria-label="Export" loading={download.isPending}>
              {icon}
            </ActionIcon>
          ) : (
            <Button variant="default" leftSection={icon} loading={download.isPending}>
              Export
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => download.mutate({ ...everything, format: value })}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setOpen(true)}>Choose dates and statuses…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <ExportDialog course={course} onClose={() => setOpen(false)} />}
    </>
  )
}
