/** The attendance of a course as a file: a row a student, a column a session. */
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, saveFile } from '#lib/api.ts'

type Format = 'csv' | 'xlsx'

export function ExportAttendance({ courseId, title }: { courseId: string; title: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: (format: Format) => api.attendance.exportAttendance({ query: { courseId, format } }),
    onSuccess: (file, format) => saveFile(file, `${title}, attendance.${format}`),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isPending} leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}>
          Export attendance
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => mutate('xlsx')}>Excel</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
