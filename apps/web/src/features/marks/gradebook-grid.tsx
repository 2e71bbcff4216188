/** Students × assignments: one tab stop, arrows; Enter opens grading, and coming back leads to the same cell. */
import type { GradebookColumn, GradebookRow, MarkCell, MarkColumn } from '@lms/contract/marks'
import { Popover, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dueTime, percent } from '#lib/format-date.ts'
import { getNextCell, type CellPosition } from '#lib/keyboard-shortcuts.ts'
import { onNextPerson } from '#lib/next-person.ts'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconArrowDown, IconArrowUp } from '#ui/icons.ts'
import { useRowsProps } from '#ui/former-rows.tsx'
import { StatusBadge, StatusText } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import type { GradebookList } from './use-gradebook.ts'
import classes from './marks.module.css'

/** The cell opened last, by course: it gets the focus on return. */
const openedCells = new Map<string, string>()
onNextPerson(() => openedCells.clear())

const stateLabels = {
  GRADED: 'Graded',
  TO_GRADE: 'To grade',
  RETURNED: 'Returned',
  MISSING: 'Missing',
  NOT_DUE: 'Not due yet',
  BEFORE_JOINING: 'Before joining',
  EXCUSED: 'Excused',
}

function describeCell(cell: MarkCell, column: MarkColumn): string {
  if (column.isOpen) return describeState(cell, column)
  return cell.state === 'NOT_DUE' ? 'Not open to students' : `${describeState(cell, column)}, not counted`
}

function describeState({ state, marks, late, isHeld, isMissingCounted, extendedTo }: MarkCell, { maxMarks }: MarkColumn): string {
  if (state === 'GRADED' && marks !== null) return `${marks} of ${maxMarks}${late ? ', late' : ''}${isHeld ? ', held' : ''}`
  if (state === 'MISSING') return isMissingCounted ? 'Missing, counts as 0' : 'Missing, not counted yet'
  if (state === 'NOT_DUE' && extendedTo) return `Not due yet, extended to ${dueTime(extendedTo)}`
  return `${stateLabels[state]}${late ? ', late' : ''}`
}

type Props = {
  courseId: string
  columns: readonly GradebookColumn[]
  items: readonly GradebookRow[]
  list: GradebookList
  /** The column whose panel is open, and its content. */
  openId: string | null
  panel: ReactNode
  onOpen: (assignmentId: string | null) => void
}

function useGrid(courseId: string, rows: number, columns: number) {
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<CellPosition>({ row: 1, column: 1 })
  useEffect(() => {
    const key = openedCells.get(courseId)
    const cell = key && table.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)
    openedCells.delete(courseId)
    if (cell) cell.focus()
  }, [courseId])
  // A filter may have left fewer rows than the one that had the focus.
  const at = { row: Math.min(current.row, rows - 1), column: Math.min(current.column, columns - 1) }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = getNextCell(event.key, event.ctrlKey || event.metaKey, at, rows, columns)
    if (!to) return
    event.preventDefault()
    setCurrent(to)
    table.current?.querySelector<HTMLElement>(`[data-cell="${to.row}:${to.column}"]`)?.focus()
  }
  const cellProps = (row: number, column: number) => ({
    'data-cell': `${row}:${column}`,
    tabIndex: row === at.row && column === at.column ? 0 : -1,
    onFocus: () => setCurrent({ row, column }),
  })
  return { table, onKeyDown, cellProps }
}

