/** The attendance of a course as a file, for spreadsheets. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api, downloadBlob, getErrorMessage } from '#lib/api.ts'
import { notify } from '#ui/toasts.tsx'

type Props = { course: { id: string; title: string }; isIcon?: boolean }

const icon = <IconDownload size={18} stroke={1.75} aria-hidden />

export function ExportMenu({ course, isIcon = false }: Props) {
  const [isBusy, setBusy] = useState(false)
  const download = (format: 'csv' | 'xlsx') => (): void => {
    setBusy(true)
    api.attendance
      .exportAttendance({ query: { courseId: course.id, format } })
      .then((file) => downloadBlob(file, `${course.title}, attendance.${format}`))
      .catch((error: unknown) => notify.error(getErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {isIcon ? (
          <ActionIcon size={44} aria-label="Export" loading={isBusy}>
            {icon}
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={icon} loading={isBusy}>
            Export
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={download('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={download('xlsx')}>Excel (XLSX)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
