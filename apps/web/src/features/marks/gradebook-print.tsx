/** The gradebook on paper: all students that match, ten assignments beside them on a page, with letters for what is not a mark. */

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Course } from '@lms/contract/courses'
import type { GradebookColumn, GradebookRow, MarkCell } from '@lms/contract/marks'
import { isolate } from '@lms/contract/rules/direction'
import { fetchAllPages, pageLimit } from '#lib/api-lists.ts'
import { api } from '#lib/api.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { pluralize } from '#lib/pluralize.ts'
import { usePrintKey } from '#lib/use-print-key.ts'
import { IconPrinter } from '#ui/icons.ts'
import { PrintSheet, PrintTable } from '#ui/print-sheet.tsx'
import { useSchoolName } from '#features/auth/api.ts'
import type { GradebookList } from './use-gradebook.ts'

type Props = { course: Course; list: GradebookList }

/** Prints all students that match, not only those of a page. */
export function PrintGradebook({ course, list }: Props) {
  const [rows, setRows] = useState<GradebookRow[] | null>(null)
  const query = { ...list.matching, sort: list.sort, ...(list.sortIn !== null && { sortIn: list.sortIn }) }
  const load = useMutation({
    mutationFn: () =>
      fetchAllPages((page) => api.marks.getGradebook({ params: { courseId: course.id }, query: { ...query, page, limit: pageLimit } })),
    onSuccess: setRows,
  })
  const columns = list.book.data?.columns ?? []
  const isEmpty = columns.length === 0 || list.book.data?.total === 0
  usePrintKey(() => void (isEmpty || load.mutate()))
  // While it loads the button keeps its place.
  if (list.book.data && isEmpty) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        loading={load.isPending}
        disabled={isEmpty}
        onClick={() => load.mutate()}
      >
        Print
      </Button>
      {rows && <GradebookSheet course={course} columns={columns} rows={rows} isPart={list.isFiltered} onPrinted={() => setRows(null)} />}
    </>
  )
}

/** Assignments that fit beside the names, on paper that lies on its side. */
const columnsAtOnce = 10

const legend =
  'M missing · G to grade · R returned · D done · E excused · L late · H held, students do not see it yet · – not due, or before enrolment'
const letters = { TO_GRADE: 'G', RETURNED: 'R', MISSING: 'M', EXCUSED: 'E', NOT_DUE: '–', BEFORE_JOINING: '–' }

/** “14 L” */
function formatCell({ state, marks, late, isHeld }: MarkCell): string {
  const sign = state === 'GRADED' ? (marks ?? 'D') : letters[state]
  return [sign, late && 'L', isHeld && 'H'].filter((part) => part !== false).join(' ')
}

type SheetProps = {
  course: Course
  columns: readonly GradebookColumn[]
  rows: readonly GradebookRow[]
  isPart: boolean
  onPrinted: () => void
}

function GradebookSheet({ course, columns, rows, isPart, onPrinted }: SheetProps) {
  const school = useSchoolName()
  const starts = Array.from({ length: Math.ceil(columns.length / columnsAtOnce) }, (_, n) => n * columnsAtOnce)
  return (
    <PrintSheet
      title="Gradebook"
      above={school ?? undefined}
      facts={isolate(course.title)}
      side={`${pluralize(rows.length, 'student')}${isPart ? ' that match' : ''}, ${pluralize(columns.length, 'assignment')}`}
      legend={legend}
      isWide
      onPrinted={onPrinted}
    >
      {starts.map((start) => {
        const shown = columns.slice(start, start + columnsAtOnce)
        return (
          <PrintTable
            key={start}
            label={`Gradebook, assignments ${start + 1} to ${start + shown.length}`}
            heads={['Student', 'Total', ...shown.map(({ title, maxMarks }) => `${isolate(title)}, of ${maxMarks}`)]}
            rows={rows.map(({ student, total, cells }) => ({
              key: student.id,
              cells: [
                <strong key="name">{student.name}</strong>,
                total === null ? '–' : formatPercentage(total),
                ...cells.slice(start, start + columnsAtOnce).map(formatCell),
              ],
            }))}
          />
        )
      })}
    </PrintSheet>
  )
}
