/** Tables: sortable headers, selectable rows, numbers on the right. Below 1100 px they scroll in their own box. */

import { Checkbox, Table, VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { getShortcutKey, useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { useHasFormerRows, useFormerRowsProps } from './former-rows.tsx'
import { IconArrowDown, IconArrowUp } from './icons.ts'
import classes from './data-table.module.css'

/** The URL for sorting by a column; the sorted column has a direction. */
type Sorting = { label: string; sortTo?: string | undefined; sorted?: 'asc' | 'desc' | undefined }

export type Column = Sorting & {
  key: string
  isNumber?: boolean
  /** Visually hidden, for columns of buttons. */
  isLabelHidden?: boolean
  width?: number | string
  /** The second line of its cells, if rows can be sorted by it too. */
  second?: Sorting | undefined
}

type Choice = { label: string; isAll: boolean; isSome: boolean; onChange: (isOn: boolean) => void }

type TableProps = { label: string; columns: readonly Column[]; choice?: Choice | undefined; children: ReactNode; hasRowKeys?: boolean }

const directionNames = { asc: 'ascending', desc: 'descending' } as const

function SortLink({ label, sortTo = '', sorted }: Sorting) {
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <Link to={sortTo} className={`${classes.sort} ${sorted ? classes.sorted : ''}`}>
      {label}
      {sorted && <Arrow size={16} stroke={1.75} aria-hidden />}
    </Link>
  )
}

function Head({ column }: { column: Column }) {
  const { label, isNumber, isLabelHidden, width, sortTo, sorted, second } = column
  // ARIA's values only describe a column's own name: for its second line only "other" is possible.
  const order = sorted ? directionNames[sorted] : second?.sorted && 'other'
  return (
    <Table.Th style={{ width }} className={isNumber ? classes.number : undefined} {...(order && { 'aria-sort': order })}>
      {sortTo ? (
        <SortLink label={label} sortTo={sortTo} sorted={sorted} />
      ) : (
        <span>{isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}</span>
      )}
      {second && ' '}
      {second && (
        <span className={classes.second}>
          <SortLink label={second.label} sortTo={second.sortTo} sorted={second.sorted} />
          {second.sorted && <VisuallyHidden>{`, ${directionNames[second.sorted]}`}</VisuallyHidden>}
        </span>
      )}
    </Table.Th>
  )
}

/**
 * `j` and `k` move between rows, `x` selects, Enter opens the focused link; a row without one focuses its checkbox. Only within the table: single-key shortcuts
 * must not surprise users who type elsewhere.
 */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  const key = getShortcutKey(event)
  if (key !== 'j' && key !== 'k' && key !== 'x') return
  // The menu of a row is rendered elsewhere in the page, but its key events bubble up here.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  // The heads of groups are no rows to go to.
  const rows = [...currentTarget.querySelectorAll('tbody tr:has(th a, input[type=checkbox])')]
  const now = rows.findIndex((row) => row.contains(target))
  event.preventDefault()
  if (key === 'x') rows[now]?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
  else {
    const row = rows[Math.min(Math.max(now + (key === 'j' ? 1 : -1), 0), rows.length - 1)]
    const next = row?.querySelector<HTMLElement>('th a') ?? row?.querySelector<HTMLElement>('input[type=checkbox]')
    next?.focus()
  }
}

/** `hasRowKeys`: j, k and x work in its rows. */
export function DataTable({ label, columns, choice, children, hasRowKeys = false }: TableProps) {
  const hasLetters = useShortcutsEnabled()
  const isFormer = useHasFormerRows()
  const rows = useFormerRowsProps()
  return (
    // A scrollable box must be reachable by keyboard.
    <div
      className={classes.box}
      role="region"
      aria-label={label}
      tabIndex={0}
      {...(hasRowKeys && hasLetters && { onKeyDown: onRowKey, 'aria-keyshortcuts': 'j k x' })}
    >
      <Table className={classes.table} withRowBorders={false} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {choice && (
              <Table.Th className={classes.choice}>
                <Checkbox
                  size="xs"
                  aria-label={choice.label}
                  disabled={isFormer}
                  checked={choice.isAll}
                  indeterminate={choice.isSome && !choice.isAll}
                  onChange={(event) => choice.onChange(event.currentTarget.checked)}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody {...rows}>{children}</Table.Tbody>
      </Table>
    </div>
  )
}

type RowProps = {
  id?: string
  choice?: { label: string; isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  /** The details of the row are shown next to the table. */
  isCurrent?: boolean
  /** For a click anywhere in the row; by keyboard the link in its first cell does the same. */
  onOpen?: () => void
  children: ReactNode
}

export function DataRow({ id, choice, isCurrent = false, onOpen, children }: RowProps) {
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target as Element).closest('a, button, input, label')) onOpen?.()
  }
  const names = [choice?.isOn && classes.chosen, isCurrent && classes.current, onOpen && classes.opens]
  return (
    <Table.Tr id={id} className={names.filter(Boolean).join(' ')} {...(onOpen && { onClick })} {...(isCurrent && { 'aria-current': true })}>
      {choice && (
        <Table.Td className={classes.choice}>
          <Checkbox
            size="xs"
            aria-label={choice.label}
            checked={choice.isOn}
            onChange={(event) => choice.onChange(event.currentTarget.checked)}
          />
        </Table.Td>
      )}
      {children}
    </Table.Tr>
  )
}

export const Cell = ({ children, isNumber = false }: { children?: ReactNode; isNumber?: boolean }) => (
  <Table.Td className={isNumber ? classes.number : undefined}>{children}</Table.Td>
)

type NameCellProps = { name: ReactNode; meta?: ReactNode; to?: string; picture?: ReactNode }

export function NameCell({ name, meta, to, picture }: NameCellProps) {
  return (
    <Table.Th scope="row" className={classes.nameCell}>
      <div className={classes.named}>
        {picture}
        <div>
          <div className={classes.name}>{to === undefined ? name : <Link to={to}>{name}</Link>}</div>
          {meta && <div className={classes.meta}>{meta}</div>}
        </div>
      </div>
    </Table.Th>
  )
}
