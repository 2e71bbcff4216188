/** The attendance grid, students × sessions: a status per cell, its evidence on focus, and rates at the edges. */

import { VisuallyHidden } from '@mantine/core'
import { memo, useState } from 'react'
import type { AttendanceRate } from '@lms/contract/rules/attendance-rate'
import { isolate } from '@lms/contract/rules/direction'
import { formatDayAndTime, formatShortDay } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { shortDate } from '#lib/zoned-date-time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Columns, Gap, GapRow, getMinWidth, toRuns } from '#ui/virtual-cells.tsx'
import type { CellProps, Part } from '#ui/virtual-grid.ts'
import { sessionIcons, sessionName } from './attendance-filters.tsx'
import type { Cell as CellOfGrid } from './attendance-marks.ts'
import { columnRate, formatObjection, getEvidence, getStatus, type Grid, type GridColumn, type GridRow } from './attendance-records.ts'
import { type AttendanceCell, attendanceLabels, AttendanceStatus } from './attendance-status.tsx'
import { CellDetails } from './cell-details.tsx'
import { RecordHistory } from './record-history.tsx'
import { type GridActions, isInBlock, isNotEnrolled, rowHeight, useGridNavigation } from './use-grid-navigation.ts'
import classes from './attendance-grid.module.css'

type Props = {
  courseId: string
  grid: Grid
  /** The current week: its columns have another background. */
  nowNumber: number | null
  /** Marks a cell; null for viewers. */
  actions: Omit<GridActions, 'showHistory'> | null
  /** Rates are of the students shown; on one page of several their labels say so. */
  isPart: boolean
  /** Not all weeks so far are shown: the rates are of these. */
  isOfSomeWeeks: boolean
}

const columnDay = ({ session, week }: GridColumn): string =>
  session.startsAt ? formatShortDay(session.startsAt) : session.type === 'WEEK' ? 'Register' : week.startsOn ? shortDate(week.startsOn) : ''

const formatColumn = (column: GridColumn): string => {
  const { session } = column
  const when = session.startsAt ? `, ${formatDayAndTime(session.startsAt)}` : ''
  return `${sessionName(session)}${when}`
}

/** “92 %” over “6 of 13”: a percentage is never shown without its base. */
function Rate({ rate, of }: { rate: AttendanceRate; of: 'sessions' | 'students' }) {
  if (rate.percentage === null) return <span className={classes.base}>Not marked</span>
  const base = `${rate.marked} of ${rate.sessions}`
  return (
    <>
      {formatPercentage(rate.percentage)}
      <span className={classes.base}>
        {base}
        <VisuallyHidden> {of} marked</VisuallyHidden>
      </span>
    </>
  )
}

