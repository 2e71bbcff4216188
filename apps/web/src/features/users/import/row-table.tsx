/** The rows of a tab as a table; on phones as a list. One row at a time is open for editing. */
import { Cell, type Column, DataRow, DataTable } from '#ui/data-table.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { Found, RowAction, type RowActions, RowField, getFocusTarget, Value } from './row-fields.tsx'
import type { ReviewRow } from './import-rows.ts'
import classes from './row-table.module.css'

/** The row that is open; `turn` counts the openings, so that the focus goes there each time. */
export type Open = { row: number; turn: number } | null

type Props = { label: string; rows: readonly ReviewRow[]; open: Open; hasActions?: boolean } & RowActions

const columns: Column[] = [
  { key: 'row', label: 'Row', isNumber: true, width: 56 },
  { key: 'name', label: 'Name', width: '19%' },
  { key: 'email', label: 'Email', width: '27%' },
  { key: 'found', label: 'What we found' },
  { key: 'action', label: 'Action', isLabelHidden: true, width: 136 },
]

export function RowTable({ label, rows, open, hasActions = true, ...actions }: Props) {
  const isPhone = useIsPhone()
  const parts = rows.map((row) => toParts(row, open, actions, isPhone))
  if (isPhone)
    return (
      <ul className={classes.list} aria-label={label}>
        {parts.map(({ row, isOpen, name, email, found, action }) => (
          <li key={row.row} className={isOpen ? classes.open : undefined}>
            <div className={classes.words}>
              {isOpen ? (
                <>
                  <p className={classes.number}>Row {row.row}</p>
                  {name}
                  {email}
                </>
              ) : (
                <>
                  <p>
                    <b className={classes.name}>{row.name || 'No name'}</b> <span className={classes.number}>row {row.row}</span>
                  </p>
                  <p className={classes.email}>{row.email || 'No email'}</p>
                </>
              )}
              {found}
            </div>
            {hasActions && <div className={classes.action}>{action}</div>}
          </li>
        ))}
      </ul>
    )
  return (
    <DataTable label={label} columns={hasActions ? columns : columns.slice(0, -1)}>
      {parts.map(({ row, name, email, found, action }) => (
        <DataRow key={row.row}>
          <Cell isNumber>{row.row}</Cell>
          <Cell>{name}</Cell>
          <Cell>{email}</Cell>
          <Cell>{found}</Cell>
          {hasActions && (
            <Cell>
              <div className={classes.end}>{action}</div>
            </Cell>
          )}
        </DataRow>
      ))}
    </DataTable>
  )
}

function toParts(row: ReviewRow, open: Open, actions: RowActions, isPhone: boolean) {
  const isOpen = open?.row === row.row && getFocusTarget(row) !== 'action'
  const turn = open?.turn ?? 0
  const target = open?.row === row.row ? getFocusTarget(row) : null
  const field = (which: 'name' | 'email') =>
    isOpen ? (
      <RowField
        row={row}
        field={which}
        {...(isPhone && { label: which === 'name' ? 'Name' : 'Email' })}
        isTarget={target === which}
        turn={turn}
        {...actions}
      />
    ) : (
      <Value row={row} field={which} />
    )
  return {
    row,
    isOpen,
    name: field('name'),
    email: field('email'),
    found: <Found row={row} />,
    action: <RowAction row={row} isOpen={isOpen} isTarget={target === 'action'} turn={turn} {...actions} />,
  }
}
