/** The gradebook on phones: one assignment at a time, or the totals, as a list of students. */

import { ActionIcon, Button, Select, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Course } from '@lms/contract/courses'
import type { GradebookColumn, GradebookRow, MarkCell, MarkColumn } from '@lms/contract/marks'
import { isPast } from '@lms/contract/rules/late-policy'
import { roundMarks } from '@lms/contract/rules/marks'
import { formatDueTime, formatShortDay } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts'
import { Row, Rows } from '#ui/row.tsx'
import { AssignmentPanel } from './assignment-panel.tsx'
import { CellContent } from './mark-cell.tsx'
import { type GradebookList, unknown } from './use-gradebook.ts'
import classes from './gradebook-phone.module.css'
import shared from './marks.module.css'

type Props = {
  course: Course
  columns: readonly GradebookColumn[]
  items: readonly GradebookRow[]
  list: GradebookList
  onRelease: (assignmentId: string) => void
}

const formatFact = ({ state, late, deduction, marks, gradedAt }: MarkCell, { dueAt, status }: MarkColumn): string => {
  if (state === 'MISSING')
    return dueAt && isPast(dueAt, serverNow()) ? `Was due ${formatDueTime(dueAt)}` : status === 'CLOSED' ? 'Closed' : ''
  if (state === 'GRADED' && deduction > 0) return `Late, ${roundMarks((marks ?? 0) + deduction)} less ${deduction}`
  if (state === 'GRADED' && gradedAt) return `Graded ${formatShortDay(gradedAt)}`
  return late ? 'Late' : ''
}

export function GradebookPhone({ course, columns, items, list, onRelease }: Props) {
  const [search, change] = useSearch()
  const [isOpen, setOpen] = useState(false)
  const isTotals = search.get('view') === 'totals'
  const at = Math.max(
    0,
    columns.findIndex(({ id }) => id === search.get('assignment')),
  )
  const column = columns[at]!
  const summary = list.summary.data?.assignments.find(({ id }) => id === column.id)
  const go = (to: number): void => change({ assignment: columns[to]!.id }, { replace: true })
  return (
    <div className={classes.phone}>
      <SegmentedControl
        fullWidth
        aria-label="Show"
        value={isTotals ? 'totals' : 'assignment'}
        onChange={(value) => change({ view: value === 'totals' ? value : null }, { replace: true })}
        data={[
          { value: 'assignment', label: 'By assignment' },
          { value: 'totals', label: 'Totals' },
        ]}
      />
      {!isTotals && (
        <>
          <div className={classes.picker}>
            <ActionIcon variant="default" size={44} aria-label="Previous assignment" disabled={at === 0} onClick={() => go(at - 1)}>
              <IconChevronLeft size={20} stroke={1.75} />
            </ActionIcon>
            <Select
              aria-label="Assignment"
              allowDeselect={false}
              value={column.id}
              data={columns.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={(id) => id && change({ assignment: id }, { replace: true })}
            />
            <ActionIcon
              variant="default"
              size={44}
              aria-label="Next assignment"
              disabled={at === columns.length - 1}
              onClick={() => go(at + 1)}
            >
              <IconChevronRight size={20} stroke={1.75} />
            </ActionIcon>
          </div>
          <div className={classes.line}>
            <p className={shared.note}>
              Week {column.weekNumber} · of {column.maxMarks}
              {column.weight !== null && ` · ${column.weight} %`}
              {!column.isOpen && ' · not counted'}
              {` · ${summary?.graded ?? unknown} marked · median ${summary?.median ?? unknown}`}
              {column.held > 0 && ` · ${column.held} held`}
            </p>
            <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
              Show spread
            </Button>
          </div>
        </>
      )}
      <Rows label={isTotals ? 'Totals' : column.title}>
        {items.map(({ student, total, cells }) => {
          const cell = cells[at]!
          const { submissionId, attempt } = cell
          return (
            <Row
              key={student.id}
              glyph={<Avatar id={student.id} name={student.name} src={student.profileImageUrl} size={32} />}
              name={student.name}
              meta={isTotals ? undefined : formatFact(cell, column)}
              to={!isTotals && submissionId && attempt > 0 ? paths.submission.to({ submissionId, courseId: course.id }) : undefined}
              fact={isTotals ? total === null ? '–' : formatPercentage(total) : <CellContent cell={cell} />}
              factTone="strong"
            />
          )
        })}
      </Rows>
      <Dialog isOpen={isOpen} title={column.title} onClose={() => setOpen(false)}>
        <AssignmentPanel
          key={column.id}
          course={course}
          column={column}
          summary={summary}
          list={list}
          onClose={() => setOpen(false)}
          onRelease={() => {
            setOpen(false)
            onRelease(column.id)
          }}
        />
      </Dialog>
    </div>
  )
}