function GridHead({ grid, nowNumber, isOfSomeWeeks, parts }: Omit<Props, 'courseId' | 'actions' | 'isPart'> & { parts: readonly Part[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={classes.corner} rowSpan={2} scope="col">
          Student
        </th>
        {toRuns(parts, (index) => grid.columns[index]!.week.number).map(({ key, columns, of }) =>
          of === null ? (
            <Gap key={key} columns={columns} />
          ) : (
            <th key={key} colSpan={columns} scope="colgroup" className={`${classes.week} ${of === nowNumber ? classes.now : ''}`}>
              Week {of}
            </th>
          ),
        )}
        <th className={classes.rate} rowSpan={2} scope="col">
          Rate
          <span className={classes.base}>{isOfSomeWeeks ? 'of these weeks' : 'of marked'}</span>
        </th>
      </tr>
      <tr aria-rowindex={2}>
        {parts.map(({ key, index, gap }) => {
          if (gap > 0) return <Gap key={key} columns={gap} />
          const column = grid.columns[index]!
          const Icon = sessionIcons[column.session.type]
          return (
            <th
              key={column.session.id}
              scope="col"
              aria-colindex={index + 2}
              title={formatColumn(column)}
              aria-label={formatColumn(column)}
              className={`${classes.session} ${column.isFirst ? classes.first : ''} ${column.week.number === nowNumber ? classes.now : ''}`}
            >
              <Icon size={14} stroke={1.75} aria-hidden />
              <span aria-hidden>{columnDay(column)}</span>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Not enrolled then, not marked, and absent are three things. */
const getMark = (student: GridRow, { session }: GridColumn): AttendanceCell =>
  getStatus(student.entries[session.id]) ?? (isNotEnrolled({ student, session }) ? 'NOT_ENROLLED' : 'NOT_TAKEN')

function describeCell(row: GridRow, column: GridColumn, now: number): string {
  const facts = [getEvidence(row, column.session, now), formatObjection(row.entries[column.session.id])].filter(Boolean)
  return `${isolate(row.user.name)}, week ${column.week.number}, ${sessionName(column.session)}, ${attendanceLabels[getMark(row, column)]}${facts.map((fact) => `. ${fact}`).join('')}`
}

type CellOf = CellProps & { row: GridRow; column: GridColumn; columnIndex: number; ground: string; isChosen: boolean; now: number }

const Cell = memo(function Cell({ row, column, columnIndex, ground, isChosen, now, ...place }: CellOf) {
  const entry = row.entries[column.session.id]
  return (
    <td
      aria-colindex={columnIndex}
      aria-selected={isChosen}
      className={`${classes.cell} ${ground}`}
      aria-label={describeCell(row, column, now)}
      {...place}
    >
      <AttendanceStatus
        mark={getMark(row, column)}
        coverage={entry?.coverage || null}
        isSelfMarked={entry?.status != null && entry.source === 'SELF'}
        isSpoken={false}
      />
    </td>
  )
})

type FootProps = Pick<Props, 'grid' | 'isPart'> & { parts: readonly Part[]; groundOf: (column: GridColumn) => string }

/** The rate of each session. */
function GridFoot({ grid, isPart, parts, groundOf }: FootProps) {
  return (
    <tfoot>
      <tr aria-rowindex={grid.rows.length + 3}>
        <th scope="row" className={classes.student}>
          Present or late{isPart ? ', on this page' : ''}
        </th>
        {parts.map(({ key, index, gap }) => {
          if (gap > 0) return <Gap key={key} columns={gap} />
          const column = grid.columns[index]!
          return (
            <td key={column.session.id} className={`${classes.total} ${groundOf(column)}`}>
              <Rate rate={columnRate(grid, column.session.id)} of="students" />
            </td>
          )
        })}
        <td className={classes.rate}>{/* The corner of both sums would be read as either. */}</td>
      </tr>
    </tfoot>
  )
}

export function AttendanceGrid({ courseId, grid, nowNumber, actions, isPart, isOfSomeWeeks }: Props) {
  const [asked, showHistory] = useState<CellOfGrid | null>(null)
  const navigation = useGridNavigation(grid, actions && { ...actions, showHistory })
  const { box, table, widths, block, shown, listeners, cellProps, hide, stay, rowParts, columnParts } = navigation
  const now = useServerNow(60_000)
  const shownRow = shown && grid.rows[shown.row]
  const shownColumn = shown && grid.columns[shown.column]
  const groundOf = (column: GridColumn): string =>
    `${column.isFirst ? classes.first : ''} ${column.week.number === nowNumber ? classes.now : ''}`
  return (
    <div ref={box} className={classes.box} role="region" aria-label="Attendance, scrolls sideways">
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is a table whose cells take the focus */}
      <table
        ref={table}
        role="grid"
        aria-label="Attendance"
        aria-multiselectable
        aria-rowcount={grid.rows.length + 3}
        aria-colcount={grid.columns.length + 2}
        className={classes.grid}
        style={{ minWidth: getMinWidth(grid.columns.length, widths) }}
        {...listeners}
        onBlur={hide}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <Columns count={grid.columns.length} widths={widths} />
        <GridHead grid={grid} nowNumber={nowNumber} isOfSomeWeeks={isOfSomeWeeks} parts={columnParts} />
        <tbody>
          {rowParts.map(({ key, index: rowIndex, gap }) => {
            if (gap > 0) return <GapRow key={key} height={gap * rowHeight} columns={grid.columns.length + 2} />
            const row = grid.rows[rowIndex]!
            return (
              <tr key={row.user.id} aria-rowindex={rowIndex + 3}>
                <th scope="row" className={classes.student}>
                  <span>
                    <Avatar id={row.user.id} name={row.user.name} src={row.user.profileImageUrl} size={24} />
                    <span className={classes.name}>{row.user.name}</span>
                  </span>
                </th>
                {columnParts.map(({ key: columnKey, index, gap: columns }) => {
                  if (columns > 0) return <Gap key={columnKey} columns={columns} />
                  const column = grid.columns[index]!
                  return (
                    <Cell
                      key={column.session.id}
                      row={row}
                      column={column}
                      columnIndex={index + 2}
                      ground={groundOf(column)}
                      isChosen={isInBlock(block, { row: rowIndex, column: index })}
                      now={now}
                      {...cellProps({ row: rowIndex, column: index })}
                    />
                  )
                })}
                <td className={classes.rate}>
                  <Rate rate={row.rate} of="sessions" />
                </td>
              </tr>
            )
          })}
        </tbody>
        <GridFoot grid={grid} isPart={isPart} parts={columnParts} groundOf={groundOf} />
      </table>
      {shown && shownRow && shownColumn && (
        <CellDetails
          student={shownRow}
          column={shownColumn}
          spot={shown.spot}
          now={now}
          onHistory={actions && (() => showHistory({ student: shownRow, session: shownColumn.session, weekId: shownColumn.week.id }))}
          onEnter={stay}
          onLeave={hide}
        />
      )}
      {asked && <RecordHistory courseId={courseId} cell={asked} onClose={() => showHistory(null)} />}
    </div>
  )
}
