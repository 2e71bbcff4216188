/** The rows of a tab as a table; on phones as a list. One row at a time is open for editing. */

import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { focusField } from '#lib/focus-field.ts'
import type { Column } from '#ui/data-table.tsx'
import shared from '#ui/import/import.module.css'
import { CellText, Finding, RowList } from '#ui/import/row-list.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { isAddress } from '../suggest-email.ts'
import { type ReviewRow, isFailed, isFixable, type RowEdit } from './import-rows.ts'
import classes from './import.module.css'

/** The open row; `turn` counts openings, so that the focus moves there each time. */
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
  return (
    <RowList
      label={label}
      columns={hasActions ? columns : columns.slice(0, -1)}
      rows={rows.map((row) => {
        const { isOpen, name, email, found, action } = toParts(row, open, actions, isPhone)
        return {
          key: row.row,
          isOpen,
          cells: [row.row, name, email, found, action],
          words: (
            <>
              {isOpen ? (
                <>
                  <p className={shared.quiet}>Row {row.row}</p>
                  {name}
                  {email}
                </>
              ) : (
                <>
                  <p>
                    <b>{row.name || 'No name'}</b> <span className={shared.quiet}>row {row.row}</span>
                  </p>
                  <p className={shared.quiet}>{row.email || 'No email'}</p>
                </>
              )}
              {found}
            </>
          ),
          side: hasActions && action,
        }
      })}
    />
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
    isOpen,
    name: field('name'),
    email: field('email'),
    found: <Found row={row} />,
    action: <RowAction row={row} isOpen={isOpen} isTarget={target === 'action'} turn={turn} {...actions} />,
  }
}

type RowActions = {
  onEdit: (row: number | null) => void
  onFix: (row: number, next: RowEdit | null) => void
  onSkip: (row: number, isSkipped: boolean) => void
}

const foundId = (row: number): string => `row-${row}-found`

/** The highlighted cell: the one with the server's error, or a probably mistyped email. */
const getMarkedField = (row: ReviewRow): 'name' | 'email' | null =>
  row.isPending || row.tab !== 'need'
    ? null
    : row.suggestion && !row.field
      ? 'email'
      : row.field === 'name' || row.field === 'email'
        ? row.field
        : null

function Value({ row, field }: { row: ReviewRow; field: 'name' | 'email' }) {
  const text = row[field]
  if (getMarkedField(row) === field)
    return <CellText tone={isFailed(row) && row.outcome !== 'DUPLICATE_IN_FILE' ? 'bad' : 'warn'}>{text || 'empty'}</CellText>
  return <CellText tone={null}>{text || <span className={shared.quiet}>empty</span>}</CellText>
}

function Found({ row }: { row: ReviewRow }) {
  const { suggestion, reason, outcome } = row
  const words = (): string => {
    if (row.isPending) return 'Changed, not checked yet'
    const meant = suggestion ? `Did you mean ${suggestion.changed}?` : ''
    return [reason, meant].filter(Boolean).join(' ') || 'New'
  }
  const state = (): 'draft' | 'check' | 'cannot' | 'done' | 'not-started' => {
    if (row.isPending) return 'draft'
    if (row.tab === 'skipped') return 'not-started'
    if (row.tab !== 'need') return 'done'
    return outcome === 'INVALID' || outcome === 'FORBIDDEN_ROLE' ? 'cannot' : 'check'
  }
  return (
    <Finding id={foundId(row.row)} status={state()}>
      {words()}
    </Finding>
  )
}

type FieldProps = { row: ReviewRow; field: 'name' | 'email'; label?: string; isTarget: boolean; turn: number } & RowActions

function RowField({ row, field, label, isTarget, turn, onEdit, onFix }: FieldProps) {
  const id = `row-${row.row}-${field}`
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isTarget) return
    focusField(id)
    input.current?.select()
    // Each press of the key leads here again.
  }, [id, isTarget, turn])
  // The values when the row was opened: Escape restores them.
  const [before] = useState<RowEdit | null>(row.isEdited ? { name: row.name, email: row.email } : null)
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    onFix(row.row, before)
    onEdit(null)
  }
  return (
    <TextInput
      ref={input}
      id={id}
      size="sm"
      {...(label === undefined ? { 'aria-label': `${field === 'name' ? 'Name' : 'Email'}, row ${row.row}` } : { label })}
      aria-invalid={getMarkedField(row) === field}
      aria-describedby={foundId(row.row)}
      autoComplete="off"
      {...(field === 'email' && { inputMode: 'email' as const, autoCapitalize: 'none', spellCheck: false })}
      value={row[field]}
      onKeyDown={onKey}
      onChange={(event) => onFix(row.row, { name: row.name, email: row.email, [field]: event.currentTarget.value })}
    />
  )
}

type ActionProps = { row: ReviewRow; isOpen: boolean; isTarget: boolean; turn: number } & RowActions

/** The action for a row: accept the suggestion, fix it, or skip it. */
function RowAction({ row, isOpen, isTarget, turn, onEdit, onFix, onSkip }: ActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isTarget) button.current?.focus()
  }, [isTarget, turn])
  const { suggestion, tab, name, row: number } = row
  const at = { ref: button, variant: 'default', size: 'sm' } as const
  const spoken = <VisuallyHidden component="span"> row {number}</VisuallyHidden>
  if (tab === 'skipped')
    return (
      <Button {...at} onClick={() => onSkip(number, false)}>
        Undo{spoken}
      </Button>
    )
  if (isOpen || (tab === 'need' && !isFixable(row)))
    return (
      <Button {...at} onClick={() => onSkip(number, true)}>
        Skip{isOpen ? spoken : <> row{<VisuallyHidden component="span"> {number}</VisuallyHidden>}</>}
      </Button>
    )
  if (suggestion && !row.isPending)
    return (
      <Button {...at} className={classes.guess ?? ''} onClick={() => onFix(number, { name, email: suggestion.email })}>
        Use {suggestion.changed}
        {spoken}
      </Button>
    )
  if (row.field === 'line' && !row.isPending && name !== '' && isAddress(row.email))
    return (
      <Button {...at} onClick={() => onFix(number, { name, email: row.email })}>
        Use as shown{spoken}
      </Button>
    )
  if (tab !== 'need' && !row.isEdited) return null
  return (
    <Button {...at} onClick={() => onEdit(number)}>
      Edit{spoken}
    </Button>
  )
}

/** The next field for the "next error" key. */
const getFocusTarget = (row: ReviewRow): 'name' | 'email' | 'action' => {
  if (!isFixable(row) || (row.suggestion && !isFailed(row) && !row.isEdited)) return 'action'
  return row.field === 'name' || row.field === 'line' ? 'name' : 'email'
}
