/** The students of a page of the gradebook with their marks: a grid, on phones a list, with what the signs mean. */

import type { ReactNode } from 'react'
import type { Course } from '@lms/contract/courses'
import type { GradebookColumn, GradebookRow } from '@lms/contract/marks'
import { roundMarks } from '@lms/contract/rules/marks'
import { pluralize } from '#lib/pluralize.ts'
import { Pagination } from '#ui/pagination.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { GradebookGrid } from './gradebook-grid.tsx'
import { GradebookPhone } from './gradebook-phone.tsx'
import type { GradebookList } from './use-gradebook.ts'
import classes from './marks.module.css'

type Props = {
  course: Course
  book: { columns: readonly GradebookColumn[]; items: readonly GradebookRow[]; total: number }
  list: GradebookList
  /** The assignment whose panel is open. */
  openId: string | null
  panel: ReactNode
  onOpen: (assignmentId: string | null) => void
  onRelease: (assignmentId: string) => void
}

export function GradebookRows({ course, book: { columns, items, total }, list, openId, panel, onOpen, onRelease }: Props) {
  const isPhone = useIsPhone()
  return (
    <>
      <div className={classes.legend} hidden={isPhone}>
        <StatusText state="missing" />
        <StatusText state="late" />
        <StatusText state="submitted">To grade</StatusText>
        <StatusText state="returned" />
        {columns.some(({ held }) => held > 0) && <StatusText state="held" />}
        <span>· Not due yet</span>
        <span>– Before enrolment</span>
        <span className={classes.key}>of 20 · 15 %: maximum mark and weight</span>
      </div>
      {isPhone ? (
        <GradebookPhone course={course} columns={columns} items={items} list={list} onRelease={onRelease} />
      ) : (
        <GradebookGrid courseId={course.id} columns={columns} items={items} list={list} openId={openId} panel={panel} onOpen={onOpen} />
      )}
      <Pagination page={list.page} limit={list.limit} total={total} label="Students" />
      <WeightNote columns={columns} />
    </>
  )
}

/** Says if weights are missing, or do not add up. */
function WeightNote({ columns }: Pick<Props['book'], 'columns'>) {
  const weights = columns.flatMap(({ weight }) => weight ?? [])
  if (weights.length === 0) return null
  const missing = columns.length - weights.length
  if (missing > 0)
    return (
      <p className={classes.note}>{pluralize(missing, 'assignment has', 'assignments have')} no weight and count with the maximum mark.</p>
    )
  const sum = roundMarks(weights.reduce((total, weight) => total + weight, 0))
  return sum !== 100 && <p className={classes.note}>Weights add up to {sum} %. Totals are scaled to 100 %.</p>
}
