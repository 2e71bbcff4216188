/** The gradebook as a file: a click downloads at once. */

import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Course } from '@lms/contract/courses'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { IconDownload } from '#ui/icons.ts'
import { HeldInFile } from '#features/submissions/held-marks.tsx'
import type { GradebookList } from './use-gradebook.ts'

const icon = <IconDownload size={18} stroke={1.75} aria-hidden />

type ExportProps = { course: Course; list: GradebookList; /** Marks that students do not see yet. */ held: number }

export function ExportMarks({ course, list, held }: ExportProps) {
  const [hasFeedback, setFeedback] = useState(true)
  const [isShownOnly, setShownOnly] = useState(true)
  const query = { ...(list.isFiltered && isShownOnly && list.matching), feedback: hasFeedback ? ('true' as const) : ('false' as const) }
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.marks.exportMarks({ params: { courseId: course.id }, query: { ...query, format } }),
    onSuccess: (file, format) => downloadBlob(file, `${course.title}, marks.${format}`),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon} loading={download.isPending}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('csv')}>Download CSV</Menu.Item>
        <Menu.Item onClick={() => download.mutate('xlsx')}>Download XLSX</Menu.Item>
        <HeldInFile held={held} />
        <Menu.Divider />
        <Menu.CheckboxItem checked={hasFeedback} onChange={setFeedback} closeMenuOnClick={false}>
          Include feedback
        </Menu.CheckboxItem>
        {list.isFiltered && (
          <Menu.CheckboxItem checked={isShownOnly} onChange={setShownOnly} closeMenuOnClick={false}>
            Only the students shown
          </Menu.CheckboxItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