export function GradebookGrid({ courseId, columns, items, list, openId, panel, onOpen }: Props) {
  const { table, onKeyDown, cellProps } = useGrid(courseId, items.length + 1, columns.length + 2)
  const summaries = new Map(list.summary.data?.assignments.map((one) => [one.id, one]))
  const weeks = [...Map.groupBy(columns, ({ weekNumber }) => weekNumber)]
  const isFirst = (index: number) => index === 0 || columns[index - 1]!.weekNumber !== columns[index]!.weekNumber
  const groundOf = (index: number): string => (isFirst(index) ? classes.first! : '')
  const last = columns.length + 1
  const arrow = (key: 'name' | 'total' | 'mark') =>
    list.sort === key ? <IconArrowUp size={14} aria-hidden /> : list.sort === `-${key}` && <IconArrowDown size={14} aria-hidden />
  const ariaSort = (key: 'name' | 'total' | 'mark') =>
    list.sort === key ? 'ascending' : list.sort === `-${key}` ? 'descending' : undefined
  return (
    <div className={classes.box} role="region" aria-label="Marks, scrolls sideways">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is a table whose cells take the focus */}
      <table ref={table} role="grid" aria-label="Marks" className={classes.grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={classes.student} aria-sort={ariaSort('name')}>
              <button type="button" className={classes.head} onClick={() => list.sortBy('name')} {...cellProps(0, 0)}>
                Student {arrow('name')}
              </button>
            </th>
            {weeks.map(([number, { length }]) => (
              <th key={number} colSpan={length} scope="colgroup" className={classes.week}>
                Week {number}
              </th>
            ))}
            <th rowSpan={2} scope="col" className={classes.total} aria-sort={ariaSort('total')}>
              <button type="button" className={classes.head} onClick={() => list.sortBy('total')} {...cellProps(0, last)}>
                Total {arrow('total')}
                <span className={classes.small}>so far</span>
              </button>
            </th>
          </tr>
          <tr>
            {columns.map(({ id, title, maxMarks, weight, held, isOpen }, index) => (
              <th
                key={id}
                scope="col"
                className={`${classes.assignment} ${groundOf(index)}`}
                aria-sort={list.sortIn === id ? ariaSort('mark') : undefined}
              >
                <Popover opened={openId === id} onChange={() => onOpen(null)} position="bottom-start" width={346} trapFocus returnFocus>
                  <Popover.Target>
                    <button
                      type="button"
                      className={classes.head}
                      onClick={() => onOpen(openId === id ? null : id)}
                      {...cellProps(0, index + 1)}
                    >
                      <span className={classes.title}>
                        <bdi>{title}</bdi> {list.sortIn === id && arrow('mark')}
                      </span>
                      <span className={classes.small}>
                        of {maxMarks}
                        {weight !== null && ` · ${weight} %`}
                        {!isOpen && ' · not counted'}
                      </span>
                      {held > 0 && (
                        <span className={classes.held}>
                          <StatusIcon name="held" size={14} /> Held {held}
                        </span>
                      )}
                    </button>
                  </Popover.Target>
                  {/* Keys pressed in the panel bubble up, but are not meant for the grid. */}
                  <Popover.Dropdown onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}>{panel}</Popover.Dropdown>
                </Popover>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...useRowsProps()}>
          {items.map(({ student, total, cells }, row) => (
            <tr key={student.id}>
              <th scope="row" className={classes.student} {...cellProps(row + 1, 0)}>
                <span className={classes.person}>
                  <Avatar id={student.id} name={student.name} src={student.profileImageUrl} size={24} />
                  <span className={classes.name}>{student.name}</span>
                </span>
              </th>
              {cells.map((cell, index) => {
                const column = columns[index]!
                const key = `${student.id}:${column.id}`
                const label = `${student.name}, ${column.title}: ${describeCell(cell, column)}`
                const own = { 'data-key': key, title: describeCell(cell, column), ...cellProps(row + 1, index + 1) }
                return (
                  <td key={column.id} className={`${classes.cell} ${groundOf(index)}`}>
                    {cell.submissionId && cell.attempt > 0 ? (
                      <Link
                        to={paths.submission.to({ submissionId: cell.submissionId, courseId })}
                        aria-label={label}
                        className={classes.inner}
                        onClick={() => openedCells.set(courseId, key)}
                        {...own}
                      >
                        <CellContent cell={cell} />
                      </Link>
                    ) : (
                      <span className={classes.inner} {...own}>
                        <span aria-hidden>
                          <CellContent cell={cell} />
                        </span>
                        <VisuallyHidden>{label}</VisuallyHidden>
                      </span>
                    )}
                  </td>
                )
              })}
              <td className={classes.total} {...cellProps(row + 1, last)}>
                {total === null ? '–' : percent(total)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={classes.student}>
              Class median
            </th>
            {columns.map(({ id }, index) => (
              <td key={id} className={`${classes.cell} ${groundOf(index)}`}>
                {summaries.get(id)?.median ?? ''}
              </td>
            ))}
            <td className={classes.total}>{list.summary.data?.medianTotal != null && percent(list.summary.data.medianTotal)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The content of a cell of the gradebook: the mark, or the state of the work. */
export function CellContent({ cell }: { cell: MarkCell }): ReactNode {
  const { state, marks, late } = cell
  if (state === 'MISSING') return <StatusBadge state="missing" />
  if (state === 'TO_GRADE') return <StatusText state="submitted">To grade</StatusText>
  if (state === 'RETURNED') return <StatusText state="returned" />
  if (state === 'GRADED' && marks === null) return <StatusText state="graded" />
  if (state === 'GRADED')
    return (
      <span className={classes.mark}>
        {cell.isHeld && <StatusIcon name="held" size={14} />}
        {late && <StatusIcon name="late" size={14} />}
        {marks}
      </span>
    )
  if (state === 'EXCUSED') return <StatusText state="excused" />
  return state === 'NOT_DUE' ? '·' : '–'
}
