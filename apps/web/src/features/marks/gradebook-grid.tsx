/** Students × assignments: one tab stop, arrows; Enter opens grading, and coming back leads to the same cell. */

import { Popover, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GradebookColumn, GradebookRow, MarkCell } from '@lms/contract/marks'
import { formatPercentage } from '#lib/format-number.ts'
import type { CellPosition } from '#lib/keyboard-shortcuts.ts'
import { onNextPerson } from '#lib/next-person.ts'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { useFormerRowsProps } from '#ui/former-rows.tsx'
import { IconArrowDown, IconArrowUp } from '#ui/icons.ts'
import { StatusIcon } from '#ui/status-icon.tsx'
import { Columns, Gap, GapRow, getMinWidth, toRuns } from '#ui/virtual-cells.tsx'
import { type CellProps, findCell, useVirtualGrid } from '#ui/virtual-grid.ts'
import { CellContent, describeCell } from './mark-cell.tsx'
import type { GradebookList } from './use-gradebook.ts'
import classes from './gradebook-grid.module.css'
import shared from './marks.module.css'

/** The cell opened last, by course: it gets the focus on return. */
const openedCells = new Map<string, string>()
onNextPerson(() => openedCells.clear())

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

/** In pixels. */
const rowHeight = 38
const leastWidths = { first: 190, column: 102, last: 80 }

type Shown = Pick<Props, 'courseId' | 'columns' | 'items'>

/** The cell that was opened last. */
function findOpenedCell({ courseId, columns, items }: Shown): CellPosition | null {
  const [studentId, columnId] = openedCells.get(courseId)?.split(':') ?? []
  const [row, column] = [items.findIndex(({ student }) => student.id === studentId), columns.findIndex(({ id }) => id === columnId)]
  return row < 0 || column < 0 ? null : { row: row + 1, column: column + 1 }
}

function useGrid(shown: Shown) {
  const [opened] = useState(() => findOpenedCell(shown))
  const grid = useVirtualGrid({
    rows: shown.items.length,
    columns: shown.columns.length,
    rowHeight,
    widths: leastWidths,
    around: { top: 1, left: 1, right: 1 },
    first: opened ?? { row: 1, column: 1 },
  })
  const { cellAt, onKey } = grid
  useEffect(() => {
    openedCells.delete(shown.courseId)
    if (opened) cellAt(opened)?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, on return
  }, [])
  const navigate = useNavigate()
  /** The links of the cells: a component for each would take most of the time in which the grid is drawn. */
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-cell]') : null
    const at = link && findCell(link)
    if (!at) return
    openedCells.set(shown.courseId, `${shown.items[at.row - 1]?.student.id}:${shown.columns[at.column - 1]?.id}`)
    // With these keys the browser opens it elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(link.pathname + link.search)
  }
  return { ...grid, onClick, onKeyDown: (event: KeyboardEvent): void => void (onKey(event) && event.preventDefault()) }
}

export function GradebookGrid(props: Props) {
  const { courseId, columns, items } = props
  const grid = useGrid({ courseId, columns, items })
  const { box, table, widths, onClick, onKeyDown, onFocus, rowParts } = grid
  const isFirst = (index: number) => index === 0 || columns[index - 1]!.weekNumber !== columns[index]!.weekNumber
  const part: PartProps = {
    ...props,
    columnParts: grid.columnParts,
    cellProps: (row, column) => grid.cellProps({ row, column }),
    groundOf: (index) => (isFirst(index) ? classes.first! : ''),
  }
  return (
    <div ref={box} className={classes.box} role="region" aria-label="Marks, scrolls sideways">
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is a table whose cells take the focus */}
      <table
        ref={table}
        role="grid"
        aria-label="Marks"
        aria-rowcount={items.length + 3}
        aria-colcount={columns.length + 2}
        className={classes.grid}
        style={{ minWidth: getMinWidth(columns.length, widths) }}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <Columns count={columns.length} widths={widths} />
        <Head {...part} />
        <tbody {...useFormerRowsProps()}>
          {rowParts.map(({ key, index: row, gap }) =>
            gap > 0 ? (
              <GapRow key={key} height={gap * rowHeight} columns={columns.length + 2} />
            ) : (
              <StudentRow key={items[row]!.student.id} {...part} row={row} />
            ),
          )}
        </tbody>
        <MedianRow {...part} />
      </table>
    </div>
  )
}

type Grid = ReturnType<typeof useGrid>
type PartProps = Props & {
  columnParts: Grid['columnParts']
  cellProps: (row: number, column: number) => CellProps
  /** The class of a column: the first of each week has a line before it. */
  groundOf: (index: number) => string
}

/** Weeks above their assignments, between the names and the totals. */
function Head({ columns, list, openId, panel, onOpen, columnParts, cellProps, groundOf }: PartProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th rowSpan={2} scope="col" className={classes.student} aria-sort={toAriaSort(list, 'name')}>
          <button type="button" className={classes.head} onClick={() => list.sortBy('name')} {...cellProps(0, 0)}>
            Student <SortArrow list={list} by="name" />
          </button>
        </th>
        {toRuns(columnParts, (index) => columns[index]!.weekNumber).map(({ key, columns: length, of }) =>
          of === null ? (
            <Gap key={key} columns={length} />
          ) : (
            <th key={key} colSpan={length} scope="colgroup" className={classes.week}>
              Week {of}
            </th>
          ),
        )}
        <th rowSpan={2} scope="col" className={classes.total} aria-sort={toAriaSort(list, 'total')}>
          <button type="button" className={classes.head} onClick={() => list.sortBy('total')} {...cellProps(0, columns.length + 1)}>
            Total <SortArrow list={list} by="total" />
            <span className={shared.small}>so far</span>
          </button>
        </th>
      </tr>
      <tr aria-rowindex={2}>
        {columnParts.map(({ key, index, gap }) =>
          gap > 0 ? (
            <Gap key={key} columns={gap} />
          ) : (
            <ColumnHead
              key={key}
              column={columns[index]!}
              className={`${classes.assignment} ${groundOf(index)}`}
              index={index}
              list={list}
              panel={openId === columns[index]!.id ? panel : null}
              onOpen={onOpen}
              cell={cellProps(0, index + 1)}
            />
          ),
        )}
      </tr>
    </thead>
  )
}

function StudentRow({ courseId, columns, items, row, columnParts, cellProps, groundOf }: PartProps & { row: number }) {
  const { student, total, cells } = items[row]!
  return (
    <tr aria-rowindex={row + 3}>
      <th scope="row" className={classes.student} {...cellProps(row + 1, 0)}>
        <span className={classes.person}>
          <Avatar id={student.id} name={student.name} src={student.profileImageUrl} size={24} />
          <span className={classes.name}>{student.name}</span>
        </span>
      </th>
      {columnParts.map(({ key, index, gap }) =>
        gap > 0 ? (
          <Gap key={key} columns={gap} />
        ) : (
          <td key={key} aria-colindex={index + 2} className={`${classes.cell} ${groundOf(index)}`}>
            <Work courseId={courseId} student={student} column={columns[index]!} cell={cells[index]!} {...cellProps(row + 1, index + 1)} />
          </td>
        ),
      )}
      <td className={classes.total} {...cellProps(row + 1, columns.length + 1)}>
        {total === null ? '–' : formatPercentage(total)}
      </td>
    </tr>
  )
}

function MedianRow({ columns, items, list, columnParts, groundOf }: PartProps) {
  const { assignments, medianTotal = null } = list.summary.data ?? {}
  const summaries = new Map(assignments?.map((one) => [one.id, one]))
  return (
    <tfoot>
      <tr aria-rowindex={items.length + 3}>
        <th scope="row" className={classes.student}>
          Class median
        </th>
        {columnParts.map(({ key, index, gap }) =>
          gap > 0 ? (
            <Gap key={key} columns={gap} />
          ) : (
            <td key={key} className={`${classes.cell} ${groundOf(index)}`}>
              {summaries.get(columns[index]!.id)?.median ?? ''}
            </td>
          ),
        )}
        <td className={classes.total}>{medianTotal !== null && formatPercentage(medianTotal)}</td>
      </tr>
    </tfoot>
  )
}

const toAriaSort = ({ sort }: GradebookList, key: 'name' | 'total' | 'mark') =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined
function SortArrow({ list: { sort }, by }: { list: GradebookList; by: 'name' | 'total' | 'mark' }) {
  if (sort === by) return <IconArrowUp size={14} aria-hidden />
  return sort === `-${by}` ? <IconArrowDown size={14} aria-hidden /> : null
}

type HeadProps = Pick<Props, 'list' | 'panel' | 'onOpen'> & { column: GradebookColumn; index: number; className: string; cell: CellProps }

/** The head of an assignment opens its panel. */
function ColumnHead({ column, index, className, list, panel, onOpen, cell }: HeadProps) {
  const { id, title, maxMarks, weight, held, isOpen } = column
  const isSorted = list.sortIn === id
  const isOpened = panel !== null
  return (
    <th scope="col" aria-colindex={index + 2} className={className} aria-sort={isSorted ? toAriaSort(list, 'mark') : undefined}>
      <Popover opened={isOpened} onChange={() => onOpen(null)} position="bottom-start" width={346} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={classes.head} onClick={() => onOpen(isOpened ? null : id)} {...cell}>
            <span className={classes.title}>
              <bdi>{title}</bdi> {isSorted && <SortArrow list={list} by="mark" />}
            </span>
            <span className={shared.small}>
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
  )
}

type WorkProps = CellProps & { courseId: string; student: GradebookRow['student']; column: GradebookColumn; cell: MarkCell }

/** A student's work: submitted work is a link to grading. */
const Work = memo(function Work({ courseId, student, column, cell, ...place }: WorkProps) {
  const words = describeCell(cell, column)
  const label = `${student.name}, ${column.title}: ${words}`
  if (cell.submissionId && cell.attempt > 0) {
    const to = paths.submission.to({ submissionId: cell.submissionId, courseId })
    return (
      <a href={to} aria-label={label} title={words} className={classes.inner} {...place}>
        <CellContent cell={cell} />
      </a>
    )
  }
  return (
    <span className={classes.inner} title={words} {...place}>
      <span aria-hidden>
        <CellContent cell={cell} />
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
})
